"""`tournament results`: enters the results of a round, table by table, or those of a file."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ludograph.cli.arguments import by_option, json_option, on_terminal, readable_lines
from ludograph.cli.errors import Failure, raise_failure, sentences_for_errors
from ludograph.cli.numbers import Whole
from ludograph.cli.printing.terminal import say
from ludograph.cli.tournaments.arguments import tournament_argument, tournament_service

if TYPE_CHECKING:
    from ludograph.cli.tournaments.result_loop import ResultLoop


@click.command("results")
@tournament_argument
@click.option(
    "--file",
    "--csv",
    "file",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    metavar="CSV",
    help="Takes all results of a file, or none: columns round, table, player, score, or as `export --csv results`.",
)
@click.option("--round", "number", type=Whole(min=1), metavar="ROUND", help="This round, not the first that is open.")
@click.option("--anyway", is_flag=True, help="Even where a round before is not over.")
@by_option
@json_option
@sentences_for_errors
def command(tournament: str, file: Path | None, number: int | None, anyway: bool, by: str, as_json: bool) -> None:
    """Enters the results of a TOURNAMENT where nobody recorded: it lists the tables that are open and takes a line for
    each, as 3: 12 8 8 f (the scores in the order of the seats) or 3: Ben=3 Ivo=-2 Ann=14.

    f is a forfeit, ? a score that nobody knows, 20+ who won a tie that the rules break, and 48#1 a score with its place
    where the rules put something before the scores. What was read is said with who has won; `undo` takes the last back.
    On a terminal an empty line ends; lines come from a pipe too, and the first that is refused ends it. With --file
    nothing is recorded where anything is wrong.
    """
    if file is not None and number is not None:
        raise click.UsageError("A file says its rounds itself: leave --round out.")
    with tournament_service() as service:
        found = service.find(tournament)
        if file is not None:
            from ludograph.cli.tournaments.result_file import take_file

            take_file(service, found, file, by, anyway=anyway, as_json=as_json)
            return
        from ludograph.cli.tournaments.result_loop import ResultLoop

        loop = ResultLoop(service, found, number, by, anyway=anyway, as_json=as_json)
        loop.tell_open()
        try:
            if on_terminal():
                _ask(loop)
            else:
                _read(loop)
        finally:
            loop.tell_left()


def _ask(loop: "ResultLoop") -> None:
    """Asks for lines until an empty one; what is refused is asked again."""
    from ludograph.cli.table.prompts import Prompts

    loop.tell_how()
    prompts = Prompts()
    while True:
        try:
            line = prompts.line(loop.prompt).strip()
        except EOFError:
            return
        if not line:
            return
        try:
            try:
                loop.take(line)
            except Exception as wrong:
                raise_failure(wrong)
        except Failure as refused:
            say(refused.message)


def _read(loop: "ResultLoop") -> None:
    """Takes the lines of standard input; the first that is refused ends it."""
    for number, line in readable_lines(sys.stdin.buffer):
        try:
            try:
                loop.take(line)
            except Exception as wrong:
                raise_failure(wrong)
        except Failure as refused:
            before = " What was entered before it stands." if loop.has_entered else ""
            raise Failure(f"Line {number}: {refused.message}{before}") from refused

"""`tournament result`: enters the result of a table where nobody recorded."""

from typing import TYPE_CHECKING

import click

from ludograph.cli.arguments import by_option, gathered, json_option, some_words
from ludograph.cli.errors import sentences_for_errors
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import say
from ludograph.cli.tournaments.arguments import (
    round_argument,
    scores_of,
    table_argument,
    tournament_argument,
    tournament_service,
)
from ludograph.replay.shapes.tournaments import placed_json

if TYPE_CHECKING:
    from ludograph.domain.tournaments.rounds.result_entry import ResultEntry


def _entry(number: int, table: int, correct: bool, reason: str | None, abandon: bool, anyway: bool) -> "ResultEntry":
    """What is entered for a table, whose scores are still to be read. Raises a usage error."""
    from ludograph.domain.tournaments.rounds.result_entry import ResultEntry

    if correct and not reason:
        raise click.UsageError("--correct needs --reason.")
    why = reason or ""
    return ResultEntry((number, table), (), why if correct else "", anyway, anyway, abandon, why)


@click.command("result")
@tournament_argument
@round_argument
@table_argument
@click.argument("scores", nargs=-1, required=True, metavar="PLAYER=SCORE...")
@click.option("--correct", is_flag=True, help="Puts right a result that was entered before; needs --reason.")
@click.option("--reason", metavar="TEXT", callback=some_words, help="Why it is corrected.")
@click.option("--abandon", is_flag=True, help="Abandons the match that is being recorded there.")
@click.option("--anyway", is_flag=True, help="Even where a round before is not over, or the sum cannot be.")
@by_option
@json_option
@sentences_for_errors
@gathered("entry", _entry)
def command(tournament: str, scores: tuple[str, ...], entry: "ResultEntry", by: str, as_json: bool) -> None:
    """Enters the final scores of a table of a TOURNAMENT where nobody recorded: Ann=12, ?? where nobody knows it,
    forfeit for who did not play.

    Who has won follows from the scores. Where the rules break a tie, + says who is ahead: Ann=20+ Ben=20. Where they
    put something before the scores, say all places: Ann=62#2 Ben=48#1. Whoever forfeits is behind all others, and has
    what that place is worth; several who do share their places. What is recorded is put right in its match, by `amend`
    or `rule`.
    """
    from ludograph.cli.tournaments.result_text import tell_result
    from ludograph.domain.tournaments.rounds.late_corrections import seating_after
    from ludograph.domain.tournaments.rounds.result_entry import result_entered

    (number, table), corrects = entry.at, bool(entry.reason)
    with tournament_service() as service:
        found = service.find(tournament)
        before = service.tables(found).results
        found, left = result_entered(service, found, before, entry._replace(scores=scores_of(scores)), by)
        found = service.record(found, *left)
        results = service.tables(found).results
        result = results[number - 1][table - 1]
        stands = seating_after(found, results, number) if corrects else ""
    if as_json:
        print_json(placed_json(found, entry.at, result))
        return
    tell_result(found, entry.at, results)
    if stands:
        say(stands)

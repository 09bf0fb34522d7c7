"""`undo`: takes steps back, as an event; what was taken back stays readable."""

from typing import TYPE_CHECKING

import click

from ludograph.cli.arguments import (
    by_option,
    json_option,
    match_of,
    on_terminal,
    reason_option,
    recorder,
    table_argument,
)
from ludograph.cli.errors import Failure, sentences_for_errors
from ludograph.cli.numbers import StepNumber
from ludograph.cli.printing.changed_seating import say_seatings
from ludograph.cli.printing.corrections import MOST_UNASKED, told_run
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import echo
from ludograph.domain.kernel.game import TABLE
from ludograph.domain.kernel.sentences import counted
from ludograph.domain.match.aggregate import NoSuchStep
from ludograph.domain.notation.limits import TooLong

if TYPE_CHECKING:
    from ludograph.domain.match.aggregate import Match
    from ludograph.domain.store.recorder import Recorder


@click.command()
@click.argument("match")
@table_argument
@click.option("--to", type=StepNumber(), metavar="STEP", help="The step to go back to; by default the last but one.")
@reason_option
@click.option("--yes", is_flag=True, help="Does not ask. Without a terminal nothing is asked anyway.")
@by_option
@json_option
@sentences_for_errors
def command(match: str, table: tuple[str, ...], to: int | None, reason: str, yes: bool, by: str, as_json: bool) -> None:
    """Takes back the last step of a MATCH, or all steps after --to STEP, and names them.

    On a terminal it asks before more than three are gone. Nothing is deleted: the log keeps them, and `redo` brings
    them back. A table of a tournament is named by the tournament, a ROUND and a TABLE, instead of a match.
    """
    with recorder() as store:
        before = match_of(store, match, table, None)
        after = _taken_back(store, before, to, reason, by)
        if not as_json:
            _tell(before, after)
            if len(before.steps) - len(after.steps) > MOST_UNASKED and on_terminal() and not yes:
                _ask(before, after)
        after = store.record(after)
        say_seatings(store, before, after)
    _report(before, after, as_json)


def _taken_back(store: "Recorder", match: "Match", to: int | None, reason: str, by: str) -> "Match":
    """The match as it stands then, not recorded yet. Raises `Failure` where there is nothing to take back."""
    match.check_open()
    if not match.steps:
        raise Failure("There is nothing to take back: no step of this match stands.")
    try:
        return match.take_back(len(match.steps) - 1 if to is None else to, reason, store.stamp(), by)
    except (NoSuchStep, TooLong) as wrong:
        raise Failure(str(wrong)) from wrong


def _tell(before: "Match", after: "Match") -> None:
    """The steps that go, as everybody at the table knows them."""
    echo("\n".join(told_run(before, len(after.steps) + 1, len(before.steps), TABLE)))


def _ask(before: "Match", after: "Match") -> None:
    steps = counted(len(before.steps) - len(after.steps), "step")
    if not click.confirm(f"Take back these {steps}?"):
        raise Failure("Nothing was taken back.")


def _report(before: "Match", after: "Match", as_json: bool) -> None:
    """Which steps went, and how the match stands."""
    first, last = len(after.steps) + 1, len(before.steps)
    if as_json:
        taken = list(range(first, last + 1))
        print_json({"match": str(after.id), "game": after.game.id, "steps": len(after.steps), "taken_back": taken})
        return
    what = f"step {first} is" if first == last else f"steps {first} to {last} are"
    stands = f"after step {first - 1}" if first > 1 else "as it was set up"
    echo(f"Of {counted(last, 'step')}, {what} taken back: the match stands {stands}.")

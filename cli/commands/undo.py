"""`undo`: takes steps back, as an event; what was taken back stays readable."""

from typing import TYPE_CHECKING

import click

from cli.arguments import by_option, json_option, match_named, recorder
from cli.errors import Failure, sentences_for_errors
from cli.printing.json import print_json
from cli.printing.terminal import echo
from domain.kernel.sentences import counted
from domain.notation.limits import TooLong

if TYPE_CHECKING:
    from domain.records.match import Match
    from domain.records.recorder import Recorder


@click.command()
@click.argument("match")
@click.option("--to", type=int, metavar="STEP", help="The step to go back to; by default the last but one.")
@click.option("--reason", required=True, metavar="TEXT", help="Why; the judge can read it.")
@by_option
@json_option
@sentences_for_errors
def command(match: str, to: int | None, reason: str, by: str, as_json: bool) -> None:
    """Takes back the last step of a MATCH, or all steps after --to STEP. Nothing is deleted: the log keeps them."""
    if not reason.strip():
        raise click.UsageError("--reason needs some words.")
    with recorder() as store:
        before = match_named(store, match)
        after = take_back(store, before, to, reason.strip(), by)
    report(before, after, as_json)


def take_back(store: "Recorder", match: "Match", to: int | None, reason: str, by: str) -> "Match":
    """The match as it stands then. Raises `Failure` where there is nothing to take back."""
    from domain.records.match import NoSuchStep

    if not match.steps:
        raise Failure("There is nothing to take back: no step of this match stands.")
    try:
        return store.take_back(match, len(match.steps) - 1 if to is None else to, reason, by=by)
    except (NoSuchStep, TooLong) as wrong:
        raise Failure(str(wrong)) from wrong


def report(before: "Match", after: "Match", as_json: bool) -> None:
    """Which steps went, and how the match stands."""
    first, last = len(after.steps) + 1, len(before.steps)
    if as_json:
        taken = list(range(first, last + 1))
        print_json({"match": str(after.id), "game": after.game.id, "steps": len(after.steps), "taken_back": taken})
        return
    what = f"step {first} is" if first == last else f"steps {first} to {last} are"
    stands = f"after step {first - 1}" if first > 1 else "as it was set up"
    echo(f"Of {counted(last, 'step')}, {what} taken back: the match stands {stands}.")

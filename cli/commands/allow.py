"""`allow`: what is allowed while a match runs, as its organiser says."""

from typing import TYPE_CHECKING

import click

from ludograph.cli.arguments import by_option, is_of, json_option, match_of, recorder, table_argument
from ludograph.cli.errors import Failure, sentences_for_errors
from ludograph.cli.printing.counts import counted_matches
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import paragraph
from ludograph.domain.match.allowances import WORDS, allowance_remark, with_allowances
from ludograph.domain.match.final_result import status_of
from ludograph.domain.notation.limits import TooLong

if TYPE_CHECKING:
    from ludograph.domain.match.aggregate import Match
    from ludograph.domain.store.recorder import Recorder


@click.command()
@click.argument("match", required=False)
@table_argument
@click.option("--event", metavar="NAME", help="In place of MATCH: every match of this tournament that runs.")
@click.option("--hints", is_flag=True, help="`hint` tells whoever decides what the search would do.")
@click.option("--shares", is_flag=True, help="`serve` shows those who look on each player's share of the win.")
@click.option("--nothing", is_flag=True, help="Neither, as before anything was allowed.")
@by_option
@json_option
@sentences_for_errors
def command(
    match: str | None,
    table: tuple[str, ...],
    event: str | None,
    hints: bool,
    shares: bool,
    nothing: bool,
    by: str,
    as_json: bool,
) -> None:
    """Says what is allowed while a MATCH runs; what is not named is not allowed from now on.

    It is a remark on the start that everybody reads, so that the record says what was allowed, and since when. A table
    of a tournament is named by the tournament, a ROUND and a TABLE, instead of a match.

    \b
    Examples:
      ludograph allow evening --hints
      ludograph allow "Autumn Open" 3 1 --shares --by Ida
      ludograph allow --event "Autumn Open" --shares
    """
    if nothing == (hints or shares):
        raise click.UsageError("Say what is allowed, with --hints and --shares, or write --nothing.")
    if (match is None) == (event is None):
        raise click.UsageError("Name one match, or a tournament with --event.")
    said = {"hints": hints, "shares": shares}
    wanted = [one for one in WORDS if said[one]]
    with recorder() as store:
        found = _running(store, event) if match is None else [_one(store, match, table)]
        for one in found:
            try:
                store.record(with_allowances(one, wanted, store.stamp(), by))
            except TooLong as wrong:
                raise Failure(str(wrong)) from wrong
    if as_json:
        for one in found:
            print_json({"match": str(one.id), "game": one.game.id, "allowed": wanted})
    else:
        told = allowance_remark(wanted)
        paragraph(told if match is not None else f"{told} So it is in {counted_matches(len(found))}.")


def _one(store: "Recorder", name: str, table: tuple[str, ...]) -> "Match":
    """The match that is named. Raises `Failure` where it is over."""
    found = match_of(store, name, table, None)
    if status_of(found) == "over":
        raise Failure("The match is over: what may be seen while it runs is not asked any more.")
    return found


def _running(store: "Recorder", event: str | None) -> "list[Match]":
    """The matches of a tournament that run. Raises `Failure` where there are none."""
    running = [one for one in store.listed([]) if one.status == "running" and is_of(one.start, event or "")]
    if not running:
        raise Failure("No match of a tournament of this name runs: `ludograph tournament show` tells its tables.")
    return [store.load(one.head.match) for one in running]

"""`allow`: what is allowed while a match runs, as its organiser says."""

from typing import TYPE_CHECKING

import click

from ludograph.cli.arguments import by_option, is_of, json_option, match_of, recorder, table_argument
from ludograph.cli.errors import Failure, sentences_for_errors
from ludograph.cli.printing.counts import counted_matches
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import paragraph
from ludograph.domain.match.allowances import WORDS, Allowance, allowance_remark, with_allowances
from ludograph.domain.match.final_result import status_of
from ludograph.domain.notation.limits import TooLong

if TYPE_CHECKING:
    from ludograph.domain.match.aggregate import Match
    from ludograph.domain.store.recorder import Recorder


@click.command()
@click.argument("match", required=False)
@table_argument
@click.option("--event", metavar="NAME", help="In place of MATCH: every match of this tournament, now and later.")
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
    of a tournament is named by the tournament, a ROUND and a TABLE, instead of a match. With --event it holds for a
    whole tournament: for its matches that run, and as a setting of the tournament for those that start later.

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
    wanted = tuple(name for name in WORDS if said[name])
    found, later = _allowed(match, table, event, wanted, by)
    if as_json:
        for one in found:
            print_json({"match": str(one.id), "game": one.game.id, "allowed": list(wanted)})
    else:
        others = ", and in all of the tournament that start later" if later else ""
        where = "" if event is None else f" So it is in {counted_matches(len(found))}{others}."
        paragraph(f"{allowance_remark(wanted)}{where}")


def _allowed(
    match: str | None, table: tuple[str, ...], event: str | None, wanted: tuple[Allowance, ...], by: str
) -> "tuple[list[Match], bool]":
    """Records it: the matches in which it holds now, and whether it holds in those of a tournament that start later."""
    with recorder() as store:
        try:
            later = event is not None and _allow_later(store, event, wanted, by)
            found = [_one(store, match, table)] if match is not None else _running(store, event or "")
            if not (found or later):
                raise Failure("There is no tournament of this name, and no match of one runs.")
            for one in found:
                store.record(with_allowances(one, wanted, store.stamp(), by))
        except TooLong as wrong:
            raise Failure(str(wrong)) from wrong
    return found, later


def _one(store: "Recorder", name: str, table: tuple[str, ...]) -> "Match":
    """The match that is named. Raises `Failure` where it is over."""
    found = match_of(store, name, table, None)
    if status_of(found) == "over":
        raise Failure("The match is over: what may be seen while it runs is not asked any more.")
    return found


def _allow_later(store: "Recorder", event: str, wanted: tuple[Allowance, ...], by: str) -> bool:
    """Sets what matches allow that start later in a tournament; False where the store has no open one of this name.

    Matches alone may name a tournament too, of which nothing else is recorded.
    """
    from ludograph.domain.tournaments.events import NewSettings
    from ludograph.domain.tournaments.service import TournamentService

    service = TournamentService(store)
    running = [one for one in service.of_name(event) if not one.state.closed]
    for one in running:
        if one.state.allowed != wanted:
            service.record(one.change(NewSettings(allowed=wanted), "", store.stamp(), by))
    return bool(running)


def _running(store: "Recorder", event: str) -> "list[Match]":
    """The matches of a tournament that run."""
    running = [one for one in store.listed([]) if one.status == "running" and is_of(one.start, event)]
    return [store.load(one.head.match) for one in running]

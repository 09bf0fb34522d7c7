"""`tournament undo`: takes the newest decision back."""

from typing import TYPE_CHECKING

import click

from ludograph.cli.arguments import by_option, json_option, reason_option
from ludograph.cli.errors import sentences_for_errors
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import paragraph
from ludograph.cli.tournaments.arguments import tournament_argument, tournament_service
from ludograph.domain.kernel.sentences import listed
from ludograph.replay.shapes.tournaments import taken_back_json

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from uuid import UUID


@click.command("undo")
@tournament_argument
@reason_option
@by_option
@json_option
@sentences_for_errors
def command(tournament: str, reason: str, by: str, as_json: bool) -> None:
    """Takes the newest decision about a TOURNAMENT back, as an event: it stays readable in `history`.

    Matches that it started are abandoned with it. What was entered before goes next, if you say `undo` again.
    """
    from ludograph.domain.tournaments.events import ClockSet, MatchesStarted
    from ludograph.domain.tournaments.history import as_it_is_now, what
    from ludograph.domain.tournaments.rounds.decisions import taken_back

    with tournament_service() as service:
        found = service.find(tournament)
        gone = found.last
        changed, matches = taken_back(service, found, reason, by)
        found = service.record(changed, *matches)
        results = service.tables(found).results
        put = [one.match for one in gone.matches] if isinstance(gone, MatchesStarted) else []
        names = {id: match.start.source or str(id) for id in put for match in [service.recorder.load(id)]}
    if as_json:
        print_json(taken_back_json(found, [str(match.id) for match in matches if match.abandoned]))
        return
    paragraph(f"Taken back: {what(gone)}.")
    if names:
        _tell_matches(names, {match.id for match in matches})
        if isinstance(gone, MatchesStarted) and isinstance(found.last, ClockSet) and found.last.round == gone.round:
            paragraph(f"The clock that was set before it stays; `undo` again takes {what(found.last)} back.")
    elif now := as_it_is_now(gone, found, results):
        paragraph(now)


def _tell_matches(names: "Mapping[UUID, str]", abandoned: "Collection[UUID]") -> None:
    """What became of the matches that a start had put to tables; those not abandoned now had been before."""
    fresh = [name for id, name in names.items() if id in abandoned]
    before = [name for id, name in names.items() if id not in abandoned]
    if fresh:
        free = "Its table is free" if len(fresh) == 1 else "Their tables are free"
        paragraph(f"Abandoned with it: {listed(fresh)}. {free}; `ludograph reopen` lets a match go on.")
    if before:
        paragraph(f"Abandoned before, and still: {listed(before)}.")

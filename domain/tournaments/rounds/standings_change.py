"""How the standings of tournaments become others by something that is not recorded yet."""

from collections.abc import Iterator
from typing import NamedTuple

from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation.names import folded
from ludograph.domain.store.match_summary import summary_in
from ludograph.domain.store.recorder import Listed, head_of
from ludograph.domain.tournaments.scores.ranking import StandingsLine, standings
from ludograph.domain.tournaments.service import TournamentService


class StandingsChange(NamedTuple):
    """How one player stands in a tournament, and would stand."""

    tournament: str
    was: StandingsLine
    now: StandingsLine


def standings_changes(service: TournamentService, after: Match) -> Iterator[StandingsChange]:
    """Who would stand otherwise, in points or place, if a recorded match stood like this."""
    head = head_of(after)
    foreseen = Listed(after.start, head, summary_in(head.result))
    event = folded(after.start.event)
    for tournament in service.all():
        state = tournament.state
        if after.id not in state.matches and folded(state.name) != event:
            continue
        before = standings(tournament, service.tables(tournament).results)
        then = standings(tournament, service.tables(tournament, foreseen).results)
        lines = {one.player: one for one in then}
        for was in before:
            now = lines[was.player]
            if (was.place, was.points) != (now.place, now.points):
                yield StandingsChange(state.name, was, now)

"""The result that was entered for a table in the place of a match that was started there and given up."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from ludograph.domain.tournaments.aggregate import Tournament
from ludograph.domain.tournaments.events import MatchesStarted, ResultEntered
from ludograph.domain.tournaments.scores.scoring import TableResult
from ludograph.domain.tournaments.scores.table_results import entered_table
from ludograph.domain.tournaments.state import counting


class EnteredResult(NamedTuple):
    """What was entered, and where."""

    tournament: Tournament
    round: int
    table: int
    result: TableResult
    entered_at: datetime
    """When it was entered last."""

    @property
    def reason(self) -> str:
        """Why it was put right last; empty where it never was."""
        return _newest(self.tournament, self.round, self.table).reason


def entered_for(match: UUID, tournaments: Iterable[Tournament]) -> EnteredResult | None:
    """The result that was entered for the table at which a match was started; None where there is none."""
    for one in tournaments:
        for event in counting(one.history):
            if not isinstance(event, MatchesStarted):
                continue
            for placed in event.matches:
                seated = one.state.rounds[event.round - 1]
                table = seated.tables[placed.table - 1]
                if placed.match == match and table.scores is not None:
                    newest = _newest(one, event.round, placed.table)
                    result = entered_table(seated, table)
                    return EnteredResult(one, event.round, placed.table, result, newest.recorded_at)
    return None


def _newest(tournament: Tournament, round: int, table: int) -> ResultEntered:
    found = (one for one in reversed(counting(tournament.history)) if isinstance(one, ResultEntered))
    return next(one for one in found if (one.round, one.table) == (round, table))

"""Results that were entered from paper: in the place of a match that was started and given up, or without any."""

from collections.abc import Container, Iterable
from datetime import datetime
from shlex import quote
from typing import NamedTuple
from uuid import UUID

from msgspec.structs import replace

from ludograph.domain.kernel.result import FinalResult
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.official_decisions import reopened
from ludograph.domain.store.recorder import Listed, Recorder
from ludograph.domain.tournaments.aggregate import OutOfOrder, Tournament
from ludograph.domain.tournaments.events import MatchesStarted, ResultEntered, SeatsExchanged
from ludograph.domain.tournaments.scores.scoring import TableResult
from ludograph.domain.tournaments.scores.table_results import entered_table
from ludograph.domain.tournaments.service import TournamentService
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
        """Why it was entered again last; empty where it never was."""
        return self._newest.reason

    @property
    def upheld(self) -> bool:
        """Whether it was entered again last with the scores that it had."""
        return is_upheld(self.tournament, self._newest)

    @property
    def _newest(self) -> ResultEntered:
        return _entered(self.tournament, self.round, self.table)[-1]


def entered_for(match: UUID, tournaments: Iterable[Tournament]) -> EnteredResult | None:
    """The result that was entered for the table at which a match was started; None where there is none."""
    return entered_results(tournaments).get(match)


def entered_results(tournaments: Iterable[Tournament]) -> dict[UUID, EnteredResult]:
    """By match that was started at a table: the result that was entered there, where there is one."""
    found: dict[UUID, EnteredResult] = {}
    for one in tournaments:
        newest = _newest_results(one)
        for at, match in _begun(one).items():
            seated, table = one.state.rounds[at[0] - 1], one.table(*at)
            if table.scores is not None:
                found[match] = EnteredResult(one, *at, entered_table(seated, table), newest[at].recorded_at)
    return found


def results_without_match(tournaments: Iterable[Tournament]) -> list[EnteredResult]:
    """The results that were entered for tables at which no match was started, the newest first."""
    found: list[EnteredResult] = []
    for one in tournaments:
        begun = _begun(one)
        for at, entered in _newest_results(one).items():
            seated, table = one.state.rounds[at[0] - 1], one.table(*at)
            if table.scores is not None and at not in begun:
                found.append(EnteredResult(one, *at, entered_table(seated, table), entered.recorded_at))
    return sorted(found, key=lambda one: one.entered_at, reverse=True)


def as_entered(listed: Listed, entered: EnteredResult) -> Listed:
    """A match that was given up as its players count it: with the result that was entered in its place."""
    result = entered.result
    came = FinalResult(result.scores, result.winners, result.places)
    return Listed(
        replace(listed.start, players=result.players),
        listed.head._replace(over=True),
        replace(listed.summary, final=came, abandoned=False, awaits_deal=False),
    )


def worth_listing(matches: Iterable[Listed], entered: Container[UUID]) -> list[Listed]:
    """These matches without those that were given up before anything was recorded, and in whose place nothing came."""
    return [one for one in matches if one.status != "abandoned" or one.head.steps or one.head.match in entered]


def is_upheld(tournament: Tournament, entered: ResultEntered) -> bool:
    """Whether a result was entered with the scores that its table had by the one before: nothing is another by it."""
    every = _entered(tournament, entered.round, entered.table)
    before = [one for one in every if one.originator_version < entered.originator_version]
    # A name may have been put right between the two: who it was is known by the seat.
    return bool(before) and _scores(before[-1]) == _scores(entered)


def reopened_match(store: Recorder, match: Match, reason: str, *, public: bool = False, by: str = "") -> Match:
    """An abandoned match as one that goes on; not beside a result that was entered in its place and counts.

    Raises `OutOfOrder`, `OutOfPlace` or `TooLong`.
    """
    if match.abandoned and (found := entered_for(match.id, TournamentService(store).all())) is not None:
        raise OutOfOrder(_told_replaced(found))
    return reopened(match, reason, store.stamp(), public=public, by=by)


def _told_replaced(found: EnteredResult) -> str:
    name = quote(found.tournament.opened.source or found.tournament.state.name)
    return (
        f"The result of table {found.table} of round {found.round} was entered and counts, so that its match does not "
        f"go on. To put the result right, or to say that it stands: `ludograph tournament result {name} {found.round} "
        f"{found.table} ... --correct --reason ...`. To play on: `ludograph tournament undo {name} --reason ...` takes "
        "decisions back, the newest first."
    )


def _newest_results(tournament: Tournament) -> dict[tuple[int, int], ResultEntered]:
    """What was entered last, by round and table."""
    events = (one for one in counting(tournament.history) if isinstance(one, ResultEntered))
    return {(event.round, event.table): event for event in events}


def _begun(tournament: Tournament) -> dict[tuple[int, int], UUID]:
    """The match that was begun, by round and table; begun anew with others there, only the newest is its match."""
    started = (one for one in counting(tournament.history) if isinstance(one, MatchesStarted | SeatsExchanged))
    return {(event.round, placed.table): placed.match for event in started for placed in event.matches}


def _entered(tournament: Tournament, round: int, table: int) -> list[ResultEntered]:
    """What was entered for a table and not taken back, the newest last."""
    found = (one for one in counting(tournament.history) if isinstance(one, ResultEntered))
    return [one for one in found if (one.round, one.table) == (round, table)]


def _scores(entered: ResultEntered) -> list[tuple[object, ...]]:
    return [(one.typed,) for one in entered.scores]

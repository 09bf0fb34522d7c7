"""Which tournament a match belongs to, and so whose directors have rights in it."""

from collections.abc import Callable, Iterable
from uuid import UUID

from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation.names import folded
from ludograph.domain.store.recorder import Listed
from ludograph.domain.tournaments.aggregate import Tournament
from ludograph.domain.tournaments.events import MatchChosen, MatchesStarted
from ludograph.domain.tournaments.state import counting


class Owners:
    """The tournaments of a store as owners of its matches.

    A match belongs to the tournament that started it, even where the start was taken back; else to the one that was
    the first to place it; else to the one that its header names. So no later decision of another tournament, and no
    corrected header, takes a match away from those who started it.
    """

    def __init__(self, tournaments: Iterable[Tournament] = ()) -> None:
        self._decided: dict[UUID, UUID] = {}
        self._named: dict[str, UUID] = {}
        every = list(tournaments)
        chosen = sorted(
            (event.recorded_at, at, event.match, one.id)
            for at, one in enumerate(every)
            for event in counting(one.history)
            if isinstance(event, MatchChosen)
        )
        for _, _, match, tournament in chosen:
            self._decided.setdefault(match, tournament)
        for one in every:
            self._named.setdefault(folded(one.state.name), one.id)
            for event in one.history:
                if isinstance(event, MatchesStarted):
                    self._decided.update((placed.match, one.id) for placed in event.matches)

    def owner(self, match: Match | Listed) -> UUID | None:
        """The id of the tournament to which a match belongs; None where it is the store's alone."""
        return self._decided.get(match.start.originator_id) or self.named(match.start.event)

    def named(self, event: str) -> UUID | None:
        """The id of the tournament that a header means by its `event`; None where there is none of that name."""
        return self._named.get(folded(event)) if event else None


def without_record(tournament: Tournament) -> set[UUID]:
    """The matches that were started at tables whose result was entered: nobody records them any more."""
    started = (
        (event.round, placed)
        for event in counting(tournament.history)
        if isinstance(event, MatchesStarted)
        for placed in event.matches
    )
    rounds = tournament.state.rounds
    return {placed.match for round, placed in started if rounds[round - 1].tables[placed.table - 1].scores is not None}


def concerned_by(tournament: Tournament) -> Callable[[Match | Listed], bool]:
    """Tells of any match whether a tournament's tables or standings may depend on it.

    It was put at one of its tables, or its header names it. That gives nobody a right: see `Owners`.
    """
    placed, name = set(tournament.state.matches), folded(tournament.state.name)
    return lambda match: match.start.originator_id in placed or folded(match.start.event) == name

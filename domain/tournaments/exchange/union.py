"""Two records of a tournament that went apart, united: what only theirs has is made again in ours, as new events."""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from ludograph.domain.match.aggregate import Stamp
from ludograph.domain.merge.merger import Whose
from ludograph.domain.tournaments.aggregate import OutOfOrder, Tournament
from ludograph.domain.tournaments.events import LeftOpen, Origin, decided_at, identity_of
from ludograph.domain.tournaments.exchange.differences import (
    DecisionChange,
    MergeConflict,
    TournamentRecord,
    changes_apart,
    conflicts_between,
)
from ludograph.domain.tournaments.footprints import rests
from ludograph.domain.tournaments.state import counting
from ludograph.domain.tournaments.verification import decided_again

INSTEAD: Final = "What was decided in another record stands instead."


class Uniting(NamedTuple):
    """Who unites, why, and what they decide of a conflict; None leaves it open."""

    decide: Callable[[MergeConflict], Whose | None]
    stamp: Callable[[], Stamp]
    reason: str = ""
    by: str = ""


class United(NamedTuple):
    """What came of it: the tournament with what could be united, and each conflict with what was decided of it."""

    tournament: Tournament
    conflicts: list[tuple[MergeConflict, Whose | None]]

    @property
    def open(self) -> bool:
        """Whether something is left to be decided."""
        return any(whose is None for _, whose in self.conflicts)


def united(ours: Tournament, theirs: Tournament, common: int, passed: int, uniting: Uniting) -> United:
    """Ours with what theirs has besides; of theirs the first `common` events are ours, and the first `passed` settled.

    Raises `OutOfOrder` where something cannot be done that was decided of a conflict.
    """
    here = TournamentRecord(ours)
    there = TournamentRecord(theirs)
    found = changes_apart(here, there, there.ids[:passed] if passed > common else ())
    conflicts = [(one, uniting.decide(one)) for one in conflicts_between(found)]
    contested = {change.known_by for one, _ in conflicts for change in (*one.ours, *one.theirs)}
    making = _Making(ours, uniting)
    for conflict, whose in conflicts:
        making.settle(conflict, whose)
    free = [one for one in found.theirs if one.known_by not in contested]
    refused = making.make(free)
    conflicts += [(one, making.settle_refused(one)) for one in refused]
    kept_open = open_elsewhere(ours, there.known)
    return United(making.done(theirs.head, common, found.aside, conflicts, kept_open), conflicts)


def open_elsewhere(ours: Tournament, known: Collection[str]) -> tuple[LeftOpen, ...]:
    """What earlier merges left open with records other than one by which these decisions are known."""
    return tuple(one for one in ours.state.left_open if not set(one.decisions) <= set(known))


def _left_open(conflict: MergeConflict) -> LeftOpen:
    ours, theirs = (tuple(one.text for one in side) for side in (conflict.ours, conflict.theirs))
    return LeftOpen(conflict.id, conflict.about, ours, theirs, tuple(one.known_by for one in conflict.theirs))


class _Making:
    """Ours, as their decisions are made in it one by one."""

    def __init__(self, ours: Tournament, uniting: Uniting) -> None:
        self._before = ours
        self._now = ours
        self._uniting = uniting
        self._aside: set[str] = set()

    def settle(self, conflict: MergeConflict, whose: Whose | None) -> None:
        """Does what was decided of a conflict: nothing of theirs is made here, or it takes the place of ours."""
        if whose == "ours":
            self._set_aside(conflict.theirs)
        if whose != "theirs":
            return
        for change in reversed(conflict.ours):
            if not change.gone:
                self._take_back(change)
        for change in sorted(conflict.ours, key=lambda one: one.event.originator_version):
            if change.gone:  # what we took back stands there: it is made again, and our takeback is set aside
                self._aside |= {change.known_by} - {change.id}
                self._decide(change)
        refused = self.make(conflict.theirs)
        if refused:
            raise OutOfOrder(refused[0].why)

    def settle_refused(self, conflict: MergeConflict) -> Whose | None:
        """What is decided of something that cannot be made here: to set it aside, or nothing."""
        whose = self._uniting.decide(conflict)
        if whose == "ours":
            self._set_aside(conflict.theirs)
        return "ours" if whose == "ours" else None

    def make(self, changes: Sequence[DecisionChange]) -> list[MergeConflict]:
        """Makes changes of theirs; what cannot be made is told, with all that rests on it."""
        refused: list[MergeConflict] = []
        backs = sorted((one for one in changes if one.gone), key=self._place, reverse=True)
        made = sorted((one for one in changes if not one.gone), key=lambda one: one.order)
        for change in (*backs, *made):
            at = next((at for at, one in enumerate(refused) if _rests_on(change, one.theirs)), None)
            if at is not None:
                refused[at] = refused[at]._replace(theirs=(*refused[at].theirs, change))
                continue
            try:
                self._take_back(change) if change.gone else self._decide(change)
            except OutOfOrder as wrong:
                refused.append(MergeConflict((), (change,), str(wrong)))
        return refused

    def done(
        self,
        head: str,
        common: int,
        aside: Iterable[str],
        conflicts: Sequence[tuple[MergeConflict, Whose | None]],
        kept_open: tuple[LeftOpen, ...],
    ) -> Tournament:
        """Ours with the event that tells of it, where anything was decided or left open; it names their head where all
        was decided.
        """
        # What was left open, or is to stand here, is not to be taken back as if it had been decided.
        left = {change.known_by for one, whose in conflicts if whose is None for change in (*one.ours, *one.theirs)}
        standing = map(identity_of, counting(self._now.history))
        aside = tuple(sorted((set(aside) | self._aside) - left - set(standing)))
        left_open = (*kept_open, *(_left_open(one) for one, whose in conflicts if whose is None))
        more: dict[str, tuple[Any, ...]] = {"set_aside": aside} if aside else {}
        if left_open != self._before.state.left_open:
            more["left_open"] = left_open
        if self._now is self._before and not more:
            return self._now
        other = "" if left else head
        reason, by = self._uniting.reason, self._uniting.by
        return self._now.settle("both", other, common, reason, self._uniting.stamp(), by, **more)

    def _set_aside(self, changes: Iterable[DecisionChange]) -> None:
        self._aside |= {one.known_by for one in changes}

    def _place(self, change: DecisionChange) -> int:
        """Where in ours the decision stands that is to be taken back."""
        standing = counting(self._now.history)
        return next(one.originator_version for one in standing if identity_of(one) == change.id)

    def _take_back(self, change: DecisionChange) -> None:
        """Takes a decision of ours back: as it was taken back there, or because theirs takes its place."""
        at, back, uniting = self._place(change), change.back, self._uniting
        if back is None or not change.gone:
            self._now = self._now.take_back(uniting.reason or INSTEAD, uniting.stamp(), uniting.by, event=at)
        else:
            now = self._now.take_back(back.reason, uniting.stamp(), back.by, event=at)
            self._now = now.from_elsewhere(Origin(identity_of(back), decided_at(back)))

    def _decide(self, change: DecisionChange) -> None:
        """Makes a decision of theirs here, signed by who made it, and known by where it was made first."""
        again = replace(change.event, origin=Origin(change.id, decided_at(change.event)))
        self._now = decided_again(self._now, again, self._uniting.stamp())


def _rests_on(change: DecisionChange, others: Iterable[DecisionChange]) -> bool:
    return any(rests(change.print, one.print) for one in others)

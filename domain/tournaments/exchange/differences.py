"""What two records of a tournament have decided since they went apart, and which of it stands against each other.

Every decision is known by the digest of where it was made first (`identity_of`). A record holds decisions and
takebacks, and both only grow; so two of them are united as sets are, whatever the order.
"""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any, Final, NamedTuple

from msgspec import UnsetType
from msgspec.structs import asdict

from ludograph.domain.tournaments.aggregate import Tournament
from ludograph.domain.tournaments.event_sentences import decision_sentences, entered_by
from ludograph.domain.tournaments.events import Opened, RecordKept, TakenBack, TournamentEvent, identity_of
from ludograph.domain.tournaments.footprints import Footprint, against, footprints, rests
from ludograph.domain.tournaments.history import what
from ludograph.domain.tournaments.state import counting

CHAINED: Final = ("recorded_at", "originator_id", "originator_version", "salt", "previous", "digest", "origin")
"""What of an event says where it stands, and nothing of what was decided."""
BESIDE: Final = ("by", "reason", "method", "size", "seed")
"""What of an event tells how it came about: two that differ in nothing else come to the same."""


def decided_alike(one: TournamentEvent, other: TournamentEvent, leave: Sequence[str] = CHAINED) -> bool:
    """Whether two events decide the same, whenever and wherever they were recorded."""
    return type(one) is type(other) and _without(one, leave) == _without(other, leave)


def _without(event: TournamentEvent, leave: Sequence[str]) -> dict[str, Any]:
    return {name: value for name, value in asdict(event).items() if name not in leave}


class DecisionChange(NamedTuple):
    """What one record has decided and the other has not: a decision, or the taking back of one."""

    id: str
    """By which the decision is known that is made, or taken back."""
    event: TournamentEvent
    """That decision."""
    print: Footprint
    order: int
    """Where it stands in its record."""
    back: TakenBack | None = None
    """What took it back; None where it was made, or set aside without that."""
    gone: bool = False
    """Whether it is taken back."""

    @property
    def known_by(self) -> str:
        """The digest of what was decided: of the takeback, if it is one."""
        return identity_of(self.back) if self.back else self.id

    @property
    def text(self) -> str:
        """What was decided, in sentences."""
        told = f"{decision_sentences(self.event)}{entered_by(self.event)}"
        return f"Taken back: {told}{entered_by(self.back) if self.back else ''}" if self.gone else told


class MergeConflict(NamedTuple):
    """Decisions here and there that cannot stand together, in their order."""

    ours: tuple[DecisionChange, ...]
    theirs: tuple[DecisionChange, ...]
    why: str = ""
    """Why theirs cannot be made here, where nothing of ours stands against it."""

    @property
    def id(self) -> str:
        """By which it is named, here and there: it changes with what stands against each other."""
        known = sorted(change.known_by for change in (*self.ours, *self.theirs))
        return sha256("\n".join(known).encode()).hexdigest()[:8]

    @property
    def about(self) -> str:
        """What it is about, in few words: what both have decided, else the first of theirs."""
        ours, theirs = ([what(one.event) for one in side] for side in (self.ours, self.theirs))
        return next((one for one in theirs if one in ours), (theirs or ours)[0])


class TournamentRecord:
    """What a record holds of a tournament, by what decisions are known by everywhere."""

    def __init__(self, tournament: Tournament) -> None:
        history = tournament.history
        self.history = history
        self.prints = footprints(history)
        self.ids = [identity_of(one) for one in history]
        self.standing = {
            self.ids[one.originator_version - 1]: one for one in counting(history) if not isinstance(one, Opened)
        }
        self.known = set(self.ids)
        self.backs = {
            self.ids[one.originator_version - 1]: (one, self.ids[one.event - 1])
            for one in history
            if isinstance(one, TakenBack)
        }
        self.aside = {
            id
            for one in history
            if isinstance(one, RecordKept) and not isinstance(one.set_aside, UnsetType)
            for id in one.set_aside
        }

    def made(self, ids: Iterable[str]) -> list[DecisionChange]:
        """Decisions that stand in it, in their order."""
        events = (self.standing[id] for id in self.standing.keys() & set(ids))
        found = [(event.originator_version, event) for event in events]
        return [
            DecisionChange(self.ids[at - 1], event, self.prints[at - 1], at)
            for at, event in sorted(found, key=lambda one: one[0])
        ]

    def gone(self, ids: Iterable[str], there: "TournamentRecord") -> list[DecisionChange]:
        """Decisions that stand in another record and that this one takes back, newest first."""
        by_target = {target: back for back, target in self.backs.values()}
        found = []
        for change in reversed(there.made(ids)):
            back = by_target.get(change.id)
            order = back.originator_version if back else len(self.history)
            found.append(change._replace(back=back, gone=True, order=order))
        return found


class Differences(NamedTuple):
    """What of two records the other has not."""

    ours: list[DecisionChange]
    theirs: list[DecisionChange]
    aside: tuple[str, ...]
    """What is known there not to stand whatever record brings it, and is not known of here."""


def changes_apart(ours: TournamentRecord, theirs: TournamentRecord, passed: Iterable[str]) -> Differences:
    """What of two records the other has not; `passed` is what was decided about before, and is not looked at."""
    passed = set(passed)
    aside = ours.aside | theirs.aside
    removed = aside | {target for one in (ours, theirs) for id, (_, target) in one.backs.items() if id not in aside}
    there = theirs.made(theirs.standing.keys() - ours.standing.keys() - removed - passed)
    here = ours.made(ours.standing.keys() - theirs.standing.keys() - removed)
    back_there = theirs.gone((ours.standing.keys() & removed) - passed, ours)
    back_here = ours.gone(theirs.standing.keys() & removed, theirs)
    # Told on: what is not known here, for it may come from a third record; and our takebacks that do not stand.
    told = {id for id in theirs.aside | removed if id not in ours.known or id in ours.backs}
    agreed = _agreed(here, there)
    return Differences(
        [one for one in (*back_here, *here) if one.id not in agreed],
        [one for one in (*back_there, *there) if one.id not in agreed],
        tuple(sorted(told - ours.aside - passed)),
    )


def _agreed(here: Sequence[DecisionChange], there: Sequence[DecisionChange]) -> set[str]:
    """Decisions that were made here and there alike: on each thing that they touch both begin, or end, the same."""
    open_, found = set(), set()
    for key in {key for change in here for key in change.print.touches}:
        ours, theirs = ([one for one in side if key in one.print.touches] for side in (here, there))
        pairs = enumerate(zip(ours, theirs, strict=False))
        alike = next((at for at, pair in pairs if not _alike(*pair)), min(len(ours), len(theirs)))
        if alike < min(len(ours), len(theirs)) and _alike(ours[-1], theirs[-1]):
            alike = max(len(ours), len(theirs))
        found |= {one.id for side in (ours, theirs) for one in side[:alike]}
        open_ |= {one.id for side in (ours, theirs) for one in side[alike:]}
    return found - open_


def _alike(one: DecisionChange, other: DecisionChange) -> bool:
    return decided_alike(one.event, other.event, (*CHAINED, *BESIDE))


def conflicts_between(found: Differences) -> list[MergeConflict]:
    """What stands against each other, with all that rests on it; each conflict can be decided by itself."""
    groups: list[tuple[set[int], set[int]]] = []
    for at, one in enumerate(found.ours):
        met = {other for other, change in enumerate(found.theirs) if against(one.print, change.print)}
        if met:
            groups.append((_with_dependents(found.ours, {at}), _with_dependents(found.theirs, met)))
    return [
        MergeConflict(_in_order(found.ours, ours), _in_order(found.theirs, theirs)) for ours, theirs in _joined(groups)
    ]


def _joined(groups: Iterable[tuple[set[int], set[int]]]) -> list[tuple[set[int], set[int]]]:
    """Groups with those in one that share something."""
    joined: list[tuple[set[int], set[int]]] = []
    for group in groups:
        met = [one for one in joined if one[0] & group[0] or one[1] & group[1]]
        ours, theirs = (set().union(*(one[side] for one in (*met, group))) for side in (0, 1))
        joined = [*(one for one in joined if one not in met), (ours, theirs)]
    return joined


def _with_dependents(side: Sequence[DecisionChange], some: set[int]) -> set[int]:
    """Some changes with those that came later in their record and rest on one of them."""
    found = set(some)
    for at in sorted(range(len(side)), key=lambda one: side[one].order):
        if any(side[one].order < side[at].order and rests(side[at].print, side[one].print) for one in found):
            found.add(at)
    return found


def _in_order(side: Sequence[DecisionChange], some: Iterable[int]) -> tuple[DecisionChange, ...]:
    return tuple(sorted((side[at] for at in some), key=lambda one: one.order))

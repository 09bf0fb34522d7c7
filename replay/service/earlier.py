"""Matches as those know them who are behind: each kept as far as it was known last, and gone on with from there."""

from collections import OrderedDict
from contextlib import suppress
from datetime import datetime
from typing import Final, NamedTuple, TypeVar
from uuid import UUID

from domain.records.kept import kept_in
from domain.records.match import Match
from domain.records.past import after_event
from domain.records.recorder import Listed, head_of

T = TypeVar("T")
KEPT: Final = 500
"""No more matches than this are kept as they stood earlier."""


class Known(NamedTuple):
    """How a match stood from a time on, until the next event became known; None there where none has yet."""

    whole: Match
    past: Match
    since: datetime
    until: datetime | None

    def holds(self, whole: Match, time: datetime) -> bool:
        """Whether this is how the match stood then."""
        return self.whole is whole and self.since <= time and (self.until is None or time < self.until)


class Earlier:
    """What was recorded of matches until a time. Asked again it costs what became known since, and mostly nothing."""

    def __init__(self) -> None:
        self._known: OrderedDict[UUID, Known] = OrderedDict()
        self._listed: OrderedDict[UUID, tuple[Match, Listed]] = OrderedDict()

    def kept(self, whole: Match, time: datetime) -> Match | None:
        """A match after everything that was recorded until then, where that was worked out already."""
        known = self._known.get(whole.id)
        return known.past if known is not None and known.holds(whole, time) else None

    def match(self, whole: Match, time: datetime) -> Match | None:
        """A match after everything that was recorded until then; None where it had not begun."""
        times = [event.recorded_at for event in whole.history]
        then = [at for at in times if at <= time]
        if not then:
            return None
        before = self._known.get(whole.id)
        past = _past(whole, len(then), before.past if before else None)
        later = min((at for at in times if at > time), default=None)
        _keep(self._known, whole.id, Known(whole, past, max(then), later))
        return past

    def listed(self, past: Match) -> Listed:
        """A match that stands like this, as a list has it."""
        match, listed = self._listed.get(past.id, (None, None))
        if listed is None or match is not past:
            head = head_of(past)
            listed = Listed(past.start, head, kept_in(head.result))
            _keep(self._listed, past.id, (past, listed))
        return listed


def _past(whole: Match, events: int, before: Match | None) -> Match:
    """A match after so many of its events, gone on with from how it stood before where that is a part of it."""
    if events == whole.version:
        return whole
    if before is not None and before.version <= events and whole.history[before.version - 1].digest == before.head:
        return before.evolve(whole.history[before.version : events])
    return after_event(whole, events)


def _keep(kept: OrderedDict[UUID, T], id: UUID, value: T) -> None:
    """Keeps something as the newest; several threads may do so at once."""
    kept.pop(id, None)
    kept[id] = value
    while len(kept) > KEPT:
        with suppress(KeyError):
            kept.popitem(last=False)

"""When the service first saw each event: `--delay` counts from then, not from the times in the records."""

from bisect import bisect_left, bisect_right
from datetime import datetime, timedelta
from math import inf
from operator import itemgetter
from threading import Lock
from typing import Final
from uuid import UUID

from ludograph.domain.store.base import HIGHEST, translated_store_errors
from ludograph.domain.store.event_mapper import recorded_at
from ludograph.domain.store.recorder import Recorder
from ludograph.domain.store.streams import is_id
from ludograph.replay.service.http.settings import CACHE_SECONDS

GRAIN: Final = CACHE_SECONDS
"""Seconds by which the delayed clock advances at a time, so that everybody who asks within them gets one answer."""
PRUNED: Final = 1_000
"""Number of old positions dropped at a time, once nobody can ask for them any more."""


class SeenPositions:
    """Up to which position in the store delayed visitors are shown it.

    An event recorded while the service runs counts from when the service saw it, by the monotonic clock. The age of
    older events is read once, at the start, from their times and the clock of the store; later jumps change nothing.
    """

    # Concurrency: begun in a thread of its own, asked and told in the event loop.

    def __init__(self, recorder: Recorder, delay: timedelta) -> None:
        self._recorder = recorder
        self._delay = delay.total_seconds()
        self._lock = Lock()
        self._seen: list[tuple[float, int]] = []
        """Positions in order, each with the second by which everything up to it had been seen."""

    @property
    def last(self) -> int:
        """The last position that was seen; below 0 if nobody has looked yet."""
        return self._seen[-1][1] if self._seen else -1

    def begin(self) -> None:
        """Find out how old the stored events are; for a thread. Raises `StoreError`."""
        with self._lock:
            if self._seen or not self._delay:
                return
            store, monotonic = self._recorder.store, self._recorder.sources.monotonic
            with translated_store_errors(self._recorder.place):
                now, began, last = self._recorder.time(), monotonic(), store.last_position()
                old = store.unless_damaged(lambda: self._old_position(last, now), int)
                young = store.newest_times(old, HIGHEST)
            ended, seen, at = monotonic(), [(-inf, old)], -inf
            for position, recorded in reversed(young):
                # In their order: what came behind younger events, by a merge, is not told before them.
                at = max(at, began - (now - recorded).total_seconds() if recorded <= now else ended)
                seen.append((at, position))
            self._seen = [*seen, (ended, max(last, seen[-1][1]))]

    def note(self, position: int) -> None:
        """Record that everything up to a position has now been seen."""
        with self._lock:
            if not self._seen or position <= self._seen[-1][1]:
                return
            self._seen.append((self._recorder.sources.monotonic(), position))
            if len(self._seen) > PRUNED and self._seen[PRUNED][0] < self.moment():
                del self._seen[:PRUNED]

    def moment(self) -> float:
        """The monotonic second up to which delayed visitors are shown events, rounded down to the grain."""
        until = self._recorder.sources.monotonic() - self._delay
        return until - until % GRAIN

    def shown(self, moment: float) -> int:
        """The last position shown to delayed visitors at a moment."""
        return self._seen[bisect_right(self._seen, moment, key=itemgetter(0)) - 1][1]

    def due_in(self, position: int | None) -> float:
        """Seconds until delayed visitors are shown the event at a position; with None, one recorded from now on."""
        at = len(self._seen) if position is None else bisect_left(self._seen, position, key=itemgetter(1))
        if at == len(self._seen):
            return max(self._delay, GRAIN)
        seen = self._seen[at][0]
        due = seen + -seen % GRAIN + self._delay
        return max(due - self._recorder.sources.monotonic(), 0.01)

    def _old_position(self, last: int, now: datetime) -> int:
        """The position up to which everything is older than the delay."""
        store, first, until = self._recorder.store, last + 1, now - timedelta(seconds=self._delay)
        # Of each record its newest event first: nearly all have rested for longer, and are not read.
        for id, *_, state in store.fetch(store.statements["newest_events"]):
            if is_id(id) and ((newest := recorded_at(state)) is None or newest > until):
                rows = ((row.row, recorded_at(row.state)) for row in store.stored_rows(UUID(id)) if not row.lost)
                first = min(first, *(position for position, time in rows if time is None or time > until), first)
        return first - 1

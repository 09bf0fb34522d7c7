"""When a service saw first what is recorded: what is `delay` old is told by that, and not by times in records."""

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
"""The clock of those who are behind goes on by so many seconds at a time, so that all who ask within are told alike."""
PRUNED: Final = 1_000
"""So many of them are forgotten at once, when they are older than anybody asks."""


class SeenPositions:
    """Up to which position in the store those may know it who are behind.

    Whatever is recorded while the service runs counts from when the service saw it, by a clock that nobody sets. What
    was there before is as old as its times say at the start, by the clock of the store: later jumps change nothing.
    """

    # Concurrency: begun in a thread of its own, asked and told in the event loop.

    def __init__(self, recorder: Recorder, delay: timedelta) -> None:
        self._recorder = recorder
        self._delay = delay.total_seconds()
        self._lock = Lock()
        self._seen: list[tuple[float, int]] = []
        """Positions in their order, with the second at which everything up to there had been seen."""

    @property
    def last(self) -> int:
        """Up to which position the store was seen; below 0 where nobody has looked yet."""
        return self._seen[-1][1] if self._seen else -1

    def begin(self) -> None:
        """Looks how old everything is that the store holds; for a thread. Raises `StoreError`."""
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
        """Everything up to there is recorded, and was seen just now."""
        with self._lock:
            if not self._seen or position <= self._seen[-1][1]:
                return
            self._seen.append((self._recorder.sources.monotonic(), position))
            if len(self._seen) > PRUNED and self._seen[PRUNED][0] < self.moment():
                del self._seen[:PRUNED]

    def moment(self) -> float:
        """The second up to which those who are behind may know what was seen."""
        until = self._recorder.sources.monotonic() - self._delay
        return until - until % GRAIN

    def shown(self, moment: float) -> int:
        """Up to which position they may know the store at a moment."""
        return self._seen[bisect_right(self._seen, moment, key=itemgetter(0)) - 1][1]

    def due_in(self, position: int | None) -> float:
        """In how many seconds they may know of an event; of one that is recorded from now on, where none is named."""
        at = len(self._seen) if position is None else bisect_left(self._seen, position, key=itemgetter(1))
        if at == len(self._seen):
            return max(self._delay, GRAIN)
        seen = self._seen[at][0]
        due = seen + -seen % GRAIN + self._delay
        return max(due - self._recorder.sources.monotonic(), 0.01)

    def _old_position(self, last: int, now: datetime) -> int:
        """Up to which position everything is older than the delay."""
        store, first, until = self._recorder.store, last + 1, now - timedelta(seconds=self._delay)
        # Of each record its newest event first: nearly all have rested for longer, and are not read.
        for id, *_, state in store.fetch(store.statements["newest_events"]):
            if is_id(id) and ((newest := recorded_at(state)) is None or newest > until):
                rows = ((row.row, recorded_at(row.state)) for row in store.stored_rows(UUID(id)) if not row.lost)
                first = min(first, *(position for position, time in rows if time is None or time > until), first)
        return first - 1

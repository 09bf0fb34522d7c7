"""The clock of a store: its time never goes back, whatever the clock of the machine does.

So recorded times are in the order of recording, also across matches, and remain so after a copy or a merge, which
changes positions.
"""

import os
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from threading import Lock
from typing import Final

from msgspec import Struct

from ludograph.domain.store.base import Store

NEWEST: Final = 20
"""Number of newest events whose times are read: after a merge the very last may be old."""
TICK: Final = timedelta(microseconds=1)
LATEST: Final = 9000
"""Times from this year on are ignored as nonsense, because no time could follow the last of them."""


class Sources(Struct, frozen=True):
    """The only clocks and the only source of random bytes, handed in so that two runs can be compared byte by byte."""

    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    bytes: Callable[[int], bytes] = os.urandom
    monotonic: Callable[[], float] = time.monotonic
    """Seconds by a clock that nobody can set."""


class StoreClock:
    """The machine's time; while that is behind the newest recorded time, the time counted on from there."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources
        self._position = -1
        """Up to which position the store was looked at."""
        self._lock = Lock()
        self._newest: datetime | None = None
        """The newest time that was returned or recorded."""
        self._told_at = 0.0

    def look(self, store: Store) -> None:
        """Take in the times of new events and, the first time, of the newest token."""
        fresh = store.newest_times(self._position, NEWEST)
        if self._position < 0 and (made := store.last_token_at()) is not None:
            self.saw(made)
        for _, recorded in fresh:
            self.saw(recorded)
        self._position = max(self._position, fresh[0][0] if fresh else 0)

    def saw(self, recorded: datetime) -> None:
        """Take in a recorded time; all later times are after it."""
        with self._lock:
            if recorded.year < LATEST and (self._newest is None or recorded > self._newest):
                self._newest, self._told_at = recorded, self._sources.monotonic()

    def time(self) -> datetime:
        """Return the time now, never before a time that was returned or recorded earlier."""
        with self._lock:
            found, monotonic = self._sources.now(), self._sources.monotonic()
            if self._newest is not None and found < self._newest:
                # By the monotonic clock, so that ten minutes of play are ten minutes of the record.
                found = self._newest + max(timedelta(seconds=monotonic - self._told_at), TICK)
            self._newest, self._told_at = found, monotonic
            return found

"""The clock of a store: its time never goes back, whatever the clock of the machine does.

So the order of times is the order in which things were recorded, also between records, and it is the same after the
records were copied or merged into another store, where their positions are others.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from threading import Lock
from typing import Final

TICK: Final = timedelta(microseconds=1)
LATEST: Final = 9000
"""Times from this year on are no times at which anything was recorded: nothing could come after the last of them."""


class StoreClock:
    """The time of the machine, or, while that is behind what was recorded, the time that has gone on from there."""

    def __init__(self, now: Callable[[], datetime], monotonic: Callable[[], float]) -> None:
        self._now = now
        self._monotonic = monotonic
        self._lock = Lock()
        self._newest: datetime | None = None
        """The newest time that was told or seen."""
        self._told_at = 0.0

    def saw(self, recorded: datetime) -> None:
        """Something was recorded at that time: from now on it is later."""
        with self._lock:
            if recorded.year < LATEST and (self._newest is None or recorded > self._newest):
                self._newest, self._told_at = recorded, self._monotonic()

    def time(self) -> datetime:
        """The time now, which is never before one that was told or seen."""
        with self._lock:
            found, monotonic = self._now(), self._monotonic()
            if self._newest is not None and found < self._newest:
                # By a clock that nobody sets, so that what took ten minutes is ten minutes long.
                found = self._newest + max(timedelta(seconds=monotonic - self._told_at), TICK)
            self._newest, self._told_at = found, monotonic
            return found

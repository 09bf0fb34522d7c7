"""What there is news of: a number for each match and tournament that grows when anything of it changed."""

from collections import defaultdict, deque
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

SECOND: Final = timedelta(seconds=1)
DAY: Final = 86_400
"""So many seconds are remembered for those who are behind, and nobody is behind by more."""


class News:
    """The newest number of each match and tournament, and of all together, now and in each second before."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._newest: dict[UUID | None, int] = defaultdict(int)
        self._seconds: deque[tuple[datetime, int]] = deque(maxlen=DAY + 1)
        """When each second was over in which anything happened, and the number then."""

    def take(self, number: int, about: Iterable[UUID]) -> None:
        """There is news, up to this number."""
        for one in (*about, None):
            self._newest[one] = number
        over = self._now() + SECOND
        if self._seconds and over - self._seconds[-1][0] < SECOND:
            self._seconds[-1] = (self._seconds[-1][0], number)
        else:
            self._seconds.append((over, number))

    def number(self, about: UUID | None) -> int:
        """The newest number of a match or a tournament, of all together where none is named."""
        return self._newest.get(about, 0)

    def earlier(self, time: datetime) -> int:
        """The newest number of all together of those seconds that were over at that time."""
        return next((number for over, number in reversed(self._seconds) if over <= time), 0)

    def next_after(self, time: datetime) -> datetime | None:
        """When the first second was over, after that time, in which anything happened; None where none was."""
        found = None
        for over, _ in reversed(self._seconds):
            if over <= time:
                break
            found = over
        return found

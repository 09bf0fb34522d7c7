"""What changed: a number for each match and tournament that grows when anything of it did."""

from collections import defaultdict
from collections.abc import Iterable
from uuid import UUID


class ChangeLog:
    """The number of the newest change of each match and tournament, and of all together."""

    def __init__(self) -> None:
        self._newest: dict[UUID | None, int] = defaultdict(int)
        self.tokens = 0
        """How often tokens or devices were made or ended since the service began."""

    def take(self, number: int, about: Iterable[UUID]) -> None:
        """Takes down that these changed, up to this number."""
        for one in (*about, None):
            self._newest[one] = number

    def number(self, about: UUID | None) -> int:
        """The number of the newest change of a match or a tournament, of all together where none is named."""
        return self._newest.get(about, 0)

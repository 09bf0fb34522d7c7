"""What there is news of: a number for each match and tournament that grows when anything of it changed."""

from collections import defaultdict
from collections.abc import Iterable
from uuid import UUID


class ChangeLog:
    """The newest number of each match and tournament, and of all together."""

    def __init__(self) -> None:
        self._newest: dict[UUID | None, int] = defaultdict(int)

    def take(self, number: int, about: Iterable[UUID]) -> None:
        """There is news, up to this number."""
        for one in (*about, None):
            self._newest[one] = number

    def number(self, about: UUID | None) -> int:
        """The newest number of a match or a tournament, of all together where none is named."""
        return self._newest.get(about, 0)

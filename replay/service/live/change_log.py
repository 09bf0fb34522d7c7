"""What changed: a number for each match and tournament that grows when anything of it did."""

from collections import defaultdict
from collections.abc import Iterable
from uuid import UUID


class ChangeLog:
    """The number of the newest change of each match and tournament, and of all together."""

    def __init__(self) -> None:
        self._newest: dict[UUID | None, int] = defaultdict(int)
        self._told: dict[UUID | None, int] = defaultdict(int)
        self.tokens = 0
        """How often tokens or devices were made or ended since the service began."""

    def take(self, number: int, about: Iterable[UUID], told: Iterable[UUID] | None = None) -> None:
        """Takes down that these changed, up to this number; `told` are those in which it was more than remarks."""
        about = [*about]
        for one in (*about, None):
            self._newest[one] = number
        more = about if told is None else [*told]
        for other in (*more, None) if more or not about else ():
            self._told[other] = number

    def number(self, about: UUID | None, *, remarks: bool = True) -> int:
        """The number of the newest change of a match or a tournament, of all together where none is named.

        Without remarks it is the same until something else changes, so that nobody learns when one was made.
        """
        return (self._newest if remarks else self._told).get(about, 0)

"""Lists that never change, of which one that is longer is made without a copy: what a match holds of its steps."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from threading import Lock
from typing import Final, Generic, TypeVar, overload

T = TypeVar("T")

_ADDING: Final = Lock()


class PersistentList(Sequence[T]):
    """The first so many entries of a list that others, which are longer, may share; those are never changed.

    Each action lengthens the lists of a match by one: with tuples the twenty-thousandth would copy all before it.
    """

    __slots__ = ("_held", "_length")

    def __init__(self, entries: Iterable[T] = ()) -> None:
        self._held = list(entries)
        self._length = len(self._held)

    @classmethod
    def of(cls, entries: Sequence[T]) -> "PersistentList[T]":
        """These entries, which may be such a list already."""
        return entries if isinstance(entries, PersistentList) else cls(entries)

    def plus(self, *more: T) -> "PersistentList[T]":
        """A list with these entries behind all of this one; copied only where another went on from here already."""
        # Two threads of the service may go on from one match at once, and only one of them may write behind its end.
        with _ADDING:
            if len(self._held) == self._length:
                self._held.extend(more)
                return self._shared(self._length + len(more))
        return PersistentList([*self, *more])

    def until(self, length: int) -> "PersistentList[T]":
        """The first so many of them."""
        return self if length >= self._length else self._shared(length)

    def _shared(self, length: int) -> "PersistentList[T]":
        made: PersistentList[T] = PersistentList.__new__(PersistentList)
        made._held, made._length = self._held, length
        return made

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[T, ...]: ...
    def __getitem__(self, at: int | slice) -> T | tuple[T, ...]:
        if isinstance(at, slice):
            return tuple(self._held[slice(*at.indices(self._length))] if at.step is None else [*self][at])
        place = at + self._length if at < 0 else at
        if not 0 <= place < self._length:
            raise IndexError("There is no such entry.")
        return self._held[place]

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[T]:
        return islice(self._held, self._length)

    def __eq__(self, other: object) -> bool:
        return tuple(self) == tuple(other) if isinstance(other, PersistentList | tuple) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(tuple(self))


class Tail(Generic[T]):
    """A list while much is done to its end: only the last entry is looked at, and entries are cut off and added."""

    __slots__ = ("_kept", "_whole", "fresh")

    def __init__(self, whole: Sequence[T]) -> None:
        self._whole = PersistentList.of(whole)
        self._kept = len(self._whole)
        self.fresh: list[T] = []
        """What was added."""

    def __len__(self) -> int:
        return self._kept + len(self.fresh)

    @property
    def last(self) -> T:
        """The entry at the end."""
        return self.fresh[-1] if self.fresh else self._whole[self._kept - 1]

    def cut(self, length: int) -> None:
        """Leaves the first so many. Raises `ValueError` where that is no number of entries."""
        if length < 0:
            raise ValueError("There cannot be fewer than none.")
        if length < self._kept:
            self._kept = length
            self.fresh.clear()
        else:
            del self.fresh[length - self._kept :]

    def done(self) -> PersistentList[T]:
        """What has become of it."""
        kept = self._whole.until(self._kept)
        return kept.plus(*self.fresh) if self.fresh else kept

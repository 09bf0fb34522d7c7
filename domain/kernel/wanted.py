"""What a game asks chance for: each outcome with its name at the table, what it could be, and who sees it."""

from collections.abc import Callable, Sequence
from typing import ClassVar, Generic, Literal, TypeVar

from msgspec import Struct

from ludograph.domain.kernel.cards import UNKNOWN, Card
from ludograph.domain.kernel.marks import EVERYBODY, TABLE, Audience, Seat

T = TypeVar("T")


class Asked(Struct, Generic[T], frozen=True, gc=False):
    """Outcomes of one kind that chance is asked for: `Faces` or `Numbers`."""

    label: str
    """What they are, as people at a table are asked for them: `under the Excuse`, `{seat}'s Crown`.

    `{seat}` stands for the name of `seat`. An action calls two alike only where one comes in the place of the other.
    """
    known: tuple[T | None, ...]
    """Each as far as recorded."""
    among: Callable[[tuple[T, ...]], Sequence[T]]
    """What the next one could be, given all those of the same question that come before it."""
    to: Audience = EVERYBODY
    """Who sees them."""
    hidden: bool = False
    """Whether `??` may stay."""
    seat: Seat = TABLE
    heap: bool = False
    """Whether they come in no order: they are kept sorted, and do not tell how they were written."""
    elsewhere: tuple[T, ...] = ()
    """What the record knows to lie elsewhere in the same pile: if it comes here, that disagrees with the record."""
    whole: bool = False
    """Whether somebody who knows one of them knows all: they are named together, or none is."""

    blank: ClassVar[object] = None
    """What stands for an outcome that is not recorded."""


class Faces(Asked[Card], frozen=True, gc=False):
    """Cards that are turned up, drawn or looked at."""

    blank: ClassVar[object] = UNKNOWN


class Numbers(Asked[int], frozen=True, gc=False):
    """Numbers, such as dice or bids that were sealed."""


class Wanted(Struct, Generic[T], frozen=True, gc=False):
    """What chance is asked for at once, in the order in which it is written."""

    entries: tuple[Asked[T], ...]
    more: int | None = 0
    """How many outcomes the same action will ask for after these; None where that depends on what they are."""
    left_out: Literal["known", "unseen", "never"] = "known"
    """What it means that nothing is written: the record knows these, nobody saw them, or it must not be."""
    omissible: bool = False
    """Whether a list that is written may begin after these, where the record knows them all."""
    missing: str = ""
    """Set for what players chose, so that no program draws it: what is wrong where nobody knows it."""

    @property
    def count(self) -> int:
        """How many outcomes these are."""
        return sum(len(entry.known) for entry in self.entries)

    @property
    def recorded(self) -> bool:
        """Whether the record knows them all."""
        return all(entry.blank not in entry.known for entry in self.entries)

    def labels(self, name: Callable[[Seat], str]) -> tuple[str, ...]:
        """What each outcome is, in words: `new row, 3 of 5`."""
        called = ((entry.label.replace("{seat}", name(entry.seat)), len(entry.known)) for entry in self.entries)
        return tuple(label for text, count in called for label in numbered(text, count))


def numbered(label: str, count: int) -> list[str]:
    """So many outcomes that are called alike: `new row, 3 of 5`."""
    return [label if count == 1 else f"{label}, {at} of {count}" for at in range(1, count + 1)]

"""What the fields of every game are marked with: seats, who begins, who learns something, and what a refusal cites.

And what stands by seat, once one of them has another.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Annotated, Any, Final, NamedTuple, TypeVar

from msgspec import Struct

T = TypeVar("T")


class SeatMark:
    """Marks a whole number as a seat, which people read and write as a player's name."""


class CodeMark:
    """Marks a text as a word that programs made or understand, in which nobody speaks of anybody."""


class NameMark:
    """Marks a text as the whole name of somebody."""


class BySeatMark:
    """Marks a tuple with one entry for each seat, which JSON shows under the players' names."""


Seat = Annotated[int, SeatMark()]
"""1..n, clockwise; as an actor or observer also `TABLE` or `JUDGE`."""
Code = Annotated[str, CodeMark()]
"""A digest, an id of a rule, a word out of a list: it stays as it is when somebody is forgotten."""
Name = Annotated[str, NameMark()]
"""Somebody's name; every other text may mention people among other words."""
PerSeat = Annotated[tuple[T, ...], BySeatMark()]
"""One entry for each seat, seat 1 first."""

TABLE: Final = 0
JUDGE: Final = -1
ALL_SEATS: Final = -2
"""As an observer: what all seats know together."""

Audience = tuple[int, ...]
"""The seats that see something: `EVERYBODY` where `TABLE` is among them, `NOBODY` (but the judge) when empty."""
EVERYBODY: Final[Audience] = (TABLE,)
NOBODY: Final[Audience] = ()


class Secret:
    """Says on a field who learns it; the judge always does.

    `Secret()`: only the judge. `Secret("*")`: everybody. `Secret("seat", "giver")`: the seats in those fields (or
    properties) of the Struct; `actor` is the step's actor. With `each=True` entry i of the list is seen by seat i too;
    `each="fronts"` names a field or property that holds, entry by entry, the seats that see it too. With `absent=True`
    others do not even learn whether it is there; what they know instead stands in fields whose `of` names a property
    that has their value then.
    """

    def __init__(self, *seen_by: str, each: bool | str = False, absent: bool = False, of: str | None = None) -> None:
        self.seen_by = seen_by
        self.each = each
        self.absent = absent
        self.of = of


class Cites:
    """Says on a field which rule a refusal cites when the field is missing or ill-typed.

    `strangers` is the one for naming somebody who is not in the match, where that is another; `faceless` the one for
    `??` in the place of a card that everybody sees.
    """

    def __init__(self, rule: str | None, *, strangers: str | None = None, faceless: str | None = None) -> None:
        self.rule = rule
        self.strangers = strangers
        self.faceless = faceless


class Dealt(NamedTuple):
    """Cards that are dealt out, so many to each seat but the one that another field names."""

    cards: tuple[str, ...]
    each: int
    but: str


def acting(state: Any, seat: int) -> int:
    """Who acts: places are among their own cards."""
    return seat


class HeldMark:
    """Says on a field of an action that its cards are some of those that lie before who acts, or in their hand."""


HELD = HeldMark()


class Question:
    """Says on a field of a deal or an action how people at a table are asked for it, in the words of the rules.

    On a field of an action `{seat}` in its text is who acts, and the name of another field what was answered there.
    `whose` says whose cards the places lie among that it names: the seat in another field, or in a state for who acts.

    On a field of a deal with `{seat}` in its text each player's entry is asked for by itself. `among`, of the options
    and the number of seats, are the only values that there can be; those of a list are dealt out, each once. `dealt`
    says of which cards each entry is made, `least` of how many at least; `lying` tells how the cards lie in the state
    in which a match begins.
    """

    def __init__(
        self,
        text: str,
        *,
        among: Callable[[Any, int], Sequence[Any]] | None = None,
        dealt: Dealt | None = None,
        least: int = 0,
        lying: Callable[[Any], str] | None = None,
        whose: str | Callable[[Any, int], int] | None = None,
    ) -> None:
        self.text = text
        self.whose = whose
        self.among = among
        self.dealt = dealt
        self.least = least
        self.lying = lying


class StartingPlayer(Struct, frozen=True):
    """The seat so many places to the left of the one that the first fact of a kind names, in a field of it.

    What the rules say, whoever was entered first: not who acts first where several may, in any order.
    """

    fact: type[Struct]
    field: str = "seat"
    left: int = 0

    def seat(self, facts: Iterable[Struct], seats: int) -> Seat | None:
        """Who begins, where one of these facts says so."""
        named = next((getattr(fact, self.field) for fact in facts if type(fact) is self.fact), None)
        return None if named is None else (named - 1 + self.left) % seats + 1


def place_in_order(seat: Seat, starting: Seat, seats: int) -> int:
    """1 for who begins, 2 for the next to the left, and so on."""
    return (seat - starting) % seats + 1


def left_of(seat: Seat, seats: int) -> Seat:
    """The next seat clockwise."""
    return seat % seats + 1


@cache
def clockwise(first: Seat, seats: int) -> tuple[Seat, ...]:
    """All seats in order, from `first` on."""
    return tuple((first - 1 + step) % seats + 1 for step in range(seats))


def swap(entries: tuple[T, ...], at: int, entry: T) -> tuple[T, ...]:
    """The entries with the one at index `at` replaced."""
    changed = [*entries]  # quicker than slices, and every fold does this
    changed[at] = entry
    return tuple(changed)


def for_seat(entries: tuple[T, ...], seat: Seat, entry: T) -> tuple[T, ...]:
    """Entries by seat, with that of `seat` replaced."""
    changed = [*entries]
    changed[seat - 1] = entry
    return tuple(changed)


def more_for(entries: PerSeat[int], seat: Seat, amount: int) -> PerSeat[int]:
    """Numbers by seat, with so much more for `seat`."""
    changed = [*entries]
    changed[seat - 1] += amount
    return tuple(changed)


def less(seats: tuple[T, ...], seat: T) -> tuple[T, ...]:
    """These seats without one of them, which need not be among them."""
    if seat not in seats:
        return seats
    at = seats.index(seat)
    return seats[:at] + seats[at + 1 :]

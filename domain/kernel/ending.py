"""The words in which a game says why somebody has won, and what its scores are made of."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct

from ludograph.domain.kernel.marks import PerSeat, Seat

Sum = tuple[tuple[str, int | str], ...]
"""What a score is made of: what each amount is for, and the amount; `??` where it is not known."""


class Parted(Struct, frozen=True):
    """Seats that something put behind all others; the sentence about it may name either."""

    seats: tuple[Seat, ...]
    rest: tuple[Seat, ...]


Wording = Callable[[Parted, Any], str]
"""A clause about that, from a `domain.kernel.sentences.Speaker`."""


class Tie(Struct, frozen=True):
    """What breaks a tie of scores, see `Order.ties`."""

    words: str
    """As in `Ann wins by the most Suns`."""
    unit: str
    """What is counted there, one of them."""
    fewest: bool = False
    """Whether `Order.ties` holds what is counted below zero, for the fewest to be first."""
    mark: str = "{counted}"
    """What stands beside the score of a seat that this put before or behind another: `12 Suns`."""


class Ending(Struct, frozen=True):
    """How a game tells an ending; by default one that the highest score wins."""

    unit: str = "point"
    """What scores count, one of them."""
    signed: bool = False
    """Whether a gain has its sign."""
    rule: str = ""
    """The number of the rule that says who wins, where one does."""
    needed: str = "{needed} are needed"
    """For `Order.needed`."""
    tie: Tie | None = None
    """For `Order.ties`."""
    before_scores: str = ""
    """For `Order.out` and `Order.lasted`: who is ahead whatever the scores, in a sentence without its end."""
    out: Wording = lambda parted, speaker: f"{speaker.seats(parted.seats)} cannot win"
    """For `Order.out`."""
    lasted: Wording = lambda parted, speaker: f"{speaker.seats(parted.seats)} went out before"
    """For `Order.lasted`."""
    out_mark: str = "out"
    """What stands beside the score of a seat in `Order.out` where that alone put it behind others."""
    lasted_mark: str = "out before"
    """What stands beside the score of a seat that `Order.lasted` put behind others; `{lasted}` is its number there."""
    sums: Callable[[Iterable[Any]], PerSeat[Sum]] = lambda facts: ()
    """What the scores are made of, from all facts of a match that is over; the amounts add up to the score."""

"""A round of betting, as several games have it: who has put in what, who has spoken, and who is asked next."""

from collections.abc import Collection
from typing import Any

from msgspec import Struct

from ludograph.domain.kernel.game import Fact, PerSeat, Seat, for_seat, more_for


class Spoken(Fact, frozen=True):
    """A seat has spoken in a round: what games tell of it, under names of their own, is made of this.

    Their states have a method `after_bet` for it, of the seat and what it has put in.
    """

    seat: Seat

    @property
    def put_in(self) -> int:
        """What went from its stack into the round."""
        return 0

    def apply(self, state: Any) -> Any:
        """The state of whichever game it is, after the bet."""
        return state.after_bet(self.seat, self.put_in)


class Betting(Struct, frozen=True, gc=False):
    """A round under way. Stacks, pots and what a bet may be are the game's."""

    order: tuple[Seat, ...]
    """Everybody who takes part, in the order in which they are asked."""
    paid: PerSeat[int]
    """What each seat has put in during this round."""
    level: int
    """What has to be matched."""
    spoke_at: PerSeat[int | None]
    """The level when each seat last spoke; None for one that has not spoken yet."""
    last: Seat | None = None
    """Who spoke last."""


def open_betting(order: tuple[Seat, ...], paid: PerSeat[int], level: int = 0) -> Betting:
    """A round in which nobody has spoken; `paid` are antes that count in it, one entry for each seat at the table."""
    return Betting(order, paid, level, (None,) * len(paid))


def owed(betting: Betting, seat: Seat) -> int:
    """What a seat still has to put in to match."""
    return max(betting.level - betting.paid[seat - 1], 0)


def spoken(betting: Betting, seat: Seat, amount: int = 0) -> Betting:
    """The round after a seat has said something and put in so much; more than it owed raises the level."""
    paid = more_for(betting.paid, seat, amount) if amount else betting.paid
    level = max(betting.level, paid[seat - 1])
    return Betting(betting.order, paid, level, for_seat(betting.spoke_at, seat, level), seat)


def answers(betting: Betting, seat: Seat) -> bool:
    """Whether a seat is still to answer: it has not spoken yet, or owes something."""
    at = seat - 1
    return betting.spoke_at[at] is None or betting.paid[at] < betting.level


def asked(betting: Betting, able: Collection[Seat]) -> Seat | None:
    """Who is asked next: of those able to answer the next that has not spoken or owes something; None: all have."""
    at = 0 if betting.last is None else betting.order.index(betting.last) + 1
    for seat in (*betting.order[at:], *betting.order[:at]):
        if seat in able and answers(betting, seat):
            return seat
    return None

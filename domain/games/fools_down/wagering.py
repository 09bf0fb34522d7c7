"""What happens to chips in a hand of Fool's Down, up to its pots. Names and fields are storage."""

from typing import Annotated

from ludograph.domain.games.fools_down.rules import DOWN, Round
from ludograph.domain.games.fools_down.state import State, without_seat
from ludograph.domain.kernel.betting import Spoken, spoken
from ludograph.domain.kernel.cards import Card
from ludograph.domain.kernel.course import sure
from ludograph.domain.kernel.game import Fact, Seat, Secret, for_seat, more_for, replace, swap


class FeePosted(Fact, frozen=True):
    """A seat that is back pays for the Fool's Bet that it missed: into the main pot, matching nothing."""

    seat: Seat
    amount: int

    def apply(self, state: State) -> State:
        hand = sure(state.hand)
        stacks, owes = more_for(state.stacks, self.seat, -self.amount), for_seat(state.owes, self.seat, False)
        return replace(state, stacks=stacks, owes=owes, hand=replace(hand, fees=hand.fees + self.amount))


class _Posted(Fact, frozen=True):
    """Chips put in before the cards, which count towards matching."""

    seat: Seat
    amount: int
    all_in: bool

    def apply(self, state: State) -> State:
        hand = sure(state.hand)
        betting = sure(hand.betting)
        betting = replace(betting, paid=for_seat(betting.paid, self.seat, self.amount))
        hand = replace(hand, staked=for_seat(hand.staked, self.seat, self.amount), betting=betting)
        return replace(state, stacks=more_for(state.stacks, self.seat, -self.amount), hand=hand)


class ForelayPosted(_Posted, frozen=True):
    """A seat puts in its forelay."""


class FoolsBetPosted(_Posted, frozen=True):
    """The seat left of the dealer makes the Fool's Bet."""


class Winked(Spoken, frozen=True):
    """A seat puts in nothing, there being nothing to match."""

    round: Round


class _Paid(Spoken, frozen=True):
    """A seat puts something in."""

    round: Round
    paid: int
    all_in: bool

    @property
    def put_in(self) -> int:
        return self.paid


class Matched(_Paid, frozen=True):
    """A seat puts in what is missing, or all it has."""


class _Raised(_Paid, frozen=True):
    """A seat puts in more than has to be matched; `full` where that is at least the last full rise."""

    to: int
    full: bool

    def apply(self, state: State) -> State:
        """The level rises; a full rise is the measure for the next one."""
        hand = sure(state.hand)
        step = self.to - sure(hand.betting).level if self.full else hand.step
        return state.after_bet(self.seat, self.paid, step=step, wagered=True)


class Wagered(_Raised, frozen=True):
    """The first raise of a round."""


class Bumped(_Raised, frozen=True):
    """A raise over an earlier one."""


class Ducked(Fact, frozen=True):
    """A seat leaves the hand, its cards face down, but perhaps for the Fool; None as round: at the showdown."""

    seat: Seat
    round: Round | None
    shown: Annotated[Card | None, Secret("*")]

    def apply(self, state: State) -> State:
        """Its chips stay; its cards are remembered as far as they were known."""
        hand = sure(state.hand)
        betting, down = hand.betting, hand.down
        if self.round is not None:
            betting = spoken(sure(betting), self.seat)
        if self.shown is not None:
            down = for_seat(down, self.seat, swap(down[self.seat - 1], DOWN - 1, self.shown))
        return replace(state, hand=without_seat(hand, self.seat, betting=betting, down=down))


class BetReturned(Fact, frozen=True):
    """What nobody could match goes back."""

    seat: Seat
    amount: int

    def apply(self, state: State) -> State:
        hand = sure(state.hand)
        hand = replace(hand, staked=more_for(hand.staked, self.seat, -self.amount))
        return replace(state, stacks=more_for(state.stacks, self.seat, self.amount), hand=hand)


class _Closed(Fact, frozen=True):
    """A round of wagering is over."""

    round: Round

    def apply(self, state: State) -> State:
        return replace(state, hand=replace(sure(state.hand), betting=None))


class RoundClosed(_Closed, frozen=True):
    """Everybody has answered, or has left the hand."""


class WageringSkipped(_Closed, frozen=True):
    """Fewer than two can wager: the next stage follows at once."""

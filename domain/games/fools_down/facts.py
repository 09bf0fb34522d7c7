"""What can happen in Fool's Down. Names and fields are storage; `apply` decides nothing."""

from typing import Final, Literal

from ludograph.domain.games.fools_down import dealing, wagering
from ludograph.domain.games.fools_down import state as table
from ludograph.domain.games.fools_down.state import FoolsDownOptions, Hand, Pot, Presence, State
from ludograph.domain.kernel.betting import open_betting
from ludograph.domain.kernel.course import sure
from ludograph.domain.kernel.game import Fact, PerSeat, Seat, for_seat, more_for, replace

How = Literal["alone", "best", "fool", "cut"]
Reason = Literal["finished", "one_left", "hands_played"]


class GameBegan(Fact, frozen=True):
    """Everybody sits down with chips, the only ones that ever come in."""

    options: FoolsDownOptions
    seats: int
    buy_ins: PerSeat[int]
    bag_start: int
    first_dealer: Seat

    def apply(self, state: None) -> State:
        seats = self.seats
        here: tuple[Presence] = ("in",)
        nobody, never = (False,) * seats, (0,) * seats
        return State(
            self.options, self.first_dealer, self.buy_ins, self.buy_ins, here * seats, nobody, never, self.bag_start
        )


class SatOut(Fact, frozen=True):
    """A seat will not be dealt in."""

    seat: Seat

    def apply(self, state: State) -> State:
        return _with_presence(state, self.seat, "out")


class CameBack(Fact, frozen=True):
    """A seat will be dealt in again; `fee_owed` is what it will pay for a missed Fool's Bet."""

    seat: Seat
    fee_owed: int

    def apply(self, state: State) -> State:
        return _with_presence(state, self.seat, "in")


class LeftTable(Fact, frozen=True):
    """A seat goes, with its chips."""

    seat: Seat
    chips: int

    def apply(self, state: State) -> State:
        return _with_presence(state, self.seat, "left")


class DealerTipped(Fact, frozen=True):
    """A seat gives the hired dealer something."""

    seat: Seat
    amount: int

    def apply(self, state: State) -> State:
        return replace(state, stacks=more_for(state.stacks, self.seat, -self.amount), tips=state.tips + self.amount)


class HandStarted(Fact, frozen=True):
    """A new hand, with everybody's position; the cutter is only named."""

    hand: int
    dealer: Seat
    fools_bettor: Seat
    cutter: Seat
    order: tuple[Seat, ...]

    def apply(self, state: State) -> State:
        """Nothing is dealt yet; what has to be matched is the Fool's Bet."""
        seats, bet = table.seats_in(state), state.options.bet
        hand = Hand(
            dealer=self.dealer,
            fools_bettor=self.fools_bettor,
            order=self.order,
            standing=self.order,
            down=((),) * seats,
            staked=(0,) * seats,
            betting=open_betting(self.order, (0,) * seats, bet),
            step=bet,
            shown=(None,) * seats,
        )
        return replace(state, phase="wager", hands=self.hand, dealer=self.dealer, hand=hand)


class FoolsBetMissed(Fact, frozen=True):
    """The Fool's Bet passed a seat by that does not play."""

    seat: Seat

    def apply(self, state: State) -> State:
        return replace(state, owes=for_seat(state.owes, self.seat, True))


class PotsFormed(Fact, frozen=True):
    """What was staked is made into pots, with who can win each."""

    pots: tuple[Pot, ...]

    def apply(self, state: State) -> State:
        nothing = (0,) * table.seats_in(state)
        hand = replace(sure(state.hand), staked=nothing, fees=0, betting=None, waiting=(), pots=self.pots)
        return replace(state, phase="settling", hand=hand)


class PotAwarded(Fact, frozen=True):
    """A pot is shared out, after the house's grab and what goes into the bag."""

    pot: int
    amount: int
    grab: int
    bag: int
    shares: PerSeat[int]
    how: How

    def apply(self, state: State) -> State:
        hand = sure(state.hand)
        stacks = tuple([stack + share for stack, share in zip(state.stacks, self.shares, strict=True)])
        house, bag = state.house + self.grab, state.bag + self.bag
        return replace(state, stacks=stacks, house=house, bag=bag, hand=replace(hand, pots=hand.pots[1:]))


class DuesCollected(Fact, frozen=True):
    """The seat of the Fool's Bet gets what was paid for the Fool."""

    seat: Seat
    amount: int

    def apply(self, state: State) -> State:
        hand = replace(sure(state.hand), dues=0)
        return replace(state, stacks=more_for(state.stacks, self.seat, self.amount), hand=hand)


class FoolsBagWon(Fact, frozen=True):
    """Taken down for the third time: a half of the bag for the seat, the other half for the others dealt in."""

    seat: Seat
    half: int
    each: int
    seats: tuple[Seat, ...]
    left: int

    def apply(self, state: State) -> State:
        """What cannot be divided stays in the bag; the seat counts from nothing again."""
        stacks = more_for(state.stacks, self.seat, self.half)
        for seat in self.seats:
            stacks = more_for(stacks, seat, self.each)
        return replace(state, stacks=stacks, bag=self.left, counts=for_seat(state.counts, self.seat, 0))


class HandEnded(Fact, frozen=True):
    """The hand is over and the cards are gathered."""

    stacks: PerSeat[int]

    def apply(self, state: State) -> State:
        return replace(state, phase="between", hand=None)


class SeatBroke(Fact, frozen=True):
    """A seat has no chips left."""

    seat: Seat

    def apply(self, state: State) -> State:
        return _with_presence(state, self.seat, "broke")


class MatchEnded(Fact, frozen=True):
    """The evening is over; bag, house and tips belong to no seat."""

    reason: Reason
    chips: PerSeat[int]
    net: PerSeat[int]
    winners: tuple[Seat, ...]
    bag: int
    house: int
    tips: int

    def apply(self, state: State) -> State:
        return replace(state, phase="over", winners=self.winners)


def _with_presence(state: State, seat: Seat, presence: Presence) -> State:
    return replace(state, presence=for_seat(state.presence, seat, presence))


FACTS: Final = (
    GameBegan, SatOut, CameBack, LeftTable, DealerTipped, HandStarted, FoolsBetMissed, wagering.FeePosted,
    wagering.ForelayPosted, wagering.FoolsBetPosted, dealing.DownCardDealt, wagering.Winked, wagering.Matched,
    wagering.Wagered, wagering.Bumped, wagering.Ducked, wagering.BetReturned, wagering.RoundClosed,
    wagering.WageringSkipped, dealing.CardBurned, dealing.CommonCardTurned, dealing.WildDiscarded,
    dealing.FoolAppeared, dealing.DuesPaid, dealing.ExchangeOpened, dealing.CardKept, dealing.CardExchanged,
    dealing.ShowdownStarted, dealing.HandShown, dealing.TakenDown, dealing.FoolsDownCounted, PotsFormed, PotAwarded,
    DuesCollected, FoolsBagWon, HandEnded, SeatBroke, MatchEnded,
)  # fmt: skip

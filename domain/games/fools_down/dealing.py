"""What happens to cards in a hand of Fool's Down. Names and fields are storage."""

from typing import Annotated

from ludograph.domain.games.fools_down.rules import WILDS, Round
from ludograph.domain.games.fools_down.state import Best, Hand, State, seats_in, without_seat
from ludograph.domain.kernel.betting import open_betting
from ludograph.domain.kernel.cards import Card, Cards
from ludograph.domain.kernel.course import sure
from ludograph.domain.kernel.game import Code, Fact, Seat, Secret, for_seat, less, more_for, replace, swap


class DownCardDealt(Fact, frozen=True):
    """A down card; its owner looks at it."""

    seat: Seat
    slot: int
    card: Annotated[Card, Secret("seat")]

    def apply(self, state: State) -> State:
        hand = sure(state.hand)
        down = for_seat(hand.down, self.seat, (*hand.down[self.seat - 1], self.card))
        return replace(state, hand=replace(hand, down=down))


class CardBurned(Fact, frozen=True):
    """A stage begins: the top card goes away, and nobody looks at it."""

    round: Round
    card: Annotated[Card, Secret()]

    def apply(self, state: State) -> State:
        hand = sure(state.hand)
        hand = replace(
            hand,
            round=self.round,
            betting=open_betting(hand.order, (0,) * seats_in(state)),
            step=state.options.bet,
            wagered=False,
            burned=(*hand.burned, self.card),
        )
        return replace(state, hand=hand)


class CommonCardTurned(Fact, frozen=True):
    """A card is turned up on one of the places 1 to 6."""

    place: int
    card: Annotated[Card, Secret("*")]

    def apply(self, state: State) -> State:
        """It lies there, a wild one only until it is replaced."""
        hand = sure(state.hand)
        if self.card in WILDS:
            return replace(state, hand=replace(hand, wild=self.card))
        return replace(state, hand=replace(hand, common=(*hand.common, self.card)))


class WildDiscarded(Fact, frozen=True):
    """A wild card on the table is put away, face up."""

    place: int
    card: Annotated[Card, Secret("*")]

    def apply(self, state: State) -> State:
        hand = sure(state.hand)
        return replace(state, hand=replace(hand, wild=None, discards=(*hand.discards, self.card)))


class FoolAppeared(Fact, frozen=True):
    """With Fool's Rules: everybody sees the Fool, on a place of the table or in a seat's hand."""

    place: int | None
    seat: Seat | None
    payers: tuple[Seat, ...]

    def apply(self, state: State) -> State:
        return replace(state, hand=replace(sure(state.hand), appeared=True, payers=self.payers))


class DuesPaid(Fact, frozen=True):
    """A seat pays for the Fool."""

    seat: Seat
    amount: int

    def apply(self, state: State) -> State:
        hand = sure(state.hand)
        hand = replace(hand, dues=hand.dues + self.amount, payers=less(hand.payers, self.seat))
        return replace(state, stacks=more_for(state.stacks, self.seat, -self.amount), hand=hand)


class ExchangeOpened(Fact, frozen=True):
    """The Trick is a Dragon, a Jester or the Fool: all may exchange."""

    card: Annotated[Card, Secret("*")]

    def apply(self, state: State) -> State:
        hand = sure(state.hand)
        return replace(state, phase="turning", hand=replace(hand, turned=True, waiting=hand.standing))


class CardKept(Fact, frozen=True):
    """A seat exchanges nothing."""

    seat: Seat

    def apply(self, state: State) -> State:
        return _answered(state, sure(state.hand))


class CardExchanged(Fact, frozen=True):
    """A seat puts away one of its first two down cards for a new one; others see only which slot."""

    seat: Seat
    slot: int
    out: Annotated[Card, Secret("seat")]
    new: Annotated[Card, Secret("seat")]

    def apply(self, state: State) -> State:
        hand = sure(state.hand)
        down = swap(hand.down[self.seat - 1], self.slot - 1, self.new)
        exchanged = (*hand.exchanged, self.out)
        return _answered(state, replace(hand, down=for_seat(hand.down, self.seat, down), exchanged=exchanged))


class ShowdownStarted(Fact, frozen=True):
    """Wagering is over with two or more in the hand: they show or duck, in this order."""

    seats: tuple[Seat, ...]

    def apply(self, state: State) -> State:
        hand = replace(sure(state.hand), waiting=self.seats, reached=self.seats)
        return replace(state, phase="showdown", hand=hand)


class HandShown(Fact, frozen=True):
    """A seat turns up its down cards, and what they are worth is said."""

    seat: Seat
    cards: Annotated[Cards, Secret("*")]
    category: int
    five: Annotated[Cards, Secret("*")]
    ranks: tuple[Code, ...]
    suits: tuple[Code, ...]

    def apply(self, state: State) -> State:
        hand = sure(state.hand)
        best = Best(self.category, self.five, self.ranks, self.suits)
        down, shown = for_seat(hand.down, self.seat, self.cards), for_seat(hand.shown, self.seat, best)
        return replace(state, hand=replace(hand, down=down, shown=shown, waiting=hand.waiting[1:]))


class TakenDown(Fact, frozen=True):
    """In the traditional game the Fool as last card takes its owner out of the hand."""

    seat: Seat

    def apply(self, state: State) -> State:
        return replace(state, hand=without_seat(sure(state.hand), self.seat))


class FoolsDownCounted(Fact, frozen=True):
    """The table has seen the Fool as a seat's last card once more."""

    seat: Seat
    count: int

    def apply(self, state: State) -> State:
        return replace(state, counts=for_seat(state.counts, self.seat, self.count))


def _answered(state: State, hand: Hand) -> State:
    """The state after one more seat has answered the Trick; after the last one wagering is next."""
    waiting = hand.waiting[1:]
    return replace(state, phase="turning" if waiting else "wager", hand=replace(hand, waiting=waiting))

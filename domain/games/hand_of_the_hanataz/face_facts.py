"""What face cards do in Hand of the Hanataz. Names and fields are storage; `apply` decides nothing."""

from typing import Annotated, Literal

from ludograph.domain.games.hand_of_the_hanataz import state as table
from ludograph.domain.games.hand_of_the_hanataz.rules import BARD
from ludograph.domain.games.hand_of_the_hanataz.state import Bard, Demand, FaceAtWork, Levy, State
from ludograph.domain.kernel.cards import UNKNOWN, Card, Cards
from ludograph.domain.kernel.decks.perilous import FOOL
from ludograph.domain.kernel.game import Fact, Seat, Secret, less, replace, swap, without


class FacePlayed(Fact, frozen=True):
    """A face card is played, and what it names."""

    seat: Seat
    card: Annotated[Card, Secret("*")]
    target: Seat | None = None
    slot: int | None = None
    demand: Demand | None = None

    def apply(self, state: State) -> State:
        """It is discarded; a Bard and a Fool lie aside until they have their place."""
        players = table.less_cards(state.players, self.seat, (self.card,))
        work = FaceAtWork(self.card, self.seat, self.target, self.slot, self.demand)
        if self.card in (BARD, FOOL):
            return replace(state, players=players, phase="done", work=work, aside=(*state.aside, self.card))
        return replace(state, players=players, phase="done", work=work, discard=(*state.discard, self.card))


class BardPlaced(Fact, frozen=True):
    """A Bard lies by the Hanataz Hand and collects for a seat."""

    seat: Seat
    bard: Literal[1, 2]

    def apply(self, state: State) -> State:
        return replace(state, bards=(*state.bards, Bard(self.bard, self.seat)), aside=without(state.aside, BARD))


class SlotLooked(Fact, frozen=True):
    """A seat looks at a card of the Hanataz Hand."""

    seat: Seat
    slot: int
    card: Annotated[Card, Secret("seat")]

    def apply(self, state: State) -> State:
        """Who saw it knows it; what others knew of it they still know."""
        if self.card == UNKNOWN:
            return replace(state, phase="look")
        slots = swap(state.slots, self.slot - 1, self.card)
        return replace(table.seen_in(state, self.slot, self.card), phase="look", slots=slots)


class SlotReturned(Fact, frozen=True):
    """The card looked at stays where it lay."""

    seat: Seat
    slot: int

    def apply(self, state: State) -> State:
        return replace(state, phase="follow")


class FollowStopped(Fact, frozen=True):
    """A seat has nothing that it could play after the Jester."""

    seat: Seat

    def apply(self, state: State) -> State:
        return replace(state, phase="done")


class SlotsShuffled(Fact, frozen=True):
    """The face-down cards are shuffled among their slots, with a Fool that goes in with them or without."""

    seat: Seat
    slots: tuple[int, ...]
    cards: Annotated[Cards, Secret()]
    with_fool: bool

    def apply(self, state: State) -> State:
        """They lie there in a new order; after a Jester a card is to be played."""
        before = table.cards_in(state, self.slots)
        if self.with_fool:
            state = table.with_shuffled(state, self.slots, (*before, FOOL), self.cards)
            return replace(state, aside=without(state.aside, FOOL))
        return replace(table.with_shuffled(state, self.slots, before, self.cards), phase="follow")


class SlotTaken(Fact, frozen=True):
    """A seat takes a card of the Hanataz Hand."""

    seat: Seat
    slot: int
    card: Annotated[Card, Secret("seat")]

    def apply(self, state: State) -> State:
        players = table.more_cards(state.players, self.seat, (self.card,))
        slots = swap(state.slots, self.slot - 1, None)
        return replace(table.seen_in(state, self.slot, self.card), players=players, slots=slots)


class FoolTokenTaken(Fact, frozen=True):
    """A seat takes a Fool token; `centre` is how many are left there."""

    seat: Seat
    centre: int

    def apply(self, state: State) -> State:
        tokens = table.player(state, self.seat).fool_tokens + 1
        return replace(table.with_player(state, self.seat, fool_tokens=tokens), fool_tokens=self.centre)


class FoolTokensReturned(Fact, frozen=True):
    """The Fool tokens of these seats go back to the centre."""

    seats: tuple[Seat, ...]

    def apply(self, state: State) -> State:
        for seat in self.seats:
            state = replace(state, fool_tokens=state.fool_tokens + table.player(state, seat).fool_tokens)
            state = table.with_player(state, seat, fool_tokens=0)
        return state


class ReactionOpened(Fact, frozen=True):
    """These seats are asked whether they counter a card."""

    card: Annotated[Card, Secret("*")]
    seats: tuple[Seat, ...]

    def apply(self, state: State) -> State:
        return replace(state, phase="react", waiting=self.seats, answered=())


class ReactionPassed(Fact, frozen=True):
    """A seat lets it be."""

    seat: Seat

    def apply(self, state: State) -> State:
        return replace(state, waiting=less(state.waiting, self.seat), answered=(*state.answered, self.seat))


class KnightPlayed(Fact, frozen=True):
    """A seat plays a Knight."""

    seat: Seat
    card: Annotated[Card, Secret("*")]

    def apply(self, state: State) -> State:
        players = table.less_cards(state.players, self.seat, (self.card,))
        return replace(state, players=players, discard=(*state.discard, self.card))


class CardCountered(Fact, frozen=True):
    """A Rogue or a Dragon has no effect; `by` is who countered it."""

    card: Annotated[Card, Secret("*")]
    played_by: Seat
    by: Seat

    def apply(self, state: State) -> State:
        return replace(state, phase="done", waiting=(), answered=(), work=None)


class DemandMade(Fact, frozen=True):
    """A Rogue's target has to answer; `able` is whether it can pay."""

    target: Seat
    demand: Demand
    able: bool

    def apply(self, state: State) -> State:
        return replace(state, phase="demand", answered=())


class CardStolen(Fact, frozen=True):
    """A card goes from one hand to another.

    Both seats see it; `held` is the same card as the thief alone goes on knowing it, for a view shows no card in
    somebody else's hand.
    """

    giver: Seat
    receiver: Seat
    card: Annotated[Card, Secret("giver", "receiver")]
    held: Annotated[Card, Secret("receiver")]

    def apply(self, state: State) -> State:
        players = table.less_cards(state.players, self.giver, (self.card,))
        return replace(state, players=table.more_cards(players, self.receiver, (self.held,)))


class DemandRefused(Fact, frozen=True):
    """A seat does not give what a Rogue demands."""

    seat: Seat

    def apply(self, state: State) -> State:
        return replace(state, phase="done")


class PlayerPutOut(Fact, frozen=True):
    """A seat is out of the game: it shows its hand, and keeps its silvs, out of play."""

    seat: Seat
    cards: Annotated[Cards, Secret("*")]
    silvs: int

    def apply(self, state: State) -> State:
        return replace(table.with_player(state, self.seat, hand=(), status="out"), discard=state.discard + self.cards)


class CardPriceRaised(Fact, frozen=True):
    """From the next hand on cards cost more."""

    price: int

    def apply(self, state: State) -> State:
        return replace(state, price=self.price)


class LevyOpened(Fact, frozen=True):
    """A Crown's tax or a Troll's toll: these seats pay or nub out, in this order."""

    kind: Levy
    seats: tuple[Seat, ...]

    def apply(self, state: State) -> State:
        return replace(state, phase="levy", levy=self.kind, waiting=self.seats)


class CardsRevealed(Fact, frozen=True):
    """A Priest's player turns up cards of the deck."""

    seat: Seat
    cards: Annotated[Cards, Secret("*")]

    def apply(self, state: State) -> State:
        return replace(state, deck=state.deck - len(self.cards), aside=state.aside + self.cards)


class RevealedDiscarded(Fact, frozen=True):
    """What a Priest revealed besides the number is discarded."""

    cards: Annotated[Cards, Secret("*")]

    def apply(self, state: State) -> State:
        return replace(state, aside=(), discard=state.discard + self.cards)

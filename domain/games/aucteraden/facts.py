"""What can happen in Aucteraden. All of it is open to everybody, but for the order of the pile."""

from typing import Annotated, Literal

from ludograph.domain.games.aucteraden.rules import SLOTS
from ludograph.domain.games.aucteraden.state import AucteradenOptions, Laid, Slot, State, in_market, slide
from ludograph.domain.kernel.cards import Card, Cards
from ludograph.domain.kernel.decks.decktet import SUITS, Suit
from ludograph.domain.kernel.game import Fact, Secret, replace, swap

Grade = Literal["loss", "win", "commanding_win"]
Reason = Literal["tableau_full", "market_empty"]


class GameBegan(Fact, frozen=True):
    """The first fact: an empty table."""

    options: AucteradenOptions

    def apply(self, state: None) -> State:
        return State(self.options)


class DeckShuffled(Fact, frozen=True):
    """The deck lies face down as the draw pile; `order` from the top."""

    cards: int
    order: Annotated[Cards, Secret()]

    def apply(self, state: State) -> State:
        return replace(state, pile=self.order)


class CardTurnedUp(Fact, frozen=True):
    """The top card of the pile comes into the market, left of the cards there."""

    card: Annotated[Card, Secret("*")]
    pile_left: int

    def apply(self, state: State) -> State:
        market = slide((self.card, *in_market(state)))
        return replace(state, pile=state.pile[1:], market=market, turned_up=state.turned_up + 1)


class MarketThinned(Fact, frozen=True):
    """A card turned up pushed those that share a suit with it out of the market."""

    by: Annotated[Card, Secret("*")]
    discarded: Annotated[Cards, Secret("*")]

    def apply(self, state: State) -> State:
        left = tuple([card for card in in_market(state) if card not in self.discarded])
        return replace(state, market=slide(left), discards=state.discards + self.discarded)


class ExcuseSwept(Fact, frozen=True):
    """The Excuse was turned up and took the whole market with it."""

    discarded: Annotated[Cards, Secret("*")]

    def apply(self, state: State) -> State:
        return replace(state, market=slide(()), emptied=True, discards=state.discards + self.discarded)


class MarketLaid(Fact, frozen=True):
    """The market is refilled as far as the pile allows."""

    left: Annotated[Card | None, Secret("*")]
    middle: Annotated[Card | None, Secret("*")]
    right: Annotated[Card | None, Secret("*")]
    pile_left: int

    def apply(self, state: State) -> State:
        return replace(state, phase="buy", market=(self.left, self.middle, self.right))


class CardBought(Fact, frozen=True):
    """A card left the market for its price."""

    card: Annotated[Card, Secret("*")]
    slot: Slot
    price: int

    def apply(self, state: State) -> State:
        market = swap(state.market, SLOTS.index(self.slot), None)
        return replace(state, phase="place", market=market, bought=self.card)


class ChipsSpent(Fact, frozen=True):
    """Chips of one suit were paid; `left` of it remain."""

    suit: Suit
    count: int
    left: int

    def apply(self, state: State) -> State:
        chips = swap(state.chips, SUITS.index(self.suit), self.left)
        return replace(state, chips=chips, spent=state.spent + self.count)


class CardPlaced(Fact, frozen=True):
    """The card bought lies in the tableau; a refill begins."""

    card: Annotated[Card, Secret("*")]
    x: int
    y: int
    cards_in_tableau: int

    def apply(self, state: State) -> State:
        tableau = (*state.tableau, Laid(self.card, self.x, self.y))
        return replace(state, phase="refill", bought=None, tableau=tableau, turned_up=0, emptied=False)


class MarketDiscarded(Fact, frozen=True):
    """The player discarded the market, for the first, second, ... time; a refill begins."""

    cards: Annotated[Cards, Secret("*")]
    forced: bool
    times: int

    def apply(self, state: State) -> State:
        return replace(
            state,
            phase="refill",
            market=slide(()),
            turned_up=0,
            emptied=True,
            discards=state.discards + self.cards,
            times_discarded=self.times,
        )


class SuitScored(Fact, frozen=True):
    """At the end: the chain that counts in a suit, in rising order."""

    suit: Suit
    chain: Annotated[tuple[Laid, ...], Secret("*")]
    length: int
    vp: int
    bonus: int
    total: int

    def apply(self, state: State) -> State:
        return replace(state, suit_points=(*state.suit_points, self.total))


class MatchEnded(Fact, frozen=True):
    """The final score: the sums of the suits, the empty cells, the chips and the discards."""

    reason: Reason
    suits: int
    holes: int
    chips: int
    discards: int
    total: int
    grade: Grade

    def apply(self, state: State) -> State:
        return replace(state, phase="over", total=self.total)

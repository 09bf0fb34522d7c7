"""What the player can decide: buy a card, lay it down, discard the market."""

from collections.abc import Iterator
from typing import Annotated, Final

from ludograph.domain.games.aucteraden import state as table
from ludograph.domain.games.aucteraden.facts import CardBought, CardPlaced, ChipsSpent, MarketDiscarded
from ludograph.domain.games.aucteraden.rules import SLOTS
from ludograph.domain.games.aucteraden.state import State
from ludograph.domain.kernel.cards import Card
from ludograph.domain.kernel.decks.decktet import SUIT_NAMES, SUITS_OF, Suit
from ludograph.domain.kernel.game import Action, Chance, Fact, Question, Refused, Seat, Secret, acting
from ludograph.domain.kernel.sentences import counted


class Buy(Action, frozen=True):
    """Takes a card out of the market for chips of one suit."""

    card: Annotated[Card, Secret("*")]
    suit: Suit | None = None

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        self._check_card(state)
        price = table.price_of(state, self.card)
        self._check_payment(state, price)
        if not table.can_lay(state, self.card):
            raise Refused("AU-2.6", f"{self.card} fits nowhere in the tableau.")
        yield CardBought(self.card, SLOTS[state.market.index(self.card)], price)
        if self.suit is not None:
            yield ChipsSpent(self.suit, price, table.chips_of(state, self.suit) - price)

    def _check_card(self, state: State) -> None:
        if self.card not in table.deck_of(state.options):
            raise Refused("AU-1.4", f"{self.card} is not in the deck of this game.")
        if state.phase != "buy":
            raise Refused("AU-2.1", f"{state.bought} has to be laid down first.")
        if self.card not in state.market:
            raise Refused("AU-2.2", f"{self.card} is not in the market: {' '.join(table.in_market(state))}.")

    def _check_payment(self, state: State, price: int) -> None:
        if self.suit is None:
            if price:
                raise Refused("AU-2.3", f"{self.card} costs {counted(price, 'chip')}: name the suit that pays.")
            return
        if not price:
            raise Refused("AU-2.3", f"{self.card} is free: name no suit.")
        name = SUIT_NAMES[self.suit]
        if self.suit not in SUITS_OF[self.card]:
            raise Refused("AU-2.4", f"{self.card} is not a card of {name}.")
        held = table.chips_of(state, self.suit)
        if held < price:
            raise Refused("AU-2.5", f"{self.card} costs {counted(price, 'chip')}; of {name} you have {held}.")


WRONG_CELLS: Final = {
    "AU-3.2": "the first card goes to (0, 0)",
    "AU-3.3": "a card lies there",
    "AU-3.4": "the tableau would be wider or higher than 4",
    "AU-3.5": "an Ace or Crown lies beside it",
    "AU-3.6": "a Pawn or Court lies beside it",
    "AU-3.7": "no card lies beside it",
}
"""Why a card cannot be laid in a cell, by the rule that is broken."""


class Place(Action, frozen=True):
    """Lays the card bought into the tableau."""

    x: Annotated[int, Question("Where is it laid", whose=acting)]
    y: int

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        if state.bought is None:
            raise Refused("AU-3.1", "No card has been bought that could be laid down.")
        rule = table.wrong_cell(state, state.bought, (self.x, self.y), table.ground_of(state.tableau))
        if rule is not None:
            raise Refused(rule, f"{state.bought} cannot be laid at ({self.x}, {self.y}): {WRONG_CELLS[rule]}.")
        yield CardPlaced(state.bought, self.x, self.y, len(state.tableau) + 1)


class Discard(Action, frozen=True):
    """Discards the whole market."""

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        if state.phase != "buy":
            raise Refused("AU-5.1", f"{state.bought} has to be laid down first.")
        market = table.in_market(state)
        forced = not any(table.can_buy(state, card) for card in market)
        yield MarketDiscarded(market, forced, state.times_discarded + 1)

"""What several facts of Conundruze do alike to a state."""

from domain.games.conundruze.rules import POWERS
from domain.games.conundruze.state import State, rank, side_of, with_side
from domain.kernel.betting import spoken
from domain.kernel.cards import Card
from domain.kernel.decks.perilous import FOOL
from domain.kernel.game import Seat, replace


def paid(state: State, seat: Seat, amount: int) -> State:
    """Chips go from a stack into the pot, or back where the amount is negative."""
    side = side_of(state, seat)
    return replace(with_side(state, seat, replace(side, stack=side.stack - amount)), pot=state.pot + amount)


def bet(state: State, seat: Seat, amount: int) -> State:
    """A seat has said something in a betting round, and paid so much."""
    betting = state.bet
    assert betting is not None
    state = paid(state, seat, amount)
    side = replace(side_of(state, seat), acted=True)
    return replace(with_side(state, seat, side), bet=spoken(betting, seat, amount))


def holding(state: State, seat: Seat, card: Card) -> State:
    """A seat holds a card, face up for all."""
    state = with_side(state, seat, replace(side_of(state, seat), acted=True))
    return replace(state, held=card, phase="held")


def discarded(state: State, card: Card) -> State:
    """A card lies on top of the discard pile."""
    return replace(state, discards=(*state.discards, card))


def played(state: State, card: Card) -> State:
    """The held card is played: if it was drawn and has a power, that may be used now (CZ-6.1)."""
    fools = state.fools + (state.drawn and card == FOOL)
    if state.options.powers and state.drawn and rank(card) in POWERS:
        return replace(state, held=None, fools=fools, power=card, phase="power")
    return replace(state, held=None, fools=fools, phase="turn_over")

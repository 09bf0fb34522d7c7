"""What several facts of Conundruze do alike to a state."""

from domain.games.conundruze.rules import POWERS
from domain.games.conundruze.state import State, rank, side_of, with_side
from domain.kernel.cards import Card
from domain.kernel.decks.perilous import FOOL
from domain.kernel.game import Seat, replace


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

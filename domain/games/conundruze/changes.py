"""What several facts of Conundruze change alike."""

from ludograph.domain.games.conundruze.castle import Side
from ludograph.domain.games.conundruze.rules import POWERS
from ludograph.domain.games.conundruze.state import Phase, State, rank, side_of
from ludograph.domain.kernel.cards import Card
from ludograph.domain.kernel.decks.perilous import FOOL
from ludograph.domain.kernel.game import PerSeat, Seat, for_seat, replace


def having_acted(state: State, seat: Seat) -> PerSeat[Side]:
    """The sides, once a seat has had a turn."""
    side = side_of(state, seat)
    return state.sides if side.acted else for_seat(state.sides, seat, replace(side, acted=True))


def played(state: State, card: Card) -> tuple[Phase, int, Card | None]:
    """Once the held card is played: the phase, the Fools of this turn, and the card whose power may be used.

    That is the held card if it was drawn and has a power (CZ-6.1).
    """
    fools = state.fools + (state.drawn and card == FOOL)
    if state.options.powers and state.drawn and rank(card) in POWERS:
        return "power", fools, card
    return "turn_over", fools, state.power

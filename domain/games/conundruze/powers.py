"""What can happen in Conundruze when a face card that was drawn is played; see `facts`."""

from typing import Annotated, Final, Literal

from ludograph.domain.games.conundruze.castle import put, swapped
from ludograph.domain.games.conundruze.rules import Spot
from ludograph.domain.games.conundruze.state import Phase, State, paid, side_of, with_side
from ludograph.domain.kernel.cards import Card
from ludograph.domain.kernel.game import Fact, Seat, Secret, replace

Power = Literal["backstab", "pilfer", "riposte", "arcane", "influence"]
Reaction = Literal["applaud", "groan", "boo"]

_OPENS: Final[dict[Power, Phase]] = {
    "backstab": "swap",
    "influence": "swap",
    "arcane": "recall",
    "riposte": "riposte",
    "pilfer": "turn_over",
}
"""To which phase a roll that succeeds leads, by the power (CZ-6.2)."""


class PowerTried(Fact, frozen=True):
    """A seat rolls for the power of the card it has played."""

    seat: Seat
    power: Power
    target: Seat | None
    value: int | None
    roll: int
    success: bool

    def apply(self, state: State) -> State:
        phase: Phase = _OPENS[self.power] if self.success else "turn_over"
        owner = (self.target or self.seat) if phase == "swap" else None
        return replace(state, phase=phase, power=None, owner=owner)


class PowerDeclined(Fact, frozen=True):
    """A seat leaves a power unused."""

    seat: Seat

    def apply(self, state: State) -> State:
        return replace(state, phase="turn_over", power=None, owner=None)


class CardsSwapped(Fact, frozen=True):
    """Two cards of a castle change places, each as it lies."""

    seat: Seat
    owner: Seat
    first: Spot
    second: Spot

    def apply(self, state: State) -> State:
        """Whoever knew them knows where they are."""
        state = with_side(state, self.owner, swapped(side_of(state, self.owner), self.first, self.second))
        return replace(state, phase="turn_over", owner=None)


class CardRecalled(Fact, frozen=True):
    """A discard replaces a card that lies face up, which is discarded."""

    seat: Seat
    card: Annotated[Card, Secret("*")]
    own: Spot
    discarded: Annotated[Card, Secret("*")]

    def apply(self, state: State) -> State:
        """Of equal discards it was the one nearest the top."""
        at = len(state.discards) - 1 - state.discards[::-1].index(self.card)
        left = state.discards[:at] + state.discards[at + 1 :]
        state = with_side(state, self.seat, put(side_of(state, self.seat), self.own, self.card))
        return replace(state, discards=(*left, self.discarded), phase="turn_over")


class Mocked(Fact, frozen=True):
    """A seat mocks another, or the whole table."""

    seat: Seat
    target: Seat
    text: str

    def apply(self, state: State) -> State:
        """The others may react; the card whose power it was is kept, for it says where tips go."""
        return replace(state, phase="reactions")


class Gloated(Fact, frozen=True):
    """A seat gloats over its Dragon."""

    seat: Seat
    target: Seat
    text: str

    def apply(self, state: State) -> State:
        return replace(state, phase="turn_over", power=None)


class Tipped(Fact, frozen=True):
    """A seat tips a mocker, or the pot."""

    seat: Seat
    to: Seat | Literal["pot"]
    value: int

    def apply(self, state: State) -> State:
        state = replace(paid(state, self.seat, self.value), tipped=(*state.tipped, self.seat))
        return state if self.to == "pot" else paid(state, self.to, -self.value)


class Reacted(Fact, frozen=True):
    """A seat applauds, groans or boos."""

    seat: Seat
    choice: Reaction

    def apply(self, state: State) -> State:
        return replace(state, reacted=(*state.reacted, self.seat))


class ReactionsClosed(Fact, frozen=True):
    """The mocker has heard enough."""

    seat: Seat

    def apply(self, state: State) -> State:
        return replace(state, phase="turn_over", power=None)

"""What a seat decides when it has played a face card that it drew in Conundruze, and how others take it."""

from collections.abc import Iterator
from typing import Annotated

from ludograph.domain.games.conundruze import powers
from ludograph.domain.games.conundruze import state as table
from ludograph.domain.games.conundruze.bets import ChipPilfered, StakeLost
from ludograph.domain.games.conundruze.castle import Side, card_at, is_up, may_name, partners
from ludograph.domain.games.conundruze.rules import DIE, GATE, SUCCESS, Spot
from ludograph.domain.games.conundruze.state import State
from ludograph.domain.kernel.cards import Card
from ludograph.domain.kernel.course import sure
from ludograph.domain.kernel.decks.perilous import FOOL
from ludograph.domain.kernel.game import (
    TABLE,
    Action,
    Chance,
    Fact,
    Numbers,
    Question,
    Refused,
    Seat,
    Secret,
    Wanted,
    Who,
    acting,
)


class Backstab(Action, frozen=True):
    """Try, with a Rogue, to swap two cards of another castle."""

    target: Seat

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        _check_power(state, "R")
        if self.target not in table.others_in_game(state, seat):
            raise Refused("CZ-6.4", "{seat} is not another seat in the game.", seat=Who(self.target))
        yield _tried(seat, "backstab", chance, target=self.target)


class Pilfer(Action, frozen=True):
    """Try, with a Rogue, to steal a chip of this value from the pot."""

    value: int

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        _check_power(state, "R")
        if self.value not in state.options.chip_values:
            raise Refused("CZ-6.5", f"There are no chips of {self.value}.")
        if self.value not in table.chips_to_pilfer(state, seat):
            stack = table.side_of(state, seat).stack
            raise Refused("CZ-6.5", f"The pot holds {state.pot} and the thief {stack}: both must cover {self.value}.")
        tried = _tried(seat, "pilfer", chance, value=self.value)
        yield tried
        if tried.success:
            yield ChipPilfered(seat, self.value)
        elif state.options.rogue_stake:
            yield StakeLost(seat, self.value)


class Riposte(Action, frozen=True):
    """Try, with a Knight, to draw another card."""

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        _check_power(state, "K")
        yield _tried(seat, "riposte", chance)


class Arcane(Action, frozen=True):
    """Try, with a Wizard, to bring back a discard."""

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        _check_power(state, "W")
        if not state.discards:
            raise Refused("CZ-6.7", "Nothing has been discarded.")
        yield _tried(seat, "arcane", chance)


class Influence(Action, frozen=True):
    """Try, with a Crown, to swap two cards of one's own castle."""

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        _check_power(state, "C")
        yield _tried(seat, "influence", chance)


class Swap(Action, frozen=True):
    """Swap two cards of the castle that was backstabbed, or of one's own."""

    first: Annotated[Spot, Question("Which card is swapped", whose=lambda state, seat: sure(state.owner))]
    second: Annotated[Spot, Question("With which card is it swapped", whose=lambda state, seat: sure(state.owner))]

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        owner = sure(state.owner)
        side = table.side_of(state, owner)
        for spot in (self.first, self.second):
            _check_named(side, spot)
        if GATE in (self.first, self.second) and not (is_up(side, self.first) and is_up(side, self.second)):
            raise Refused("CZ-5.4", "The gatehouse is swapped with a face-up card only.")
        if self.second not in partners(side, self.first):
            raise Refused("CZ-6.8" if state.owner == seat else "CZ-6.4", "Two different places are swapped.")
        yield powers.CardsSwapped(seat, owner, self.first, self.second)


class Recall(Action, frozen=True):
    """Bring a discard back in the place of a face-up card of one's own."""

    card: Annotated[Card, Secret("*")]
    own: Annotated[Spot, Question("Which card of {seat} does it replace", whose=acting)]

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        side = table.side_of(state, seat)
        _check_named(side, self.own)
        if self.card not in state.discards:
            raise Refused("CZ-6.7", f"{self.card} is not in the discard pile.")
        old = card_at(side, self.own)
        if old is None or not is_up(side, self.own):
            raise Refused("CZ-6.7", f"{self.own} lies face down.")
        yield powers.CardRecalled(seat, self.card, self.own, old)


class Mock(Action, frozen=True):
    """Mock, with a Jester, the next seat on the left; with a Fool, the whole table."""

    text: str

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        _check_power(state, "J", FOOL)
        yield powers.Mocked(seat, table.mocked_by(state, seat), self.text)


class Gloat(Action, frozen=True):
    """Gloat over a Dragon."""

    text: str

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        _check_power(state, "D")
        yield powers.Gloated(seat, TABLE, self.text)


class Tip(Action, frozen=True):
    """Tip a mocker: a Fool's player gets the chip, for a Jester it goes into the pot."""

    value: int

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        if not table.may_tip(state, seat):
            raise Refused("CZ-6.10", "Each seat but the mocker tips once at most.")
        if self.value not in table.chips_to_tip(state, seat):
            raise Refused("CZ-6.10", f"A tip is one chip that the stack of {table.side_of(state, seat).stack} covers.")
        yield powers.Tipped(seat, sure(state.turn) if table.rank(state.power) == FOOL else "pot", self.value)


class React(Action, frozen=True):
    """Applaud, groan or boo."""

    choice: powers.Reaction

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        if not table.may_react(state, seat):
            raise Refused("CZ-6.10", "Each seat but the mocker reacts once at most.")
        yield powers.Reacted(seat, self.choice)


class Pass(Action, frozen=True):
    """Leave a power unused, or hear no more reactions."""

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        yield powers.ReactionsClosed(seat) if state.phase == "reactions" else powers.PowerDeclined(seat)


def _check_power(state: State, *ranks: str) -> None:
    if table.rank(state.power) not in ranks:
        raise Refused("CZ-6.1", f"{state.power} was played, which has another power.")


def _check_named(side: Side, spot: Spot) -> None:
    if not may_name(side, spot):
        raise Refused("CZ-5.4", "Nothing lies in that gatehouse.")


def _tried(
    seat: Seat, power: powers.Power, chance: Chance, target: Seat | None = None, value: int | None = None
) -> powers.PowerTried:
    # Where a power is of no avail the game may end, and the castles are turned up with the same action.
    die = Numbers(f"{{seat}}'s d20 for {power}", (None,), lambda _: DIE, seat=seat)
    (roll,) = chance.ask(Wanted((die,), more=None))
    return powers.PowerTried(seat, power, target, value, roll, roll >= SUCCESS)

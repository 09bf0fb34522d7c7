"""What every bot is: it is told what its seat sees of a match, and asked for moves."""

from abc import ABC, abstractmethod
from random import Random
from typing import Any, NamedTuple

from ludograph.domain.kernel.game import Action, Choice, Deal, Game, Options, Seat
from ludograph.domain.lab.playouts import any_move
from ludograph.domain.lab.search import Sight
from ludograph.domain.lab.seat_record import SeatStep


class Seating(NamedTuple):
    """How a match begins for a seat: the deal and the facts are concealed from it as far as it does not see them."""

    game: Game
    players: tuple[str, ...]
    seat: Seat
    options: Options
    deal: Deal
    facts: tuple[Any, ...]


class Chosen(NamedTuple):
    """What a bot does, after how many playouts; `faulty` where it gave no move that is open, and chance took one."""

    action: Action
    playouts: int = 0
    faulty: bool = False


class Bot(ABC):
    """Plays a seat from what is known there, and from nothing else."""

    def begin(self, seating: Seating) -> None:
        """Takes a seat in a match."""
        return

    def see(self, seen: SeatStep) -> None:
        """Is told of a step."""
        return

    @abstractmethod
    def choose(self, sight: Sight, random: Random) -> Chosen:
        """One of the moves that are open; the same for what was seen and this chance."""

    def close(self) -> None:
        """Leaves the match."""
        return


def by_chance(sight: Sight, random: Random) -> Action:
    """Any block of what is open and waited for, and in it any value for each field."""
    return any_move([opening for opening in sight.openings if not opening[1].idle], random)[1]


def is_offered(action: Action, choices: tuple[Choice, ...]) -> bool:
    """Whether an action is among what is open."""
    return any(
        type(action) is choice.action and all(getattr(action, name) in values for name, values in choice.values.items())
        for choice in choices
    )

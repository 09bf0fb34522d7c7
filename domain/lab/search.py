"""A search that knows no game: moves are tried in the same worlds with the same luck, the better ones more often."""

from math import log, sqrt
from random import Random
from typing import Any, Final, NamedTuple

from ludograph.domain.kernel.game import Action, Choice, Game, Opening, Seat
from ludograph.domain.lab.candidates import candidates
from ludograph.domain.lab.playouts import PlayoutPlayer
from ludograph.domain.lab.worlds import Worlds

FIRST: Final = 6
"""So many moves are tried at once."""
WIDENING: Final = 1.5
"""By so many moves more for each doubling of the root of playouts, where there are more."""
CURIOSITY: Final = 0.9
"""How much a move that was seldom tried is thought to be better than it seems, in spreads of the outcomes."""
LEADING: Final = 0.35
"""What a lead counts beside the win, in spreads of the leads."""


class Sight(NamedTuple):
    """All that a bot is given: its game and seat, what the seat knows, and what is open to it."""

    game: Game
    seats: int
    seat: Seat
    view: Any
    choices: tuple[Choice, ...]
    step: int
    """How many steps were played, which everybody knows."""

    @property
    def openings(self) -> list[Opening]:
        """What is open to the seat, as the choices of all seats have it."""
        return [(self.seat, choice) for choice in self.choices]


class Tried:
    """A move with what came of it."""

    __slots__ = ("count", "lead", "move", "share")

    def __init__(self, move: Action) -> None:
        self.move = move
        self.count = 0
        self.share = 0.0
        self.lead = 0.0

    def value(self, scale: float) -> float:
        """What it is worth on average, a lead being counted in this unit."""
        return (self.share + LEADING * self.lead / scale) / self.count


def searched(sight: Sight, playouts: int, random: Random) -> list[Tried]:
    """The moves that were tried, the best first; the only one that is open is not tried at all."""
    moves = [Tried(move) for move in candidates(sight.game, sight.view, sight.openings, random)]
    if len(moves) < 2:
        return moves
    player, worlds = PlayoutPlayer(sight.game, sight.seats), Worlds(sight.game, sight.view)
    made: list[Any] = []
    seed, leads, shares = f"{random.getrandbits(64):x}", Spread(), Spread()
    for number in range(playouts):
        among = moves[: FIRST + int(WIDENING * sqrt(number))]
        tried = next((one for one in among if not one.count), None) or _most_promising(
            among, number, leads.width or 1.0, shares.width + LEADING
        )
        if tried.count == len(made):
            made.append(worlds.sample(random))
        # The same worlds and luck for all moves: what differs between them then is what the moves do.
        outcome = player.outcome(made[tried.count], sight.seat, tried.move, f"{seed}/{tried.count}")
        tried.count += 1
        tried.share += outcome.share
        tried.lead += leads.least if outcome.lead is None else outcome.lead
        if outcome.lead is not None:
            leads.add(outcome.lead)
        shares.add(outcome.share)
    found = [one for one in moves if one.count]
    return sorted(found, key=lambda one: (one.count, one.value(leads.width or 1.0)), reverse=True)


def _most_promising(among: list[Tried], number: int, scale: float, spread: float) -> Tried:
    grows = (CURIOSITY * spread) ** 2 * log(number + 1)
    return max(among, key=lambda one: one.value(scale) + sqrt(grows / one.count))


class Spread:
    """How far numbers lie apart."""

    def __init__(self) -> None:
        self._count = 0
        self._sum = self._squares = 0.0
        self.least = 0.0
        """The lowest of them, 0 where none is below."""

    def add(self, number: float) -> None:
        """Counts one."""
        self._count += 1
        self._sum += number
        self._squares += number * number
        self.least = min(self.least, number)

    @property
    def width(self) -> float:
        """Their standard deviation."""
        if not self._count:
            return 0.0
        mean = self._sum / self._count
        return sqrt(max(self._squares / self._count - mean * mean, 0.0))

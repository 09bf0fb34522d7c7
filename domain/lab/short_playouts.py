"""Playouts that are broken off after some moves and counted as they stand: what a view is worth to each seat."""

from collections.abc import Iterator, Sequence
from math import sqrt
from random import Random
from typing import Any, NamedTuple

from ludograph.domain.kernel.advance import advance
from ludograph.domain.kernel.game import Action, Choice, Game, Refused, Seat
from ludograph.domain.kernel.objections import Impossible
from ludograph.domain.lab.common_chance import CommonChance, StepLuck, StepNumbers
from ludograph.domain.lab.playouts import LONGEST, rolled_out
from ludograph.domain.lab.value_model import ValueModel
from ludograph.domain.lab.worlds import Worlds

Values = tuple[float, ...]
"""For each seat: its share of the win, or, of one player, the score."""


class Estimate(NamedTuple):
    """A mean over playouts for each seat, and the largest standard error of them."""

    values: Values
    se: float


class ShortPlayouts:
    """Plays worlds of one match on. The same seed gives the same numbers, whatever was asked before."""

    def __init__(self, game: Game, seats: int, seed: str, moves: int | None = None) -> None:
        self.game = game
        self.seats = seats
        self.model = ValueModel(game, seats)
        self._moves = moves if moves is not None else self.model.moves
        self._common = CommonChance(game, seed)

    def worlds(self, view: Any, playouts: range) -> list[Any]:
        """A world of this view for each playout. Raises ValueError where the view allows none."""
        worlds = Worlds(self.game, view)
        return [worlds.sample(self._common.lot(playout)) for playout in playouts]

    def outcomes(self, worlds: Sequence[Any], playouts: range, step: int) -> list[Values | None]:
        """What each of these worlds comes to, `step` steps having been played; None where there is no world."""
        return [
            None if world is None else self._outcome(world, playout, step)
            for world, playout in zip(worlds, playouts, strict=True)
        ]

    def moved(
        self, worlds: Sequence[Any], playouts: range, step: int, seat: Seat, move: Action, *, offered: bool = False
    ) -> list[Any]:
        """These worlds after a move, `step` steps having been played before it; None where it cannot be made.

        With `offered` it is looked whether the move is open in a world; else it is known to be.
        """
        return [
            self._moved(world, self._common.draws(playout, step), seat, move, offered)
            for world, playout in zip(worlds, playouts, strict=True)
        ]

    def _moved(self, world: Any, luck: StepLuck, seat: Seat, move: Action, offered: bool) -> Any:
        if offered and not is_among(move, self.game.choices(world, seat)):
            return None
        try:
            return advance(self.game, world, seat, move, luck)
        except (Refused, Impossible):
            return None  # a card that the seat lacks in this world, or a pile that no world could have

    def _outcome(self, world: Any, playout: int, step: int) -> Values:
        """The values after the moves that are looked ahead; a hand of many that ends before is the end of them."""
        luck = self._common.draws(playout, step)
        moves = LONGEST if self._moves is None else self._moves
        chances = self._chances(playout, luck, range(step, step + moves))
        return self.model.values(rolled_out(self.game, self.seats, (world, world), luck, chances)[1])

    def _chances(self, playout: int, luck: StepLuck, steps: range) -> Iterator[Random]:
        """The numbers by which a move is chosen at each step, with the luck of that step."""
        numbers = StepNumbers(self._common, playout)
        for step in steps:
            luck.step = step
            yield numbers.at(step)


def is_among(move: Action, choices: Sequence[Choice]) -> bool:
    """Whether a move is among what is open."""
    return any(
        type(move) is choice.action and all(getattr(move, name) in values for name, values in choice.values.items())
        for choice in choices
    )


def estimate(outcomes: Sequence[Values]) -> Estimate:
    """The mean for each seat, with the largest standard error."""
    count, columns = len(outcomes), list(zip(*outcomes, strict=True))
    means = tuple([sum(column) / count for column in columns])
    return Estimate(means, max(standard_error(column, mean) for column, mean in zip(columns, means, strict=True)))


def standard_error(numbers: Sequence[float], mean: float) -> float:
    """How sure the mean of these numbers is."""
    if len(numbers) < 2:
        return 0.0
    return sqrt(sum((one - mean) ** 2 for one in numbers) / (len(numbers) - 1) / len(numbers))

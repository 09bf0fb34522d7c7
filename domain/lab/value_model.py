"""What a table is worth to each seat before the end: numbers fitted for each game from matches between bots."""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from math import exp
from typing import Any, Final

from msgspec import Struct
from msgspec.json import decode

from ludograph.domain.kernel.game import Game
from ludograph.domain.kernel.worth import payoffs
from ludograph.domain.lab.amounts import WORTH, Amounts, amounts

FOLDER: Final = "values"
"""In this folder lies a file for each game that has one, with how it was made."""


class FittedValue(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Numbers of one game, as a file has them: every name with its spread, its weight and that of its products."""

    made: str
    """From which matches, how many, and how well it says the end of others."""
    moves: int
    """After so many moves a playout is broken off and counted by these numbers."""
    own: dict[str, tuple[float, float]]
    """By the name of an amount of a seat: its spread, and the weight of what the seat has more than all on average."""
    middle: dict[str, tuple[float, float, float]]
    """By the name of an amount of the middle: its mean, its spread, and the weight of its product with the worth."""
    error_moves: int | None = None
    """After so many where moves are compared to find errors, if `moves` are too few for that."""
    score: dict[str, float] = {}
    """For one player: the weights of the amounts of the middle, and of 1 by the name of nothing."""


class ValueModel:
    """Counts a world for each seat: its share of the win, or, of one player, the score at the end."""

    def __init__(self, game: Game, seats: int) -> None:
        self.game = game
        self.seats = seats
        self.fitted = fitted_value(game.id)

    @property
    def moves(self) -> int | None:
        """After how many moves a playout may be broken off; None without fitted numbers: never."""
        return None if self.fitted is None else self.fitted.moves

    def values(self, world: Any) -> tuple[float, ...]:
        """What a world is worth to each seat; exact where its match is over."""
        ended = result_values(self.game, world, self.seats)
        if ended is not None:
            return ended
        found = None if self.fitted is None else amounts(self.game, world, self.seats)
        if self.fitted is None or found is None:
            values = self._by_worth(world)
        elif self.seats == 1:
            values = (_score(self.fitted, found),)
        else:
            values = shares_of(_advantages(self.fitted, found))
        return values if self.seats == 1 else self._among_the_left(values, world)

    def _among_the_left(self, shares: tuple[float, ...], world: Any) -> tuple[float, ...]:
        """The shares of those who are not out of the match, who have no part of the win."""
        out = self.game.eliminated(world)
        left = sum(share for seat, share in enumerate(shares, start=1) if seat not in out)
        if not out or not left:
            return shares
        return tuple([0.0 if seat in out else share / left for seat, share in enumerate(shares, start=1)])

    def _by_worth(self, world: Any) -> tuple[float, ...]:
        """Who is ahead has won; a single player has what they have so far."""
        worths = payoffs(self.game.worth_of(world), fewest=self.game.fewest)
        if self.seats == 1:
            return (worths[0],)
        first = max(worths)
        return tuple((one == first) / worths.count(first) for one in worths)


def result_values(game: Game, world: Any, seats: int) -> tuple[float, ...] | None:
    """What the end of a match is to each seat; None before it, and where a `??` leaves it open."""
    result = game.result(world)
    if not result.over or not isinstance(result.winners, tuple):
        return None
    if seats == 1:
        score = result.scores[0]
        return (float(score),) if isinstance(score, int) else None
    winners = result.winners
    return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(1, seats + 1))


def shares_of(advantages: Sequence[float]) -> tuple[float, ...]:
    """Shares of the win, 1 in all, of how much each seat has the advantage (a conditional logit)."""
    most = max(advantages)
    odds = [exp(one - most) for one in advantages]
    whole = sum(odds)
    return tuple([one / whole for one in odds])


def _advantages(fitted: FittedValue, found: Amounts) -> list[float]:
    seats = len(found.seats)
    sums = [0.0] * seats
    for name, (spread, weight) in fitted.own.items():
        had = [one.get(name, 0.0) for one in found.seats]
        mean = sum(had) / seats
        for at, amount in enumerate(had):
            sums[at] += weight * (amount - mean) / spread
    spread = fitted.own[WORTH][0]
    worths = [one[WORTH] for one in found.seats]
    mean, slope = sum(worths) / seats, _slope(fitted, found)
    return [one + slope * (worth - mean) / spread for one, worth in zip(sums, worths, strict=True)]


def _slope(fitted: FittedValue, found: Amounts) -> float:
    """How much more the worth counts as the middle of the table stands."""
    return sum(
        weight * (found.middle.get(name, 0.0) - mean) / spread for name, (mean, spread, weight) in fitted.middle.items()
    )


def _score(fitted: FittedValue, found: Amounts) -> float:
    """The score at the end that is expected of a single player."""
    (own,) = found.seats
    score = fitted.score.get("", 0.0) + sum(
        weight * own.get(name, 0.0) / spread for name, (spread, weight) in fitted.own.items()
    )
    score += _slope(fitted, found) * own[WORTH] / fitted.own[WORTH][0]
    for name, (mean, spread, _) in fitted.middle.items():
        score += fitted.score.get(name, 0.0) * (found.middle.get(name, 0.0) - mean) / spread
    return score


@cache
def fitted_value(game: str) -> FittedValue | None:
    """The numbers that the package has for a game; None where it has none."""
    file = files(__package__) / FOLDER / f"{game}.json"
    return decode(file.read_bytes(), type=FittedValue) if file.is_file() else None


__all__ = ["FittedValue", "ValueModel", "fitted_value", "result_values", "shares_of"]

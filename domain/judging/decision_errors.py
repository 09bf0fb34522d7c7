"""Errors of a player, by what that player knew: the best move is chosen on each half of the playouts and measured on
the other one (cross-fitting), for the best of many that are measured on the same numbers looks better than it is.
"""

from collections.abc import Sequence
from math import prod
from random import Random
from typing import Any, Final, Literal, NamedTuple

from ludograph.domain.judging.seen_match import SeenMatch, SeenStep
from ludograph.domain.kernel.game import Action, Choice
from ludograph.domain.kernel.objections import Impossible
from ludograph.domain.lab.candidates import candidates
from ludograph.domain.lab.short_playouts import ShortPlayouts, Values, estimate
from ludograph.domain.lab.value_model import fitted_value

MOST: Final = 24
"""So many moves are tried beside the one that was played."""
KEPT: Final = 4
"""So many of them are measured."""
SHOWN: Final = 3
"""So many are told."""
ERRORS: Final = 2
"""An error is sure where it is more than so many standard errors,"""
LEAST: Final = 0.02
"""and at least such a part of the win."""
LEAST_SCORE: Final = 1.0
"""So many points where there is one player."""
FEWEST: Final = 0.5
"""No standard error of a share is below this, divided by the playouts: where they all agree none is to be seen."""
EIGHTH: Final = 8
"""Where more moves are open, such a part of the playouts, and other ones, say which are measured."""

Mark = Literal["", "?!", "?", "??", "!"]
MARKS: Final[tuple[tuple[Mark, float], ...]] = (("??", 7.5), ("?", 2.5), ("?!", 0.0))
"""The marks of sure errors, each from so many times the least on."""
GOOD: Final = 5.0
"""A move that is so many times the least better than any other is a good one."""


class Alternative(NamedTuple):
    """A move with what it is worth to who plays it, and how sure that is."""

    move: Action
    value: float
    se: float
    behind: float
    """How much more the best move was worth in the same worlds and with the same luck; below 0 where it was not."""
    behind_se: float
    worse: bool
    """Whether it is surely worse than the best move, as an error is sure."""


class DecisionError(NamedTuple):
    """How much better another move was than the one played, by what the player knew; below 0 where it was worse.

    An amount is a share of the win, or points where there is one player. 0 where what was played seemed best.
    """

    amount: float
    se: float
    sure: bool
    best: Action
    tried: int
    """How many moves were looked at, the one played among them."""
    played: Alternative
    alternatives: tuple[Alternative, ...]
    """Up to three others, those first that are worth most."""
    ahead: float = 0.0
    """How much better what was played was than any other; 0 where another seemed better."""
    ahead_se: float = 0.0
    least: float = LEAST
    """Less than this is never sure."""
    open: int = 0
    """How many moves were open, of which those that were tried are a part; the same by two names counts twice."""

    @property
    def mark(self) -> Mark:
        """How it stands in a list: `?!`, `?` and `??` for errors that are sure, `!` for what alone was good."""
        if self.sure:
            return next(mark for mark, times in MARKS if self.amount >= times * self.least)
        alone = self.ahead >= GOOD * self.least and self.ahead > ERRORS * self.ahead_se
        return "!" if alone and self.tried > 2 else ""


class Trial(NamedTuple):
    """A move, with the worlds that it leads to, and what it came to for the player; None where it cannot be made."""

    move: Action
    worlds: Sequence[Any]
    outcomes: tuple[float | None, ...]

    @property
    def is_possible(self) -> bool:
        """Whether any world allows it."""
        return any(one is not None for one in self.outcomes)

    @property
    def mean(self) -> float:
        """What it came to on average; behind all others where no world allows it."""
        return self.over(slice(None))

    def over(self, part: slice) -> float:
        """The mean of a part of the playouts."""
        found = [one for one in self.outcomes[part] if one is not None]
        return sum(found) / len(found) if found else float("-inf")


def decision_error(seen: SeenMatch, step: SeenStep, playouts: int, seed: str) -> DecisionError | None:
    """The error of a step of the observer; None where nothing else could be done, or no world was found."""
    busy = seen.open_to(step.actor, step.before)
    if step.actor != seen.observer or not any(isinstance(step.action, one.action) for one in busy):
        return None
    step = step._replace(action=seen.game.told_as(step.before, step.action))
    moves = _moves(seen, step, busy, Random(f"{seed}/{step.number}/moves"))
    if len(moves) < 2:
        return None
    bench = _Bench(seen, step, f"{seed}/{step.number}")
    try:
        found = bench.compared(moves, max(playouts, 2))
        return found and found._replace(open=_open(busy))
    except (ValueError, Impossible):
        return None


def _moves(seen: SeenMatch, step: SeenStep, busy: Sequence[Choice], random: Random) -> list[Action]:
    """What could be done: what was played first, then others that differ most."""
    openings = [(step.actor, choice) for choice in busy]
    others = (seen.game.told_as(step.before, move) for move in candidates(seen.game, step.before, openings, random))
    return list(dict.fromkeys((step.action, *others)))[: MOST + 1]


def _open(busy: Sequence[Choice]) -> int:
    """How many moves some blocks of choices have."""
    return sum(prod(map(len, choice.values.values())) for choice in busy)


class _Bench:
    """One decision, and the worlds in which its moves are tried."""

    def __init__(self, seen: SeenMatch, step: SeenStep, seed: str) -> None:
        self._step = step
        self._alone = seen.seats == 1
        self._least = LEAST_SCORE if self._alone else LEAST
        fitted = fitted_value(seen.game.id)
        self._playouts = ShortPlayouts(seen.game, seen.seats, seed, fitted.error_moves if fitted is not None else None)

    def compared(self, moves: list[Action], playouts: int) -> DecisionError | None:
        """What was played beside the best move, which each half of the playouts chooses for the other one."""
        first = max(playouts // EIGHTH, 1)
        kept = moves if len(moves) <= KEPT + 1 else self._best(moves, range(first))
        measured = self._tried(kept, range(first, first + playouts))
        played = measured[0]
        if not played.is_possible:
            return None
        best = _crossed(measured)
        error = self._alternative(played, best)
        others = (self._alternative(one, best) for one in measured if one is not played and one.is_possible)
        told = tuple(sorted(others, key=lambda one: -one.value)[:SHOWN])
        # What was played is compared with each of the others: praise of a move is for beating all of them.
        ahead, ahead_se = min(((one.behind, one.behind_se) for one in told if best is played), default=(0.0, 0.0))
        return DecisionError(
            *(error.behind, error.behind_se, error.worse, best.move, len(moves)),
            *(error, told, ahead, ahead_se, self._least),
        )

    def _best(self, moves: list[Action], which: range) -> list[Action]:
        """What was played, and of the others the best few on these playouts."""
        played, *others = self._tried(moves, which)
        return [one.move for one in (played, *sorted(others, key=lambda one: -one.mean)[:KEPT])]

    def _tried(self, moves: list[Action], which: range) -> list[Trial]:
        """What these moves come to in the same worlds, without those that lead to the same as one before them."""
        worlds = self._playouts.worlds(self._step.before, which)
        return _distinct([self._trial(move, worlds, which) for move in moves])

    def _trial(self, move: Action, worlds: list[Any], which: range) -> Trial:
        step, number = self._step, self._step.number
        moved = self._playouts.moved(worlds, which, number - 1, step.actor, move)
        outcomes = self._playouts.outcomes(moved, which, number)
        return Trial(move, moved, tuple(_of_seat(values, step.actor) for values in outcomes))

    def _alternative(self, trial: Trial, best: Trial) -> Alternative:
        (mean,), se = estimate([(one,) for one in trial.outcomes if one is not None])
        behind, behind_se = self._paired(best, trial)
        # As both are told: nobody reads that 2.0 ± 2.0 is sure.
        digits = 1 if self._alone else 3
        worse = round(behind, digits) > round(ERRORS * behind_se, digits) and behind > self._least
        return Alternative(trial.move, round(mean, 6), round(se, 6), behind, behind_se, worse)

    def _paired(self, best: Trial, played: Trial) -> tuple[float, float]:
        """By how much one move is better than another in the same worlds, and how sure that is."""
        if best is played:
            return 0.0, 0.0
        pairs = zip(best.outcomes, played.outcomes, strict=True)
        found = [(one - other,) for one, other in pairs if one is not None and other is not None]
        if not found:
            return 0.0, 0.0
        (mean,), se = estimate(found)
        least = 0.0 if self._alone else FEWEST / len(found)
        return round(mean, 6), round(max(se, least), 6)


def _crossed(trials: Sequence[Trial]) -> Trial:
    """What the best of each half came to on the other half; by the move that both chose, else the best on the whole."""
    half = len(trials[0].outcomes) // 2
    one = max(trials, key=lambda trial: trial.over(slice(half)))
    other = max(trials, key=lambda trial: trial.over(slice(half, None)))
    if one is other:
        return one
    best = max(trials, key=lambda trial: trial.mean)
    return best._replace(outcomes=(*other.outcomes[:half], *one.outcomes[half:]))


def _distinct(trials: Sequence[Trial]) -> list[Trial]:
    """These without moves that lead to the same as one before them: one may call a raise by two words."""
    found: list[Trial] = []
    for one in trials:
        if not any(one.outcomes == other.outcomes and one.worlds == other.worlds for other in found):
            found.append(one)
    return found


def _of_seat(values: Values | None, seat: int) -> float | None:
    return None if values is None else values[seat - 1]

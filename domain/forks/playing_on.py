"""How results spread where a position is played on many times: lines of play compared on the same luck."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ludograph.domain.bots.comparison import MeanInterval, confidence_interval
from ludograph.domain.forks.continuation import told_bots
from ludograph.domain.kernel.chance import Drawing
from ludograph.domain.kernel.game import Result
from ludograph.domain.kernel.play import play
from ludograph.domain.match.aggregate import Match


class PlayedOnce(NamedTuple):
    """What a position came to for each seat: the score, None where there is none, and the share of the win."""

    scores: tuple[float | None, ...]
    wins: tuple[float, ...]


class ResultSpread(NamedTuple):
    """By seat the means of scores and of shares of the win, with intervals of 95 %."""

    scores: tuple[MeanInterval, ...]
    wins: tuple[MeanInterval, ...]


def played_on(position: Match, bots: Sequence[str], seed: str) -> PlayedOnce:
    """A position played to its end by bots, in memory alone; the same for the same seed.

    The seed decides what bots choose and what is still to be drawn. Raises `Refused` where that needs what only a table
    knows.
    """
    seats, state, step = told_bots(position, bots, seed), position.state, len(position.steps)
    try:
        while (move := seats.move(state, step)) is not None:
            step += 1
            done = play(position.game, state, move.seat, move.action, Drawing(seed, step))
            state = done.state
            seats.told(step, move.seat, done)
    finally:
        seats.close()
    return _came_to(position.game.result(state))


def _came_to(result: Result) -> PlayedOnce:
    winners = result.winners if result.over and isinstance(result.winners, tuple) else ()
    shares = (1 / len(winners) if seat in winners else 0.0 for seat in range(1, len(result.scores) + 1))
    scores = (float(score) if isinstance(score, int) else None for score in result.scores)
    return PlayedOnce(tuple(scores), tuple(shares))


Positions = Callable[[str], Sequence[Match]]
"""(seed): the lines of play, each as it stands before it is played on; the same for the same seed."""


def results_of(positions: Positions, bots: Sequence[str], seed: str, count: int) -> Iterator[tuple[PlayedOnce, ...]]:
    """Each line of play played on so many times, all of them with the same luck and bots each time."""
    for number in range(count):
        own = f"{seed}/{number}"
        yield tuple(played_on(line, bots, own) for line in positions(own))


def spread_of(found: Sequence[PlayedOnce], least: float = 0.0) -> ResultSpread:
    """How the results of one line lie; `least` is the least that a share of the win can be."""
    seats = range(len(found[0].wins)) if found else range(0)
    return ResultSpread(
        tuple(_interval([one.scores[seat] for one in found]) for seat in seats),
        tuple(_interval([one.wins[seat] for one in found]).within(least, 1.0) for seat in seats),
    )


def difference_between(found: Sequence[PlayedOnce], others: Sequence[PlayedOnce]) -> ResultSpread:
    """How much more the first line came to than the second, time by time with the same luck."""
    pairs = [
        PlayedOnce(
            tuple(None if None in pair else pair[0] - pair[1] for pair in zip(one.scores, other.scores, strict=True)),  # type: ignore[operator]
            tuple(own - theirs for own, theirs in zip(one.wins, other.wins, strict=True)),
        )
        for one, other in zip(found, others, strict=True)
    ]
    return spread_of(pairs, least=-1.0)


def _interval(values: Sequence[float | None]) -> MeanInterval:
    return confidence_interval([[value] for value in values if value is not None])

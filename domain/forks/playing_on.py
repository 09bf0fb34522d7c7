"""How results spread where a position is played on many times: lines of play compared on the same luck."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

from ludograph.domain.forks.continuation import told_bots
from ludograph.domain.kernel.chance import Drawing
from ludograph.domain.kernel.confidence import MeanInterval, mean_interval, paired_difference, share_interval
from ludograph.domain.kernel.game import Result
from ludograph.domain.kernel.play import play
from ludograph.domain.kernel.processes import AHEAD, shared_work
from ludograph.domain.match.aggregate import Match, rebuilt
from ludograph.domain.match.events import Event

AT_ONCE: Final = 8
"""How often a process plays on, at most, before it hands over what came of it."""


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


def results_of(
    positions: Positions, bots: Sequence[str], seed: str, count: int, jobs: int = 1
) -> Iterator[tuple[PlayedOnce, ...]]:
    """Each line of play played on so many times, all of them with the same luck and bots each time.

    In their order, and the same ones in however many processes.
    """
    seeds = [f"{seed}/{number}" for number in range(count)]
    if jobs == 1:
        yield from (tuple(played_on(line, bots, own) for line in positions(own)) for own in seeds)
        return
    size = max(1, min(AT_ONCE, count // (AHEAD * jobs)))
    shares = ([_as_events(positions, own) for own in seeds[at : at + size]] for at in range(0, count, size))
    for some in shared_work(partial(_played_share, tuple(bots)), shares, jobs):
        yield from some


class _PositionEvents(NamedTuple):
    """The lines of play of one time as they go to another process, which cannot be handed a game."""

    seed: str
    lines: tuple[Sequence[Event], ...]


def _as_events(positions: Positions, seed: str) -> _PositionEvents:
    return _PositionEvents(seed, tuple(line.history for line in positions(seed)))


def _played_share(bots: Sequence[str], share: Sequence[_PositionEvents]) -> list[tuple[PlayedOnce, ...]]:
    return [tuple(played_on(_position(events), bots, one.seed) for events in one.lines) for one in share]


def _position(events: Sequence[Event]) -> Match:
    match = rebuilt(None, events)
    assert match is not None
    return match


def spread_of(found: Sequence[PlayedOnce]) -> ResultSpread:
    """How the results of one line lie."""
    seats = range(len(found[0].wins)) if found else range(0)
    scores = ([one.scores[seat] for one in found] for seat in seats)
    return ResultSpread(
        tuple(mean_interval([score] for score in own if score is not None) for own in scores),
        tuple(share_interval([one.wins[seat]] for one in found) for seat in seats),
    )


def difference_between(found: Sequence[PlayedOnce], others: Sequence[PlayedOnce]) -> ResultSpread:
    """How much more the first line came to than the second, time by time with the same luck."""
    pairs = list(zip(others, found, strict=True))
    seats = range(len(found[0].wins)) if found else range(0)
    scores = ([(one.scores[seat], other.scores[seat]) for one, other in pairs] for seat in seats)
    wins = ([(one.wins[seat], other.wins[seat]) for one, other in pairs] for seat in seats)
    return ResultSpread(
        tuple(paired_difference([(a, b) for a, b in own if a is not None and b is not None]) for own in scores),
        tuple(paired_difference(own, of_shares=True) for own in wins),
    )

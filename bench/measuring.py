"""Samples of two sides taken in turn, and what comes of them."""

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from msgspec import Struct

Sample = Callable[[], float]
"""Does some work and returns the seconds it took for each unit of it; what it has to prepare is not timed."""

LASTING = Path("/var/tmp")
"""Where temporary files survive a restart, so on a disk: /tmp is often in memory, where an fsync costs nothing."""


class Scale(Struct, frozen=True):
    """How long to measure."""

    rounds: int
    """How often each side is sampled."""
    actions: int
    """About how many actions make one sample."""


FULL = Scale(rounds=15, actions=4000)
QUICK = Scale(rounds=5, actions=1000)


class Comparison(Struct, frozen=True):
    """Seconds for each unit, ours and theirs, round by round.

    `faster`: the aim is to do at least `aim` times as much in the same time; else to take at most `aim` times as long.
    """

    row: str
    what: str
    unit: str
    peer: str
    aim: float
    faster: bool
    ours: tuple[float, ...]
    theirs: tuple[float, ...]

    @property
    def ratio(self) -> float:
        """The ratio of the medians, as the aim has it."""
        return _ratio(median(self.ours), median(self.theirs), self.faster)

    @property
    def spread(self) -> tuple[float, float]:
        """The quartiles of the ratios within a round."""
        ratios = [_ratio(mine, other, self.faster) for mine, other in zip(self.ours, self.theirs, strict=True)]
        lower, _, upper = quantiles(ratios, n=4) if len(ratios) > 1 else ratios * 3
        return lower, upper

    @property
    def met(self) -> bool:
        """Whether the aim is met."""
        return self.ratio >= self.aim if self.faster else self.ratio <= self.aim


def _ratio(ours: float, theirs: float, faster: bool) -> float:
    return theirs / ours if faster else ours / theirs


def in_turn(ours: Sample, theirs: Sample, rounds: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Both sides sampled round by round, whichever was first in a round being second in the next; one to warm up."""
    taken: dict[Sample, list[float]] = {ours: [], theirs: []}
    ours(), theirs()
    for number in range(rounds):
        for side in (ours, theirs) if number % 2 else (theirs, ours):
            gc.collect()
            taken[side].append(side())
    return tuple(taken[ours]), tuple(taken[theirs])


@contextmanager
def stopwatch() -> Iterator[Callable[[], float]]:
    """The seconds from here to the end of the block."""
    start = time.perf_counter()
    end: list[float] = []
    yield lambda: end[0]
    end.append(time.perf_counter() - start)


@contextmanager
def folder() -> Iterator[Path]:
    """An empty folder on a real disk, removed afterwards."""
    with TemporaryDirectory(prefix="ludograph-bench-", dir=LASTING if LASTING.is_dir() else None) as made:
        yield Path(made)

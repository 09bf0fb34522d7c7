"""Samples of several sides taken in turn, and what comes of them."""

import gc
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from msgspec import Struct

from tests.counting import calls_of

LASTING = Path("/var/tmp")
"""Where temporary files survive a restart, so on a disk: /tmp is often in memory, where an fsync costs nothing."""


class Work(NamedTuple):
    """What one sample did."""

    seconds: float
    units: float
    """Decisions, actions, steps, runs: what was done."""
    parts: float = 0
    """What these are made of: facts, operations."""
    calls: float | None = None
    """Python calls that somebody else counted: those of another process."""


WORKING = time.process_time
"""The clock of what never waits: other programs on the machine hardly move it."""

Sample = Callable[[], Work]
"""Does some work and says how long it took; what it has to prepare is not timed."""


class Scale(Struct, frozen=True):
    """How long to measure."""

    rounds: int
    """How often each side is sampled; never where only calls are counted."""
    actions: int
    """About how many actions make one sample."""


FULL = Scale(rounds=15, actions=4000)
QUICK = Scale(rounds=5, actions=1000)
COUNTED = Scale(rounds=0, actions=1000)


class Measured(Struct, frozen=True):
    """The samples of one side, and one more of which the Python calls were counted."""

    taken: tuple[Work, ...]
    counted: Work

    def each(self, of_parts: bool = False) -> tuple[float, ...]:
        """Seconds for each unit, or for each part of one, sample by sample."""
        return tuple(one.seconds / (one.parts if of_parts else one.units) for one in self.taken)

    def calls(self, of_parts: bool = False) -> float:
        """Python calls for each."""
        return (self.counted.calls or 0) / (self.counted.parts if of_parts else self.counted.units)


class Comparison(Struct, frozen=True):
    """Seconds for each unit, ours and theirs, round by round; Python calls for each unit.

    `faster`: the aim is to do at least `aim` times as much in the same time; else to take at most `aim` times as long.
    Without an aim it is there for reference.
    """

    row: str
    what: str
    unit: str
    peer: str
    aim: float | None
    faster: bool
    ours: tuple[float, ...]
    theirs: tuple[float, ...]
    calls: tuple[float, float]

    @property
    def ratio(self) -> float | None:
        """The ratio of the medians, as the aim has it; None where no time was taken."""
        return _ratio(median(self.ours), median(self.theirs), self.faster) if self.ours else None

    @property
    def spread(self) -> tuple[float, float] | None:
        """The quartiles of the ratios within a round."""
        ratios = [_ratio(mine, other, self.faster) for mine, other in zip(self.ours, self.theirs, strict=True)]
        if not ratios:
            return None
        lower, _, upper = quantiles(ratios, n=4) if len(ratios) > 1 else ratios * 3
        return lower, upper

    @property
    def met(self) -> bool | None:
        """Whether the aim is met; None where there is none, or nothing to tell it by."""
        if self.aim is None or self.ratio is None:
            return None
        return self.ratio >= self.aim if self.faster else self.ratio <= self.aim


def _ratio(ours: float, theirs: float, faster: bool) -> float:
    return theirs / ours if faster else ours / theirs


class Pair(NamedTuple):
    """Two sides that were measured in the same rounds."""

    ours: Measured
    theirs: Measured

    def compared(
        self, row: str, what: str, unit: str, peer: str, aim: float | None, *, faster: bool, of_parts: bool = False
    ) -> Comparison:
        """The line that comes of it; `of_parts` compares facts and operations in the place of decisions."""
        ours, theirs = self.ours.each(of_parts), self.theirs.each(of_parts)
        calls = (self.ours.calls(of_parts), self.theirs.calls(of_parts))
        return Comparison(row, what, unit, peer, aim, faster, ours, theirs, calls)


def in_turn(rounds: int, *sides: Sample) -> list[Measured]:
    """All sides sampled round by round, another one first in each; before that one to warm up, and one to count."""
    for side in sides:
        side()
    counted = [_counted(side) for side in sides]
    taken: list[list[Work]] = [[] for _ in sides]
    for number in range(rounds):
        for place in range(len(sides)):
            at = (number + place) % len(sides)
            gc.collect()
            taken[at].append(sides[at]())
    return [Measured(tuple(works), once) for works, once in zip(taken, counted, strict=True)]


def _counted(side: Sample) -> Work:
    """A sample with the number of calls of functions, Python's own and built in: the same on every machine."""
    done: list[Work] = []
    calls = calls_of(lambda: done.append(side()))
    (work,) = done
    return work if work.calls is not None else work._replace(calls=calls)


def parts_of(histories: Sequence[Any]) -> int:
    """How many facts there are in the events of matches."""
    return sum(len(getattr(event, "facts", ())) for history in histories for event in history)


@contextmanager
def stopwatch(clock: Callable[[], float] = time.perf_counter) -> Iterator[Callable[[], float]]:
    """The seconds from here to the end of the block."""
    start = clock()
    end: list[float] = []
    yield lambda: end[0]
    end.append(clock() - start)


@contextmanager
def folder() -> Iterator[Path]:
    """An empty folder on a real disk, removed afterwards."""
    with TemporaryDirectory(prefix="ludograph-bench-", dir=LASTING if LASTING.is_dir() else None) as made:
        yield Path(made)

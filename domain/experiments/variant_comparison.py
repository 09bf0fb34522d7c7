"""Two variants compared, measure by measure: means, the difference with its interval of 95 %, and how many it takes."""

from collections.abc import Sequence
from math import ceil, sqrt
from statistics import fmean, variance
from typing import Final, NamedTuple

from ludograph.domain.bots.comparison import DEVIATIONS
from ludograph.domain.experiments.measured_match import ABOUT, BY_SEAT, Measures

LEAST: Final = 30
"""Fewer pairs than these are not believed to show how far they lie apart."""
MOST: Final = 10**9
"""More pairs than these are never said to be needed."""


class MeasureDifference(NamedTuple):
    """What of a measure B has more than A: `difference` lies between `low` and `high` nineteen times of twenty.

    `paired_n` matches of each were compared. As many are `needed` for the precision that was asked for, or else to tell
    a difference as large as this one from none; None where nobody can say.
    """

    measure: str
    a: float | None
    b: float | None
    difference: float | None
    low: float | None
    high: float | None
    paired_n: int
    needed: int | None

    @property
    def half_width(self) -> float | None:
        """How far the true difference may lie to either side."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2


Pair = tuple[Measures, Measures]


class VariantComparison:
    """Counts what was measured of A and of B; `paired` where both had the same deal and luck."""

    def __init__(self, *, paired: bool = True, precision: float | None = None) -> None:
        self._paired = paired
        self._precision = precision
        self.pairs: list[Pair] = []

    def add(self, a: Measures, b: Measures) -> None:
        """Counts one match of each."""
        self.pairs.append((a, b))

    def differences(self) -> list[MeasureDifference]:
        """What came of each measure that was found."""
        return [self.difference(name) for name in measures_in([one for pair in self.pairs for one in pair])]

    def difference(self, name: str) -> MeasureDifference:
        """What came of a measure. Of pairs only those count in which both have a value."""
        both = [(a[name], b[name]) for a, b in self.pairs if name in a and name in b]
        if not both:
            alone = [[one[name] for one in side if name in one] for side in zip(*self.pairs, strict=True)]
            means = [fmean(values) if values else None for values in alone] or [None, None]
            return MeasureDifference(name, means[0], means[1], None, None, None, 0, None)
        a, b = zip(*both, strict=True)
        difference, error = fmean(b) - fmean(a), self._spread(a, b)
        if error is None:
            return MeasureDifference(name, fmean(a), fmean(b), difference, None, None, len(both), None)
        reach = DEVIATIONS * error / sqrt(len(both))
        between = difference - reach, difference + reach
        needed = self._needed(DEVIATIONS * error, abs(difference))
        return MeasureDifference(name, fmean(a), fmean(b), difference, *between, len(both), needed)

    def _spread(self, a: Sequence[float], b: Sequence[float]) -> float | None:
        """How far the differences lie apart, as a standard deviation; None of fewer than two."""
        if len(a) < 2:
            return None
        if self._paired:
            return sqrt(variance([theirs - own for own, theirs in zip(a, b, strict=True)]))
        return sqrt(variance(a) + variance(b))

    def _needed(self, reach: float, difference: float) -> int | None:
        """So many pairs make the interval as narrow as it should be; `reach` is its half width with one."""
        wanted = self._precision or difference
        if not wanted:
            return None
        found = (reach / wanted) ** 2
        return max(2, ceil(found)) if found < MOST else None

    def is_sure(self, name: str) -> bool:
        """Whether a measure is known as precisely as was asked for."""
        if self._precision is None or len(self.pairs) < LEAST:
            return False
        half = self.difference(name).half_width
        return half is not None and half <= self._precision


def measures_in(found: Sequence[Measures]) -> list[str]:
    """The measures that there are, in the order in which they are told."""
    names = {name for one in found for name in one}
    order = [*ABOUT, *BY_SEAT]

    def place(name: str) -> tuple[int, int]:
        stem = name.rstrip("0123456789")
        return order.index(stem), int(name.removeprefix(stem) or 0)

    return sorted(names, key=place)

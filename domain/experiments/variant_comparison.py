"""Two variants compared, measure by measure: means, the difference with its interval of 95 %, and how many it takes."""

from collections.abc import Sequence
from math import ceil, sqrt
from statistics import fmean
from typing import Final, NamedTuple

from ludograph.domain.experiments.measures import Measures, measure_difference, measures_in
from ludograph.domain.kernel.confidence import NORMAL, MeanInterval, student_quantile

LEAST: Final = 30
"""Fewer pairs than these are not believed to show how far they lie apart."""
MOST: Final = 10_000
"""A difference that takes more pairs than these is too near 0 to be told from none: how many is only noise by then."""


class MeasureDifference(NamedTuple):
    """What of a measure B has more than A: `difference` lies between `low` and `high` nineteen times of twenty.

    `paired_n` matches of each were compared. As many are `needed` for the precision that was asked for, or else to tell
    a difference as large as this one from none; None where nobody can say, and where those are more than `MOST`.
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
        return MeanInterval(self.difference, self.low, self.high).half_width


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
        sides: Sequence[Sequence[float]] = list(zip(*both, strict=True))
        if not both:
            sides = [[one[name] for one in side if name in one] for side in zip(*self.pairs, strict=True)] or [[], []]
        a, b = (fmean(values) if values else None for values in sides)
        found = measure_difference(name, both, paired=self._paired)
        return MeasureDifference(name, a, b, *found, len(both), self._needed(found, len(both)))

    def _needed(self, found: MeanInterval, count: int) -> int | None:
        """So many pairs make the interval as narrow as it should be."""
        wanted = self._precision or abs(found.mean or 0.0)
        if found.half_width is None or not wanted:
            return None
        # What the interval would be with one pair, if how far they lie apart were known.
        spread = found.half_width * sqrt(count) / student_quantile(count - 1)
        least = (NORMAL * spread / wanted) ** 2
        if not self._precision and least > MOST:
            return None
        needed = max(2, ceil(least))
        while student_quantile(needed - 1) * spread / sqrt(needed) > wanted * (1 + 1e-9):
            needed += 1
        return needed

    def is_sure(self, name: str) -> bool:
        """Whether a measure is known as precisely as was asked for."""
        if self._precision is None or len(self.pairs) < LEAST:
            return False
        half = self.difference(name).half_width
        return half is not None and half <= self._precision

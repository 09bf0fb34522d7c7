"""Two variants compared, measure by measure: means, the difference with its interval of 95 %, and how many it takes."""

from collections.abc import Sequence
from math import ceil, sqrt
from typing import Final, NamedTuple

from ludograph.domain.experiments.measures import (
    OF_WINS,
    Measures,
    difference_within,
    is_asked,
    measure_difference,
    measure_interval,
    measures_in,
    uneven_shares,
    value_in,
)
from ludograph.domain.kernel.confidence import (
    CHANCE,
    NORMAL,
    DifferenceEstimate,
    HolmResult,
    MeanInterval,
    holm,
    normal_quantile,
    student_quantile,
    wilson,
)

LEAST: Final = 30
"""Fewer pairs than these are not believed to show how far they lie apart."""
MOST: Final = 10_000
"""A difference that takes more pairs than these is too near 0 to be told from none: how many is only noise by then."""


class MeasureDifference(NamedTuple):
    """What of a measure B has more than A: `difference` lies between `low` and `high` nineteen times of twenty.

    `paired_n` matches of each were compared, of so many `matches` that were played: in the others the measure has no
    value. So many are `needed`, of all that are played, for the precision that was asked for, or else to tell
    a difference as large as this one from none; None where nobody can say, and where those are more than `MOST`.
    What A and B come to lies between `a_low` and `a_high`, `b_low` and `b_high`. `chance` is the p-value after Holm,
    over the measures that are told together; at 0.05 or below the difference is `sure`. Where each pair differs by the
    same, often by nothing, the interval has no width: then at most `otherwise_most` of all pairs differ by more or
    less, nineteen times of twenty, and by how much those do is not known. `a_uneven`, `b_uneven`: a share of the wins
    that is surely more or less than the even one, allowing for all of them that are told together.
    """

    measure: str
    a: float | None
    b: float | None
    difference: float | None
    low: float | None
    high: float | None
    paired_n: int
    needed: int | None
    a_low: float | None
    a_high: float | None
    b_low: float | None
    b_high: float | None
    chance: float | None
    sure: bool
    otherwise_most: float | None
    a_uneven: bool = False
    b_uneven: bool = False
    matches: int = 0

    @property
    def half_width(self) -> float | None:
        """How far the true difference may lie to either side."""
        return MeanInterval(self.difference, self.low, self.high).half_width

    @property
    def only_alone(self) -> bool:
        """Whether the interval leaves out 0, and yet the difference is not sure among so many."""
        return not self.sure and self.low is not None and self.high is not None and not self.low <= 0 <= self.high


class _Found(NamedTuple):
    """A measure before it is known how many others are told with it."""

    measure: str
    a: MeanInterval
    b: MeanInterval
    pairs: int
    estimate: DifferenceEstimate | None
    values: tuple[Sequence[float], Sequence[float]]


Pair = tuple[Measures, Measures]


class VariantComparison:
    """Counts what was measured of A and of B; `paired` where both had the same deal and luck.

    `asked` are the measures, or families of them, that are looked at; by default all but parts of scores. `precision`
    is how far the truth may lie to either side of each that was asked for, or else of the score. `even` is what each
    seat of A, and of B, wins where seats do not matter; None where nothing shows that they do.
    """

    def __init__(
        self,
        *,
        paired: bool = True,
        asked: Sequence[str] = (),
        precision: float | None = None,
        even: tuple[float | None, float | None] = (None, None),
    ) -> None:
        self._paired = paired
        self._even = even
        self._asked = asked
        self._precision = precision
        self.pairs: list[Pair] = []

    @property
    def aims(self) -> list[str]:
        """The measures that are to be known so precisely; none where nothing was said."""
        names = measures_in([one for pair in self.pairs for one in pair]) if self._precision else []
        return [name for name in names if self._is_aim(name)]

    def _is_aim(self, name: str) -> bool:
        return is_asked(name, self._asked or ("score",))

    def add(self, a: Measures, b: Measures) -> None:
        """Counts one match of each."""
        self.pairs.append((a, b))

    def differences(self) -> list[MeasureDifference]:
        """What came of each measure that is looked at; which are sure is told of all of them together."""
        names = measures_in([one for pair in self.pairs for one in pair])
        return self._together([name for name in names if is_asked(name, self._asked)])

    def difference(self, name: str) -> MeasureDifference:
        """What came of a measure, looked at alone. Of pairs only those count in which both have a value."""
        return self._together([name])[0]

    def _together(self, names: Sequence[str]) -> list[MeasureDifference]:
        found = [self._found(name) for name in names]
        tested = [one for one in found if one.estimate is not None]
        chances = holm([one.estimate.chance for one in tested if one.estimate])
        results = dict(zip([one.measure for one in tested], chances, strict=True))
        uneven = uneven_shares(
            {
                (one.measure, side): (values, even)
                for one in found
                if one.measure.startswith(OF_WINS)
                for side, values, even in zip("ab", one.values, self._even, strict=True)
                if even is not None and values
            }
        )
        return [
            told._replace(a_uneven=(told.measure, "a") in uneven, b_uneven=(told.measure, "b") in uneven)
            for told in (self._told(one, results.get(one.measure)) for one in found)
        ]

    def _found(self, name: str) -> _Found:
        values = [(value_in(a, name), value_in(b, name)) for a, b in self.pairs]
        both = [(a, b) for a, b in values if a is not None and b is not None]
        sides: Sequence[Sequence[float]] = list(zip(*both, strict=True))
        if not both:
            sides = [[one for one in side if one is not None] for side in zip(*values, strict=True)] or [[], []]
        a, b = (measure_interval(name, values) for values in sides)
        estimate = measure_difference(name, both, paired=self._paired)
        return _Found(name, a, b, len(both), estimate, (sides[0], sides[1]))

    def _told(self, one: _Found, tested: HolmResult | None) -> MeasureDifference:
        ends = (one.a.low, one.a.high, one.b.low, one.b.high)
        if one.estimate is None or tested is None:
            alone = one.pairs and one.a.mean is not None and one.b.mean is not None
            between = MeanInterval((one.b.mean or 0.0) - (one.a.mean or 0.0) if alone else None, None, None)
            needed, chance, sure, most = None, None, False, None
        else:
            between, chance, sure = one.estimate.interval, tested.chance, tested.chance <= CHANCE
            between = difference_within(one.measure, between)
            needed = self._needed(one, one.estimate, tested, sure)
            most = None if one.estimate.error else wilson(0, one.pairs)[1]
        means = (one.a.mean, one.b.mean)
        return MeasureDifference(
            one.measure, *means, *between, one.pairs, needed, *ends, chance, sure, most, matches=len(self.pairs)
        )

    def _needed(self, one: _Found, found: DifferenceEstimate, tested: HolmResult, sure: bool) -> int | None:
        """So many matches of each make the interval as narrow as it should be, or this difference sure among so many.

        Where of those that were played only some have a value, as large a part of them will.
        """
        half, count = found.interval.half_width, one.pairs
        precision = self._precision if self._is_aim(one.measure) else None
        wanted = precision or abs(found.value)
        if half is None or not wanted:
            return None
        # What the error would be with one pair, if how far they lie apart were known.
        spread = found.error * sqrt(count)
        if not precision:
            least = (normal_quantile(CHANCE / tested.times) * spread / wanted) ** 2
            # What is sure needs no more than there were, and what is not sure does, whatever rounding says.
            least = min(least, count) if sure else max(least, count + 1)
            least *= len(self.pairs) / count
            return None if least > MOST else max(2, ceil(least))
        needed = max(2, ceil((NORMAL * spread / wanted) ** 2))
        while student_quantile(min(found.free, needed - 1)) * spread / sqrt(needed) > wanted * (1 + 1e-9):
            needed += 1
        return ceil(needed * len(self.pairs) / count)

    def is_precise(self) -> bool:
        """Whether each measure of which that was asked is known so precisely; never where none was."""
        if self._precision is None or len(self.pairs) < LEAST:
            return False
        halves = [self.difference(name).half_width for name in self.aims]
        return bool(halves) and all(half is not None and half <= self._precision for half in halves)

"""Intervals in which what is true lies nineteen times of twenty: of means, of shares, and of differences of both.

Means are Student's: how far they are off is itself learnt from the values, which few of them tell badly. Shares are
Wilson's, and differences of shares those of Agresti and Min (paired) and of Agresti and Caffo (unpaired): none of them
leaves what a share can be, or is without width where all values are alike.

Where many differences are looked at together, some leave out 0 by chance alone. Holm's step-down test holds the chance
that any of them does at one in twenty, however they depend on each other, as measures of the same matches do. The way
of Benjamini and Hochberg would let one in twenty of those that it marks be chance, too many for a claim to publish.
"""

from collections.abc import Iterable, Sequence
from math import atan, ceil, cos, inf, pi, sin, sqrt
from statistics import NormalDist, fmean, variance
from typing import Final, NamedTuple

NORMAL: Final = 1.959964
"""So many standard errors to either side hold nineteen cases of twenty, where the error is known."""
FEW: Final = (12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912, 2.364624, 2.306004, 2.262157, 2.228139)
"""What stands there by Student with 1, 2, ... degrees of freedom."""
SERIES: Final = (2.372271, 2.822499, 2.555852, 1.589536)
"""With more of them: what is added to that of the normal distribution, by powers of 1 / degrees of freedom."""
CHANCE: Final = 0.05
"""How often at most one of the figures that are told together is called sure where nothing differs."""
JEFFREYS: Final = 0.5
"""So many observations more that are 1, and as many that are 0, say how much values that look alike may vary."""


class MeanInterval(NamedTuple):
    """A mean with its interval; None where there is too little to say one."""

    mean: float | None
    low: float | None
    high: float | None

    def within(self, least: float, most: float) -> "MeanInterval":
        """The part of it that can be."""
        if self.low is None or self.high is None:
            return self
        return MeanInterval(self.mean, max(self.low, least), min(self.high, most))

    @property
    def half_width(self) -> float | None:
        """How far what is true may lie to either side."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2


UNKNOWN_MEAN: Final = MeanInterval(None, None, None)


class DifferenceEstimate(NamedTuple):
    """What values tell of a difference: `value` as it was found, with its standard `error` around `middle`.

    The error has so many degrees of freedom (`free`); without end where it is known, as that of shares is taken to be.
    What is true is no farther from 0 than `most`.
    """

    value: float
    middle: float
    error: float
    free: float = inf
    most: float = inf

    @property
    def interval(self) -> MeanInterval:
        """The interval of 95 %."""
        reach = student_quantile(self.free) * self.error
        return MeanInterval(self.value, self.middle - reach, self.middle + reach).within(-self.most, self.most)

    @property
    def chance(self) -> float:
        """How often as much or more is found where nothing differs: the p-value, below 0.05 as `interval` leaves 0."""
        if not self.error:
            return float(not self.middle)
        return student_tail(abs(self.middle) / self.error, self.free)


def student_quantile(free: float) -> float:
    """What Student's distribution with so many degrees of freedom, 1 or more, leaves out one time of twenty.

    Up to ten they are rounded down; from there on by the first terms of its series (Abramowitz and Stegun, 26.7.5).
    """
    if free <= len(FEW):
        return FEW[max(1, int(free)) - 1]
    return NORMAL + sum(term / free**power for power, term in enumerate(SERIES, start=1))


def normal_quantile(chance: float) -> float:
    """So many standard errors to either side leave out so much of the normal distribution."""
    return -NormalDist().inv_cdf(chance / 2)


def student_tail(distance: float, free: float) -> float:
    """How often Student's distribution with so many degrees of freedom lies as far from 0 or farther, on either side.

    They are rounded down; by its finite series (Abramowitz and Stegun, 26.7.3 and 26.7.4).
    """
    if free == inf:
        return 2 * NormalDist().cdf(-abs(distance))
    whole = max(1, int(free))
    angle = atan(distance / sqrt(whole))
    odd, square = whole % 2, cos(angle) ** 2
    term = total = (cos(angle) if odd else 1.0) if whole > 1 else 0.0
    for at in range(2 + odd, whole - 1, 2):
        term *= square * (at - 1) / at
        total += term
    within = (angle + sin(angle) * total) * 2 / pi if odd else sin(angle) * total
    return min(1.0, max(0.0, 1 - within))


class HolmResult(NamedTuple):
    """One of several differences: Holm multiplies its p-value by `times`, and `chance` is what comes of it."""

    times: int
    chance: float


def holm(chances: Sequence[float]) -> list[HolmResult]:
    """Of p-values looked at together those that Holm's test holds: at 0.05 or below nothing but chance is refuted.

    The smallest is multiplied by how many there are, the next by one less, and none is less than one before it.
    """
    found: dict[int, HolmResult] = {}
    least = 0.0
    for place, at in enumerate(sorted(range(len(chances)), key=chances.__getitem__)):
        times = len(chances) - place
        least = max(least, min(1.0, chances[at] * times))
        found[at] = HolmResult(times, least)
    return [found[at] for at in range(len(chances))]


def wilson(share: float, cases: float) -> tuple[float, float]:
    """Between what the true share lies, where so much of so many independent cases was found, after Wilson."""
    square = NORMAL * NORMAL / cases
    middle = (share + square / 2) / (1 + square)
    half = NORMAL * sqrt(max(0.0, share * (1 - share)) / cases + square / (4 * cases)) / (1 + square)
    return max(0.0, middle - half), min(1.0, middle + half)


def cases_for_share(share: float, half: float) -> int:
    """About so many independent cases it takes to know a share near this one to `half` to either side."""
    return ceil(share * (1 - share) * (NORMAL / half) ** 2)


def mean_interval(groups: Iterable[Sequence[float]]) -> MeanInterval:
    """The mean over all values, and its interval from how far the means of the groups lie apart.

    What is in a group (the matches on a deal) is one observation; of one group alone, its values are.
    """
    found = [group for group in groups if group]
    if not found:
        return UNKNOWN_MEAN
    mean, apart = _mean_over_all(found), _observations(found)
    if len(apart) < 2:
        return MeanInterval(mean, None, None)
    reach = student_quantile(len(apart) - 1) * sqrt(variance(apart) / len(apart))
    return MeanInterval(mean, mean - reach, mean + reach)


def share_interval(groups: Iterable[Sequence[float]]) -> MeanInterval:
    """The mean of values from 0 to 1, such as shares of a win, in groups as `mean_interval` has them, after Wilson.

    As many cases are counted as would, being 0 or 1 each, leave it as uncertain as these observations do (the effective
    sample size); where each is 0 or 1 they are the observations. They are never endless, however alike the values are.
    """
    found = [group for group in groups if group]
    if not found:
        return UNKNOWN_MEAN
    mean = min(1.0, max(0.0, _mean_over_all(found)))
    return MeanInterval(mean, *wilson(mean, _effective_cases(_observations(found))))


def share_chance(values: Sequence[float], even: float) -> float:
    """How often a share is as far from `even` or farther where that is true: below 0.05 as `share_interval` leaves it.

    The values are from 0 to 1, such as shares of a win, each an observation; `even` is neither 0 nor 1.
    """
    error = sqrt(even * (1 - even) / _effective_cases(values))
    return 2 * NormalDist().cdf(-abs(fmean(values) - even) / error)


def _effective_cases(apart: Sequence[float]) -> float:
    """So many values that are 0 or 1 leave their mean as uncertain as these do."""
    count = len(apart) + 2 * JEFFREYS
    middle = (sum(apart) + JEFFREYS) / count
    spread = sum((one - middle) ** 2 for one in apart) + JEFFREYS * (middle**2 + (1 - middle) ** 2)
    return len(apart) * middle * (1 - middle) * count / spread


def paired_estimate(pairs: Sequence[tuple[float, float]], *, of_shares: bool = False) -> DifferenceEstimate | None:
    """By how much the second of each pair is more on average; None of fewer than two; of shares after Agresti and Min.

    They count two pairs more: one in which nothing differs, half of one with all more, and half of one with all less.
    """
    differences = [other - one for one, other in pairs]
    if len(differences) < 2:
        return None
    found = fmean(differences)
    if not of_shares:
        error = sqrt(variance(differences) / len(differences))
        return DifferenceEstimate(found, found, error, len(differences) - 1)
    count = len(differences) + 2
    middle = sum(differences) / count
    spread = (sum(one * one for one in differences) + 1) / count - middle**2
    return DifferenceEstimate(found, middle, sqrt(spread / count), most=1)


def unpaired_estimate(a: Sequence[float], b: Sequence[float], *, of_shares: bool = False) -> DifferenceEstimate | None:
    """By how much the mean of `b` is more than that of `a`, after Welch; of shares after Agresti and Caffo.

    They count two values more on each side, of which one is 0 and one is 1. None where a side has fewer than two.
    """
    if min(len(a), len(b)) < 2:
        return None
    found = fmean(b) - fmean(a)
    if of_shares:
        one, other = [*a, 0.0, 1.0], [*b, 0.0, 1.0]
        error = sqrt(sum((fmean([x * x for x in side]) - fmean(side) ** 2) / len(side) for side in (one, other)))
        return DifferenceEstimate(found, fmean(other) - fmean(one), error, most=1)
    parts = [variance(side) / len(side) for side in (a, b)]
    freedom = sum(part**2 / (len(side) - 1) for part, side in zip(parts, (a, b), strict=True))
    error = sqrt(sum(parts))
    return DifferenceEstimate(found, found, error, error**4 / freedom if error else 1)


def paired_difference(pairs: Sequence[tuple[float, float]], *, of_shares: bool = False) -> MeanInterval:
    """The interval of `paired_estimate`; of one pair its difference alone."""
    found = paired_estimate(pairs, of_shares=of_shares)
    if found is None:
        return MeanInterval(pairs[0][1] - pairs[0][0], None, None) if pairs else UNKNOWN_MEAN
    return found.interval


def unpaired_difference(a: Sequence[float], b: Sequence[float], *, of_shares: bool = False) -> MeanInterval:
    """The interval of `unpaired_estimate`; of one value on a side the difference alone."""
    found = unpaired_estimate(a, b, of_shares=of_shares)
    if found is None:
        return MeanInterval(fmean(b) - fmean(a), None, None) if a and b else UNKNOWN_MEAN
    return found.interval


def _mean_over_all(groups: Sequence[Sequence[float]]) -> float:
    return sum(map(sum, groups)) / sum(map(len, groups))


def _observations(groups: Sequence[Sequence[float]]) -> Sequence[float]:
    """The means of groups; of one alone its values, which are all that there is to be seen of how far they differ."""
    return groups[0] if len(groups) == 1 else [fmean(group) for group in groups]

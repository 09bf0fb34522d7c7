"""Intervals: the quantiles that tables have, shares that stay shares, and none without width where values are alike."""

from random import Random

import pytest

from ludograph.domain.kernel.confidence import (
    HolmResult,
    holm,
    mean_interval,
    paired_difference,
    share_interval,
    student_quantile,
    student_tail,
    unpaired_difference,
    wilson,
)
from tests.recount.courses import student

FEW_DEALS = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]


@pytest.mark.parametrize(
    ("free", "quantile"),
    [(1, 12.7062), (2, 4.3027), (9, 2.2622), (10, 2.2281), (11, 2.2010), (20, 2.0860), (29, 2.0452), (99, 1.9842)],
)
def test_quantiles_are_those_of_the_tables(free: int, quantile: float) -> None:
    assert student_quantile(free) == pytest.approx(quantile, abs=5e-5)


def test_what_a_quantile_leaves_out_is_one_in_twenty_by_the_distribution_itself() -> None:
    for free in (1, 3, 10, 11, 12.5, 17, 60, 1000):
        assert student(student_quantile(free), free) == pytest.approx(0.05, abs=2e-5)
    assert student_quantile(4.7) == student_quantile(4), "between few degrees of freedom the wider one is taken"


def test_tails_are_those_of_the_distribution_itself() -> None:
    for free in (1, 2, 3, 4, 9, 10, 60, 1001):
        for distance in (0.0, 0.3, 1.9, 2.5, 6.0):
            assert student_tail(distance, free) == pytest.approx(student(distance, free), abs=1e-9)
    assert student_tail(1.959964, float("inf")) == pytest.approx(0.05, abs=1e-6)


def test_of_many_differences_holm_holds_what_is_surer_than_one_of_so_many_by_chance() -> None:
    """Four p-values by hand: the smallest is multiplied by 4, the next by 3, and none is less than one before it."""
    found = holm([0.01, 0.04, 0.03, 0.005])
    assert [one.times for one in found] == [3, 1, 2, 4]
    assert [one.chance for one in found] == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.9, 0.8]) == [HolmResult(1, 1.0), HolmResult(2, 1.0)]


def test_means_are_of_deals_and_not_of_matches() -> None:
    assert mean_interval(FEW_DEALS) == pytest.approx((1 / 3, 1 / 3, 1 / 3))
    assert mean_interval([[1.0], [0.0]]) == pytest.approx((0.5, 0.5 - 12.706205 / 2, 0.5 + 12.706205 / 2))
    assert mean_interval([]) == (None, None, None)
    assert mean_interval([[3.0]]) == (3.0, None, None)


def test_shares_of_what_was_or_was_not_are_those_of_wilson() -> None:
    for won, of in ((0, 5), (1, 5), (5, 5), (30, 100)):
        found = share_interval([float(at < won)] for at in range(of))
        assert (found.low, found.high) == pytest.approx(wilson(won / of, of))
    assert wilson(0.3, 100) == pytest.approx((0.2189, 0.3958), abs=1e-4), "Newcombe 1998, by hand"


def test_no_share_leaves_0_to_1_and_none_is_without_width() -> None:
    random = Random(1)
    for size in (1, 2, 5, 40):
        for values in ([0.0], [1.0], [1 / 3], [0.5, 0.0], [1.0, 0.0, 1 / 3]):
            groups = [[random.choice(values) for _ in range(random.choice((1, 3)))] for _ in range(size)]
            found = share_interval(groups)
            assert found.mean is not None
            assert found.low is not None
            assert found.high is not None
            assert 0 <= found.low <= found.mean <= found.high <= 1
            assert found.high - found.low > 0.01


def test_more_alike_deals_make_a_share_surer_than_as_many_matches_would() -> None:
    rotated = share_interval([[1.0, 0.0, 0.0]] * 50)
    alone = share_interval([value] for value in [1.0, 0.0, 0.0] * 50)
    assert rotated.mean == alone.mean
    assert rotated.half_width is not None
    assert alone.half_width is not None
    assert 0.01 < rotated.half_width < alone.half_width


def test_differences_of_shares_stay_between_all_less_and_all_more() -> None:
    for pairs in ([(0.0, 1.0)] * 10, [(1.0, 0.0)] * 10, [(0.5, 0.5)] * 10):
        for found in (
            paired_difference(pairs, of_shares=True),
            unpaired_difference([a for a, _ in pairs], [b for _, b in pairs], of_shares=True),
        ):
            assert found.mean is not None
            assert found.low is not None
            assert found.high is not None
            assert -1 <= found.low <= found.mean <= found.high <= 1
            assert found.half_width
    assert paired_difference([(1.0, 1.0)] * 10) == (0, 0, 0), "what is no share may be known exactly"
    assert paired_difference([]) == paired_difference([(0.0, 1.0)])._replace(mean=None)


def test_differences_of_unpaired_means_are_those_of_welch() -> None:
    found = unpaired_difference([3.0, 4.0, 5.0, 6.0], [7.0, 9.0, 11.0, 13.0])
    # By hand: standard error sqrt(5/12 + 5/3), Welch's degrees of freedom 4.41, of which 4 are counted.
    assert found == pytest.approx((5.5, 5.5 - 2.776445 * 1.443376, 5.5 + 2.776445 * 1.443376), abs=1e-4)

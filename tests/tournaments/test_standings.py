"""Standings are those that a slow second computation finds, after every decision, correction and round."""

from collections import Counter

import pytest

from tests.tournaments.slow import run


@pytest.mark.parametrize("number", range(30))
def test_standings_equal_an_independent_computation(number: int) -> None:
    counts: Counter[str] = Counter()
    run(f"suite/{number}", 40, counts)
    assert counts["standings"]

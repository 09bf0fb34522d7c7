"""Ten stores in any order come to the same; the large runs are `python -m tests.merges`."""

from pathlib import Path
from random import Random

import pytest

from tests.large import most_slow, slow
from tests.merges import check_kills, check_world


@pytest.mark.parametrize("seed", most_slow(range(2), 2))
def test_ten_stores_merged_in_any_order_hold_the_same(tmp_path: Path, seed: int) -> None:
    told = check_world(tmp_path, Random(seed), 14)
    assert told["copied"]
    assert told["apart"]


@slow
def test_a_merge_that_is_killed_leaves_whole_matches_and_is_completed(tmp_path: Path) -> None:
    assert check_kills(tmp_path, Random(1), 2, 14)["killed"] == 2

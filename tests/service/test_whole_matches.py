"""Whole matches with real cards by taps, half of the entries without the network, until all agree."""

from typing import Any

import pytest

from ludograph.domain.games import GAMES
from tests.large import large
from tests.service.running import Service
from tests.service.whole_matches import whole_match


@large
@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_begun_recorded_put_right_and_agreed_to_by_taps(chromium: Any, service: Service, game: str) -> None:
    found = whole_match(chromium, service, game, seed=1)
    assert (found.taken_back, found.put_right) == (1, 1)
    assert found.entries["without"] >= found.entries["with"] / 2

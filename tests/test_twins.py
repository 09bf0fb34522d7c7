"""A small run of the twins, which a larger one of `python -m tests.twins` continues."""

from collections import Counter

import pytest

from ludograph.domain.games import GAMES
from tests.large import slow_but, times
from tests.twins import run


@pytest.mark.parametrize("game", slow_but(GAMES, "aucteraden", "sun-bid", "hand-of-the-hanataz"))
def test_refusals_tell_nobody_what_they_have_not_seen(game: str) -> None:
    counts: Counter[str] = Counter()
    assert not list(run(game, 1, times(2, 3), counts))

"""A small run of the previews of corrections, which a larger one of `python -m tests.previews` continues."""

from collections import Counter

import pytest

from ludograph.domain.games import GAMES
from tests.large import slow_but, times
from tests.previews import differences
from tests.twins import run


@pytest.mark.parametrize("game", slow_but(GAMES, "aucteraden", "hand-of-the-hanataz"))
def test_previews_of_corrections_tell_nobody_what_they_have_not_seen(game: str) -> None:
    assert not list(run(game, 1, times(1, 2), Counter(), differences))

"""A correction of names shows nobody what another seat was dealt."""

from collections import Counter

import pytest

from ludograph.domain.games import GAMES
from tests.large import times
from tests.renames import run


@pytest.mark.parametrize("game", GAMES)
def test_nobody_is_shown_more_of_what_stands_no_more_than_they_were_then(game: str) -> None:
    tally: Counter[str] = Counter()
    for number in range(times(1, 2)):
        run(game, f"ci/{number}", tally)

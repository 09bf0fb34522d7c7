"""Nothing that anybody is shown has changed unnoticed."""

import pytest

from ludograph.domain.games import GAMES
from tests.playthrough import FOLDER, golden_match, playthrough


@pytest.mark.parametrize("game", GAMES)
def test_the_golden_playthrough_is_as_it_was_read(game: str) -> None:
    golden = FOLDER / f"{game}.txt"
    assert golden.exists(), "run `python -m tests.generate playthroughs`, read what it wrote, and commit it"
    assert "\n".join(playthrough(golden_match(game))) + "\n" == golden.read_text()

"""Nothing that people are told in a scenario has changed unnoticed."""

import pytest

from ludograph.domain.games import GAMES
from tests.transcripts import FOLDER, text


@pytest.mark.parametrize("game", GAMES)
def test_the_transcript_of_every_scenario_is_as_it_was_read(game: str) -> None:
    golden = FOLDER / f"{game}.txt"
    assert golden.exists(), "run `python -m tests.generate transcripts`, read what it wrote, and commit it"
    assert text(GAMES[game]) == golden.read_text()

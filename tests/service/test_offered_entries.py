"""Whatever the scribe's page offers with real cards can be recorded; more of it in `offered_entries`."""

from pathlib import Path
from random import Random

import pytest

from ludograph.domain.games import GAMES
from ludograph.domain.store.recorder import Recorder
from tests.service.offered_entries import tried_entries


@pytest.mark.parametrize("game", GAMES)
def test_what_is_offered_can_be_recorded(game: str, tmp_path: Path) -> None:
    with Recorder(tmp_path / "store.sqlite") as recorder:
        tried = [one for at in range(3) for one in tried_entries(recorder, game, Random(f"offered {at}"))]
    assert tried
    assert [one for one in tried if one.wrong] == []

"""Many record at once: what is confirmed is there once, of two at the same step one wins, and kills lose nothing."""

from pathlib import Path

import pytest

from tests.crowd import Crowd
from tests.places import SERVED, served


@pytest.mark.parametrize("kind", ["file", pytest.param("server", marks=SERVED)])
def test_nothing_is_lost_or_doubled(tmp_path: Path, kind: str) -> None:
    store = served() if kind == "server" else tmp_path / "store.sqlite"
    found = Crowd(store, tmp_path, clients=3, matches=3).run(5, kills=2)
    assert found.confirmed > 0
    assert found.kills == 2

"""A store that an older program wrote can be used by this one, and nothing in it is lost."""

import sqlite3
from pathlib import Path
from random import Random

import pytest

from domain.games import GAMES
from domain.records.recorder import Recorder
from domain.records.sqlite import LAYOUT
from domain.records.verify import verify
from tests.worlds import random_match


@pytest.fixture
def old_store(tmp_path: Path) -> Path:
    path = tmp_path / "old.sqlite"
    recorder = Recorder(path)
    for game in ("sun-bid", "fools-down"):
        recorder.record(random_match(GAMES[game], Random(1)))
    recorder.close()
    with sqlite3.connect(path) as c:
        c.executescript("ALTER TABLE heads DROP COLUMN result; PRAGMA user_version = 1")
    c.close()
    return path


def test_results_are_written_down_when_an_older_store_is_opened(old_store: Path) -> None:
    recorder = Recorder(old_store)
    heads = recorder.heads.heads()
    assert len(heads) == 2
    assert all((head.result is not None) == head.over for head in heads)
    assert all(head.result != "" for head in heads)
    assert all(verify(recorder, head.match).ok for head in heads)
    recorder.close()
    with sqlite3.connect(old_store) as c:
        assert c.execute("PRAGMA user_version").fetchone()[0] == LAYOUT
    c.close()

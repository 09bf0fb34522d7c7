"""The tables of the archive hold what a slow walk over the same store finds, whatever was recorded, however often."""

from pathlib import Path
from random import Random

import pytest

from analytics.archive import Wanted, archive
from analytics.source import Source
from tests.analytics.histories import histories, pieces, recorder
from tests.analytics.walk import Rows, differences, tables, walked


def rows(store: Path) -> Rows:
    """The tables of a store's archive, which must be whole."""
    with archive(Wanted(store)) as caught_up:
        assert caught_up.unread == 0
        return tables(caught_up.connection)


def test_the_tables_hold_what_the_events_say(tmp_path: Path) -> None:
    store, random = tmp_path / "store.sqlite", Random(1)
    with recorder(store, random) as writer:
        writer.record(*histories(random, 28, 30))
    assert list(differences(walked(store), rows(store))) == []


def test_catching_up_now_and_then_comes_to_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Matches grow side by side, so that a takeback may come long after what it takes back was put in the tables."""
    store, random = tmp_path / "store.sqlite", Random(2)
    waiting = [pieces(match, random) for match in histories(random, 14, 20)]
    for batch in (150, 100_000, 70):
        with recorder(store, random) as writer:
            for some in filter(None, (next(random.choice(waiting), None) for _ in range(15))):
                writer.record(some)
        monkeypatch.setattr(Source.batches, "__defaults__", (batch,))
        assert list(differences(walked(store), rows(store))) == []

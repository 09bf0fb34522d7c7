"""An archive as of some time holds what one would have held that was made then."""

from datetime import UTC, datetime, timedelta
from itertools import product
from pathlib import Path
from random import Random

import pytest

from ludograph.analytics.archive.archive import ArchiveSpec, archive
from ludograph.analytics.extract.observers import ObserverName
from ludograph.analytics.extract.source import Source
from ludograph.analytics.tables.errors import ArchiveError
from tests.analytics.histories import histories, recorder
from tests.analytics.walk import differences, tables, walked
from tests.large import most_slow, slow, some

BEGIN = datetime(2026, 11, 20, tzinfo=UTC)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with corrected matches; its clock jumps back and forth."""
    path, random = tmp_path_factory.mktemp("past") / "store.sqlite", Random(9)
    with recorder(path, random) as writer:
        writer.record(*histories(random, 14, 12, corrected=True))
    return path


@pytest.mark.parametrize(
    ("days", "eyes"), most_slow(some([*product([1, 30, 60, 100, 400], ["judge", "table", "Bob"])], 2), 3, 1)
)
def test_it_holds_what_was_believed_then(days: int, eyes: str, store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Source.batches, "__defaults__", (300,))
    monkeypatch.setattr("ludograph.analytics.archive.catch_up.DECODED", 300)
    time = BEGIN + timedelta(days=days)
    with archive(ArchiveSpec(store, ObserverName(eyes), as_of=time)) as then:
        assert then.unread == 0
        assert list(differences(walked(store, eyes, time), tables(then.connection))) == []


@slow
def test_nothing_is_left_of_it_and_the_archive_beside_the_store_is_as_it_was(store: Path) -> None:
    with archive(ArchiveSpec(store)) as now:
        before = tables(now.connection)
    with archive(ArchiveSpec(store, as_of=BEGIN + timedelta(days=50))) as then:
        assert then.path.exists()
    assert not then.path.parent.exists()
    with archive(ArchiveSpec(store)) as now:
        assert list(differences(before, tables(now.connection))) == []


def test_before_the_first_event_it_is_said_when_that_was(store: Path) -> None:
    wanted = ArchiveSpec(store, as_of=BEGIN - timedelta(days=1))
    told = "Nothing was recorded yet at 2026-11-19T00:00:00Z: the first event was"
    with pytest.raises(ArchiveError, match=told), archive(wanted):
        pass

"""The archive is a cache that takes care of itself, whatever becomes of its file, of the store, or of the program."""

import os
import sqlite3
from pathlib import Path
from random import Random
from typing import cast

import duckdb
import pytest

from ludograph.analytics.archive.archive import Archive, ArchiveSpec, archive, archive_file_of
from ludograph.analytics.extract.observers import ObserverName
from ludograph.analytics.tables.errors import ArchiveError
from ludograph.domain.store.errors import StoreError
from ludograph.domain.store.schema import LAYOUT
from tests.analytics.histories import histories, recorder
from tests.analytics.killing import as_rebuilt, catching_up, killed
from tests.large import most_slow, slow, times

COUNT = "SELECT (SELECT count(*) FROM matches), (SELECT count(*) FROM entered.steps)"


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A store with seven matches."""
    more(tmp_path / "store.sqlite", 5)
    return tmp_path / "store.sqlite"


def more(store: Path, seed: int, matches: int = 7) -> None:
    """Records more matches."""
    random = Random(seed)
    with recorder(store, random) as writer:
        writer.record(*histories(random, matches, 10))


def counts(found: Archive) -> tuple[int, int]:
    """How many matches and steps there are."""
    return found.connection.execute(COUNT).fetchall()[0]


def recorded(store: Path) -> tuple[int, int]:
    """How many matches and steps the store holds."""
    with sqlite3.connect(store) as connection:
        (matches,) = connection.execute("SELECT count(*) FROM heads").fetchone()
        (steps,) = connection.execute(
            "SELECT sum(json_extract(CAST(state AS TEXT), '$.number') IS NOT NULL) FROM stored_events"
        ).fetchone()
    connection.close()
    return matches, steps


def right(wanted: ArchiveSpec) -> None:
    """The archive answers, and rightly."""
    with archive(wanted) as found:
        assert found.unread == 0
        assert counts(found) == recorded(cast("Path", wanted.store))


def test_a_killed_program_loses_and_doubles_nothing(store: Path) -> None:
    random = Random(6)
    for _ in range(times(1, 3)):
        killed(store, 20, random.uniform(0.2, 1))
    assert as_rebuilt(store)


def test_a_file_that_was_deleted_is_made_again(store: Path) -> None:
    right(ArchiveSpec(store))
    archive_file_of(ArchiveSpec(store)).unlink()
    right(ArchiveSpec(store))


@pytest.mark.parametrize("size", most_slow([0, 100, 5_000, 100_000], 3, 2))
def test_a_file_that_was_cut_short_is_made_again(size: int, store: Path) -> None:
    right(ArchiveSpec(store))
    os.truncate(archive_file_of(ArchiveSpec(store)), size)
    right(ArchiveSpec(store))


@slow
def test_a_file_that_is_no_archive_is_made_again_beside_the_store(store: Path) -> None:
    archive_file_of(ArchiveSpec(store)).write_bytes(b"garbage " * 10_000)
    right(ArchiveSpec(store))


@slow
def test_a_file_that_the_user_named_is_left_alone_unless_it_is_an_archive(store: Path, tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ann")
    foreign = tmp_path / "foreign.duckdb"
    duckdb.connect(foreign).close()
    for file in (letter, foreign, store):
        before = file.read_bytes()
        for rebuild in (False, True):
            wanted = ArchiveSpec(store, file=file, rebuild=rebuild)
            with pytest.raises(ArchiveError, match="name another file"), archive(wanted):
                pass
        assert file.read_bytes() == before
    right(ArchiveSpec(store, file=tmp_path / "mine.duckdb"))
    right(ArchiveSpec(store, file=tmp_path / "mine.duckdb", rebuild=True))


@slow
def test_an_archive_of_another_program_or_observer_is_made_anew(store: Path) -> None:
    file = archive_file_of(ArchiveSpec(store))
    for change in ("fingerprint = 'older'", "observer = 'table'"):
        right(ArchiveSpec(store))
        with duckdb.connect(file) as connection:
            connection.execute(f"UPDATE internal.archive SET {change}")
            connection.execute("DELETE FROM entered.steps")
        right(ArchiveSpec(store))


@slow
def test_another_store_in_the_same_place_is_noticed(store: Path) -> None:
    right(ArchiveSpec(store))
    for name in (store, Path(f"{store}-wal"), Path(f"{store}-shm")):
        name.unlink(missing_ok=True)
    more(store, 7, 9)
    right(ArchiveSpec(store))


@slow
def test_whoever_asks_while_another_reads_gets_the_newest_too(store: Path) -> None:
    with archive(ArchiveSpec(store)) as reading:
        before = counts(reading)
        more(store, 8)
        with archive(ArchiveSpec(store)) as newer:
            assert counts(newer) == recorded(store)
            assert newer.path != reading.path
        assert counts(reading) == before
    assert not newer.path.exists()
    right(ArchiveSpec(store))


@slow
def test_several_programs_at_once_all_get_the_whole(store: Path) -> None:
    programs = [catching_up(store, 100) for _ in range(3)]
    told = [program.communicate()[0].split()[-1] for program in programs]
    with sqlite3.connect(store) as connection:
        (last,) = connection.execute("SELECT max(rowid) FROM stored_events").fetchone()
    connection.close()
    assert told == [str(last)] * 3
    assert as_rebuilt(store)


def test_a_row_that_cannot_be_read_is_left_out_and_counted(store: Path) -> None:
    matches, steps = recorded(store)
    damaged = altered(
        store,
        "UPDATE stored_events SET state = CASE originator_version % 4 WHEN 0 THEN 'no json' "
        "WHEN 1 THEN '{\"number\":3}' WHEN 2 THEN NULL ELSE x'fffe' END WHERE originator_version BETWEEN 10 AND 13 AND "
        "json_extract(CAST(state AS TEXT), '$.number') > 0",
    )
    with archive(ArchiveSpec(store)) as found:
        assert found.unread == damaged > 0
        assert counts(found) == (matches, steps - damaged)


@slow
def test_numbers_too_large_for_a_column_are_not_taken_for_others(store: Path) -> None:
    """Neither is a text that looks like one a reason to leave anything out."""
    fields = 'replace(CAST(state AS TEXT), \'"note":""\', \'"note":"[1234567890123456789012]"\')'
    altered(store, f"UPDATE stored_events SET state = {fields}")
    number = "json_extract(CAST(state AS TEXT), '$.number')"
    huge = "replace(CAST(state AS TEXT), '\"number\":1,', '\"number\":99999999999999999999,')"
    damaged = altered(store, f"UPDATE stored_events SET state = {huge} WHERE {number} = 1")
    with archive(ArchiveSpec(store)) as found:
        assert found.unread == damaged > 0


def altered(store: Path, sql: str) -> int:
    """How many rows of a store somebody altered."""
    with sqlite3.connect(store) as connection:
        count = connection.execute(sql).rowcount
    connection.close()
    return count


def test_where_nothing_can_be_written_beside_the_store_the_archive_is_elsewhere(
    store: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("os.access", lambda *_: False)
    monkeypatch.setattr("platformdirs.user_cache_path", lambda *_, **__: tmp_path)
    wanted = ArchiveSpec(store)
    right(wanted)
    assert archive_file_of(wanted).parent == tmp_path
    assert archive_file_of(wanted).name != "store.sqlite.duckdb"


def test_what_is_no_store_is_refused_in_a_sentence(tmp_path: Path) -> None:
    for name, content in (("empty.sqlite", b""), ("letter.sqlite", b"Dear Ann, " * 500)):
        (tmp_path / name).write_bytes(content)
        with pytest.raises((StoreError, ArchiveError)), archive(ArchiveSpec(tmp_path / name)):
            pass


def test_each_observer_has_an_archive_of_their_own(store: Path) -> None:
    places = {
        archive_file_of(ArchiveSpec(store, ObserverName(name)))
        for name in ("judge", "table", "2", "Ann", "ann", "../Ann", "Bob")
    }
    assert len(places) == 6
    assert all(place.parent == store.parent for place in places)


def test_a_store_of_a_newer_program_is_refused_and_one_of_this_layout_is_not(store: Path) -> None:
    right(ArchiveSpec(store))
    altered(store, f"PRAGMA user_version = {LAYOUT + 1}")
    with (
        pytest.raises(StoreError, match=r"was written by a newer Ludograph: update this one"),
        archive(ArchiveSpec(store)),
    ):
        pass

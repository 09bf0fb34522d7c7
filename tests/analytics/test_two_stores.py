"""The archive of a store on a server has the rows that the archive of the same store in a file has."""

import json
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock

from ludograph.analytics.archive.archive import ArchiveSpec, archive
from ludograph.analytics.archive_paths import archive_file, lock_file
from ludograph.analytics.extract.observers import ObserverName
from ludograph.analytics.tables.definitions import named_tables
from ludograph.analytics.tables.schema import qualified_name
from ludograph.domain.store.url import Place
from tests.cli.conftest import Ludograph
from tests.lakes import worked
from tests.large import most_slow, slow
from tests.places import SERVED, served

pytestmark = SERVED


class Elsewhere(Ludograph):
    """Commands on a store that is not in the folder."""

    def __init__(self, folder: Path, store: Place) -> None:
        super().__init__(folder)
        self.store = store


@pytest.fixture
def both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Ludograph, Ludograph]:
    """A store with all that may be recorded, and the same on a server."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    one, other = Ludograph(tmp_path), Elsewhere(tmp_path, served())
    worked(one)
    one("copy", other.store, "--all")
    return one, other


def rows(store: Place, eyes: str = "judge") -> dict[str, list[Any]]:
    """Every table of the archive, without the numbers of events: those of matches that were played at once differ."""
    with archive(ArchiveSpec(store, ObserverName(eyes))) as found:
        assert not found.unread + found.altered
        held = {}
        for table in named_tables():
            place = qualified_name(table.schema, table.name)
            columns = [name for name, *_ in found.connection.execute(f"DESCRIBE {place}").fetchall()]
            told = ", ".join(f'CAST("{name}" AS VARCHAR)' for name in columns if "position" not in name)
            held[table.full_name] = found.connection.execute(f"SELECT {told} FROM {place} ORDER BY ALL").fetchall()
        return held


@slow
@pytest.mark.parametrize("eyes", most_slow(["judge", "Ann"], 2, 1))
def test_every_table_has_the_same_rows(both: tuple[Ludograph, Ludograph], eyes: str) -> None:
    one, other = both
    assert rows(other.store, eyes) == rows(one.store, eyes)


@slow
def test_it_catches_up_and_goes_back(both: tuple[Ludograph, Ludograph]) -> None:
    one, other = both
    sql = "SELECT count(*) AS n FROM steps"
    ((before,),) = [tuple(json.loads(line).values()) for line in other("query", sql, "--json").splitlines()]
    other("simulate", "sun-bid", "--seed", "3")
    (after,) = other.lines("query", sql)
    (then,) = one.lines("query", sql)
    assert after["n"] > before == then["n"]
    (long_ago,) = other.lines("query", sql, "--as-of", "2999-01-01")
    assert long_ago == after
    assert "Nothing was recorded yet" in other.refused("query", sql, "--as-of", "1999-01-01")


def test_what_was_altered_on_a_server_is_left_out_and_told(both: tuple[Ludograph, Ludograph]) -> None:
    from tests.stores import run_sql

    _, other = both
    run_sql(other.store, "UPDATE stored_events SET state = 'x' WHERE originator_version = 3")
    told = other.run("query", "SELECT count(*) AS n FROM unread", "--json")
    assert json.loads(told.stdout)["n"] > 0
    assert "cannot be read" in told.stderr


def test_while_another_catches_up_the_last_whole_state_of_a_server_answers(both: tuple[Ludograph, Ludograph]) -> None:
    _, other = both
    sql = "SELECT count(*) AS n FROM matches"
    (before,) = other.lines("query", sql)
    other("new", "sun-bid", "Ann", "Bob", "--seed", "5")
    with FileLock(lock_file(archive_file(other.store, "judge"))):
        assert other.lines("query", sql) == [before]
    assert other.lines("query", sql) == [{"n": before["n"] + 1}]

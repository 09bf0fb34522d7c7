"""`doctor` looks at everything, says what to do, and changes nothing."""

import json
import sqlite3
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from ludograph.cli.commands.doctor import is_mended
from tests.cli.conftest import Ludograph
from tests.places import SERVED, served
from tests.stores import reseal, run_sql


def looked(ludograph: Ludograph, code: int = 0) -> list[dict[str, Any]]:
    """What `doctor --json` says."""
    result = ludograph.run("doctor", "--json")
    assert result.exit_code == code, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


def about(found: list[dict[str, Any]], what: str) -> list[tuple[str, str]]:
    """The findings about one thing: how it is and the sentence."""
    return [(one["status"], one["message"]) for one in found if one["about"] == what]


def test_a_sound_store_is_told_as_that_and_not_touched(ludograph: Ludograph, recorded: str) -> None:
    before, files = ludograph.store.read_bytes(), sorted(ludograph.folder.iterdir())
    found = looked(ludograph)
    assert about(found, "chain") == [("ok", "1 match is sound.")]
    assert {one["status"] for one in found if one["about"] != "sqlite"} == {"ok"}
    assert (ludograph.store.read_bytes(), sorted(ludograph.folder.iterdir())) == (before, files)
    result = ludograph.run("doctor")
    assert result.stderr == "Nothing is wrong.\n"
    assert f"ok     store     {ludograph.store} is a store of layout" in result.stdout


def test_no_store_is_made(ludograph: Ludograph) -> None:
    (finding,) = about(looked(ludograph), "store")
    assert finding[0] == "look"
    assert "Nothing is recorded yet" in finding[1]
    assert not ludograph.store.exists()


def test_versions_are_told_with_those_of_sqlite(ludograph: Ludograph) -> None:
    found = looked(ludograph)
    assert [message.split()[0] for _, message in about(found, "library")] == [
        "eventsourcing", "msgspec", "duckdb", "click",
    ]  # fmt: skip
    python, archive = about(found, "sqlite")
    assert f"SQLite of Python is {sqlite3.sqlite_version}" in python[1]
    assert (python[0] == "ok") == is_mended(sqlite3.sqlite_version_info)
    assert "SQLite of the archive is" in archive[1]


@pytest.mark.parametrize(
    ("number", "mended"),
    [
        ((3, 40, 1), False),
        ((3, 44, 5), False),
        ((3, 44, 6), True),
        ((3, 45, 9), False),
        ((3, 50, 6), False),
        ((3, 50, 7), True),
        ((3, 51, 2), False),
        ((3, 51, 3), True),
        ((3, 53, 0), True),
        ((4, 0, 0), True),
    ],
)
def test_which_versions_of_sqlite_are_mended(number: tuple[int, int, int], mended: bool) -> None:
    assert is_mended(number) is mended


@pytest.mark.parametrize(
    ("sql", "what", "says"),
    [
        ("UPDATE stored_events SET state = replace(state, '8YK', '4YK')", "chain", "verify --all"),
        ("DELETE FROM stored_events WHERE originator_version = 2", "store", "Events were deleted"),
        ("UPDATE stored_events SET originator_id = 'zz' WHERE originator_version = 3", "store", "no match's"),
        ("DROP TABLE heads", "store", "The table heads is gone"),
        ("PRAGMA user_version=99", "store", "newer Ludograph"),
        ("CREATE VIEW extra AS SELECT 1", "store", "no store has any"),
    ],
)
def test_what_is_wrong_is_told_and_the_exit_code_is_1(
    ludograph: Ludograph, recorded: str, sql: str, what: str, says: str
) -> None:
    run_sql(ludograph.store, sql)
    found = about(looked(ludograph, 1), what)
    assert [status for status, message in found if says in message] == ["wrong"], found


@pytest.mark.parametrize("content", [b"", b"something else, and longer than a header of SQLite " * 9])
def test_what_is_no_store_is_told(ludograph: Ludograph, content: bytes) -> None:
    ludograph.store.write_bytes(content)
    assert [status for status, _ in about(looked(ludograph, 1), "store")] == ["wrong"]
    assert ludograph.store.read_bytes() == content


def test_a_damaged_file_is_told(ludograph: Ludograph, recorded: str) -> None:
    ludograph("simulate", "sun-bid", "-n", "5", "--seed", "1")
    with ludograph.store.open("r+b") as store:
        store.seek(ludograph.store.stat().st_size // 2)
        store.write(b"\0" * 5000)
    assert "The file itself is damaged" in str(about(looked(ludograph, 1), "store"))


def test_a_clock_that_was_ahead_or_went_back_is_told(ludograph: Ludograph, recorded: str) -> None:
    ahead = (datetime.now(UTC) + timedelta(days=400)).isoformat()
    ludograph("note", recorded, "with the right clock again, by an older program")
    reseal(ludograph.store, lambda event: event.update(recorded_at=ahead) if "actor" in event else None)
    first, second = about(looked(ludograph), "clock")
    assert (first[0], second[0]) == ("look", "look")
    assert "still to come" in first[1]
    assert "went back" in second[1]


def test_the_archive_is_told_with_how_far_it_is_behind(ludograph: Ludograph, recorded: str) -> None:
    assert "There is none yet" in about(looked(ludograph), "archive")[0][1]
    ludograph("query", "SELECT 1")
    assert about(looked(ludograph), "archive")[0][1].endswith("is up to date.")
    ludograph("act", recorded, "Ann pass")
    assert "1 event behind" in about(looked(ludograph), "archive")[0][1]
    ludograph.store.with_name("store.sqlite.duckdb").write_bytes(b"something else")
    assert about(looked(ludograph), "archive")[0][0] == "look"


def test_a_store_that_cannot_be_written_is_told(ludograph: Ludograph, recorded: str) -> None:
    run_sql(ludograph.store, "PRAGMA journal_mode=DELETE")
    assert "Its journal is delete" in str(about(looked(ludograph), "store"))


@SERVED
def test_a_server_that_may_lose_what_it_confirmed_is_told(ludograph: Ludograph) -> None:
    """As that of these tests may, which are quicker so."""
    ludograph.store = served()
    ludograph("new", "sun-bid", "Ann", "Bob", "--seed", "1")
    said = ludograph.run("doctor")
    assert said.exit_code == 1
    assert "PostgreSQL" in said.stdout
    assert "fsync is off there" in said.stdout
    assert "1 match is sound" in said.stdout

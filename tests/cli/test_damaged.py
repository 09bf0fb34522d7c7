"""A damaged store: `verify` names what is damaged and goes on, and `query` answers from the rest and says so."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Ludograph
from tests.large import most_slow
from tests.stores import reseal, run_sql

LOOKS = ("matches", "query FROM matches", "report games", "verify")


@pytest.fixture
def three(ludograph: Ludograph) -> list[str]:
    """Three matches of Aucteraden, over, in a file of many pages without a log beside it."""
    ludograph("simulate", "aucteraden", "-n", "3", "--seed", "1")
    run_sql(ludograph.store, "PRAGMA wal_checkpoint(TRUNCATE)")
    return [line["match"] for line in ludograph.lines("matches")]


def zero_page_of(store: Path, match: str, version: int) -> None:
    """Writes zeros over the page of the file on which an event lies."""
    content, page = page_of(store, match, version)
    content[page] = bytes(page.stop - page.start)
    store.write_bytes(content)


def page_of(store: Path, match: str, version: int) -> tuple[bytearray, slice]:
    """The content of a store, and the place in it of the page on which an event lies."""
    with closing(sqlite3.connect(store)) as database:
        (size,) = database.execute("PRAGMA page_size").fetchone()
        (digest,) = database.execute(
            "SELECT substr(CAST(state AS TEXT), -66, 64) FROM stored_events "
            "WHERE originator_id = ? AND originator_version = ?",
            (match.replace("-", ""), version),
        ).fetchone()
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    content = bytearray(store.read_bytes())
    page = content.index(digest.encode()) // size
    return content, slice(page * size, (page + 1) * size)


def verdicts(ludograph: Ludograph) -> dict[str, bool]:
    result = ludograph.run("verify", "--json")
    assert result.exit_code == 1, result.output
    return {line["match"]: line["ok"] for line in map(json.loads, result.stdout.splitlines())}


def no_traceback(ludograph: Ludograph, *more: str) -> None:
    for command in (*LOOKS, *more):
        result = ludograph.run(*command.split(" ", command.count("--as") + 1))
        assert result.exception is None or isinstance(result.exception, SystemExit), (command, result.exception)
        assert "make room" not in result.output


def matches_told(ludograph: Ludograph) -> set[str]:
    result = ludograph.run("query", "--json", "SELECT match FROM matches")
    assert result.exit_code == 0, result.output
    assert "cannot be read and" in result.stderr
    return {json.loads(line)["match"] for line in result.stdout.splitlines()}


@pytest.mark.parametrize("column", most_slow(["topic", "originator_id", "state"], 3))
def test_a_byte_that_is_no_utf8_hides_no_other_match(ludograph: Ludograph, three: list[str], column: str) -> None:
    first, second, third = three
    run_sql(
        ludograph.store,
        f"UPDATE stored_events SET {column} = CAST(X'FF' || substr(CAST({column} AS BLOB), 2) AS TEXT) "
        f"WHERE originator_id = '{second.replace('-', '')}' AND originator_version = 3",
    )
    assert verdicts(ludograph) == {first: True, second: False, third: True}
    assert {first, third} <= matches_told(ludograph)
    no_traceback(ludograph, f"show {second}", f"log {second}", f"show {first}")
    ludograph("show", first)


def test_a_zeroed_page_hides_no_match_but_those_on_it(ludograph: Ludograph, three: list[str]) -> None:
    first, second, third = three
    zero_page_of(ludograph.store, second, 20)
    found = verdicts(ludograph)
    assert (found[first], found[second], found[third]) == (True, False, True)
    assert "It cannot be read" in ludograph.run("verify").stdout
    assert "The file itself is damaged" in ludograph.run("verify").stderr
    assert {first, third} <= matches_told(ludograph)
    no_traceback(ludograph, f"show {second}", f"log {second}")
    ludograph("show", first)


def test_a_page_that_lies_in_two_places_is_named(ludograph: Ludograph, three: list[str]) -> None:
    """There are more rows then than positions."""
    content, full = page_of(ludograph.store, three[0], 8)
    _, other = page_of(ludograph.store, three[2], 20)
    content[other] = content[full]
    ludograph.store.write_bytes(content)
    result = ludograph.run("verify")
    assert result.exit_code == 1
    assert "The file itself is damaged" in result.stderr
    assert "-" not in result.stderr.replace("b-tree", "")
    no_traceback(ludograph, f"show {three[2]}")


@pytest.mark.parametrize("table", ["heads", "stored_events"])
def test_a_column_that_is_not_ours_is_named_and_does_no_harm(
    ludograph: Ludograph, three: list[str], table: str
) -> None:
    run_sql(ludograph.store, f"ALTER TABLE {table} ADD COLUMN spare TEXT")
    result = ludograph.run("verify")
    assert result.exit_code == 1
    assert result.stdout.count("ok") == 3
    assert f"The table {table} has a column 'spare'" in result.stderr
    assert ludograph("query", "SELECT count(*) AS n FROM matches").split() == ["n", "3"]
    no_traceback(ludograph, f"show {three[0]}", f"note {three[0]} hello", "new sun-bid Ann Bob")


@pytest.mark.parametrize("column", most_slow(["originator_id", "topic", "state"], 3, 2))
def test_nothing_where_something_belongs_ends_in_no_traceback(
    ludograph: Ludograph, three: list[str], column: str
) -> None:
    run_sql(ludograph.store, f"UPDATE stored_events SET {column} = NULL WHERE originator_version = 3")
    no_traceback(ludograph, "query --as=1 FROM steps", "query --as=table FROM steps")


def test_a_lost_column_is_named(ludograph: Ludograph, three: list[str]) -> None:
    run_sql(ludograph.store, "ALTER TABLE heads DROP COLUMN steps")
    assert "has lost its column steps" in ludograph.run("verify").stderr
    no_traceback(ludograph, f"show {three[0]}")


@pytest.mark.parametrize(
    "sql",
    [
        "CREATE TRIGGER t AFTER INSERT ON stored_events BEGIN DELETE FROM stored_events; END",
        "CREATE VIEW v AS SELECT * FROM heads",
    ],
)
def test_a_store_with_a_trigger_or_a_view_is_refused(ludograph: Ludograph, recorded: str, sql: str) -> None:
    run_sql(ludograph.store, sql)
    for command in ("matches", "verify", f"note {recorded} hello", "query FROM matches", "lake out"):
        result = ludograph.run(*command.split(" ", 2 if command.startswith("note") else 1))
        assert result.exit_code == 1
        assert "could change or hide what is recorded" in result.stderr


@pytest.mark.parametrize("value", most_slow(["NULL", "'many'", "X'FF'", "-1", "1e300"], 2))
def test_whatever_stands_in_the_table_of_heads_ends_in_no_traceback(
    ludograph: Ludograph, recorded: str, value: str
) -> None:
    columns = ("version", "digest", "game", "steps", "over", "result")
    run_sql(ludograph.store, f"UPDATE heads SET {', '.join(f'{column} = {value}' for column in columns)}")
    no_traceback(ludograph, f"show {recorded}", f"note {recorded} hello")


@pytest.mark.parametrize(
    ("sql", "flaw"),
    most_slow(
        [
            ("DROP TABLE heads", "The table heads is gone."),
            ("ALTER TABLE heads RENAME COLUMN match TO other", "The table heads has lost its column match."),
            ("ALTER TABLE heads DROP COLUMN digest", "The table heads has lost its column digest."),
            ("PRAGMA user_version = 0", "It does not say any more which Ludograph wrote it."),
            ("ALTER TABLE stored_events RENAME COLUMN topic TO other", "stored_events has lost its column topic."),
            ("ALTER TABLE stored_events RENAME COLUMN originator_id TO other", "has lost its column originator_id."),
            (
                "ALTER TABLE stored_events RENAME COLUMN originator_version TO other",
                "lost its column originator_version.",
            ),
        ],
        3,
        1,
    ),
)
def test_what_a_store_has_lost_is_named_and_every_match_is_checked(
    ludograph: Ludograph, three: list[str], sql: str, flaw: str
) -> None:
    run_sql(ludograph.store, sql)
    result = ludograph.run("verify", "--json")
    assert result.exit_code == 1
    assert flaw in result.stderr
    assert {json.loads(line)["match"] for line in result.stdout.splitlines()} == set(three)
    assert ludograph.run("verify", three[0]).stdout.startswith(("ok", "wrong"))
    no_traceback(
        ludograph, f"show {three[0]}", "new sun-bid Ann Bob", f"note {three[0]} hello", "query --as=1 FROM steps"
    )


def test_play_is_checked_where_the_table_of_heads_is_gone(ludograph: Ludograph, three: list[str]) -> None:
    reseal(ludograph.store, _other_number, three[1].replace("-", ""))
    run_sql(ludograph.store, "DROP TABLE heads")
    said = ludograph.run("verify").stdout.splitlines()
    assert ["does not know this match" in line for line in said[:3]] == [True, False, True]
    assert "It says it is step 7, but it stands as step 3." in said[1]


def _other_number(event: dict[str, Any]) -> None:
    if event["version"] == 4:
        event["number"] = 7


def test_an_older_store_that_has_lost_its_heads_ends_in_no_traceback(ludograph: Ludograph, three: list[str]) -> None:
    run_sql(ludograph.store, "DROP TABLE heads", "PRAGMA user_version = 1")
    no_traceback(ludograph, f"show {three[0]}", f"note {three[0]} hello")
    assert "The table heads is gone." in ludograph.run("verify").stderr


def test_tables_like_the_librarys_are_another_programs(ludograph: Ludograph) -> None:
    run_sql(ludograph.store, "CREATE TABLE stored_events (originator_id TEXT, originator_version INTEGER)")
    assert "is a database of another program" in ludograph.refused("verify")


@pytest.mark.parametrize("command", ["new aucteraden Max", "matches", "verify", "import -", "query SELECT"])
def test_a_database_of_another_program_is_left_as_it_is(ludograph: Ludograph, command: str) -> None:
    run_sql(ludograph.store, "CREATE TABLE recipes (name TEXT)", "INSERT INTO recipes VALUES ('soup')")
    before = ludograph.store.read_bytes()
    assert "is a database of another program" in ludograph.refused(*command.split(), input="")
    assert ludograph.store.read_bytes() == before
    assert [path.name for path in ludograph.folder.iterdir()] == [ludograph.store.name]

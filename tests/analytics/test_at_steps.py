"""The tables at steps say what `show` says of every step, to everybody, and are made only when somebody asks."""

import json
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import pytest
from click.testing import CliRunner

from ludograph.analytics.archive.archive import ArchiveSpec, archive
from ludograph.analytics.archive.program import needed
from ludograph.analytics.derived.needs import STEP_BY_STEP
from ludograph.analytics.extract.observers import ObserverName
from ludograph.analytics.tables.definitions import AT_STEPS, common_tables
from ludograph.cli.main import main
from ludograph.domain.kernel.worth import value_text
from ludograph.domain.store.recorder import Recorder
from tests.analytics.drawn_tables import MADE, differences
from tests.analytics.histories import histories, pieces, recorder
from tests.analytics.played import asked, played
from tests.large import most_slow, slow, some, times


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path, random = tmp_path_factory.mktemp("at_steps") / "store.sqlite", Random(6)
    with recorder(path, random) as writer:
        writer.record(*histories(random, 14, 12), *histories(random, 7, 6, corrected=True))
    return path


def run(store: Path, *words: str) -> str:
    done = CliRunner().invoke(main, ["--store", str(store), *words])
    assert done.exit_code == 0, done.output
    return done.stdout


def rows(store: Path, sql: str, *words: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in run(store, "query", sql, "--format", "ndjson", *words).splitlines()]


def counted(store: Path) -> Any:
    """How many rows `tables` says that there are."""
    told = {one["name"]: one for one in map(json.loads, run(store, "tables", "--json").splitlines())}
    return told["cards_at"]["rows"]


@slow
@pytest.mark.parametrize("eyes", most_slow(some(["table", "judge", "1", "2"], 2), 2, 1))
def test_they_say_what_show_says_of_every_step(eyes: str, store: Path) -> None:
    assert list(differences(store, [eyes])) == []


@slow
def test_they_follow_what_is_recorded(tmp_path: Path) -> None:
    """Matches that have gone on, were taken back or put right are worked out again, and no others."""
    store, random = tmp_path / "store.sqlite", Random(5)
    waiting = [pieces(match, random) for match in histories(random, 7, 8, corrected=True)]
    for _ in range(times(2, 3)):
        with recorder(store, random) as writer:
            for match in filter(None, (next(some, None) for some in waiting)):
                writer.record(match)
        assert list(differences(store, ["judge"])) == []


def test_nothing_is_made_before_it_is_asked_for(tmp_path: Path) -> None:
    store, random = tmp_path / "store.sqlite", Random(6)
    with recorder(store, random) as writer:
        writer.record(*histories(random, 2, 12))
    run(store, "query", "FROM matches")
    assert counted(store) is None
    with archive(ArchiveSpec(store)) as found:
        assert found.connection.execute("SELECT count(*) FROM cards_at").fetchall() == [(0,)]
    assert rows(store, "SELECT count(DISTINCT match) AS n FROM cards_at") == [{"n": 2}]
    assert counted(store) > 0
    with recorder(store, random) as writer:
        writer.record(*histories(random, 1, 12))
    assert counted(store) is None
    with archive(ArchiveSpec(store)) as found:
        assert found.connection.execute("SELECT count(DISTINCT match) FROM cards_at").fetchall() == [(2,)]


@pytest.mark.parametrize(
    "sql",
    [
        "FROM cards_at", 'SELECT * FROM main."Cards_At"', "DESCRIBE amounts_at", "FROM query_table('cards' || '_at')",
        "FROM query ('FROM markers' || '_at')", "WITH x AS (FROM rounds_at) FROM x",
    ],
)  # fmt: skip
def test_it_is_known_which_sql_needs_them(sql: str) -> None:
    assert STEP_BY_STEP in needed(sql)
    assert not needed(sql.replace("_at", "s").replace("_At", "s").replace("query", "rows"))


@slow
def test_what_somebody_held_at_a_step_is_one_short_query(store: Path) -> None:
    """Of a hand that is dealt, others have only the backs."""
    sql = """SELECT list(card ORDER BY place) AS cards FROM cards_at
        WHERE game = 'last-years-magic' AND part = 'Hand' AND seat = 1 AND 5 BETWEEN from_step AND to_step
        GROUP BY match ORDER BY match"""
    for whole, own, other in zip(
        rows(store, sql), rows(store, sql, "--as", "1"), rows(store, sql, "--as", "2"), strict=True
    ):
        assert whole == own
        assert set(map(str, other["cards"])) <= {"??"}  # type: ignore[call-overload]


def test_what_lies_at_the_end_is_marked(tmp_path: Path) -> None:
    matches = played("conundruze", 3, 2)
    with asked(tmp_path, matches):
        pass
    found = rows(tmp_path / "store.sqlite", "FROM cards_at WHERE part = 'Castle' AND at_end")
    for match in matches:
        ours = [(one["x"], one["y"], one["card"]) for one in found if UUID(str(one["match"])) == match.id]
        zones = match.game.scene(match.state).zones
        cells = [cell for zone in zones for part in zone.parts if part.name == "Castle" for cell in part.cells]
        assert sorted(ours) == sorted((cell.x, cell.y, cell.card) for cell in cells)


def test_a_purse_can_be_followed(tmp_path: Path) -> None:
    """An amount at each step of a match, as a report of its steps would count it."""
    (match,) = played("fools-down", 4, 1)
    with asked(tmp_path, [match]):
        pass
    sql = """SELECT step, amount FROM steps JOIN amounts_at AS a ON a.match = steps.match
        AND step BETWEEN from_step AND to_step WHERE seat = 1 AND part = 'Player' AND name = 'Chips' ORDER BY step"""
    found = [(one["step"], one["amount"]) for one in rows(tmp_path / "store.sqlite", sql)]
    assert found == [(step, match.states[step].stacks[0]) for step in range(1, len(match.steps) + 1)]


def test_a_match_with_a_damaged_event_is_left_out(tmp_path: Path) -> None:
    import sqlite3
    from contextlib import closing

    store, random = tmp_path / "store.sqlite", Random(6)
    with recorder(store, random) as writer:
        writer.record(*histories(random, 3, 12))
    with closing(sqlite3.connect(store)) as connection, connection:
        connection.execute("UPDATE stored_events SET state = '{}' WHERE rowid = 3")
    with archive(ArchiveSpec(store, needs=MADE)) as found:
        ((there,),) = found.connection.execute("SELECT count(DISTINCT match) FROM cards_at").fetchall()
        assert (found.unread + found.altered > 0, there) == (True, 2)


@slow
def test_they_can_be_asked_as_of_a_time(store: Path) -> None:
    with Recorder(store, reading=True) as reading:
        times = sorted(event.recorded_at for one in reading.listed() for event in reading.load(one.head.match).history)
    when = f"{times[len(times) // 2]:%Y-%m-%dT%H:%M:%SZ}"
    (then,) = rows(store, "SELECT count(DISTINCT match) AS n FROM rounds_at", "--as-of", when)
    (known,) = rows(store, "SELECT count(*) AS n FROM matches", "--as-of", when)
    assert then == known


def test_every_column_of_theirs_is_told() -> None:
    for table in common_tables():
        if table.name in AT_STEPS:
            assert all(column.about for column in table.columns)


def test_an_observer_has_an_archive_of_their_own(store: Path) -> None:
    for eyes in ("judge", "2"):
        with archive(ArchiveSpec(store, ObserverName(eyes), needs=MADE)) as found:
            ((faces,),) = found.connection.execute("SELECT count(*) FROM cards_at WHERE card = '??'").fetchall()
            assert (faces > 0) or eyes == "judge"


def test_who_is_ahead_can_be_followed(tmp_path: Path) -> None:
    """What counts for a seat, at each step; at the last it is the score."""
    (match,) = played("sorcerous-futures", 4, 1)
    with asked(tmp_path, [match]):
        pass
    sql = "SELECT seat, text FROM amounts_at WHERE part = 'Worth' AND name = 'Score' AND {} ORDER BY seat"
    for step in (0, len(match.steps) // 2, len(match.steps)):
        found = rows(tmp_path / "store.sqlite", sql.format(f"{step} BETWEEN from_step AND to_step"))
        values = match.game.worth_of(match.states[step])
        assert [one["text"] for one in found] == [value_text(value) for value in values]

"""The archive's tables about tournaments say what the commands say, and follow every correction."""

import json

import duckdb
import pytest

from tests.cli.conftest import Ludograph, ludograph
from tests.large import slow
from tests.tournaments.cup import AWKWARD, played_cup

__all__ = ["ludograph"]

STANDINGS = """
    SELECT place, player, points, played, byes, tie_breaks, withdrawn
    FROM standings WHERE after_round = {round} ORDER BY ALL
"""


@pytest.fixture
def cup(ludograph: Ludograph) -> Ludograph:
    played_cup(ludograph)
    return ludograph


def asked(ludograph: Ludograph, sql: str, *words: str) -> list[dict[str, object]]:
    """The rows of an answer."""
    return [json.loads(line) for line in ludograph("query", sql, "--format", "ndjson", *words).splitlines()]


def told(ludograph: Ludograph, round: int) -> list[tuple[object, ...]]:
    """The standings as the command prints them."""
    lines = ludograph.lines("tournament", "standings", "C", "--after", str(round))
    return sorted((one["place"], one["player"], one["points"], one["tie_breaks"]) for one in lines)


def tabled(ludograph: Ludograph, round: int) -> list[tuple[object, ...]]:
    """The standings as the archive's table has them."""
    rows = asked(ludograph, STANDINGS.format(round=round))
    return sorted((row["place"], row["player"], row["points"], json.loads(str(row["tie_breaks"]))) for row in rows)


def test_standings_are_those_of_the_command_before_and_after_corrections(cup: Ludograph) -> None:
    assert tabled(cup, 1) == told(cup, 1)
    cup("rule", "C-1-1", "late", "--adjust", "Emil=-20", "--by", "Ida")
    assert tabled(cup, 1) == told(cup, 1)
    cup("tournament", "result", "C", "1", "2", "Dora=1", "Farah=3", f"{AWKWARD}=-2", "--correct", "--reason", "misread")
    assert tabled(cup, 1) == told(cup, 1)
    cup("tournament", "penalty", "C", "Kurt", "2.5", "--reason", "late")
    assert tabled(cup, 1) == told(cup, 1)


def test_who_sat_where_and_what_came_of_it(cup: Ludograph) -> None:
    rows = asked(cup, "SELECT at_table, seat, player, stage, match IS NULL AS bare, points FROM seatings ORDER BY ALL")
    assert rows[0] == {"at_table": 1, "seat": 1, "player": "Emil", "stage": "over", "bare": False, "points": 5.0}
    assert rows[3] == {"at_table": 2, "seat": 1, "player": "Dora", "stage": "over", "bare": True, "points": 5.0}
    assert asked(cup, "SELECT player FROM byes ORDER BY ALL") == [{"player": "Ann"}, {"player": "Ivo"}]


def test_a_decision_alone_brings_the_tables_up_to_date(cup: Ludograph) -> None:
    assert asked(cup, "SELECT count(*) AS n FROM penalties") == [{"n": 0}]
    cup("tournament", "penalty", "C", "Emil", "-1", "--reason", "found a lost card")
    cup("tournament", "lot", "C", "--seed", "7")
    assert asked(cup, "SELECT player, points, round FROM penalties") == [{"player": "Emil", "points": -1.0, "round": 1}]
    assert asked(cup, "SELECT count(lot) AS n FROM entrants") == [{"n": 8}]
    cup("tournament", "undo", "C", "--reason", "drawn too early")
    assert asked(cup, "SELECT count(lot) AS n FROM entrants") == [{"n": 0}]


def test_what_nobody_knows_is_null(cup: Ludograph) -> None:
    cup("tournament", "result", "C", "1", "2", "Dora=??", "Farah=3", f"{AWKWARD}=-2", "--correct", "--reason", "unread")
    rows = asked(cup, "SELECT player, place, points FROM standings WHERE player IN ('Dora', 'Emil') ORDER BY ALL")
    assert rows == [{"player": "Dora", "place": None, "points": None}, {"player": "Emil", "place": 1, "points": 5.0}]


def test_whoever_looks_is_told_the_same(cup: Ludograph) -> None:
    sql = "SELECT * FROM standings JOIN seatings USING (tournament, player) ORDER BY ALL"
    assert asked(cup, sql, "--as", "table") == asked(cup, sql, "--as", "Emil") == asked(cup, sql)


def test_a_store_without_tournaments_has_empty_tables(ludograph: Ludograph) -> None:
    ludograph("new", "sun-bid", "Ann", "Bob", "--seed", "1")
    assert asked(ludograph, "SELECT count(*) AS n FROM tournaments") == [{"n": 0}]


@slow
def test_a_lake_has_the_tables_and_follows_decisions_alone(cup: Ludograph) -> None:
    folder = cup.folder / "lake"
    for points in (None, "2"):
        if points:
            cup("tournament", "penalty", "C", "Emil", points, "--reason", "late")
        cup("lake", folder)
        found = duckdb.execute(f"SELECT count(*) FROM read_parquet('{folder}/penalties/**/*.parquet')").fetchall()
        assert found == [(1 if points else 0,)]
    found = duckdb.execute(
        f"SELECT player FROM read_parquet('{folder}/standings/**/*.parquet') WHERE place = 1"
    ).fetchall()
    assert sorted(found) == [("Ann",), ("Ivo",)]

"""`ludograph spark` prints what `report`, `query` and `verify` print, and says what is wrong."""

import json
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from duckdb import DuckDBPyConnection

from ludograph.analytics.queries.output_formats import result_of, write_result
from ludograph.analytics.reports.reports import report_named, report_rows
from ludograph.analytics.spark import session
from tests.cli.conftest import Ludograph
from tests.spark.sparked import Kept


@pytest.fixture
def ludograph(spark: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ludograph:
    monkeypatch.setattr(session, "start_session", Kept(spark))
    monkeypatch.setenv("COLUMNS", "80")
    return Ludograph(tmp_path)


def test_a_report_is_printed_as_report_prints_it(
    ludograph: Ludograph, duckdb_too: DuckDBPyConnection, folder: Path
) -> None:
    wanted = BytesIO()
    write_result(result_of(report_rows(duckdb_too, report_named("ratings"), {"fewest": "2"})), "csv", wanted)
    assert ludograph("spark", "report", folder, "ratings", "-p", "fewest=2") == wanted.getvalue().decode()
    told = ludograph.refused("spark", "report", folder, "ratings", "-p", "fewest=many")
    assert told == "The parameter fewest is of type INTEGER, and many is not.\n"


def test_sql_is_answered_with_its_parameters(ludograph: Ludograph, folder: Path, tmp_path: Path) -> None:
    sql = "SELECT game, fewest FROM games WHERE fewest > $least ORDER BY game LIMIT 1"
    (row,) = ludograph.lines("spark", "query", folder, sql, "-p", "least=2")
    assert row == {"game": "hand-of-the-hanataz", "fewest": 3}
    assert '"nix" not found' in ludograph.refused("spark", "query", folder, "SELECT nix FROM matches")
    assert "There is no lake in" in ludograph.refused("spark", "query", tmp_path, "FROM matches")


def test_a_recheck_is_counted_and_its_first_differences_told(ludograph: Ludograph, folder: Path) -> None:
    asked = ("spark", "recheck", folder, "--game", "sun-bid", "-o", "equal_pawns=true", "--first", "1")
    told = ludograph.run(*asked)
    assert told.exit_code == 0, told.output
    assert told.stdout.splitlines()[1].startswith("sun-bid")
    assert "  start: Refused (SB-1.2): `equal_pawns` is" in told.stdout
    assert " refused" in told.stderr
    count, difference = map(json.loads, ludograph(*asked, "--json").splitlines())
    assert count["matches"] == count["same"] + count["differs"] + count["refused"]
    assert difference["game"] == "sun-bid"
    assert difference["message"]


def test_a_match_that_is_not_what_was_recorded_ends_it_with_1(ludograph: Ludograph, folder: Path) -> None:
    told = " ".join(ludograph.run("spark", "recheck", folder).stdout.split())
    assert "Somebody agrees to the result in it, where the match was not over." in told
    assert ludograph.run("spark", "recheck", folder).exit_code == 1

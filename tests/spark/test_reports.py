"""The named reports and SQL by Spark: the rows that DuckDB gives."""

from pathlib import Path
from typing import Any

import duckdb
import pytest
from duckdb import DuckDBPyConnection

from ludograph.analytics.queries.output_formats import result_of
from ludograph.analytics.reports.reports import Report, report_named
from tests.large import some, times
from tests.spark.sparked import differences, laid_reports, unlike

GIVEN = {
    "activity": {"period": "quarter", "game": "sun-bid"},
    "corrections": {"since": "2026-01-01", "player": "Ann"},
    "tournament": {"event": "Autumn Open"},
    "win-rates": {"fewest": "2", "event": "Spring Cup"},
    "score-distribution": {"ranges": "3"},
    "fools-down/chips": {"until": "2026-12-31"},
}
"""Reports with some of their parameters."""
QUERIES = (
    "FROM matches SELECT * ORDER BY match",
    "SELECT m.*, s.* FROM matches AS m JOIN seats AS s USING (match) ORDER BY match, seat",
    "SELECT game, count(*) AS n, (n + 7) // 2 AS half, round(n / 3, 2) AS third FROM steps GROUP BY ALL ORDER BY game",
    "SELECT players[1] AS first, players[-1] AS last, players[9] AS none, len(players) FROM matches ORDER BY ALL",
    "SELECT game, list(player ORDER BY player) AS names FROM participations GROUP BY game ORDER BY game",
    "FROM (SELECT match, step, unnest(drawn) AS drawn FROM steps) ORDER BY ALL LIMIT 50",
    "SELECT game, step FROM steps QUALIFY row_number() OVER (PARTITION BY game ORDER BY step DESC) = 1 ORDER BY game",
    "SELECT count(*) FILTER (over) AS over, arg_min(event, started_at), sum(steps) FROM matches",
    "SELECT 2.5::DOUBLE::INTEGER AS even, 3.5::DOUBLE::INTEGER AS odd, round(2.675::DOUBLE, 2), concat('a', NULL, 'b')",
    "SELECT match, zone, count(*) AS cards FROM cards_at GROUP BY ALL ORDER BY ALL LIMIT 50",
    "SELECT verb, superseded FROM entered.steps ORDER BY match, version LIMIT 20",
)


def test_every_report_has_the_rows_that_it_has_by_duckdb(duckdb_too: DuckDBPyConnection, asker: Any) -> None:
    asked: list[tuple[Report, dict[str, str]]] = [(report, {}) for report in some(laid_reports(), 4)[:: times(3, 1)]]
    asked += [(report_named(name), given) for name, given in GIVEN.items()]
    found = {
        f"{report.full_name} {given or ''}": told
        for report, given in asked
        if (told := differences(duckdb_too, asker, report, given))
    }
    assert not found


@pytest.mark.parametrize("sql", QUERIES)
def test_sql_means_what_it_means_to_duckdb(duckdb_too: DuckDBPyConnection, asker: Any, sql: str) -> None:
    assert not list(unlike(result_of(duckdb_too.sql(sql)), asker.query(sql, {})))


def test_every_table_and_view_of_a_lake_can_be_asked_by_its_name(spark: Any, folder: Path) -> None:
    from ludograph.analytics.spark.catalog import Laid

    laid = Laid(spark, folder)
    within = ["sun_bid.bid_placed", "sun_bid.rounds", "history.sun_bid_bid_placed"]
    names = ["matches", "results", "history.steps", "cards_at", "stored_events", *within]
    assert set(names) <= set(laid.names)
    assert set(laid.manifest.tables) <= set(laid.names)
    laid.register(names)
    for name in names:
        lies = laid.manifest.within.get(name)
        files = f"SELECT count(*) FROM '{folder}/{lies.folder if lies else name}/*.parquet'"
        where = f"WHERE table_name = '{lies.table_name}'" if lies else ""
        ((rows,),) = duckdb.execute(f"{files} {where}").fetchall()
        assert spark.sql(f"SELECT count(*) FROM {name}").collect()[0][0] == rows


def test_what_is_wrong_with_sql_is_said_in_the_words_of_duckdb(asker: Any) -> None:
    from ludograph.analytics.queries.errors import SqlError
    from ludograph.analytics.spark.errors import SparkTrouble

    with pytest.raises(duckdb.BinderException, match='"nix" not found'):
        asker.query("SELECT nix FROM matches", {})
    with pytest.raises(SparkTrouble, match="one SELECT at a time"):
        asker.query("DROP TABLE matches", {})
    with pytest.raises(SqlError, match='"name": '):
        asker.query("SELECT $name", {})
    with pytest.raises(duckdb.Error, match="disabled"):
        asker.query("SELECT * FROM read_csv('/etc/passwd')", {})
    with pytest.raises(SparkTrouble, match="ordered backwards"):
        asker.query("SELECT list(player ORDER BY player DESC) FROM seats", {})

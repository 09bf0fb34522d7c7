"""Results as other programs read them: every type, exact and without surprise."""

import csv
import io
import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from ludograph.analytics.queries.arrow_values import interval
from ludograph.analytics.queries.errors import Unwritable
from ludograph.analytics.queries.output_formats import distinct, result_of, write_result
from ludograph.cli.sql.result_tables import plain_lines, table_lines

MOMENT = "TIMESTAMPTZ '2026-11-20 18:04:11.5+00'"


@pytest.fixture(scope="module")
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as opened:
        opened.execute("SET TimeZone = 'UTC'")
        yield opened


def written(connection: duckdb.DuckDBPyConnection, sql: str, form: str) -> bytes:
    out = io.BytesIO()
    write_result(result_of(connection.sql(sql)), form, out)
    return out.getvalue()


def value(connection: duckdb.DuckDBPyConnection, sql: str) -> Any:
    """A value as JSON has it."""
    (line,) = written(connection, f"SELECT {sql} AS value", "ndjson").splitlines()
    return json.loads(line)["value"]


@pytest.mark.parametrize(
    ("sql", "expected"),
    [
        ("NULL", None),
        ("true", True),
        ("42", 42),
        ("12345678901234567890123::HUGEINT", 12345678901234567890123),
        ("-9223372036854775808", -9223372036854775808),
        ("1.50::DECIMAL(9, 2)", 1.5),
        ("'NaN'::DOUBLE", None),
        ("'Infinity'::DOUBLE", None),
        ("'??'", "??"),
        ("'Zoë \"z\"'", 'Zoë "z"'),
        (MOMENT, "2026-11-20T18:04:11.500000Z"),
        ("DATE '2026-11-20'", "2026-11-20"),
        ("UUID '00000000-0000-4000-8000-000000000001'", "00000000-0000-4000-8000-000000000001"),
        (f"{MOMENT} - TIMESTAMPTZ '2026-11-18 18:04:11+00'", "2 days 00:00:00.5"),
        ("['9MS', NULL]", ["9MS", None]),
        ("[[1], []]", [[1], []]),
        ("{'suit': 'Suns', 'cards': [1, 2]}", {"suit": "Suns", "cards": [1, 2]}),
        ("MAP {'Ann': 3, 'Bob': 4}", {"Ann": 3, "Bob": 4}),
        ("[INTERVAL 90 SECOND]", ["00:01:30"]),
        ("{'total': 5::HUGEINT}", {"total": 5}),
        ("JSON '{\"a\": [1, null]}'", {"a": [1, None]}),
        ("'\\xAB'::BLOB", "ab"),
        ("'red'::ENUM ('red', 'blue')", "red"),
    ],
)
def test_json_holds_values_of_any_type(connection: duckdb.DuckDBPyConnection, sql: str, expected: Any) -> None:
    assert value(connection, sql) == expected
    assert json.loads(written(connection, f"SELECT {sql} AS value", "json")) == [{"value": expected}]


def test_csv_tells_null_from_an_empty_text(connection: duckdb.DuckDBPyConnection) -> None:
    sql = "SELECT NULL AS a, '' AS b, 'x, \"y\"' AS \"c d\", ['9MS', '6SY'] AS e, false AS f, 1.50 AS g"
    lines = written(connection, sql, "csv").decode().splitlines()
    assert lines == ["a,b,c d,e,f,g", ',"","x, ""y""","[""9MS"",""6SY""]",false,1.50']


def test_csv_can_be_read_back(connection: duckdb.DuckDBPyConnection) -> None:
    sql = "SELECT i, chr(i::INTEGER) AS letter FROM range(1, 300) AS t(i)"
    rows = list(csv.reader(io.StringIO(written(connection, sql, "csv").decode(), newline="")))
    assert rows[1:] == [[str(i), chr(i)] for i in range(1, 300)]


def test_no_rows_are_an_answer_too(connection: duckdb.DuckDBPyConnection) -> None:
    sql = "SELECT 1 AS a WHERE false"
    assert written(connection, sql, "csv") == b"a\n"
    assert written(connection, sql, "ndjson") == b""
    assert json.loads(written(connection, sql, "json")) == []
    assert pq.read_table(io.BytesIO(written(connection, sql, "parquet"))).column_names == ["a"]


@pytest.mark.parametrize("form", ["parquet", "arrow"])
def test_files_keep_types(connection: duckdb.DuckDBPyConnection, form: str) -> None:
    sql = f"SELECT 1 AS n, {MOMENT} AS t, [1, 2] AS l, {{'a': 'x'}} AS s, INTERVAL 1 DAY AS i, NULL AS u FROM range(3)"
    data = written(connection, sql, form)
    table = pq.read_table(io.BytesIO(data)) if form == "parquet" else pa.ipc.open_file(data).read_all()
    row = {"n": 1, "t": datetime(2026, 11, 20, 18, 4, 11, 500000, UTC), "l": [1, 2], "s": {"a": "x"}, "i": "1 day"}
    assert table.to_pylist() == [{**row, "u": None}] * 3
    assert duckdb.from_arrow(table).types[1] == "TIMESTAMP WITH TIME ZONE"


def test_columns_of_the_same_name_get_numbers(connection: duckdb.DuckDBPyConnection) -> None:
    assert distinct(["a", "b", "a", "a", "a_2"]) == ("a", "b", "a_2", "a_3", "a_2_2")
    assert written(connection, "SELECT 1 AS a, 2 AS a", "ndjson") == b'{"a":1,"a_2":2}\n'


def test_rows_stream(connection: duckdb.DuckDBPyConnection) -> None:
    class Counting(io.RawIOBase):
        largest = size = 0

        def writable(self) -> bool:
            return True

        def write(self, data: Any) -> int:
            self.size += len(data)
            self.largest = max(self.largest, len(data))
            return len(data)

    out = Counting()
    write_result(result_of(connection.sql("SELECT i, 'x' AS x FROM range(100000) AS t(i)")), "csv", out)  # type: ignore[arg-type]
    assert out.largest < out.size / 4


def test_a_date_that_python_does_not_know_is_explained(connection: duckdb.DuckDBPyConnection) -> None:
    with pytest.raises(Unwritable, match="CAST"):
        written(connection, "SELECT TIMESTAMP 'infinity' AS never", "csv")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ((14, 3, 1_500_000_000), "1 year 2 months 3 days 00:00:01.5"),
        ((0, 0, 0), "00:00:00"),
        ((0, 0, -3_600_000_000_000), "-01:00:00"),
        ((0, 1, 0), "1 day"),
        ((-13, 0, 0), "-1 year -1 month"),
    ],
)
def test_intervals_read_as_in_duckdb(
    connection: duckdb.DuckDBPyConnection, value: tuple[int, int, int], expected: str
) -> None:
    months, days, nanoseconds = value
    sql = f"to_months({months}) + to_days({days}) + to_microseconds({nanoseconds // 1000})"
    assert connection.execute(f"SELECT ({sql})::VARCHAR").fetchall() == [(expected,)]
    assert interval(value) == expected


def lines(connection: duckdb.DuckDBPyConnection, sql: str, room: int, *, colored: bool = False) -> list[str]:
    """A table as a terminal of this width shows it."""
    result = result_of(connection.sql(sql))
    return list(table_lines(result, list(result.rows()), room, colored=colored))


def test_a_table_shows_numbers_to_the_right_and_null(connection: duckdb.DuckDBPyConnection) -> None:
    sql = "SELECT * FROM (VALUES ('Ann', 7, NULL), ('Bob', 12, ['9MS', '6SY'])) AS t(player, score, cards)"
    assert lines(connection, sql, 80) == [
        "player  score  cards",
        "──────  ─────  ──────────",
        "Ann         7  NULL",
        "Bob        12  [9MS, 6SY]",
    ]


def test_a_table_never_gets_wider_than_the_terminal(connection: duckdb.DuckDBPyConnection) -> None:
    sql = "SELECT repeat('long ', 40) AS a, i AS n, repeat('王', 60) AS b FROM range(5) AS t(i)"
    for room in (20, 33, 40, 80, 120):
        shown = lines(connection, sql, room)
        assert all(len(line) + line.count("王") <= room for line in shown)
    assert " ".join(lines(connection, sql, 20)[-2:]) == "Not wide enough for b."


def test_few_wide_rows_are_shown_field_by_field(connection: duckdb.DuckDBPyConnection) -> None:
    sql = "SELECT " + ", ".join(f"'value {i}' AS column_{i}" for i in range(10))
    assert lines(connection, sql, 40)[:2] == ["column_0  value 0", "column_1  value 1"]


def test_control_characters_do_not_reach_the_terminal(connection: duckdb.DuckDBPyConnection) -> None:
    assert lines(connection, "SELECT 'a' || chr(27) || '[2J' || chr(10) AS x", 80)[-1] == "a\\x1b[2J\\n"


def test_a_table_in_a_pipe_is_whole(connection: duckdb.DuckDBPyConnection) -> None:
    sql = "SELECT i, repeat('x', 100 + i % 7) AS x FROM range(1500) AS t(i)"
    shown = list(plain_lines(result_of(connection.sql(sql)), 0))
    assert len(shown) == 1502
    assert shown[-1] == f"1499  {'x' * 101}"


@pytest.mark.parametrize("form", ["csv", "json", "ndjson", "parquet", "arrow"])
def test_rows_are_written_in_the_order_of_the_answer(connection: duckdb.DuckDBPyConnection, form: str) -> None:
    data = written(connection, "SELECT i FROM range(45_000) AS t(i) ORDER BY i % 7, i DESC", form)
    if form in ("parquet", "arrow"):
        table = pq.read_table(io.BytesIO(data)) if form == "parquet" else pa.ipc.open_file(data).read_all()
        found = table["i"].to_pylist()
    else:
        found = [int(number) for number in re.findall(rb"\d+", data)]
    assert found == sorted(range(45_000), key=lambda i: (i % 7, -i))


@pytest.mark.parametrize("limit", [0, 5, 1000, 1001, 2000, 9999])
def test_a_table_of_more_than_a_thousand_rows_keeps_their_order(
    connection: duckdb.DuckDBPyConnection, limit: int
) -> None:
    shown = list(plain_lines(result_of(connection.sql("SELECT 2499 - i AS i FROM range(2500) AS t(i)")), limit))
    assert shown[:2] == ["   i", "────"]
    assert [int(line) for line in shown[2:]] == list(range(2499, -1, -1))[: limit or None]


def test_in_colour_null_is_dim_in_tables_and_records_and_a_text_that_says_so_is_not(
    connection: duckdb.DuckDBPyConnection,
) -> None:
    sql = "SELECT NULL AS a, 'NULL' AS b, 7 AS n"
    dim, bold = "\x1b[2m{}\x1b[0m".format, "\x1b[1m{}\x1b[0m".format
    names, _, row = lines(connection, sql, 80, colored=True)
    assert names == f"{bold('a   ')}  {bold('b   ')}  {bold('n')}"
    assert row == f"{dim('NULL')}  NULL  7"
    assert lines(connection, sql, 8, colored=True) == [
        f"{bold('a')}  {dim('NULL')}",
        f"{bold('b')}  NULL",
        f"{bold('n')}  7",
    ]
    assert lines(connection, sql, 8) == ["a  NULL", "b  NULL", "n  7"]

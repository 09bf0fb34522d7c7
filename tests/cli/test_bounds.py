"""A question takes no more memory and time than it may, and what ends it is told with the flag that helps."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.conftest import Ludograph
from tests.large import slow

ROOT = Path(__file__).parents[2]
ENDLESS = "WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r) SELECT max(i) FROM r WHERE i < 0"
CROSS = "SELECT count(*) FROM range(10000000000) AS a, range(1000000) AS b"
SORTED = "SELECT max(r) AS r FROM (SELECT row_number() OVER (ORDER BY hash(i), s) AS r FROM t)"
WIDE = "CREATE TEMP TABLE t AS SELECT i, repeat(md5(i::VARCHAR), 5) AS s FROM range(500000) AS a(i)"
TINY = ("--memory", "80MB")


@pytest.fixture(scope="module")
def archived(tmp_path_factory: pytest.TempPathFactory) -> Ludograph:
    """A store with its archive."""
    ludograph = Ludograph(tmp_path_factory.mktemp("archived"))
    ludograph("new", "sun-bid", "Ann", "Bob", "--seed", "1")
    ludograph("query", "SELECT 1")
    return ludograph


@pytest.fixture
def aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder where what does not fit is put aside."""
    folder = tmp_path / "aside"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr("tempfile.tempdir", None)
    return folder


def test_what_does_not_fit_into_memory_is_put_aside_and_nothing_of_it_is_left(archived: Ludograph, aside: Path) -> None:
    put = "SELECT count(*) > 0 AS put FROM duckdb_temporary_files()"
    asked = ("query", f"{WIDE}; {SORTED}; {put}", "--format", "table", *TINY)
    assert archived(*asked).split() == ["r", "─" * 6, "500000", "put", "────", "true"]
    assert list(aside.iterdir()) == []


def test_large_blocks_come_back_as_they_were(archived: Ludograph, aside: Path) -> None:
    text = "repeat(md5(i::VARCHAR), 20000)"
    rows = [f"SELECT i, {text} AS s FROM range({at}, {at + 60}) AS a(i)" for at in range(0, 300, 60)]
    made = "; INSERT INTO t ".join([f"CREATE TEMP TABLE t AS {rows[0]}", *rows[1:]])
    right = f"SELECT count(*) AS n FROM t WHERE i < 60 AND s = {text}"
    asked = ("query", f"{made}; {right}", "--format", "table", "--memory", "150MB")
    assert archived(*asked).split() == ["n", "──", "60"]
    assert list(aside.iterdir()) == []


def test_what_is_too_large_is_told_with_the_flag_that_helps(
    archived: Ludograph, aside: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = archived.refused("query", "SELECT len(list(i)) AS n FROM range(50000000) AS a(i)", *TINY)
    assert told.startswith("This takes more memory than it may")
    assert "--memory 4GB" in told
    monkeypatch.setattr("ludograph.analytics.queries.spill_files.ROOM", 1)
    told = archived.refused("query", WIDE.replace("500000", "50000000000"), *TINY)
    assert told.startswith("This fits neither into the memory")
    assert list(aside.iterdir()) == []


def test_an_answer_that_grows_too_large_while_it_is_read_is_told_too(archived: Ludograph) -> None:
    sql = "SELECT i, repeat('x', i) AS s FROM range(0, 1000000000, 10000000) AS a(i)"
    told = archived.refused("query", sql, *TINY)
    assert told.startswith("This takes more memory than it may")


@pytest.mark.parametrize("amount", ["2", "much", "0GB", "0%", "200%", "-1GB", "1GB; SELECT 1", ""])
def test_an_amount_is_a_number_with_a_unit(archived: Ludograph, amount: str) -> None:
    assert "500MB or 2GB" in archived.refused("query", "SELECT 1", "--memory", amount, code=2)


@pytest.mark.parametrize("amount", ["500MB", "1.5 GiB", "25%", "2g", "100%"])
def test_amounts_are_as_duckdb_has_them(archived: Ludograph, amount: str) -> None:
    assert archived("query", "SELECT 1 AS one", "--memory", amount) == "one\n1\n"


def test_half_of_what_the_machine_has_is_the_bound_by_default(archived: Ludograph) -> None:
    sql = "SELECT parse_formatted_bytes(current_setting('memory_limit')) AS n"
    half, whole = (archived.lines("query", sql, *more)[0]["n"] for more in ((), ("--memory", "100%")))
    assert 0.49 < half / whole < 0.51


@pytest.mark.parametrize("sql", [ENDLESS, CROSS], ids=["recursion", "cross-join"])
def test_what_takes_too_long_is_stopped(archived: Ludograph, sql: str) -> None:
    begun = time.monotonic()
    told = archived.refused("query", sql, "--timeout", "0.5")
    assert told == "Stopped after 0.5 seconds, as --timeout says: give it more, or ask for less.\n"
    assert time.monotonic() - begun < 20


def test_an_answer_in_time_is_left_alone(archived: Ludograph) -> None:
    assert archived("query", "SELECT 1 AS one", "--timeout", "60") == "one\n1\n"
    assert signal.getsignal(signal.SIGALRM) == signal.SIG_DFL
    assert "0" in archived.refused("query", "SELECT 1", "--timeout", "0", code=2)


@slow
@pytest.mark.parametrize("command", [("report", "win-rates"), ("lake", "lake")], ids=["report", "lake"])
def test_reports_and_the_lake_have_the_same_bounds(
    archived: Ludograph, command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(archived.folder)
    archived(*command, "--timeout", "100", "--memory", "25%")
    # Last: stopped as it takes a lock, a program holds that until it ends, and this one goes on.
    assert "--timeout says" in archived.refused(*command, "--timeout", "0.01")


def test_ctrl_c_leaves_nothing_of_what_was_put_aside(archived: Ludograph, aside: Path) -> None:
    sql = f"{WIDE}; SELECT 'going'; {CROSS}"
    command = ["query", sql, "--format", "table", *TINY]
    with subprocess.Popen(
        [sys.executable, "-m", "ludograph.cli.main", "--store", str(archived.store), *command],
        cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "TMPDIR": str(aside)},
    ) as running:  # fmt: skip
        assert running.stdout is not None
        while "going" not in running.stdout.readline():
            pass
        running.send_signal(signal.SIGINT)
        _, told = running.communicate(timeout=20)
    assert (running.returncode, told) == (130, "Stopped.\n")
    assert list(aside.iterdir()) == []


HERE = "current_setting('temp_directory')"


@pytest.mark.parametrize(
    "sql",
    [
        f"COPY (SELECT 1) TO ({HERE} || '/mine.csv')",
        "COPY (SELECT 1) TO 'aside://here/mine.csv'",
        "COPY (SELECT 1) TO 'aside://here/{name}'",
        "COPY t FROM 'aside://here/{name}' (FORMAT csv)",
        "ATTACH 'aside://here/mine.duckdb'",
        "ATTACH 'aside://here/{name}'",
        "EXPORT DATABASE 'aside://here/mine'",
        "IMPORT DATABASE 'aside://here'",
        f"SET temp_directory = {HERE} || '/mine'",
        "RESET temp_directory",
        "SET max_temp_directory_size = '1TB'",
        "SET memory_limit = '1TB'",
        "RESET memory_limit",
        "PRAGMA memory_limit = '1TB'",
        "SET disabled_filesystems = ''",
    ],
)
def test_sql_reaches_nothing_of_what_is_put_aside(archived: Ludograph, sql: str) -> None:
    """A file that DuckDB has there is found first, by what it tells of it."""
    (name,) = named(archived)
    told = archived.refused("query", f"{WIDE}; {sql.format(name=name)}", *TINY)
    assert "Traceback" not in told


@pytest.mark.parametrize("function", ["glob", "read_text", "read_blob", "read_csv", "read_json", "read_parquet"])
def test_no_function_finds_anything_there(archived: Ludograph, function: str) -> None:
    for path in ("'aside://here/*'", f"{HERE} || '/*'", f"'aside://here/{named(archived)[0]}'"):
        done = archived.run("query", f"{WIDE}; SELECT count(*) AS n FROM {function}({path})", *TINY)
        assert done.exit_code == 1 or done.stdout == "n\n0\n", done.output


def named(archived: Ludograph) -> list[str]:
    """A file that DuckDB has for what it puts aside, by its name."""
    sql = f"{WIDE}; SELECT parse_filename(path) AS name FROM duckdb_temporary_files() LIMIT 1"
    return [row["name"] for row in archived.lines("query", sql, *TINY)]

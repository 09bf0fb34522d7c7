import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from filelock import FileLock

from ludograph.domain.store.schema import LAYOUT
from tests.cli.conftest import CALL, FLIP, HEADER, Ludograph
from tests.large import slow
from tests.stores import run_sql

pexpect = pytest.importorskip("pexpect")
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def archived(tmp_path_factory: pytest.TempPathFactory) -> Ludograph:
    """A store with its archive: Sun Bid with a takeback, and a Sorcerous Futures in which Ann has sealed a bid of 7."""
    ludograph = Ludograph(tmp_path_factory.mktemp("archived"))
    ludograph("import", ludograph.file("match.jsonl", HEADER, FLIP, CALL))
    ludograph("undo", "AO26-2-5", "--reason", "misheard")
    ludograph("new", "sorcerous-futures", "Ann", "Bob", "Cat", "--seed", "1", "--id", "SF")
    shown = ludograph.json("show", "SF")
    ludograph("act", "SF", f"{shown['to_act'][0]} offer {shown['state']['row'][0]} closed", "Ann seal 7")
    ludograph("new", "sorcerous-futures", "Dan", "Eve", "Fay", "--seed", "2", "--id", "SF2")
    shown = ludograph.json("show", "SF2")
    ludograph("act", "SF2", f"{shown['to_act'][0]} offer {shown['state']['row'][0]} closed", "Dan seal 4")
    ludograph("query", "SELECT 1")
    return ludograph


@pytest.fixture
def own(archived: Ludograph, tmp_path: Path) -> Ludograph:
    """A copy of the store and its archive, for tests that change them."""
    for file in archived.folder.glob("store.sqlite*"):
        if not file.name.endswith(".lock"):
            shutil.copy(file, tmp_path / file.name)
    return Ludograph(tmp_path)


def test_an_answer_in_a_pipe_is_csv(archived: Ludograph) -> None:
    sql = "SELECT verb, count(*) AS n FROM entered.steps WHERE game = 'sun-bid' GROUP BY verb ORDER BY verb"
    assert archived("query", sql) == "verb,n\ncall,1\nflip,1\n"


def test_an_answer_can_be_json(archived: Ludograph) -> None:
    sql = "SELECT step, superseded, drawn, recorded_at FROM entered.steps WHERE game = 'sun-bid' ORDER BY version"
    first, second = archived.lines("query", sql)
    assert (first["step"], first["superseded"], first["drawn"]) == (1, False, ["8YK"])
    assert second["superseded"]
    assert first["recorded_at"].endswith("Z")
    assert json.loads(archived("query", sql, "--format", "json")) == [first, second]


def test_a_table_shows_null_and_keeps_numbers_to_the_right(archived: Ludograph) -> None:
    sql = "SELECT player, seat, NULL AS score FROM seats WHERE player IN ('Ann', 'Bob') ORDER BY ALL LIMIT 1"
    assert archived("query", sql, "--format", "table").splitlines()[-1] == "Ann        1  NULL"


def test_a_file_name_says_the_format(archived: Ludograph, tmp_path: Path) -> None:
    file = tmp_path / "steps.parquet"
    said = archived.run("query", "FROM entered.steps", "-o", file).stderr
    assert said == f"Wrote 6 rows to {file}.\n"
    assert pq.read_table(file).num_rows == 6
    assert [one.name for one in tmp_path.iterdir()] == ["steps.parquet"]


def test_a_name_that_says_no_format_is_asked_about(archived: Ludograph, tmp_path: Path) -> None:
    assert "--format" in archived.refused("query", "SELECT 1", "-o", tmp_path / "answer", code=2)


def test_a_failed_query_leaves_the_file_as_it_was(archived: Ludograph, tmp_path: Path) -> None:
    file = tmp_path / "n.csv"
    file.write_text("before")
    sql = "SELECT CASE WHEN i < 200000 THEN i ELSE error('no more') END AS n FROM range(300000) AS t(i)"
    assert "no more" in archived.refused("query", sql, "-o", file)
    assert (file.read_text(), list(tmp_path.iterdir())) == ("before", [file])


@pytest.mark.parametrize("end", ["", "-wal"])
def test_an_answer_never_goes_into_the_store(own: Ludograph, end: str) -> None:
    store = own.store.with_name(own.store.name + end)
    store.touch()
    before = store.read_bytes()
    assert "is the store itself" in own.refused("query", "SELECT 1", "--format", "csv", "-o", store)
    assert store.read_bytes() == before


def test_the_archive_is_never_made_in_the_place_of_the_store(own: Ludograph) -> None:
    before = own.store.read_bytes()
    assert "is the store itself" in own.refused("query", "SELECT 1", "--cache", own.store)
    assert own.store.read_bytes() == before


def test_sql_comes_from_a_file_or_from_standard_input(archived: Ludograph, tmp_path: Path) -> None:
    file = tmp_path / "question.sql"
    file.write_text("-- how many?\nSELECT count(*) AS n FROM matches;\n")
    assert archived("query", "-f", file) == "n\n3\n"
    assert archived("query", "-", input="SELECT 2 AS n") == "n\n2\n"
    assert archived("query", input="SELECT 3 AS n") == "n\n3\n"
    assert archived("query", "-f", "-", input="SELECT 4 AS n") == "n\n4\n"


def test_sql_comes_from_one_place(archived: Ludograph) -> None:
    assert "not both" in archived.refused("query", "SELECT 1", "-f", "x.sql", code=2)
    assert "There is no SQL" in archived.refused("query", input="-- nothing")


def test_parameters_are_json_or_texts(archived: Ludograph) -> None:
    sql = "SELECT $n + 1 AS n, $player AS player, len($list) AS len, $day::DATE AS day, $none AS none"
    values = ("n=41", "player=Ann", "list=[1, 2]", "day=2026-11-20", "none=null")
    found = archived.lines("query", sql, *(word for one in values for word in ("-p", one)))
    assert found == [{"n": 42, "player": "Ann", "len": 2, "day": "2026-11-20", "none": None}]


def test_a_parameter_without_a_value_is_named(archived: Ludograph) -> None:
    assert "add -p a=... -p b=..." in archived.refused("query", "SELECT $a, $b")
    assert "no $c in the SQL" in archived.refused("query", "SELECT $a", "-p", "a=1", "-p", "c=2")
    assert "Parameter a: write NAME=VALUE." in archived.refused("query", "SELECT $a", "-p", "a", code=2)


def test_several_statements_print_each_result(archived: Ludograph) -> None:
    sql = "CREATE TEMP TABLE t AS SELECT 1 AS a; INSERT INTO t VALUES (2); SELECT max(a) AS a FROM t; SELECT 3 AS b"
    assert archived("query", sql, "--format", "table") == "a\n─\n2\n\nb\n─\n3\n"
    assert "These are 2 queries" in archived.refused("query", sql, "--json")


def test_an_error_is_told_as_duckdb_tells_it(archived: Ludograph) -> None:
    told = archived.refused("query", "SELECT * FROM stepps")
    assert told.startswith('Catalog Error: Table with name stepps does not exist!\nDid you mean "steps"?\n')
    told = archived.refused("query", "SELEC 1")
    assert told == 'Parser Error: syntax error at or near "SELEC"\n\nLINE 1: SELEC 1\n        ^^^^^\n'


def test_a_file_is_out_of_reach_unless_files_are_allowed(archived: Ludograph, tmp_path: Path) -> None:
    file = tmp_path / "ranks.csv"
    file.write_text("player,club\nAnn,North\n")
    sql = f"SELECT club FROM '{file}' JOIN seats USING (player) WHERE seat = 1 LIMIT 1"
    archived.refused("query", sql)
    assert archived("query", sql, "--allow-files") == "club\nNorth\n"
    assert "belongs to the store" in archived.refused("query", f"ATTACH '{archived.store}'", "--allow-files")


def test_an_empty_folder_is_no_store(ludograph: Ludograph) -> None:
    assert "Nothing is recorded yet" in ludograph.refused("query", "SELECT 1")


def test_a_query_catches_up_first(own: Ludograph) -> None:
    sql = "SELECT count(*) AS n FROM steps WHERE game = 'sun-bid'"
    assert own.lines("query", sql) == [{"n": 1}]
    own("act", "AO26-2-5", "Bob flip > 4VL")
    assert own.lines("query", sql) == [{"n": 2}]


def test_it_says_so_where_it_waits_for_another_program(own: Ludograph) -> None:
    lock = FileLock(own.store.with_name("store.sqlite.duckdb.lock"))
    with lock, started(own, "query", "SELECT 1 AS one", "--fresh") as waiting:
        assert waiting.stderr is not None
        assert waiting.stderr.readline() == "Another program is catching up store.sqlite.duckdb: waiting for it.\n"
        lock.release()
        assert waiting.communicate(timeout=20) == ("one\n1\n", "")


def test_a_damaged_event_is_told(own: Ludograph) -> None:
    run_sql(own.store, "UPDATE stored_events SET state = 'x' WHERE rowid = 2")
    result = own.run("query", "SELECT count(*) AS n FROM unread", "--rebuild")
    assert (result.exit_code, result.stdout) == (0, "n\n1\n")
    assert "1 event of the store cannot be read" in result.stderr
    assert "verify --all" in result.stderr


def test_as_an_observer_only_what_that_one_knew_is_there(own: Ludograph) -> None:
    sql = (
        "SELECT s.player, a.* FROM sorcerous_futures.seal AS a JOIN seats AS s ON s.match = a.match AND s.seat = actor"
    )

    def prices(observer: str) -> dict[str, list[int]]:
        """Each sealed bid as far as an observer knows it."""
        lines = own.lines("query", sql, "--as", observer)
        return {line["player"]: [value for value in line.values() if value in (4, 7)] for line in lines}

    assert prices("judge") == {"Ann": [7], "Dan": [4]}
    assert prices("ann") == {"Ann": [7], "Dan": []}
    assert prices("Zoe") == prices("table") == {"Ann": [], "Dan": []}
    assert "No recorded player is called Zoe" in own.run("query", "SELECT 1", "--as", "Zoe").stderr
    assert own.run("query", "SELECT 1", "--as", "ann").stderr == ""


def started(ludograph: Ludograph, *args: str, **settings: Any) -> subprocess.Popen[str]:
    """The program in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "ludograph.cli.main", "--store", str(ludograph.store), *args],
        cwd=ROOT,
        text=True,
        stderr=subprocess.PIPE,
        **{"stdout": subprocess.PIPE, **settings},
    )


def test_ctrl_c_ends_a_long_query(archived: Ludograph) -> None:
    sql = "SELECT 'going'; SELECT count(*) FROM range(10000000000) AS a, range(1000000) AS b"
    with started(archived, "query", sql, "--format", "table") as running:
        assert running.stdout is not None
        while "going" not in running.stdout.readline():
            pass
        time.sleep(0.3)
        running.send_signal(signal.SIGINT)
        _, told = running.communicate(timeout=20)
        assert (running.returncode, told) == (130, "Stopped.\n")


def test_a_reader_that_goes_away_ends_it_quietly(archived: Ludograph) -> None:
    with started(archived, "query", "SELECT * FROM range(10000000000)") as running:
        assert running.stdout is not None
        assert running.stderr is not None
        assert running.stdout.readline() == "range\n"
        running.stdout.close()
        assert running.wait(timeout=20) == 0
        assert running.stderr.read() == ""


def on_a_terminal(ludograph: Ludograph, *args: str) -> Any:
    """The program in a terminal of its own."""
    environment = {"TERM": "xterm", "NO_COLOR": "1", "PROMPT_TOOLKIT_NO_CPR": "1", "HOME": str(ludograph.folder)}
    return pexpect.spawn(
        sys.executable,
        ["-m", "ludograph.cli.main", "--store", str(ludograph.store), "query", *args],
        dimensions=(30, 80),
        encoding="utf-8",
        timeout=30,
        cwd=str(ROOT),
        env={**environment, "PATH": os.environ["PATH"]},
    )


@pytest.fixture
def shell(own: Ludograph) -> Iterator[Any]:
    child = on_a_terminal(own)
    child.expect("3 matches")
    child.expect("ludograph>")
    yield child
    child.close(force=True)


def entered(shell: Any, text: str, *expected: str) -> None:
    """Enters a line, and awaits what it must print and the prompt."""
    shell.send(f"{text}\r")
    for one in expected:
        shell.expect(one)
    shell.expect("ludograph>")


def test_the_shell_answers_on_a_terminal(shell: Any) -> None:
    shell.send("SELECT count(*) AS n,\r")
    shell.expect(r"\.\.\.>")
    entered(shell, "'a;' AS text FROM matches;", r"3  a;")
    entered(shell, "SELECT * FROM stepps;", 'Did you mean "steps"')
    entered(shell, "SELECT at_ta\t FROM matches LIMIT 1;", "at_table", "5")
    entered(shell, ".schema sun_bid.bid", "VARCHAR")
    entered(shell, ".schema bidq", "There is no table or view bidq")
    entered(shell, ".format json")
    entered(shell, "SELECT 7 AS seven;", r'\{"seven":7\}')
    entered(shell, ".nonsense", "There is no command .nonsense")
    shell.sendcontrol("d")
    shell.expect(pexpect.EOF)
    shell.wait()
    assert shell.exitstatus == 0


def test_ctrl_c_in_the_shell_ends_the_query_and_keeps_temporary_tables(shell: Any) -> None:
    entered(shell, "CREATE TEMP TABLE t AS SELECT 5 AS five; SELECT 'kept' || five AS x FROM t;", "kept5")
    shell.send("SELECT 'go' || 'ing'; SELECT count(*) FROM range(10000000000) AS a, range(1000000) AS b;\r")
    shell.expect("going")
    time.sleep(0.3)
    shell.sendcontrol("c")
    shell.expect("Stopped")
    shell.expect("ludograph>")
    entered(shell, "SELECT five + 1 AS six FROM t;", "6")
    shell.send(".quit\r")
    shell.expect(pexpect.EOF)


@slow
def test_the_shell_takes_in_what_others_record(own: Ludograph, shell: Any) -> None:
    sql = "SELECT 'n=' || count(*) AS n FROM steps WHERE game = 'sun-bid'"
    entered(shell, f"{sql};", "n=1")
    own("act", "AO26-2-5", "Bob flip > 4VL")
    assert own.lines("query", sql) == [{"n": "n=2"}]
    entered(shell, f"{sql};", "1 new event was taken in", "n=2")
    entered(shell, "CREATE TEMP TABLE t AS SELECT 5 AS five; SELECT 'kept' || five AS x FROM t;", "kept5")
    own("act", "AO26-2-5", "Ann flip > 3LY")
    assert own.lines("query", sql) == [{"n": "n=3"}]  # though the shell holds the file
    entered(shell, f"{sql};", "1 new event was recorded", "n=2")
    entered(shell, ".refresh")
    entered(shell, f"{sql};", "n=3")


def test_the_shell_makes_the_tables_at_steps_when_they_are_asked_for(own: Ludograph, shell: Any) -> None:
    sql = "SELECT 'n=' || count(DISTINCT match) AS n FROM cards_at"
    entered(shell, "CREATE TEMP TABLE t AS SELECT 5 AS five;")
    entered(shell, f"{sql};", "ask again after .refresh")
    entered(shell, ".refresh")
    entered(shell, f"{sql};", "n=3")


def test_a_text_that_a_spreadsheet_would_work_out_can_be_made_harmless(archived: Ludograph) -> None:
    sql = "SELECT '=1+1' AS a, '@x' AS b, ' -2' AS c, -3 AS d, 'Ann' AS e, '+4,5' AS f, CAST(-1.5 AS DECIMAL(4,1)) AS g"
    assert archived("query", sql, "--format", "csv").splitlines()[1] == '=1+1,@x," -2",-3,Ann,"+4,5",-1.5'
    told = archived("query", sql, "--format", "csv", "--harmless").splitlines()[1]
    assert told == """'=1+1,'@x,' -2,-3,Ann,"'+4,5",-1.5"""
    assert "=1+1" in archived("query", "--help")


@pytest.mark.parametrize("way", ["SQL", "a file", "standard input", "standard input as a file"])
def test_on_a_terminal_sql_is_answered_without_a_shell(own: Ludograph, way: str) -> None:
    sql = "SELECT 40 + count(*) AS n FROM matches"
    files = {"a file": ["-f", str(own.file("question.sql", sql))], "standard input as a file": ["-f", "-"]}
    args = {"SQL": [sql], "standard input": ["-"], **files}
    with on_a_terminal(own, *args[way]) as child:
        if way.startswith("standard input"):
            child.send(f"{sql}\n\x04")
        said = child.read()
        assert "43" in said
        assert "ludograph>" not in said


def test_the_newer_layout_of_a_store_is_told(own: Ludograph) -> None:
    with sqlite3.connect(own.store) as store:
        store.execute(f"PRAGMA user_version = {LAYOUT + 1}")
    store.close()
    assert "was written by a newer Ludograph: update this one to use it." in own.refused("query", "SELECT 1")


def test_a_store_of_an_older_program_is_settled_when_it_is_asked(ludograph: Ludograph) -> None:
    ludograph("simulate", "last-years-magic", "-n", "3", "--seats", "3", "--seed", "5")
    sql = "SELECT player, score, won FROM results ORDER BY match, seat"
    before = ludograph.lines("query", sql)
    with sqlite3.connect(ludograph.store) as store:
        store.executescript("ALTER TABLE heads DROP COLUMN result; PRAGMA user_version = 1")
    store.close()
    assert ludograph.lines("query", sql, "--rebuild") == before != []
    with sqlite3.connect(ludograph.store) as store:
        assert store.execute("PRAGMA user_version").fetchall() == [(LAYOUT,)]
    store.close()


@pytest.mark.parametrize("form", ["csv", "json", "ndjson", "table"])
@pytest.mark.parametrize(("wanted", "count"), [("0", 50_000), ("2", 2), ("30000", 30_000), ("60000", 50_000)])
def test_so_many_rows_come_in_any_format(
    ludograph: Ludograph, recorded: str, form: str, wanted: str, count: int
) -> None:
    printed = ludograph("query", "--rows", wanted, "--format", form, "SELECT 12345 AS n FROM range(50000)")
    assert printed.count("12345") == count


def test_so_many_rows_go_into_a_file(ludograph: Ludograph, recorded: str, tmp_path: Path) -> None:
    ludograph("query", "--rows", "3", "-o", tmp_path / "n.parquet", "SELECT * FROM range(50000)")
    assert "3" in ludograph("query", "--allow-files", f"SELECT count(*) FROM '{tmp_path / 'n.parquet'}'").split()

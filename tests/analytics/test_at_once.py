"""Questions are answered at once: nobody waits for another program that catches up, or for tables at steps."""

import json
import os
import subprocess
import sys
from contextlib import closing
from fcntl import LOCK_EX, flock
from pathlib import Path
from random import Random
from shutil import copyfile
from typing import Any

import duckdb
import pytest
from click.testing import CliRunner

import ludograph
from ludograph.analytics.archive.archive import ArchiveSpec, archive
from ludograph.analytics.archive_paths import archive_file, draft_file, lock_file, staging_file
from ludograph.analytics.derived import position_workers, positions
from ludograph.analytics.derived.intervals import table_at_steps
from ludograph.analytics.derived.needs import STEP_BY_STEP
from ludograph.cli.main import main
from ludograph.domain.store.recorder import Recorder
from tests.analytics.asking_meanwhile import lost, trial
from tests.analytics.histories import histories, recorder
from tests.large import slow

COUNT = "SELECT count(*) AS n FROM matches"
STEPS = "SELECT * FROM cards_at ORDER BY ALL"


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path, random = tmp_path / "store.sqlite", Random(6)
    with recorder(path, random) as writer:
        writer.record(*histories(random, 7, 12))
    with ludograph.open(path) as found:
        found.query(COUNT)
    return path


def one_more(store: Path) -> None:
    random = Random(9)
    (match,) = (match for match in histories(random, 1, 12))
    with closing(Recorder(store)) as writer:
        writer.record(match)


def rows(store: Path, sql: str) -> list[tuple[object, ...]]:
    with archive(ArchiveSpec(store, needs=frozenset((STEP_BY_STEP,)))) as found:
        return found.connection.execute(sql).fetchall()


def test_while_another_catches_up_the_last_whole_state_answers_and_says_how_far_it_goes(store: Path) -> None:
    one_more(store)
    with lock_file(archive_file(store, "judge")).open("w") as held:
        flock(held, LOCK_EX)
        done = CliRunner().invoke(main, ["--store", str(store), "query", COUNT, "--json"])
        assert json.loads(done.stdout) == {"n": 7}
        assert "this answers from what was recorded up to" in done.stderr
        waited = CliRunner().invoke(main, ["--store", str(store), "query", COUNT, "--fresh", "--timeout", "0.5"])
        assert "Stopped after 0.5 seconds" in waited.stderr
    done = CliRunner().invoke(main, ["--store", str(store), "query", COUNT, "--json"])
    assert (json.loads(done.stdout), done.stderr) == ({"n": 8}, "")


def test_who_reads_reads_on_and_hinders_nobody(store: Path) -> None:
    """A reader in another process keeps what it opened, while what is new is taken in beside it."""
    code = "import duckdb, sys; c = duckdb.connect(sys.argv[1], read_only=True); print(); input(); "
    code += "print(c.sql(sys.argv[2]))"
    command = [sys.executable, "-c", code, str(archive_file(store, "judge")), COUNT]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        other.stdout.readline()
        one_more(store)
        with ludograph.open(store) as found:
            assert found.query(COUNT).fetchall() == [(8,)]
        told, _ = other.communicate("\n")
    assert "7" in told
    assert not draft_file(archive_file(store, "judge")).exists()


def test_a_reader_of_this_program_that_is_open_before_does_not_make_answers_old(store: Path) -> None:
    with ludograph.open(store) as before:
        assert before.query(COUNT).fetchall() == [(7,)]
        one_more(store)
        with ludograph.open(store) as after:
            assert after.query(COUNT).fetchall() == [(8,)]
        assert before.query(COUNT).fetchall() == [(7,)]


def test_a_draft_that_was_left_is_gone_on_with(store: Path) -> None:
    file = archive_file(store, "judge")
    copyfile(file, draft_file(file))
    with closing(duckdb.connect(draft_file(file))) as connection:
        connection.execute("CREATE TABLE internal.left_over AS SELECT 1")
    one_more(store)
    with archive(ArchiveSpec(store)) as found:
        assert found.connection.execute("SELECT count(*) FROM internal.left_over").fetchall() == [(1,)]
        assert found.connection.execute(COUNT).fetchall() == [(8,)]


def test_tables_at_steps_are_gone_on_with_where_they_were_killed(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = rows(store, STEPS)
    other = store.with_name("other.sqlite")
    copyfile(store, other)
    worked: list[object] = []
    whole: Any = table_at_steps

    def killed(match: object, *rest: object) -> object:
        worked.append(match)
        if len(worked) == 4:
            raise KeyboardInterrupt
        return whole(match, *rest)

    monkeypatch.setattr(positions, "table_at_steps", killed)
    monkeypatch.setattr(positions, "TOGETHER", 1)
    with pytest.raises(KeyboardInterrupt):
        rows(other, STEPS)
    assert staging_file(archive_file(other, "judge")).exists()
    worked[:] = []

    def counted(*them: object) -> object:
        worked.append(0)
        return whole(*them)

    monkeypatch.setattr(positions, "table_at_steps", counted)
    assert rows(other, STEPS) == expected
    assert len(worked) == 4
    assert not staging_file(archive_file(other, "judge")).exists()


@slow
def test_several_processes_make_what_one_makes(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = rows(store, STEPS)
    other = store.with_name("other.sqlite")
    copyfile(store, other)
    monkeypatch.setattr(position_workers, "WORTHWHILE", 1)
    monkeypatch.setattr(positions, "TOGETHER", 1)
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0, 1})
    assert rows(other, STEPS) == expected


@slow
def test_others_are_answered_while_it_is_made_and_killed(store: Path) -> None:
    """The large trial with a small store: nothing is lost, and everybody is answered."""
    alone, meanwhile = trial(store, askers=2, kills=1, pause=0.5)
    assert (len(alone), lost(store)) == (2, 0)
    assert len(meanwhile) >= 2


def test_what_was_put_aside_by_another_program_is_not_used(store: Path) -> None:
    """Nor what was put aside of a match as it stood before."""
    expected = rows(store, STEPS)
    other = store.with_name("other.sqlite")
    copyfile(store, other)
    staging_file(archive_file(other, "judge")).write_bytes(b"no database at all" * 100)
    assert rows(other, STEPS) == expected


def test_others_ask_and_catch_up_while_tables_at_steps_are_made(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole: Any = table_at_steps
    asked: list[Any] = []

    def slowly(*them: object) -> object:
        if not asked:
            asked.append(0)
            one_more(store)
            command = [sys.executable, "-m", "ludograph.cli.main", "--store", str(store), "query", COUNT]
            where = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
            asked.append(subprocess.run(command, capture_output=True, text=True, check=True, env=where))
        return whole(*them)

    monkeypatch.setattr(positions, "table_at_steps", slowly)
    found = rows(store, "SELECT count(DISTINCT match) FROM rounds_at")
    assert asked[1].stdout.split()[-1] == "8"
    assert asked[1].stderr == ""
    assert found == [(8,)]

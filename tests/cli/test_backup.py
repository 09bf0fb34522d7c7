"""`backup` copies a store whole, also while others record, and never over anything that is not to be replaced."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Ludograph
from tests.cli.test_merge import RECORDS, beside, held
from tests.stores import run_sql


def test_the_copy_is_a_store_with_everything_in_it(ludograph: Ludograph, recorded: str) -> None:
    other = beside(ludograph, "copy")
    told = ludograph.json("backup", other.store)
    assert (told["matches"], told["events"], told["bytes"]) == (1, 3, other.store.stat().st_size)
    assert held(other) == held(ludograph)
    other("verify", "--all")
    other("act", recorded, "Ann pass")
    assert sorted(path.name for path in other.folder.iterdir()) == ["store.sqlite"]


def test_what_is_copied_is_said(ludograph: Ludograph, recorded: str) -> None:
    file = ludograph.folder / "copy.sqlite"
    assert ludograph.run("backup", file).stderr == f"Copied 1 match (3 events) into {file}, and checked the copy.\n"


def test_others_go_on_recording_meanwhile(ludograph: Ludograph, recorded: str) -> None:
    command = [sys.executable, "-c", RECORDS, str(ludograph.store), recorded]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        writer.stdout.readline()
        for number in range(5):
            other = beside(ludograph, f"copy{number}")
            ludograph("backup", other.store)
            other("verify", "--all")
        writer.kill()
    assert ludograph.json("verify", recorded)["ok"]


def test_nothing_is_replaced_unless_that_is_wished(ludograph: Ludograph, recorded: str) -> None:
    file = ludograph.file("mine.txt", "something of mine")
    assert "is there already" in ludograph.refused("backup", file)
    assert file.read_text() == "something of mine\n"
    ludograph("backup", file, "--force")
    assert sqlite3.connect(file).execute("SELECT count(*) FROM stored_events").fetchone() == (3,)


def test_the_store_and_what_lies_beside_it_is_never_replaced(ludograph: Ludograph, recorded: str) -> None:
    ludograph("query", "SELECT 1")
    link = ludograph.folder / "link.sqlite"
    link.symlink_to(ludograph.store)
    for file in (ludograph.store, link):
        assert "is the store itself" in ludograph.refused("backup", file, "--force")
    for ending in ("-wal", "-shm", ".duckdb"):
        ludograph.refused("backup", f"{ludograph.store}{ending}", "--force")
    assert "is a folder" in ludograph.refused("backup", ludograph.folder, "--force")
    other = beside(ludograph, "other")
    ludograph("backup", other.store)
    Path(f"{other.store}-wal").write_bytes(b"events that are nowhere else")
    assert "was left open" in ludograph.refused("backup", other.store, "--force")
    assert ludograph.json("verify", recorded)["ok"]


def test_a_damaged_store_leaves_no_copy(ludograph: Ludograph, recorded: str) -> None:
    ludograph("simulate", "sun-bid", "-n", "5", "--seed", "1")
    with ludograph.store.open("r+b") as store:
        store.seek(ludograph.store.stat().st_size // 2)
        store.write(b"\0" * 5000)
    folder = ludograph.folder / "elsewhere"
    folder.mkdir()
    assert "damaged" in ludograph.refused("backup", folder / "copy.sqlite")
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("sql", ["DROP TABLE stored_events", "PRAGMA user_version=99"])
def test_what_is_no_store_of_ours_is_not_copied(ludograph: Ludograph, recorded: str, sql: str) -> None:
    run_sql(ludograph.store, sql)
    copy = ludograph.folder / "copy.sqlite"
    ludograph.refused("backup", copy)
    assert not copy.exists()


def test_where_nothing_is_recorded_or_can_be_written_this_is_said(ludograph: Ludograph, recorded: str) -> None:
    assert "Nothing is recorded yet" in beside(ludograph, "empty").refused("backup", ludograph.folder / "copy.sqlite")
    assert "The copy cannot be written" in ludograph.refused("backup", "/nowhere/copy.sqlite")

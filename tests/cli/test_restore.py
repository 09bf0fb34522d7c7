"""`restore` makes a store of a lake, digest for digest: the whole of it, or nothing."""

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import UUID

import pyarrow.parquet as pq
import pytest

from ludograph.analytics.lake.restore import Events
from ludograph.domain.store.recorder import Recorder
from tests.cli.conftest import Ludograph
from tests.lakes import altered, heads, held, is_empty, manifest, raw_file, rewritten, signed
from tests.large import slow
from tests.places import SERVED, served


@slow
def test_every_event_comes_back_to_the_byte_in_its_order_with_the_same_heads(
    ludograph: Ludograph, stored: Ludograph, lake: Path
) -> None:
    told = ludograph.json("restore", lake)
    assert held(ludograph.store) == held(stored.store)
    assert heads(ludograph.store) == heads(stored.store)
    assert told == {
        "store": str(ludograph.store), "matches": 4, "tournaments": 1, "events": len(held(stored.store)),
        "left_out": [],
    }  # fmt: skip
    assert ludograph("verify") == stored("verify")
    assert ludograph("matches") == stored("matches")
    assert ludograph("tournament", "history", "Cup") == stored("tournament", "history", "Cup")
    assert ludograph("history", "AO26-2-5") == stored("history", "AO26-2-5")
    assert ludograph.json("lake", lake)["new"] == 0


@SERVED
def test_a_store_on_a_server_is_made_as_one_in_a_file_is(
    stored: Ludograph, lake: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludograph.domain.store.postgres.store.PORTION", 50)
    server = Ludograph(stored.folder)
    server.store = served()
    server("restore", lake)
    assert held(server.store) == held(stored.store)
    assert heads(server.store) == heads(stored.store)
    assert sorted(server("verify").splitlines()) == sorted(stored("verify").splitlines())
    assert "has matches already" in server.refused("restore", lake)


def test_only_an_empty_store_is_filled(ludograph: Ludograph, lake: Path) -> None:
    Recorder(ludograph.store).close()
    said = ludograph.run("restore", lake)
    assert "Restored 4 matches and 1 tournament" in said.stderr
    before = held(ludograph.store)
    assert "has matches already, and a lake is restored into an empty store" in ludograph.refused("restore", lake)
    assert held(ludograph.store) == before


@slow
def test_a_lake_of_version_3_is_restored_though_nobody_brings_it_up(
    ludograph: Ludograph, stored: Ludograph, lake: Path
) -> None:
    """There the folders of a file told the game and the month, and the file had no such columns."""
    for kind in ("over", "running", "tournaments-running"):
        path = raw_file(lake, kind)
        pq.write_table(pq.read_table(path).drop_columns(["game", "month"]), path)
        signed(lake, path)
    rewritten(lake, manifest(lake) | {"ludograph_lake": 3})
    assert ludograph.run("verify", "--lake", lake).exit_code == 0
    ludograph("restore", lake)
    assert held(ludograph.store) == held(stored.store)
    assert heads(ludograph.store) == heads(stored.store)


def gone(lake: Path) -> None:
    raw_file(lake).unlink()


def cut(lake: Path) -> None:
    raw_file(lake).write_bytes(raw_file(lake).read_bytes()[:-100])


def one_bit(lake: Path) -> None:
    content = bytearray(raw_file(lake).read_bytes())
    content[len(content) // 2] ^= 1
    raw_file(lake).write_bytes(content)


def elsewhere(lake: Path) -> None:
    told = manifest(lake)
    for file in told["files"]:
        if file["table"] == "stored_events":
            file["path"] = "../../../elsewhere.parquet"
    rewritten(lake, told)


def an_action(lake: Path) -> None:
    altered(lake, lambda rows: rows[1].update(state=rows[1]["state"].replace("8YK", "7YK")))


def a_row(lake: Path) -> None:
    altered(lake, lambda rows: [*rows[:2], *rows[3:]])


def the_end(lake: Path) -> None:
    altered(lake, lambda rows: rows[:-1])


def a_match(lake: Path) -> None:
    altered(lake, lambda rows: rows[:0], "over")


def twice(lake: Path) -> None:
    altered(lake, lambda rows: [*rows, *rows], "over")


def another(lake: Path) -> None:
    altered(lake, lambda rows: [*rows, *[row | {"match": "0" * 32} for row in rows]])


def no_id(lake: Path) -> None:
    altered(lake, lambda rows: rows[0].update(match="first"))


def older(lake: Path) -> None:
    rewritten(lake, manifest(lake) | {"ludograph_lake": 2})


def newer(lake: Path) -> None:
    rewritten(lake, manifest(lake) | {"ludograph_lake": 99})


def of_the_table(lake: Path) -> None:
    rewritten(lake, manifest(lake) | {"observer": "table", "restorable": False})


def no_manifest(lake: Path) -> None:
    (lake / "now" / "manifest.json").unlink()


RAW = "stored_events/part-"
WRONG: dict[Callable[[Path], None], tuple[str, ...]] = {
    gone: (RAW, "is missing. Nothing was restored."),
    cut: (RAW, "was cut: ", "bytes are left. Nothing was restored."),
    one_bit: (RAW, "was altered: its SHA-256 is not the one that the manifest names. Nothing was restored."),
    elsewhere: ("elsewhere.parquet would lie outside of the lake.",),
    an_action: (RAW, "event 2: What is stored is not what was recorded: its digest does not fit."),
    a_row: (RAW, "event 3: Event 3 is missing"),
    the_end: (RAW, "The end was removed: events 6 to 6 are missing."),
    a_match: ("No event of this match is left.",),
    twice: (RAW, "event 1: It lies there a second time, or the manifest does not know it. Nothing was restored."),
    another: (f"Match {UUID(int=0)} in {RAW}", "it says that it is another event."),
    no_id: ("The file in which it lies cannot be read ('first' is no id of a match).",),
    older: ("is of an older Ludograph", "bring it up by `ludograph lake"),
    newer: ("was written by a newer Ludograph",),
    of_the_table: ("is as table knows it, without the raw events, which are for the judge alone",),
    no_manifest: ("There is no lake in",),
}


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: wrong.__name__)
def test_nothing_is_made_of_a_lake_in_which_something_is_wrong(
    ludograph: Ludograph, lake: Path, wrong: Callable[[Path], None]
) -> None:
    wrong(lake)
    said = ludograph.refused("restore", lake)
    for words in WRONG[wrong]:
        assert words in said
    assert is_empty(ludograph.store)


def test_whoever_stops_it_has_an_empty_store_and_the_same_again_makes_the_whole_one(
    ludograph: Ludograph, stored: Ludograph, lake: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = Events.__iter__

    def some(self: Events) -> Iterator[object]:
        for at, row in enumerate(whole(self)):
            if at == 50:
                raise KeyboardInterrupt
            yield row

    with monkeypatch.context() as patched:
        patched.setattr(Events, "__iter__", some)
        assert ludograph.run("restore", lake).exit_code == 130
    assert held(ludograph.store) == heads(ludograph.store) == []
    ludograph("restore", lake)
    assert held(ludograph.store) == held(stored.store)


def test_a_store_whose_making_was_killed_is_empty(ludograph: Ludograph, stored: Ludograph, lake: Path) -> None:
    code = (
        "import os, signal, sys; from ludograph.analytics.lake import restore; from ludograph.cli.main import main\n"
        "whole = restore.Events.__iter__\n"
        "def some(self):\n"
        "    for at, row in enumerate(whole(self)):\n"
        "        if at == 50: os.kill(os.getpid(), signal.SIGKILL)\n"
        "        yield row\n"
        "restore.Events.__iter__ = some\n"
        "main(sys.argv[1:])"
    )
    command = [sys.executable, "-c", code, "--store", str(ludograph.store), "restore", str(lake)]
    assert subprocess.run(command, check=False).returncode == -signal.SIGKILL
    assert held(ludograph.store) == heads(ludograph.store) == []
    ludograph("restore", lake)
    assert heads(ludograph.store) == heads(stored.store)

"""Paths, numbers and texts that nobody means are answered with a sentence; a look at a store leaves nothing there."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from ludograph.domain.store.recorder import Recorder
from tests.cli.conftest import HEADER, Ludograph
from tests.stores import run_sql

DIGITS = "9" * 5_000
COMMANDS = (["matches"], ["verify"], ["new", "sun-bid", "Ann", "Bob"], ["query", "SELECT 1"], ["report", "games"])


@pytest.mark.parametrize("kind", ["root", "device", "pipe", "folder", "link"])
def test_what_is_no_file_cannot_be_a_store(ludograph: Ludograph, kind: str) -> None:
    pipe, link = ludograph.folder / "pipe", ludograph.folder / "link"
    os.mkfifo(pipe)
    link.symlink_to("/dev/null")
    path = {"root": Path("/"), "device": Path("/dev/null"), "pipe": pipe, "folder": ludograph.folder, "link": link}[
        kind
    ]
    for command in COMMANDS:
        said = ludograph.refused("--store", str(path), *command)
        assert "is no file, so it cannot be a store" in said


def test_a_store_that_is_nowhere_is_answered_with_a_sentence(ludograph: Ludograph) -> None:
    one, other = ludograph.folder / "one", ludograph.folder / "other"
    one.symlink_to(other)
    other.symlink_to(one)
    for command in COMMANDS:
        assert "names no file: write a path" in ludograph.refused("--store", "", *command)
        assert "is a link that leads back to itself" in ludograph.refused("--store", str(one), *command)


@pytest.mark.parametrize(
    "command",
    [
        ["show", "{}"], ["act", "AO26-2-5", "{}"], ["games", "{}"], ["rules", "{}"], ["{}"], ["report", "{}"],
        ["show", "AO26-2-5", "--as", "{}"], ["new", "{}", "Ann"], ["replay", "AO26-2-5", "--as", "{}"],
    ],
    ids=" ".join,
)  # fmt: skip
def test_the_end_of_a_line_in_somebodys_words_ends_no_line(
    ludograph: Ludograph, recorded: str, command: list[str]
) -> None:
    result = ludograph.run(*(word.format("x\nb") for word in command))
    assert result.exit_code != 0
    assert not [line for line in result.output.splitlines() if line.startswith("b")]


@pytest.mark.parametrize("name", ["a\\b.sqlite", "b\udcffd.sqlite", "x%y?z#.sqlite", "ü ß.sqlite"])
def test_any_name_of_a_file_will_do(ludograph: Ludograph, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(ludograph.folder / "cache"))
    store = str(ludograph.folder / name)
    ludograph("--store", store, "new", "sun-bid", "Ann", "Bob", "--id", "A")
    ludograph("--store", store, "show", "A")
    ludograph("--store", store, "verify")
    assert ludograph("--store", store, "query", "SELECT count(*) AS n FROM matches").split() == ["n", "1"]


@pytest.mark.parametrize(
    "command",
    [
        ["show", DIGITS],
        ["show", "AO26-2-5", "--as", DIGITS],
        ["act", "AO26-2-5", f"{DIGITS} flip"],
        ["act", "AO26-2-5", f"Ann flip > {DIGITS}"],
        ["note", "AO26-2-5", DIGITS, "hello"],
        ["rules", DIGITS],
        ["query", "SELECT '\udcff'"],
        ["query", "-p", "a=\udcff", "SELECT $a"],
        ["query", "--cache", "x\\y", "SELECT 1"],
    ],
)
def test_what_is_far_too_long_or_no_text_is_answered_with_a_sentence(
    ludograph: Ludograph, recorded: str, command: list[str]
) -> None:
    result = ludograph.run(*command)
    assert isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code in (1, 2)
    assert len(result.stderr) < 700


def test_an_observer_of_many_digits_is_nobody(ludograph: Ludograph, recorded: str) -> None:
    assert ludograph("query", "--as", DIGITS, "SELECT count(*) AS n FROM matches").split() == ["n", "1"]


def beside(store: Path) -> set[str]:
    return {path.name for path in store.parent.iterdir() if path.name.startswith(f"{store.name}-")}


def test_a_look_at_a_store_that_may_not_be_written_leaves_no_files_beside_it(
    ludograph: Ludograph, recorded: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_sql(ludograph.store, "PRAGMA wal_checkpoint(TRUNCATE)")
    ludograph.store.chmod(0o444)
    allowed = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK and allowed(path, mode))
    monkeypatch.setenv("XDG_CACHE_HOME", str(ludograph.folder / "cache"))
    for command in (["matches"], ["show", recorded], ["verify"], ["query", "SELECT 1"]):
        ludograph(*command)
        assert beside(ludograph.store) == set()
    assert "cannot be opened for writing, so nothing was recorded" in ludograph.refused("note", recorded, "hello")
    monkeypatch.undo()
    ludograph.store.chmod(0o644)
    with Recorder(ludograph.store) as recorder:
        assert recorder.store.match_heads()


def test_a_question_to_a_store_that_nobody_may_write_leaves_no_files_beside_it(
    ludograph: Ludograph, recorded: str
) -> None:
    ludograph.store.chmod(0o444)
    ludograph("query", "SELECT 1")
    assert beside(ludograph.store) == set()


def test_what_others_are_writing_is_seen_in_a_store_that_may_only_be_read(
    ludograph: Ludograph, recorded: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(sqlite3.connect(ludograph.store)) as open_elsewhere:
        open_elsewhere.execute("SELECT * FROM heads").fetchall()
        ludograph("import", ludograph.file("b.jsonl", HEADER.replace("AO26-2-5", "B")))
        allowed = os.access
        monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK and allowed(path, mode))
        assert len(ludograph.lines("matches")) == 2


def test_a_full_disk_says_how_many_matches_are_recorded(ludograph: Ludograph, monkeypatch: pytest.MonkeyPatch) -> None:
    stored = Recorder.insert

    def full(recorder: Recorder, events: object, heads: object, calls: list[int] = []) -> None:  # noqa: B006
        calls.append(1)
        if len(calls) > 1:
            raise sqlite3.OperationalError("database or disk is full")
        stored(recorder, events, heads)  # type: ignore[arg-type]

    def telling_full(recorder: Recorder, events: object, heads: object) -> None:
        from ludograph.domain.store.base import translated_store_errors

        with translated_store_errors(recorder.place):
            full(recorder, events, heads)

    monkeypatch.setattr(Recorder, "insert", telling_full)
    said = ludograph.refused("simulate", "aucteraden", "-n", "300", "--seed", "1", "--jobs", "1")
    assert "The disk is full" in said
    count = len(ludograph.lines("matches"))
    assert 0 < count < 300
    assert f"{count} of 300 matches are recorded" in said

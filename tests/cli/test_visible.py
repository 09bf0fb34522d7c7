"""What came from outside cannot write to a terminal, hide there or turn letters round; data stays data in a pipe."""

import json
from pathlib import Path

import pytest

from ludograph.domain.notation.visible_text import on_one_line, visible, visible_json
from tests.cli.conftest import Ludograph
from tests.large import slow
from tests.terminal import KINDS, leaks, of_the_archive, on_terminal, raw, session, store_with

EVERY = "".join(KINDS.values())
OURS_IN_SESSIONS = {"\x1b", "\r", "\x07"}
"""What a program that draws whole screens writes itself."""


@pytest.fixture(autouse=True)
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LUDOGRAPH_STORE", "LUDOGRAPH_BY", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")


@pytest.mark.parametrize("letter", EVERY, ids=ascii)
def test_each_is_written_as_it_would_be_in_a_program(letter: str) -> None:
    assert visible(f"a{letter}b") == f"a{ascii(letter)[1:-1]}b"
    assert on_one_line(f"a{letter}\nb") == f"a{ascii(letter)[1:-1]}\\nb"
    assert json.loads(visible_json(f'"a{letter}b"'), strict=False) == f"a{letter}b"


def test_what_people_write_stays_as_it_is() -> None:
    text = "süß 魔法 👩\u200d🚀 \u0645\u06cc\u200c\u062e «\u00a0!\u00a0» ❤\ufe0f\none\ttwo"
    assert visible(text) == text


def test_no_command_lets_a_text_control_the_terminal(tmp_path: Path) -> None:
    """All kinds at once; `python -m tests.terminal` takes them one by one, and asks the archive too."""
    assert not [command for command, letters in leaks(tmp_path, EVERY, archive=False) if letters]


@slow
def test_nor_does_a_table_of_the_archive(tmp_path: Path) -> None:
    store = tmp_path / "store.sqlite"
    store_with(store, EVERY)
    commands = [*[*of_the_archive(tmp_path, EVERY)][:12:3], ["report", "ratings", "--plot"]]
    assert not [command for command in commands if raw(on_terminal("--store", str(store), *command))]


@slow
@pytest.mark.parametrize(
    ("command", "keys"), [("play", "\t\t\r1\t\rlog\rshow\r\x04"), ("replay", "ofmg1\rq")], ids=["play", "replay"]
)
def test_nor_does_a_session(tmp_path: Path, command: str, keys: str) -> None:
    match = store_with(tmp_path / "store.sqlite", EVERY)
    told = session("--store", str(tmp_path / "store.sqlite"), command, str(match.id), keys=keys)
    assert "]0;owned" in told
    assert not set(raw(told)) - OURS_IN_SESSIONS
    assert "owned\x07" not in told


def test_in_a_pipe_data_stays_what_it_is(ludograph: Ludograph) -> None:
    match = store_with(ludograph.store, EVERY)
    exported = ludograph("export", str(match.id))
    notes = [json.loads(line).get("note", "") for line in exported.strip().split("\n")]
    assert any(EVERY.encode("utf-8", "replace").decode() in note for note in notes)
    assert "\u202e" in exported
    assert "\u202e" in ludograph("query", "SELECT text FROM notes")
    assert r"\u202e" in ludograph("log", str(match.id), "--as", "judge")


def test_json_on_a_terminal_is_the_same_json(ludograph: Ludograph) -> None:
    match = store_with(ludograph.store, EVERY)
    command = ("show", str(match.id), "--json")
    assert json.loads(on_terminal("--store", str(ludograph.store), *command)) == json.loads(ludograph(*command))

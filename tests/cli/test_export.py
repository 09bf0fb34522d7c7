"""`export` writes match files that `import` reads again, and no more than an observer knows."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Ludograph


def elsewhere(ludograph: Ludograph) -> Ludograph:
    folder = ludograph.folder / "elsewhere"
    folder.mkdir()
    return Ludograph(folder)


@pytest.mark.parametrize("form", ["jsonl", "text"])
def test_what_is_written_is_the_same_match_when_read_again(ludograph: Ludograph, recorded: str, form: str) -> None:
    written = ludograph("export", recorded, "--format", form)
    assert ludograph("import", "-", input=written).startswith("already")
    other = elsewhere(ludograph)
    other("import", "-", input=written)
    (match,) = other.lines("matches")
    assert other("export", match["match"], "--format", form) == written


def test_the_header_is_that_of_the_match(ludograph: Ludograph, recorded: str) -> None:
    header, *actions = (json.loads(line) for line in ludograph("export", recorded).splitlines())
    assert header["id"] == ludograph.json("result", recorded)["match"]
    assert (header["ludograph"], header["event"], len(actions)) == (1, "Autumn Open", 2)
    assert actions[1]["note"] == "a long think"


def test_an_observer_gets_a_match_of_its_own_that_can_be_read(ludograph: Ludograph, sealed: str) -> None:
    written = ludograph("export", sealed, "--as", "Bob")
    assert '"id": "' + ludograph.json("result", sealed)["match"] + '@Bob"' in written
    assert json.loads(written.splitlines()[-1])["amount"] == "??"
    elsewhere(ludograph)("import", "-", input=written)


def test_a_file_is_written_whole(ludograph: Ludograph, recorded: str) -> None:
    file = ludograph.folder / "out.jsonl"
    file.write_text("something older")
    assert ludograph("export", recorded, "-o", file) == ""
    assert file.read_text() == ludograph("export", recorded)
    assert sorted(path.name for path in ludograph.folder.iterdir() if path.name.startswith(".")) == []


def test_where_nothing_can_be_written_this_is_said(ludograph: Ludograph, recorded: str) -> None:
    nowhere = Path("/nowhere/out.jsonl")
    assert f"{nowhere} cannot be written" in ludograph.refused("export", recorded, "-o", nowhere)
    assert "is the store itself" in ludograph.refused("export", recorded, "-o", ludograph.store)
    assert ludograph.json("result", recorded)["steps"] == 2

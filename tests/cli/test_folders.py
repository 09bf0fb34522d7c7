"""A folder for a store is made by nobody's slip: asked on a terminal, refused in a pipe."""

import sys
from pathlib import Path

import pytest

from ludograph.cli.store_option import data_path
from tests.cli.conftest import Ludograph

pexpect = pytest.importorskip("pexpect")


def test_a_pipe_is_told_that_the_folder_is_not_there(ludograph: Ludograph, recorded: str, tmp_path: Path) -> None:
    store = tmp_path / "tpyo" / "store.sqlite"
    commands: list[list[str | Path]] = [
        ["new", "sun-bid", "Ann", "Bob", "--store", store],
        ["import", tmp_path / "match.jsonl", "--store", store],
        ["simulate", "sun-bid", "--store", store],
        ["merge", ludograph.store, "--store", store],
        ["copy", store, "--all"],
        ["demo", "--keep", store],
    ]
    for command in commands:
        assert f"There is no folder {store.parent}: make it first" in ludograph.refused(*command)
        assert not store.parent.exists()
    store.parent.mkdir()
    ludograph("new", "sun-bid", "Ann", "Bob", "--store", store)


def test_the_data_folder_is_made_unasked(ludograph: Ludograph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    path = data_path()
    assert path.is_relative_to(tmp_path)
    ludograph("new", "sun-bid", "Ann", "Bob", "--store", path)
    assert path.exists()


@pytest.mark.parametrize("answer", ["y", "n"])
def test_a_terminal_is_asked(ludograph: Ludograph, answer: str) -> None:
    store = ludograph.folder / "new" / "store.sqlite"
    child = pexpect.spawn(
        sys.executable,
        ["-m", "ludograph.cli.main", "--store", str(store), "new", "sun-bid", "Ann", "Bob"],
        dimensions=(24, 200),
        encoding="utf-8",
        timeout=20,
        cwd=str(Path(__file__).parents[2]),
    )
    child.expect("Make it?")
    child.sendline(answer)
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == int(answer == "n")
    assert store.exists() == (answer == "y")

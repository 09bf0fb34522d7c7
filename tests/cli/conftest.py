"""The command line with a store of its own, and the match files that its tests record."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from ludograph.cli.main import main
from tests.places import place


class Ludograph:
    """Runs commands on one store; an error that is no sentence for the user fails the test."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.store: Any = place(folder / "store.sqlite")
        """A path, or where the tests run on a server, a database; those that need a file are marked `of_file`."""

    def run(self, *args: str | Path, input: str | bytes | None = None) -> Result:
        """A command with what it printed; a usage error or a refusal is a result too."""
        command = ["--store", str(self.store), *map(str, args)]
        return CliRunner().invoke(main, command, input=input, catch_exceptions=False)

    def __call__(self, *args: str | Path, input: str | bytes | None = None) -> str:
        """What a command that must succeed printed on standard output."""
        result = self.run(*args, input=input)
        assert result.exit_code == 0, result.output
        return result.stdout

    def refused(self, *args: str | Path, input: str | bytes | None = None, code: int = 1) -> str:
        """What a command that must fail said on standard error."""
        result = self.run(*args, input=input)
        assert result.exit_code == code, result.output
        return result.stderr

    def json(self, *args: str | Path) -> Any:
        """The one object that a command printed with --json."""
        return json.loads(self(*args, "--json"))

    def lines(self, *args: str | Path) -> list[Any]:
        """The objects that a command printed with --json, a line each."""
        return [json.loads(line) for line in self(*args, "--json").splitlines()]

    def file(self, name: str, *lines: str, end: str = "\n") -> Path:
        """A file with these lines."""
        path = self.folder / name
        path.write_text("\n".join(lines) + end, encoding="utf-8")
        return path


@pytest.fixture
def ludograph(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ludograph:
    for name in ("LUDOGRAPH_STORE", "LUDOGRAPH_BY", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    return Ludograph(tmp_path)


HEADER = json.dumps(
    {
        "ludograph": 1,
        "game": "sun-bid",
        "players": ["Ann", "Bob"],
        "deal": {"stacks": [["9MS", "6SY", "5SV", "2SY"], ["8MS", "7SK", "4MS", "3SK"]]},
        "event": "Autumn Open",
        "round": "2",
        "table": "5",
        "id": "AO26-2-5",
    }
)
FLIP = '{"seat": "Ann", "do": "flip", "drawn": ["8YK"]}'
CALL = '{"seat": "Bob", "do": "call", "at": "2026-11-20T18:04:11Z", "note": "a long think"}'


@pytest.fixture
def recorded(ludograph: Ludograph) -> str:
    """A match of Sun Bid with two steps, recorded from a file; the name it goes by."""
    ludograph("import", ludograph.file("match.jsonl", HEADER, FLIP, CALL))
    return "AO26-2-5"


@pytest.fixture
def sealed(ludograph: Ludograph) -> str:
    """A match of Sorcerous Futures in which Ann has sealed a bid of 7."""
    ludograph("new", "sorcerous-futures", "Ann", "Bob", "Cat", "--seed", "1", "--id", "SF")
    shown = ludograph.json("show", "SF")
    row, (active,) = shown["state"]["row"], shown["to_act"]
    ludograph("act", "SF", f"{active} offer {row[0]} closed", "Ann seal 7")
    return "SF"


@pytest.fixture
def over(ludograph: Ludograph) -> str:
    """A match of Sun Bid between Ann and Bob that is over; its id."""
    ludograph("simulate", "sun-bid", "--seats", "2", "--seed", "1", "--players", "Ann,Bob")
    (match,) = ludograph.lines("matches")
    return str(match["match"])


@pytest.fixture(scope="session")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Ludograph:
    """A store in a file with all that may be recorded, and its lake beside it; tests take copies of that."""
    from tests.lakes import worked

    ludograph = Ludograph(tmp_path_factory.mktemp("stored"))
    ludograph.store = ludograph.folder / "store.sqlite"
    worked(ludograph)
    ludograph("lake", ludograph.folder / "lake")
    return ludograph


@pytest.fixture
def lake(stored: Ludograph, tmp_path: Path) -> Path:
    """A copy of that lake."""
    return shutil.copytree(stored.folder / "lake", tmp_path / "lake", symlinks=True)

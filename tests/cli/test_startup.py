"""What a command loads before it answers: whoever waits for it at a table waits for that."""

import os
import subprocess
import sys
from pathlib import Path

from ludograph.domain.games import FOLDERS
from tests.cli.conftest import Ludograph

ROOT = Path(__file__).parents[2]
LISTING = (
    "import sys\nfrom ludograph.cli.main import main\n"
    "try:\n    main()\nexcept SystemExit as end:\n    assert not end.code\n"
    "print(*sys.modules, file=sys.stderr)"
)
OURS = ("cli", "domain", "replay", "analytics")
NEEDLESS = {
    "act": (
        "analytics cli.tournaments cli.printing.json cli.sql cli.table difflib domain.bots domain.notation.matchfile "
        "domain.match.history domain.tournaments duckdb logging pyarrow replay.drawing replay.shapes "
        "replay.timeline.timeline rich secrets shutil tempfile textual"
    ),
    "--version": "analytics domain.games domain.kernel domain.match domain.store eventsourcing msgspec pathlib shutil "
    "sqlite3",
}
MOST = {"act": 103, "--version": 12}
"""No more modules of our own than this are loaded."""


def loaded(ludograph: Ludograph, *args: str) -> set[str]:
    """The modules that are there when a command is done."""
    command = [sys.executable, "-c", LISTING, "--store", str(ludograph.store), *args]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=True, env={**os.environ, "PYTHONPATH": str(ROOT)}
    )
    return {name.removeprefix("ludograph.") for name in done.stderr.split()}


def test_an_action_is_recorded_with_nothing_loaded_but_what_it_needs(ludograph: Ludograph) -> None:
    ludograph("new", "sun-bid", "Ann", "Bob", "--seed", "2", "--id", "first")
    modules = loaded(ludograph, "act", "first", "Bob flip")
    check(modules, "act")
    games = {name.split(".")[2] for name in modules if name.startswith("domain.games.")}
    assert games == {FOLDERS["sun-bid"]}


def test_the_version_is_told_with_no_store_and_no_game_loaded(ludograph: Ludograph) -> None:
    check(loaded(ludograph, "--version"), "--version")


def check(modules: set[str], asked: str) -> None:
    """That what was asked loaded nothing needless, and no more of our own modules than it may."""
    needless = [one for one in NEEDLESS[asked].split() for name in modules if f"{name}.".startswith(f"{one}.")]
    assert needless == []
    assert sum(name.split(".")[0] in OURS for name in modules) <= MOST[asked]

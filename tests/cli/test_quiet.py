"""Nothing is printed after the end: no binding finds anything left over."""

import subprocess
import sys
from pathlib import Path

from tests.cli.conftest import Ludograph
from tests.large import slow

ROOT = Path(__file__).parents[2]


def test_a_test_run_with_hypothesis_and_duckdb_ends_quietly() -> None:
    some = "aucteraden and take_back or tracking"
    files = ["tests/test_properties.py", "tests/analytics/test_tracking.py"]
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-k", some, *files]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout


@slow
def test_commands_that_ask_duckdb_end_quietly(ludograph: Ludograph, tmp_path: Path) -> None:
    ludograph("demo", "--keep", ludograph.store)
    plot = tmp_path / "plot.svg"
    for command in (
        ["query", "SELECT count(*) FROM steps"],
        ["report", "games"],
        ["report", "games", "--plot"],
        ["report", "games", "--plot", "-o", plot],
        ["tables"],
        ["lake", tmp_path / "lake"],
    ):
        args = [sys.executable, "-m", "ludograph.cli.main", "--store", ludograph.store, *command]
        done = subprocess.run(args, cwd=ROOT, capture_output=True, text=True, check=True)
        assert "leaked" not in done.stdout + done.stderr, command

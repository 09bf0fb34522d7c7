"""`python -m tests.new_report` writes a report that answers at once, and for which what holds for all reports holds."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.new_report.__main__ import paths

ROOT = Path(__file__).parents[1]
CHECKS = "is_about or says_what_it_counts or told_what_was_played or quick_look"


@pytest.mark.parametrize("game", ["sun-bid", None])
def test_a_new_report_answers_and_is_worked_out_again(tmp_path: Path, game: str | None) -> None:
    unneeded = shutil.ignore_patterns(".*", "__pycache__", "docs", "bench", "requirements")
    copy = Path(shutil.copytree(ROOT, tmp_path / "copy", symlinks=True, ignore=unneeded))
    given = ("--game", game) if game else ()
    told = run(copy, "tests.new_report", "quick-look", *given)
    full_name = f"{game}/quick-look" if game else "quick-look"
    written = paths(game, "quick_look").values()
    assert all(path in told for path in written)
    run(copy, "ruff", "check", *(path for path in written if path.endswith(".py")))
    program = ("ludograph.cli.main", "--store", "store.sqlite")
    run(copy, *program, "simulate", "sun-bid", "-n", "4", "--seed", "1")
    assert '"matches"' in run(copy, *program, "report", full_name, "--json")
    if game is None:
        return
    tests = ("tests/analytics/test_reports.py", "tests/recount/test_recount.py", paths(game, "quick_look")["test"])
    chosen = f"{CHECKS} or {full_name.replace('/', ' and ')}"
    run(copy, "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *tests, "-k", chosen)


def run(folder: Path, *words: str) -> str:
    environment = os.environ | {"PYTHONPATH": str(folder)}
    done = subprocess.run(
        [sys.executable, "-m", *words], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_report_that_is_there_is_not_written() -> None:
    words = [sys.executable, "-m", "tests.new_report", "rounds", "--game", "sun-bid"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, "already" in done.stderr) == (2, True)

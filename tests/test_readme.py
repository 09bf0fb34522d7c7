"""What the README and the tournament in a day show is what the commands print."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from doctest import ELLIPSIS, OutputChecker
from pathlib import Path

import pytest
from click.testing import CliRunner

from ludograph.cli.main import main
from tests.large import slow

ROOT = Path(__file__).parents[1]
Run = Callable[[list[str], str], str]


def called(words: list[str], given: str) -> str:
    """What a command prints that runs in this process."""
    return CliRunner().invoke(main, words, input=given, catch_exceptions=False).output


def started(words: list[str], given: str) -> str:
    """What the program prints that is started anew for each command, as somebody at a terminal does."""
    return subprocess.run(
        [sys.executable, "-m", "ludograph.cli.main", *words],
        env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}, input=given,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
    ).stdout  # fmt: skip


@pytest.mark.parametrize("run", [called, pytest.param(started, marks=slow)])
@pytest.mark.parametrize("page", ["README.md", "docs/a-day.md", "docs/experiments.md"])
def test_a_tour_prints_what_it_shows(page: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tour = "".join(re.findall(r"```console\n(.*?)```", (ROOT / page).read_text(), re.DOTALL))
    for folder in ("docs/day", "docs/experiments"):
        shutil.copytree(ROOT / folder, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    for shown in re.split(r"^\$ ", tour, flags=re.MULTILINE)[1:]:
        command, _, expected = shown.partition("\n")
        words, source = shlex.split(command), ""
        if "<" in words:
            *words, _, source = words
        if words[0] == "export":
            name, _, value = words[1].partition("=")
            monkeypatch.setenv(name, value)
            continue
        printed = run(words[1:], (tmp_path / source).read_text() if source else "")
        assert OutputChecker().check_output(expected, printed, ELLIPSIS), f"{command}\n{printed}"

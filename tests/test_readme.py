"""What the README and the tournament in a day show is what the commands print."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from doctest import ELLIPSIS, OutputChecker
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("page", ["README.md", "docs/a-day.md"])
def test_a_tour_prints_what_it_shows(page: str, tmp_path: Path) -> None:
    tour = "".join(re.findall(r"```console\n(.*?)```", (ROOT / page).read_text(), re.DOTALL))
    shutil.copytree(ROOT / "docs/day", tmp_path, dirs_exist_ok=True)
    environment = os.environ | {"PYTHONPATH": str(ROOT), "COLUMNS": "80", "PYTHONUTF8": "1"}
    for shown in re.split(r"^\$ ", tour, flags=re.MULTILINE)[1:]:
        command, _, expected = shown.partition("\n")
        words, source = shlex.split(command), ""
        if "<" in words:
            *words, _, source = words
        if words[0] == "export":
            name, _, value = words[1].partition("=")
            environment[name] = value
            continue
        done = subprocess.run(
            [sys.executable, "-m", "ludograph.cli.main", *words[1:]],
            cwd=tmp_path, env=environment, input=(tmp_path / source).read_text() if source else "",
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
        )  # fmt: skip
        assert OutputChecker().check_output(expected, done.stdout, ELLIPSIS), f"{command}\n{done.stdout}"

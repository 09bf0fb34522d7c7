"""What the README shows is what the commands print."""

import os
import re
import shlex
import subprocess
import sys
from doctest import ELLIPSIS, OutputChecker
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_tour_prints_what_it_shows(tmp_path: Path) -> None:
    tour = "".join(re.findall(r"```console\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL))
    environment = os.environ | {"PYTHONPATH": str(ROOT), "COLUMNS": "80", "PYTHONUTF8": "1"}
    for shown in re.split(r"^\$ ", tour, flags=re.MULTILINE)[1:]:
        command, _, expected = shown.partition("\n")
        words = shlex.split(command)
        if words[0] == "export":
            name, _, value = words[1].partition("=")
            environment[name] = value
            continue
        done = subprocess.run(
            [sys.executable, "-m", "cli.main", *words[1:]],
            cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
        )  # fmt: skip
        assert OutputChecker().check_output(expected, done.stdout, ELLIPSIS), f"{command}\n{done.stdout}"

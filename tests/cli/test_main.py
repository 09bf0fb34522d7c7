"""The program as a whole, whatever the command."""

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("args", [["--help"], ["--version"], ["games"]])
def test_output_that_cannot_be_written_is_said_in_a_sentence(args: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "cli.main", *args], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1

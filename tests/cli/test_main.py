"""The program as a whole, whatever the command."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Ludograph


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("args", [["--help"], ["--version"], ["games"]])
def test_output_that_cannot_be_written_is_said_in_a_sentence(args: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "ludograph.cli.main", *args],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1


def test_the_version_and_the_help_are_asked_for_in_any_usual_way(ludograph: Ludograph) -> None:
    assert ludograph("-V") == ludograph("--version")
    assert ludograph("help") == ludograph("--help")
    assert ludograph("help", "show") == ludograph("show", "--help")
    assert "Did you mean `show`?" in ludograph.refused("help", "shwo", code=2)
    assert "no commands of its own" in ludograph.refused("help", "show", "it", code=2)


def test_the_store_may_be_named_behind_the_command(ludograph: Ludograph, recorded: str, tmp_path: Path) -> None:
    other = tmp_path / "other.sqlite"
    ludograph("new", "aucteraden", "Max", "--id", "x", "--store", other)
    assert [line["source"] for line in ludograph.lines("matches")] == [recorded]
    assert [line["source"] for line in ludograph.lines("matches", "--store", other)] == ["x"]


def test_help_names_a_store_where_a_command_has_one_and_the_measures_that_compare_knows(ludograph: Ludograph) -> None:
    shown, compared = ludograph("show", "--help"), " ".join(ludograph("compare", "--help").split())
    assert "--store" in shown
    assert "--store" not in compared
    assert "There are score, length, turns," in compared


def test_help_says_what_the_exit_codes_mean(ludograph: Ludograph) -> None:
    help = " ".join(ludograph("--help").split())
    assert "ends with 0 where all was done, 1 where something was refused or not found" in help


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (["log", "AO26-1-1"], 0),
        (["export", "AO26-1-1"], 0),
        (["query", "SELECT * FROM steps AS s, range(100)"], 0),
        (["query", "--json", "SELECT * FROM steps AS s, range(100)"], 0),
        (["verify"], 1),
    ],
)
def test_who_reads_no_further_is_not_complained_to(ludograph: Ludograph, command: list[str], code: int) -> None:
    ludograph("demo", "--keep", ludograph.store)
    with subprocess.Popen(
        [sys.executable, "-m", "ludograph.cli.main", "--store", str(ludograph.store), *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        pipesize=4096,
    ) as started:
        assert started.stdout is not None
        assert started.stderr is not None
        started.stdout.readline()
        started.stdout.close()
        assert started.stderr.read() == b""
        assert started.wait() == code

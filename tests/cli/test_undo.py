"""`undo` takes steps back as an event; nothing that was recorded goes away."""

import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Ludograph

pexpect = pytest.importorskip("pexpect")


def test_the_last_step_is_taken_back(ludograph: Ludograph, recorded: str) -> None:
    assert "step 2 is taken back" in ludograph("undo", recorded, "--reason", "a slip")
    assert ludograph.json("result", recorded)["steps"] == 1


def test_several_steps_are_taken_back_and_stay_in_the_log(ludograph: Ludograph, recorded: str) -> None:
    undone = ludograph.json("undo", recorded, "--to", "0", "--reason", "wrong table")
    assert undone["taken_back"] == [1, 2]
    assert [line["superseded"] for line in ludograph.lines("log", recorded)] == [True, True]


def test_the_reason_is_for_the_judge(ludograph: Ludograph, recorded: str) -> None:
    ludograph("undo", recorded, "--reason", "Bob mumbled", "--by", "Zoe")
    assert "Bob mumbled (entered by Zoe)" in " ".join(ludograph("log", recorded, "--as", "judge").split())
    told = ludograph("log", recorded)
    assert "Taken back" in told
    assert "mumbled" not in told


def test_what_cannot_be_taken_back_is_refused(ludograph: Ludograph, recorded: str) -> None:
    assert "name one from 0 to 1" in ludograph.refused("undo", recorded, "--to", "2", "--reason", "x")
    ludograph("undo", recorded, "--to", "0", "--reason", "x")
    assert "nothing to take back" in ludograph.refused("undo", recorded, "--reason", "x")


def test_a_reason_is_needed(ludograph: Ludograph, recorded: str) -> None:
    ludograph.refused("undo", recorded, code=2)
    ludograph.refused("undo", recorded, "--reason", " ", code=2)
    assert "UTF-8" in ludograph.refused("undo", recorded, "--reason", "\udcff")


def test_one_step_is_told_as_one(ludograph: Ludograph) -> None:
    ludograph("new", "sun-bid", "Ann", "Bob", "--seed", "2", "--id", "one")
    assert "no step" in ludograph.refused("undo", "one", "--to", "0", "--reason", "x")
    ludograph("act", "one", "Bob flip")
    assert "There is 1 step: name 0 to go back to." in ludograph.refused("undo", "one", "--to", "5", "--reason", "x")


def test_the_steps_that_go_are_named(ludograph: Ludograph, recorded: str) -> None:
    told = ludograph("undo", recorded, "--to", "0", "--reason", "x")
    assert "   1  Ann flips the Betrayal (8YK)" in told
    assert "   2  Bob calls an auction for 8YK; bidding: Ann, Bob.\nOf 2 steps, steps 1 to 2 are taken back" in told


def test_of_many_steps_both_ends_are_named(ludograph: Ludograph) -> None:
    (line,) = ludograph.lines("simulate", "sun-bid", "--seed", "2")
    steps = line["steps"]
    told = ludograph("undo", line["match"], "--to", "2", "--reason", "x")
    assert f"and {steps - 14} more steps, up to:" in told
    assert told.count("\n   3  ") == 0
    assert told.startswith("   3  ")
    assert f"\n{steps:>4}  " in told


def test_nothing_is_taken_back_of_an_abandoned_match(ludograph: Ludograph, recorded: str) -> None:
    ludograph("abandon", recorded, "--reason", "no time")
    assert "was abandoned" in ludograph.refused("undo", recorded, "--reason", "x")


def spawn(ludograph: Ludograph, *args: str) -> Any:
    return pexpect.spawn(
        sys.executable,
        ["-m", "ludograph.cli.main", "--store", str(ludograph.store), "undo", *args, "--reason", "x"],
        encoding="utf-8",
        timeout=20,
        cwd=str(Path(__file__).parents[2]),
        env={"TERM": "xterm", "PATH": "/usr/bin:/bin", "NO_COLOR": "1"},
    )


def test_on_a_terminal_it_asks_before_more_than_three_are_gone(ludograph: Ludograph, recorded: str) -> None:
    ludograph("act", recorded, "Ann bid 6SY", "Bob bid 8MS", "Ann flip > 2MK")
    for args, answer, steps in ((("--to", "1"), "n", 5), (("--to", "1"), "y", 1)):
        child = spawn(ludograph, recorded, *args)
        child.expect("Take back these 4 steps")
        child.sendline(answer)
        child.expect("Nothing was taken back" if answer == "n" else "steps 2 to 5 are taken back")
        child.expect(pexpect.EOF)
        assert ludograph.json("result", recorded)["steps"] == steps
    ludograph("redo", recorded)
    for options, steps in ((["--to", "2"], 2), (["--to", "1", "--yes"], 1)):
        child = spawn(ludograph, recorded, *options)
        child.expect("taken back: the match stands after")
        child.expect(pexpect.EOF)
        assert ludograph.json("result", recorded)["steps"] == steps

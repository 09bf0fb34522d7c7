"""`undo` takes steps back as an event; nothing that was recorded goes away."""

from tests.cli.conftest import Ludograph


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

"""`redo` brings back what the last `undo` took, as an event."""

from tests.cli.conftest import Ludograph

NOTHING = "There is nothing to bring back: no step was taken back, or others were entered since."


def test_what_was_taken_back_stands_again(ludograph: Ludograph, recorded: str) -> None:
    before = ludograph.json("show", recorded)
    ludograph("undo", recorded, "--to", "0", "--reason", "wrong table")
    told = ludograph("redo", recorded, "--by", "Zoe")
    assert "Bob calls an auction" in told
    assert "Brought back: 2 steps. The match stands again as after step 2." in told
    assert ludograph.json("show", recorded) == before
    assert ludograph.lines("log", recorded, "--as", "judge")[-1]["note"] == "a long think"
    assert "Brought back: from step 1 on" in ludograph("log", recorded)
    assert ludograph.lines("verify", recorded)[0]["ok"]


def test_several_takebacks_are_brought_back_the_last_one_first(ludograph: Ludograph, recorded: str) -> None:
    ludograph("undo", recorded, "--reason", "x")
    ludograph("undo", recorded, "--reason", "x")
    assert ludograph.json("redo", recorded)["brought_back"] == [1]
    assert ludograph.json("redo", recorded)["brought_back"] == [2]
    assert ludograph.refused("redo", recorded).strip() == NOTHING


def test_there_is_nothing_to_bring_back_once_others_were_entered(ludograph: Ludograph, recorded: str) -> None:
    assert ludograph.refused("redo", recorded).strip() == NOTHING
    ludograph("undo", recorded, "--reason", "x")
    ludograph("act", recorded, "Bob flip > 7VY")
    assert ludograph.refused("redo", recorded).strip() == NOTHING
    ludograph("undo", recorded, "--reason", "x")
    ludograph("amend", recorded, "1", "Ann flip > 9LK", "--reason", "x")
    assert ludograph.refused("redo", recorded).strip() == NOTHING


def test_a_secret_is_not_told_when_it_comes_back(ludograph: Ludograph, sealed: str) -> None:
    assert "seals a bid" in ludograph("undo", sealed, "--reason", "x")
    told = ludograph("redo", sealed)
    assert "Ann seals a bid." in told
    assert "7" not in told.partition("Brought back")[0]


def test_an_abandoned_match_stays_as_it_is(ludograph: Ludograph, recorded: str) -> None:
    ludograph("undo", recorded, "--reason", "x")
    ludograph("abandon", recorded, "--reason", "no time")
    assert "was abandoned" in ludograph.refused("redo", recorded)

"""`abandon` and `reopen`: a match that will never end does not count as running."""

from typing import Any

import pytest

from tests.cli.conftest import Ludograph
from tests.stores import reseal, run_sql


def test_an_abandoned_match_is_neither_running_nor_over(ludograph: Ludograph, recorded: str) -> None:
    assert ludograph.json("abandon", recorded, "--reason", "the bus left", "--by", "Desk")["status"] == "abandoned"
    result = ludograph.json("result", recorded)
    assert (result["status"], result["over"]) == ("abandoned", False)
    nothing = {"Ann": None, "Bob": None}
    assert result["final"] == {"scores": nothing, "winners": [], "places": nothing}
    assert ludograph.lines("matches", "--running") == ludograph.lines("matches", "--over") == []
    (listed,) = ludograph.lines("matches", "--abandoned")
    assert (listed["status"], listed["over"], listed["final"]) == ("abandoned", False, None)
    assert " 2  abandoned  " in ludograph("matches")
    assert "this match will not be finished" in ludograph("show", recorded)
    assert "will not be finished" not in ludograph("show", recorded, "--at", "1")
    assert ludograph.json("show", recorded)["status"] == "abandoned"
    page = ludograph.folder / "page.html"
    ludograph("render", recorded, "-o", page)
    assert "This match was abandoned after 2 steps: it will not be finished." in page.read_text("utf-8")
    assert "ok" in ludograph("verify", recorded)


def test_the_reason_is_for_the_judge_unless_it_is_public(ludograph: Ludograph, recorded: str) -> None:
    ludograph("abandon", recorded, "--reason", "the bus left")
    for command in ("result", "log", "history"):
        assert "bus" not in ludograph(command, recorded)
        assert "bus" in ludograph(command, recorded, "--as", "judge")
    ludograph("reopen", recorded, "--reason", "another bus came", "--public")
    assert "another bus" in ludograph("log", recorded)
    assert "bus left" not in ludograph("log", recorded)


def test_nothing_goes_on_in_an_abandoned_match_but_it_can_be_put_right(ludograph: Ludograph, recorded: str) -> None:
    ludograph("undo", recorded, "--reason", "x")
    ludograph("abandon", recorded, "--reason", "late")
    before = ludograph.json("result", recorded)
    for command in (
        ("act", recorded, "Bob call"),
        ("undo", recorded, "--reason", "x"),
        ("redo", recorded),
        ("confirm", recorded, "--as", "Ann"),
        ("rule", recorded, "Words.", "--by", "Desk"),
    ):
        assert "`ludograph reopen` opens it again" in ludograph.refused(*command)
    assert ludograph.json("result", recorded) == before
    ludograph("note", recorded, "a remark")
    ludograph("amend", recorded, "1", "Ann flip > 7ML", "--reason", "another card", "--yes")
    assert ludograph.json("result", recorded)["status"] == "abandoned"
    assert "after step 1" in ludograph("reopen", recorded, "--reason", "time enough")
    ludograph("act", recorded, "Bob call")
    assert ludograph.json("result", recorded)["status"] == "running"
    assert "ok" in ludograph("verify", recorded)


def test_what_does_not_fit_is_refused_and_nothing_is_stored(ludograph: Ludograph, over: str, recorded: str) -> None:
    assert "not abandoned" in ludograph.refused("reopen", recorded, "--reason", "x")
    assert "is over" in ludograph.refused("abandon", over, "--reason", "x")
    ludograph("abandon", recorded, "--reason", "x")
    before = ludograph("verify", "--all")
    assert "already" in ludograph.refused("abandon", recorded, "--reason", "x")
    ludograph.refused("reopen", recorded, "--reason", " ", code=2)
    ludograph.refused("abandon", recorded, code=2)
    assert "has at most" in ludograph.refused("reopen", recorded, "--reason", "x" * 10_001)
    assert ludograph("verify", "--all") == before


def test_replays_say_it_at_the_step_where_it_was_abandoned(ludograph: Ludograph, recorded: str) -> None:
    ludograph("abandon", recorded, "--reason", "late")
    page = ludograph.folder / "page.html"
    ludograph("render", recorded, "--as", "Ann", "-o", page)
    assert "this match will not be finished" in page.read_text()
    assert ludograph("log", recorded, "--from", "2").count("will not be finished") == 1


@pytest.mark.parametrize(
    ("topic", "other", "told"),
    [
        ("match-abandoned", "match-reopened", "was not abandoned"),
        ("match-reopened", "match-abandoned", "was abandoned already"),
    ],
)
def test_verify_finds_what_was_abandoned_or_opened_twice(
    ludograph: Ludograph, recorded: str, topic: str, other: str, told: str
) -> None:
    ludograph("abandon", recorded, "--reason", "x")
    ludograph("reopen", recorded, "--reason", "x")
    run_sql(ludograph.store, f"UPDATE stored_events SET topic = 'sun-bid.{other}' WHERE topic = 'sun-bid.{topic}'")
    reseal(ludograph.store, lambda state: None)
    assert told in ludograph.run("verify", recorded).output


def test_verify_finds_a_step_entered_after_the_end_of_an_abandoned_match(ludograph: Ludograph, recorded: str) -> None:
    ludograph("abandon", recorded, "--reason", "x")
    ludograph("reopen", recorded, "--reason", "it goes on")
    ludograph("undo", recorded, "--reason", "x")
    run_sql(
        ludograph.store, "UPDATE stored_events SET topic = 'sun-bid.note-added' WHERE topic = 'sun-bid.match-reopened'"
    )

    def noted(state: dict[str, Any]) -> None:
        if state.get("reason") == "it goes on":
            digest = state.pop("digest")
            marks = {key: state.pop(key) for key in ("salt", "previous")}
            state |= {"step": 0, "text": state.pop("reason")} | marks | {"digest": digest}

    reseal(ludograph.store, noted)
    assert "goes on with a match that was abandoned" in " ".join(ludograph.run("verify", recorded).output.split())

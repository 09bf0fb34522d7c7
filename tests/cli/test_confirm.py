"""`confirm`: players and the judge agree to a result, until it is corrected or taken back."""

from typing import Any

import pytest

from tests.cli.conftest import Ludograph
from tests.stores import reseal


def test_who_agrees_is_named_and_the_judge_comes_last(ludograph: Ludograph, over: str) -> None:
    first, second = ludograph.json("result", over)["scores"]
    assert ludograph.json("confirm", over, "--as", "judge", "--by", "Desk")["confirmed"] == ["judge"]
    said = ludograph("confirm", over, "--as", second.lower())
    final = ludograph.json("result", over)["final"]["scores"]
    assert all(f"{name} {score}" in said.splitlines()[0] for name, score in final.items())
    assert said.splitlines()[1] == f"Agreed to the result: {second} and judge. Not yet: {first}."
    assert ludograph.json("confirm", over, "--as", "1")["confirmed"] == [first, second, "judge"]
    result = ludograph.json("result", over)
    assert (result["confirmed"], result["confirmations_void"]) == ([first, second, "judge"], [])
    assert f"Agreed to this result: {first}, {second} and the judge." in ludograph("result", over)
    (listed,) = ludograph.lines("matches")
    assert (listed["status"], listed["confirmed"]) == ("over", [first, second, "judge"])
    assert f"{second} agreed to the result." in ludograph("log", over)


def test_a_takeback_and_what_is_brought_back_make_it_void(ludograph: Ludograph, over: str) -> None:
    event = ludograph.json("confirm", over, "--as", "Ann")["event"]
    ludograph("undo", over, "--reason", "a slip")
    result = ludograph.json("result", over)
    assert (result["status"], result["confirmed"]) == ("running", [])
    assert result["confirmations_void"] == [{"name": "Ann", "event": event, "void_by": event + 1}]
    ludograph("redo", over)
    assert ludograph.json("result", over)["confirmed"] == []
    assert "since: what Ann agreed to." in " ".join(ludograph("result", over).split())
    assert ludograph.json("confirm", over, "--as", "Ann")["confirmed"] == ["Ann"]
    assert len(ludograph.json("result", over)["confirmations_void"]) == 1
    assert "ok" in ludograph("verify", over)


def test_a_correction_makes_it_void_even_of_the_header_alone(ludograph: Ludograph, over: str) -> None:
    ludograph("confirm", over, "--as", "Ann")
    file = ludograph.folder / "right.jsonl"
    file.write_text(ludograph("export", over, "--as", "judge").replace('"Ann"', '"Anna"'))
    ludograph("amend", over, "--file", file, "--reason", "misspelt", "--yes")
    result = ludograph.json("result", over)
    assert (result["confirmed"], [one["name"] for one in result["confirmations_void"]]) == ([], ["Ann"])
    assert ludograph.json("confirm", over, "--as", "Anna")["confirmed"] == ["Anna"]
    (listed,) = ludograph.lines("matches", "--player", "anna")
    assert (listed["players"], listed["confirmed"]) == (list(result["scores"]), ["Anna"])
    assert "ok" in ludograph("verify", over)


def test_what_cannot_be_agreed_to_is_refused_and_nothing_is_stored(ludograph: Ludograph, recorded: str) -> None:
    before = ludograph("verify", recorded)
    assert "is not over" in ludograph.refused("confirm", recorded, "--as", "Ann")
    assert "called Zoe" in ludograph.refused("confirm", recorded, "--as", "Zoe")
    assert "table cannot agree" in ludograph.refused("confirm", recorded, "--as", "table")
    assert "no match" in ludograph.refused("confirm", "nothing", "--as", "Ann")
    ludograph.refused("confirm", recorded, code=2)
    assert ludograph("verify", recorded) == before


def test_nobody_agrees_twice(ludograph: Ludograph, over: str) -> None:
    for who in ("Ann", "judge"):
        ludograph("confirm", over, "--as", who)
        assert "already" in ludograph.refused("confirm", over, "--as", who)
    assert ludograph.json("result", over)["confirmed"] == ["Ann", "judge"]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"seat": 3}, "Seat 3 agrees"),
        ({"seat": -1}, "had agreed already"),
        ({"seat": 0}, "Seat 0 agrees"),
    ],
)
def test_verify_finds_an_agreement_that_was_made_up(
    ludograph: Ludograph, over: str, change: dict[str, Any], told: str
) -> None:
    ludograph("confirm", over, "--as", "judge")
    event = ludograph.json("confirm", over, "--as", "Ann")["event"]

    def changed(state: dict[str, Any]) -> None:
        state.update(change if state["version"] == event else {})

    reseal(ludograph.store, changed)
    result = ludograph.run("verify", over, "--json")
    assert result.exit_code == 1
    assert f'"event": {event}' in result.stdout
    assert told in result.stdout

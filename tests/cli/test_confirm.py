"""`confirm`: players and the judge agree to a result, until it is corrected or taken back."""

import json
from contextlib import closing
from sqlite3 import connect
from typing import Any

import pytest

from tests.cli.conftest import Ludograph
from tests.places import of_file
from tests.stores import reseal, run_sql


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


def test_a_takeback_makes_it_void_until_the_same_is_brought_back(ludograph: Ludograph, over: str) -> None:
    event = ludograph.json("confirm", over, "--as", "Ann")["event"]
    ludograph("undo", over, "--reason", "a slip")
    result = ludograph.json("result", over)
    assert (result["status"], result["confirmed"]) == ("running", [])
    assert result["confirmations_void"] == [{"name": "Ann", "event": event, "void_by": event + 1}]
    assert "since: what Ann agreed to." in " ".join(ludograph("result", over).split())
    ludograph("redo", over)
    result = ludograph.json("result", over)
    assert (result["confirmed"], result["confirmations_void"]) == (["Ann"], [])
    assert "already" in ludograph.refused("confirm", over, "--as", "Ann")
    (listed,) = ludograph.lines("matches")
    assert listed["confirmed"] == ["Ann"]
    assert "ok" in ludograph("verify", over)
    (row,) = ludograph.lines("query", "SELECT version, void, void_by FROM confirmations")
    assert row == {"version": event, "void": False, "void_by": None}


@of_file
def test_a_store_whose_list_says_what_an_older_program_said_is_sound(ludograph: Ludograph, over: str) -> None:
    ludograph("confirm", over, "--as", "Ann")
    ludograph("undo", over, "--reason", "a slip")
    ludograph("redo", over)

    def listed(as_it_is: str, then: str) -> None:
        with closing(connect(ludograph.store)) as store, store:
            ((result,),) = store.execute("SELECT result FROM heads")
            assert as_it_is in result
            store.execute("UPDATE heads SET result = ?", (result.replace(as_it_is, then),))

    listed(',"confirmed":[1]', "")
    run_sql(ludograph.store, "PRAGMA user_version = 3")  # by which a takeback ended every agreement
    assert "ok" in ludograph("verify", over)
    assert ludograph.json("result", over)["confirmed"] == ["Ann"]
    listed(',"confirmed":[1]', ',"confirmed":[2]')
    assert ludograph.run("verify", over).exit_code == 1


def test_what_changes_no_result_leaves_it_in_force(ludograph: Ludograph, over: str) -> None:
    ludograph("confirm", over, "--as", "Ann")
    ludograph("note", over, "a remark")
    told = ludograph("amend", over, "0", "event: Spring Open", "--reason", "misspelt")
    assert "void" not in told
    file = ludograph.folder / "right.jsonl"
    file.write_text(ludograph("export", over, "--as", "judge").replace('"Ann"', '"Anna"'))
    assert "void" not in ludograph("amend", over, "--file", file, "--reason", "misspelt", "--yes")
    result = ludograph.json("result", over)
    assert (len(result["confirmed"]), result["confirmations_void"]) == (1, [])
    assert "ok" in ludograph("verify", over)


def test_a_correction_that_ends_otherwise_makes_it_void(ludograph: Ludograph, over: str) -> None:
    players = list(ludograph.json("result", over)["scores"])
    event = ludograph.json("confirm", over, "--as", players[0])["event"]
    told = ludograph("amend", over, "0", f"players: {json.dumps(players[::-1])}", "--reason", "chairs")
    assert f"What {players[0]} agreed to is void then." in told
    result = ludograph.json("result", over)
    assert (result["confirmed"], [one["void_by"] for one in result["confirmations_void"]]) == ([], [event + 1])
    (row,) = ludograph.lines("query", "SELECT void, void_by FROM confirmations")
    assert row == {"void": True, "void_by": event + 1}


def test_who_agrees_anew_gives_up_what_they_agreed_to_before(ludograph: Ludograph, over: str) -> None:
    players = list(ludograph.json("result", over)["scores"])
    for names in (players, players[::-1]):
        ludograph("amend", over, "0", f"players: {json.dumps(names)}", "--reason", "chairs")
        ludograph("confirm", over, "--as", "judge")
    ludograph("amend", over, "0", f"players: {json.dumps(players)}", "--reason", "chairs")
    assert ludograph.json("result", over)["confirmed"] == []
    rows = ludograph.lines("query", "SELECT void FROM confirmations")
    assert rows == [{"void": True}, {"void": True}]


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

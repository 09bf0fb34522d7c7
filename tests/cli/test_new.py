"""`new` starts a match: dealt by the program, or written down from real cards."""

import json
import shlex
from typing import Any

import pytest

from ludograph.domain.games import GAMES
from tests.cli.conftest import HEADER, Ludograph
from tests.places import of_file

STACKS = json.dumps(json.loads(HEADER)["deal"])


def test_it_prints_the_id_under_which_the_match_is_found(ludograph: Ludograph) -> None:
    id = ludograph("new", "sun-bid", "Ann", "Bob").strip()
    assert ludograph.json("show", id)["match"] == id


def test_the_same_seed_deals_the_same(ludograph: Ludograph) -> None:
    states = []
    for name in ("one", "two"):
        ludograph("new", "sorcerous-futures", "Ann", "Bob", "Cat", "--seed", "7", "--id", name)
        states.append(ludograph.json("show", name, "--as", "judge")["state"])
    assert states[0] == states[1]


@pytest.mark.parametrize("written", ["stacks=[5, 6, 7]", "stacks=5 6 7", "stacks=5,6,7"])
def test_an_option_that_is_a_list_is_written_as_json_or_side_by_side(ludograph: Ludograph, written: str) -> None:
    match = ludograph("new", "conundruze", "Ann", "Bob", "Cat", "-o", "betting=chips", "-o", written).strip()
    assert ludograph.json("show", match)["options"]["stacks"] == [5, 6, 7]


def test_options_and_the_tournament_are_recorded(ludograph: Ludograph) -> None:
    about = ["--event", "Open", "--round", "2", "--table", "5", "--played-on", "2026-11-20"]
    new = ludograph.json("new", "aucteraden", "Max", "-o", "extended=true", "-o", "market=rolling", *about)
    assert ludograph.json("show", new["match"])["options"]["market"] == "rolling"
    (listed,) = ludograph.lines("matches")
    assert (listed["event"], listed["round"], listed["table"], listed["played_on"]) == ("Open", "2", "5", "2026-11-20")


def test_a_written_deal_is_read_from_a_file_or_standard_input(ludograph: Ludograph) -> None:
    deal = ludograph.file("deal.json", STACKS)
    ludograph("new", "sun-bid", "Ann", "Bob", "--deal", deal, "--id", "file")
    ludograph("new", "sun-bid", "Ann", "Bob", "--deal", "-", "--id", "stdin", input=STACKS)
    for name in ("file", "stdin"):
        assert ludograph.json("show", name)["state"]["face_up"]["Ann"][0] == "9MS"
        assert "SB-3.1" in ludograph.refused("act", name, "Ann flip")


def test_with_real_cards_what_everybody_sees_is_missed_with_an_example_to_be_filled_in(ludograph: Ludograph) -> None:
    said = ludograph.refused("new", "sun-bid", "Ann", "Bob", "--written", "--deal", "{}")
    assert said.startswith("SB-1.3: ")
    assert "Everybody at the table knows `stacks`. Say it with --deal, such as:" in said
    deal = shlex.split(said.splitlines()[-1])
    ludograph("new", "sun-bid", "Ann", "Bob", "--written", *deal, "--id", "again")
    assert ludograph.json("show", "again")["step"] == 0


def test_what_is_missed_is_the_same_for_programs(ludograph: Ludograph) -> None:
    error = json.loads(ludograph.run("new", "fools-down", "Ann", "Bob", "--deal", "{}", "--json").stdout)["error"]
    assert error["rule"] == "FD-1.4"
    assert '--deal \'{"first_dealer": "Ann"}\'' in error["message"]


@pytest.mark.parametrize("hands", [None, "??", ["??", ["7f", "4s", "Wv", "Rf", "2w"], None]])
def test_a_deal_may_leave_out_what_nobody_here_saw(ludograph: Ludograph, hands: Any) -> None:
    deal = json.dumps({"starter": "Bob", "hands": hands})
    ludograph("new", "hand-of-the-hanataz", "Ann", "Bob", "Cat", "--deal", deal, "--id", "H")
    dealt = json.loads(ludograph("export", "H", "--as", "judge").splitlines()[0])["deal"]
    known = ["7f", "4s", "Wv", "Rf", "2w"] if isinstance(hands, list) else ["??"] * 5
    assert dealt == {"starter": "Bob", "hands": [["??"] * 5, known, ["??"] * 5], "slots": ["??"] * 5}


def test_a_file_with_the_same_left_out_is_refused_as_ever(ludograph: Ludograph) -> None:
    header = {"ludograph": 1, "game": "hand-of-the-hanataz", "players": ["A", "B", "C"], "deal": {"starter": 1}}
    assert "HH-1.5" in ludograph.refused("import", ludograph.file("match.jsonl", json.dumps(header)))


def test_other_mistakes_in_a_deal_are_told_as_they_are(ludograph: Ludograph) -> None:
    deal = json.dumps({"starter": "Bob", "hands": ["??", ["7f", "4s"], "??"]})
    said = ludograph.refused("new", "hand-of-the-hanataz", "Ann", "Bob", "Cat", "--deal", deal)
    assert "`hands` has five cards for each seat" in said
    assert "Everybody" not in said


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["sun-bid", "Ann"], "SB-1.1"),
        (["sun-bid", "Ann", "Bob", "-o", "nonsense=1"], "SB-1.2"),
        (["sun-bid", "Ann", "Bob", "-o", "sequence_points=twice"], "SB-1.2"),
        (["sun-bid", "Ann", "ann"], "same name"),
        (["sun-bid", "Ann", "7"], "cannot be a name"),
        (["sun-bid", "Ann", "\udcff"], "cannot be a name"),
        (["sun-bid", "Ann", "Bob", "--played-on", "yesterday"], "2026-11-20"),
        (["sun-bid", "Ann", "Bob", "--deal", "/nowhere.json"], "No such file"),
        (["chess", "Ann", "Bob"], "There is no game chess."),
    ],
)
@of_file
def test_what_cannot_be_started_is_refused_and_nothing_is_recorded(
    ludograph: Ludograph, args: list[str], said: str
) -> None:
    assert said in ludograph.refused("new", *args)
    assert not ludograph.store.exists()


def test_a_deal_on_the_command_line_that_is_no_json_is_named(ludograph: Ludograph) -> None:
    assert "--deal: This is not JSON" in ludograph.refused("new", "sun-bid", "Ann", "Bob", "--deal", '{"stacks": [')


def test_a_deal_that_is_no_json_is_named(ludograph: Ludograph) -> None:
    said = ludograph.refused("new", "sun-bid", "Ann", "Bob", "--deal", ludograph.file("deal.json", "[1]"))
    assert "A JSON object belongs here" in said


def test_ways_to_deal_exclude_each_other(ludograph: Ludograph) -> None:
    assert "exclude" in ludograph.refused("new", "sun-bid", "A", "B", "--seed", "1", "--written", code=2)


def test_an_id_of_ones_own_is_taken_only_once(ludograph: Ludograph) -> None:
    ludograph("new", "sun-bid", "Ann", "Bob", "--id", "final")
    assert "recorded already" in ludograph.refused("new", "sun-bid", "Ann", "Bob", "--id", "final")


def test_a_refusal_has_a_shape_for_programs(ludograph: Ludograph) -> None:
    result = ludograph.run("new", "sun-bid", "Ann", "--json")
    assert json.loads(result.stdout)["error"]["rule"] == "SB-1.1"


def test_a_refused_start_is_told_with_the_rule_its_sentence_and_what_was_wrong(ludograph: Ludograph) -> None:
    rules = GAMES["sun-bid"].rules
    assert ludograph.refused("new", "sun-bid", "Ann").splitlines() == [
        f"SB-1.1: {rules['SB-1.1']}",
        "Sun Bid is for 2 to 4 players, not 1.",
    ]


def said(ludograph: Ludograph, *args: str) -> str:
    """What a new match is doubted for, though it is recorded."""
    done = ludograph.run("new", "sun-bid", *args)
    assert done.exit_code == 0
    return done.stderr


def test_who_plays_already_is_said(ludograph: Ludograph, recorded: str) -> None:
    told = said(ludograph, "Bob", "Ann")
    assert "A match of Sun Bid with Ann and Bob is running already: `ludograph --store" in told
    assert f"play {recorded}` goes on with it." in told
    assert said(ludograph, "Ann", "Bob", "Cat") == ""
    ludograph("abandon", recorded, "--reason", "late")
    assert recorded not in said(ludograph, "Bob", "Ann")


def test_of_many_that_run_two_are_told_and_none_of_another_game(ludograph: Ludograph, recorded: str) -> None:
    ludograph("new", "fools-down", "Ann", "Bob")
    told = said(ludograph, "Ann", "Bob")
    assert told.count("running already") == 1
    said(ludograph, "Ann", "Bob")
    told = said(ludograph, "Ann", "Bob")
    assert told.count("running already") == 2
    assert "And 1 more: `ludograph" in told
    assert "And 2 more: `ludograph" in said(ludograph, "Ann", "Bob")


def test_where_they_play_already_is_said(ludograph: Ludograph, recorded: str) -> None:
    place = ("--event", "Autumn Open", "--round", "2", "--table")
    assert "At table 5, round 2, Autumn Open a match is running already" in said(ludograph, "Cat", "Dan", *place, "5")
    assert said(ludograph, "Eve", "Fay", *place, "6") == ""


@pytest.mark.parametrize(
    ("name", "meant"),
    [("Beaa", "Bea"), ("bea", "Bea"), ("Christof", "Christoph"), ("Bea", None), ("Player 10", None), ("Leo", None)],
)
def test_a_name_that_is_nearly_a_known_one_is_asked_about(ludograph: Ludograph, name: str, meant: str | None) -> None:
    ludograph("new", "sun-bid", "Bea", "Christoph", "Player 1")
    told = said(ludograph, name, "Zed")
    assert (f"{name}: did you mean {meant}?" in told) == (meant is not None)
    assert meant or not told


def test_names_that_are_alike_at_one_table_are_meant_so(ludograph: Ludograph) -> None:
    ludograph("new", "sun-bid", "Anna", "Cat")
    assert said(ludograph, "Anne", "Anna") == ""

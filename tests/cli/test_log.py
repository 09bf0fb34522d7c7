"""`log` tells everything that was ever recorded, to each as far as they know it."""

import pytest

from tests.cli.conftest import Ludograph


def test_steps_are_told_in_sentences(ludograph: Ludograph, recorded: str) -> None:
    lines = ludograph("log", recorded).splitlines()
    assert lines[0].startswith("  0  A match of Sun Bid for 2 players.")
    assert any(line.startswith("  1  Ann flips the Diplomat") or "(8YK)" in line for line in lines)
    assert max(map(len, lines)) <= 80


def test_the_shape_for_programs(ludograph: Ludograph, recorded: str) -> None:
    first, second = ludograph.lines("log", recorded)
    assert (first["step"], first["seat"], first["action"], first["drawn"]) == (1, "Ann", {"do": "flip"}, ["8YK"])
    assert first["facts"][0] == {"fact": "CardFlipped", "seat": "Ann", "card": "8YK", "pool_size": 1, "deck_left": 29}
    assert first["superseded"] is False
    assert second["happened_at"] == "2026-11-20T18:04:11Z"
    assert "note" not in second


def test_the_setup_is_step_0(ludograph: Ludograph, recorded: str) -> None:
    start, *steps = ludograph.lines("log", recorded, "--from", "0")
    assert (start["step"], start["action"], len(steps)) == (0, None, 2)
    assert start["facts"][0]["fact"] == "GameBegan"


def test_the_judge_reads_remarks_and_who_entered_them(ludograph: Ludograph, recorded: str) -> None:
    assert ludograph.lines("log", recorded, "--as", "judge")[1]["note"] == "a long think"
    assert "Note on step 2: a long think" in ludograph("log", recorded, "--as", "judge")
    assert "a long think" not in ludograph("log", recorded, "--as", "Bob")


def test_superseded_steps_are_marked_and_stand_before_what_came_instead(ludograph: Ludograph, recorded: str) -> None:
    ludograph("undo", recorded, "--reason", "it was a flip")
    ludograph("act", recorded, "Bob flip > 4YK")
    lines = ludograph.lines("log", recorded)
    assert [(line["step"], line["action"]["do"], line["superseded"]) for line in lines] == [
        (1, "flip", False),
        (2, "call", True),
        (2, "flip", False),
    ]
    told = ludograph("log", recorded)
    assert "\nx 2  Bob calls" in told
    assert "\n     Taken back: the match stands again as after step 1.\n  2  Bob flips" in told


def test_only_the_steps_asked_for_are_told(ludograph: Ludograph, recorded: str) -> None:
    assert [line["step"] for line in ludograph.lines("log", recorded, "--from", "2")] == [2]
    assert [line["step"] for line in ludograph.lines("log", recorded, "--from", "0", "--to", "1")] == [0, 1]


def test_concealed_numbers_are_null_and_cards_are_backs(ludograph: Ludograph, sealed: str) -> None:
    seal = ludograph.lines("log", sealed, "--as", "Bob")[-1]
    assert seal["action"] == {"do": "seal", "amount": None}
    assert ludograph.lines("log", sealed, "--as", "Ann")[-1]["action"]["amount"] == 7
    start = ludograph.lines("log", sealed, "--from", "0")[0]
    assert start["deal"]["crowns"] == ["??", "??", "??"]


def test_remarks_and_takebacks_stand_with_their_step(ludograph: Ludograph, recorded: str) -> None:
    ludograph("note", recorded, "2", "secret")
    ludograph("note", recorded, "2", "hi", "--public")
    ludograph("note", recorded, "0", "a fine table", "--public")
    judge = ludograph.lines("log", recorded, "--as", "judge", "--from", "0")
    assert [line.get("note") for line in judge] == ["a fine table", "", "a long think\nsecret\nhi"]
    assert [line.get("note") for line in ludograph.lines("log", recorded)] == [None, "hi"]
    ludograph("undo", recorded, "--reason", "slip", "--by", "Zoe")
    _, last = ludograph.lines("log", recorded, "--as", "judge")
    assert last["note"] == "a long think\nsecret\nhi"
    assert (last["taken_back"]["reason"], last["taken_back"]["by"]) == ("slip", "Zoe")
    assert last["taken_back"]["recorded_at"].endswith("Z")
    assert "taken_back" not in ludograph.lines("log", recorded)[1]


@pytest.mark.parametrize(
    ("span", "says"),
    [
        (["--from", "999"], "There is no step 999: --from takes 0 to 2."),
        (["--from", "-1"], "There is no step -1"),
        (["--to", "-1"], "There is no step -1"),
        (["--from", "2", "--to", "1"], "--to comes after --from"),
    ],
)
def test_steps_that_cannot_be_told_are_refused(ludograph: Ludograph, recorded: str, span: list[str], says: str) -> None:
    assert says in ludograph.refused("log", recorded, *span)


def test_beats_are_told_one_by_one_with_their_numbers(ludograph: Ludograph, recorded: str) -> None:
    lines = ludograph("log", recorded, "--beats").splitlines()
    assert lines[0] == "  0.1  A match of Sun Bid for 2 players."
    assert any(line.startswith("  0.2  Bidding cards: ") for line in lines)
    assert any(line.startswith("  1  Ann flips ") for line in lines)
    start, *_ = ludograph.lines("log", recorded, "--beats", "--from", "0")
    assert [beat["beat"] for beat in start["beats"]] == [1, 2, 3]
    assert start["beats"][0]["told"] == ["A match of Sun Bid for 2 players."]

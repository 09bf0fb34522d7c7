"""What follows a correction: sealed bids when they are revealed, cards that come again, seats that follow the turn."""

import json
from typing import Any

import pytest

from tests.cli.conftest import Ludograph

FUTURES = {
    "ludograph": 1,
    "game": "sorcerous-futures",
    "players": ["Ann", "Bob", "Cat"],
    "deal": {
        "aces": [["1M", "1S"], ["1V", "1L"], ["1Y", "1K"]],
        "crowns": ["NV", "NS", "NM"],
        "set_aside": ["NK", "NY", "NL"],
        "valuations": ["PSVK", "7SK", "2VL", "5ML", "9VY", "4YK", "3SK"],
        "row": ["8YK", "4MS", "2SY", "9LK", "PVLY"],
    },
    "id": "SF",
}
SUN_BID = {
    "ludograph": 1,
    "game": "sun-bid",
    "players": ["Ann", "Bob", "Cleo"],
    "deal": {
        "stacks": [["NS", "8MS", "5SV", "2SY"], ["TSLK", "9MS", "6SY", "3SK"], ["PSVK", "PMSL", "7SK", "4MS"]],
    },
    "id": "SB",
}
FOOLS_DOWN = {
    "ludograph": 1,
    "game": "fools-down",
    "players": ["Ann", "Bob", "Cat", "Dan", "Eve"],
    "deal": {"first_dealer": "Ann"},
    "id": "FD",
}


def recorded(ludograph: Ludograph, header: dict[str, Any], *lines: str) -> str:
    """A match with these entries; what it goes by."""
    head = [f"{key}: {json.dumps(value) if isinstance(value, dict | list) else value}" for key, value in header.items()]
    ludograph("import", ludograph.file("match.txt", *head, "", *lines))
    return str(header["id"])


def written(ludograph: Ludograph, match: str) -> list[str]:
    """The entries that stand, as lines without what was said of them."""
    text = ludograph("export", match, "--as", "judge", "--format", "text").split("\n\n", 1)[1]
    return [line.partition(" {")[0] for line in text.splitlines()]


@pytest.fixture
def bids(ludograph: Ludograph) -> str:
    """An auction with sealed bids, which the last of them reveals, and the next auction."""
    return recorded(
        ludograph, FUTURES,
        "Ann offer 8YK closed", "Ann seal 3", "Bob seal 3", "Cat seal 1 > 3 3 1",
        "Bob offer 4MS closed", "Ann seal 0", "Bob seal 0", "Cat seal 0",
    )  # fmt: skip


@pytest.fixture
def turns(ludograph: Ludograph) -> str:
    """Five turns, all flips, in the order of seats."""
    return recorded(
        ludograph, SUN_BID, "Ann flip > 8YK", "Bob flip > 9VY", "Cleo flip > 7VY", "Ann flip > 5ML", "Bob flip > 3MV"
    )


@pytest.mark.parametrize("eyes", ["judge", "table", "Ann", "Bob"])
def test_a_misread_sealed_bid_is_one_correction(ludograph: Ludograph, bids: str, eyes: str) -> None:
    told = ludograph("amend", bids, "2", "Ann seal 5", "--as", eyes, "--reason", "misread")
    cat = "1" if eyes == "judge" else "??"
    assert f"step 4: Cat seal {cat} > 3 3 1 -> Cat seal {cat} > 5 3 1" in told
    assert written(ludograph, bids)[1:4] == ["Ann seal 5", "Bob seal 3", "Cat seal 1 > 5 3 1"]
    assert ludograph.lines("verify", bids)[0]["ok"]


def test_the_bid_that_reveals_the_others_is_put_right_by_itself(ludograph: Ludograph, bids: str) -> None:
    ludograph("amend", bids, "3", "Bob seal 4", "--reason", "misread")
    assert written(ludograph, bids)[3] == "Cat seal 1 > 3 4 1"
    assert "Legal" in ludograph.refused("amend", bids, "3", "Bob seal 400", "--reason", "misread")


def test_what_follows_is_in_the_preview_and_in_json(ludograph: Ludograph, bids: str) -> None:
    before = written(ludograph, bids)
    seen = ludograph.json("amend", bids, "2", "Ann seal 5", "--preview", "--as", "judge")
    assert seen["followed"] == [{"step": 4, "was": "Cat seal 1 > 3 3 1", "now": "Cat seal 1 > 5 3 1"}]
    assert written(ludograph, bids) == before
    told = ludograph.json("amend", bids, "2", "Ann seal 5", "--reason", "misread")
    assert (told["status"], told["at"], len(told["followed"])) == ("amended", 2, 1)


def test_a_card_misread_when_it_was_turned_up_is_misread_wherever_it_comes(ludograph: Ludograph, turns: str) -> None:
    ludograph("act", turns, "Cleo bid PSVK", "Ann pass", "Bob pass", "--as", "judge")
    match = ludograph.json("show", turns)
    assert match["to_act"] == ["Cleo"]
    told = ludograph("amend", turns, "5", "Bob flip > 2VL", "--reason", "misread")
    assert "follow" not in told
    assert ludograph.lines("verify", turns)[0]["ok"]


def test_a_forgotten_call_goes_in_and_seats_follow_the_turn(ludograph: Ludograph, turns: str) -> None:
    entries = ["Cleo call", "Ann bid 8MS", "Bob pass", "Cleo pass"]
    told = ludograph("amend", turns, "3", "--insert", *entries, "--reason", "forgotten")
    for said in (
        "step 7: Cleo flip > 7VY -> Ann flip > 7VY",
        "step 8: Ann flip > 5ML -> Bob flip > 5ML",
        "step 9: Bob flip > 3MV -> Cleo flip > 3MV",
    ):
        assert said in told
    assert written(ludograph, turns)[2:] == [*entries, "Ann flip > 7VY", "Bob flip > 5ML", "Cleo flip > 3MV"]
    assert ludograph.lines("verify", turns)[0]["ok"]


def test_remarks_and_who_entered_it_stay_with_an_entry_that_follows(ludograph: Ludograph, turns: str) -> None:
    ludograph("note", turns, "4", "a long think")
    ludograph("amend", turns, "3", "--remove", "--reason", "twice")
    third = [line for line in ludograph.lines("log", turns, "--as", "judge") if not line["superseded"]][2]
    assert (third["seat"], third["note"]) == ("Cleo", "a long think")


def test_a_bet_of_another_moves_on_where_somebody_had_not_ducked(ludograph: Ludograph) -> None:
    match = recorded(
        ludograph, FOOLS_DOWN,
        "Ann deal > ?? ?? ?? ?? ?? ?? ?? ?? ?? ??", "Cat match", "Dan duck", "Eve match", "Ann match",
        "Bob wink > ?? 3f Jw 4s Dv", "Cat wager 4", "Eve match", "Ann duck",
    )  # fmt: skip
    ludograph("amend", match, "3", "Dan match", "--reason", "misheard")
    assert written(ludograph, match)[6:] == ["Cat wager 4", "Dan match", "Eve duck"]


def test_where_that_does_not_help_it_is_refused_as_ever_and_said(ludograph: Ludograph, turns: str) -> None:
    before = ludograph.store.read_bytes()
    told = ludograph.refused("amend", turns, "3", "--insert", "Cleo flip > 2VL", "--reason", "forgotten")
    assert "Step 3 would no longer be legal: Cleo flip > 7VY (it would be step 4)" in told
    assert "Even where seats follow the turn, and what repeats it follows, step 6 would not be legal." in told
    assert ludograph.store.read_bytes() == before
    cut = ludograph.json("amend", turns, "3", "--insert", "Cleo flip > 2VL", "--reason", "forgotten", "--cut")
    assert (cut["taken_back"], cut["followed"]) == (3, [])


def test_play_takes_several_entries_as_short_as_its_prompt_does(ludograph: Ludograph, turns: str) -> None:
    lines = ["amend 3 insert call; 8ms; pass; pass", "amend 7 2vl", "amend 8 Bob flip the Cave", ""]
    told = ludograph.run("play", turns, input="\n".join(lines)).stdout
    assert "step 7: Cleo flip > 7VY -> Ann flip > 7VY" in told
    assert written(ludograph, turns)[2:] == [
        "Cleo call", "Ann bid 8MS", "Bob pass", "Cleo pass", "Ann flip > 2VL", "Bob flip > 7VY", "Cleo flip > 3MV",
    ]  # fmt: skip


def test_play_takes_entries_in_quotation_marks_too(ludograph: Ludograph, turns: str) -> None:
    line = 'amend 3 --insert "Cleo call" "Ann bid 8MS" "Bob pass" "Cleo pass"\n'
    ludograph.run("play", turns, input=line)
    assert written(ludograph, turns)[2:6] == ["Cleo call", "Ann bid 8MS", "Bob pass", "Cleo pass"]


def test_a_value_alone_is_of_the_same_player(ludograph: Ludograph, bids: str) -> None:
    told = ludograph.run("play", bids, "--as", "judge", input="amend 2 5\namend 3 bob 7\n").stdout
    assert "step 4: Cat seal 1 > 5 3 1 -> Cat seal 1 > 5 7 1" in told
    assert written(ludograph, bids)[1:4] == ["Ann seal 5", "Bob seal 7", "Cat seal 1 > 5 7 1"]


@pytest.mark.parametrize("names", ["Bob Ann Cleo", "Bob, Ann, Cleo", '"Bob" Ann Cleo', ': ["Bob", "Ann", "Cleo"]'])
def test_swapped_chairs_are_put_right_by_names(ludograph: Ludograph, turns: str, names: str) -> None:
    told = ludograph.run("play", turns, input=f"amend 0 players {names}\n").stdout
    assert "now: Players: Bob, Ann and Cleo." in told
    assert "Bob, Bidding cards: without 3SK 6SY 9MS TSLK, with" in told
    assert ludograph.json("show", turns)["players"] == ["Bob", "Ann", "Cleo"]
    ludograph("amend", turns, "0", "players Ann Bob Cleo", "event Spring Open", "--reason", "right at first")
    assert ludograph.json("show", turns)["players"] == ["Ann", "Bob", "Cleo"]
    (listed,) = ludograph.lines("matches")
    assert listed["event"] == "Spring Open"
    told = ludograph.refused("amend", turns, "0", 'players "Ann Bob', "--reason", "x")
    assert "quotation mark is missing" in told


def test_where_more_than_one_could_act_it_is_refused_and_says_so(ludograph: Ludograph) -> None:
    header = {"ludograph": 1, "game": "last-years-magic", "players": ["Ann", "Bob", "Cat", "Dan"], "id": "LM"}
    match = recorded(ludograph, header, "Ann introduce", f"Ann deal > {'?? ' * 28}", "Bob introduce", "Cat introduce")
    told = " ".join(ludograph.refused("amend", match, "3", "Cat introduce", "--reason", "x").split())
    assert "Then it may be Bob or Dan who acts there: write what follows anew, with who does it." in told
    assert written(ludograph, match)[2:] == ["Bob introduce", "Cat introduce"]


def test_a_card_that_was_turned_up_is_put_right_where_it_was_bought_too(ludograph: Ludograph) -> None:
    header = {"ludograph": 1, "game": "aucteraden", "players": ["Ann"], "deal": {"drawn": ["4VL", "7SK", "2SY"]}}
    match = recorded(ludograph, header | {"id": "AU"}, "Ann buy 2SY S", "Ann place 0 0 > 9MS NM", "Ann buy 9MS M")
    told = ludograph.run("play", match, input="amend 2 8ms nm\n").stdout
    assert "step 3: Ann buy 9MS M -> Ann buy 8MS M" in told
    assert written(ludograph, match)[1:] == ["Ann place 0 0 > 8MS NM", "Ann buy 8MS M"]

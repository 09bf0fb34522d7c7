"""`tournament rename`: the same person under another name, in all that was decided, in standings and in matches."""

import json
from random import Random
from typing import Any

import pytest

from ludograph.domain.store.recorder import Recorder
from tests.cli.conftest import Ludograph
from tests.cli.test_merge import beside
from tests.cli.test_tournament import contents, written
from tests.worlds import played_on

PLAYERS = ("Ann", "Ben", "Krut", "Dora", "Emil")
SEATING = "round,table,player\n1,1,Ann\n1,1,Ben\n1,1,Krut\n1,2,Dora\n1,2,Emil\n"
SECOND = "round,table,player\n2,1,Krut\n2,1,Dora\n2,2,Ben\n2,2,Emil\n2,bye,Ann\n"


@pytest.fixture
def cup(ludograph: Ludograph) -> Ludograph:
    """WC after a round that was played at table 1 and entered at table 2; Krut has a penalty, and lots are drawn."""
    ludograph("tournament", "new", "Winter Cup", "--id", "WC", "--scoring", "places=5,3,1")
    ludograph("tournament", "enter", "WC", *PLAYERS)
    seated(ludograph, SEATING)
    ludograph("tournament", "start", "WC", "1", "--seed", "x", "--table", "1")
    finished(ludograph, "WC-1-1")
    ludograph("confirm", "WC-1-1", "--as", "Krut")
    ludograph("confirm", "WC-1-1", "--as", "judge")
    ludograph("tournament", "result", "WC", "1", "2", "Dora=3", "Emil=4")
    ludograph("tournament", "penalty", "WC", "Krut", "1", "--reason", "late")
    ludograph("tournament", "lot", "WC", "--seed", "dice")
    return ludograph


def seated(ludograph: Ludograph, text: str) -> None:
    file = written(ludograph, text)
    ludograph("tournament", "seat", "WC", "--game", "sun-bid", "--size", "2-3", "--file", file)


def finished(ludograph: Ludograph, name: str) -> None:
    """Plays a match to its end."""
    with Recorder(ludograph.store) as recorder:
        match = recorder.load(recorder.find(name))
        recorder.record(played_on(match, Random(1)))


def table(cup: Ludograph, number: int = 1, at: int = 1) -> dict[str, Any]:
    return dict(cup.json("tournament", "show", "WC")["rounds"][number - 1]["tables"][at - 1])


def renamed(text: str) -> Any:
    return json.loads(text.replace("Krut", "Kurt"))


def test_it_goes_through_all_that_was_decided_and_played(cup: Ludograph) -> None:
    seated(cup, SECOND)
    cup("tournament", "result", "WC", "2", "1", "Dora=1", "Krut=7")
    before = [cup("tournament", "standings", "WC", "--json", "--after", after) for after in ("1", "2")]
    shown, result = cup("tournament", "show", "WC", "--json"), cup("result", "WC-1-1", "--json")
    said = " ".join(cup("tournament", "rename", "WC", "krut", "Kurt", "--reason", "misread").split())
    assert said == (
        "Krut becomes Kurt: seated in rounds 1 and 2, 1 result, 1 penalty, 1 lot. Corrected with it: match WC-1-1."
    )
    for after, lines in zip(("1", "2"), before, strict=True):
        assert cup.lines("tournament", "standings", "WC", "--after", after) == [
            renamed(line) for line in lines.splitlines()
        ]
    assert cup.json("tournament", "show", "WC") == renamed(shown)
    assert cup.json("result", "WC-1-1") == renamed(result)
    assert cup.json("result", "WC-1-1")["confirmed"] == ["Kurt", "judge"]
    assert "Krut is called Kurt. Reason: misread." in cup("tournament", "history", "WC")
    assert "Corrected: Krut is called Kurt." in cup("history", "WC-1-1")
    assert all(line["ok"] for line in cup.lines("verify", "--all"))


def test_the_archive_says_the_new_name_and_the_old_one_beside_it(cup: Ludograph) -> None:
    cup("query", "SELECT 1")
    cup("tournament", "rename", "WC", "Krut", "Kurt")
    rows = cup.lines("query", "SELECT player, earlier_names FROM entrants ORDER BY number")
    assert [row["player"] for row in rows] == ["Ann", "Ben", "Kurt", "Dora", "Emil"]
    assert [row["earlier_names"] for row in rows] == [[], [], ["Krut"], [], []]
    assert cup.lines("query", "SELECT DISTINCT player FROM seatings WHERE player LIKE 'K%'") == [{"player": "Kurt"}]
    assert cup.lines("query", "SELECT void FROM confirmations") == [{"void": False}] * 2


def test_undo_gives_the_name_back_in_the_matches_too(cup: Ludograph) -> None:
    shown, result = cup("tournament", "show", "WC", "--json"), cup("result", "WC-1-1", "--json")
    cup("tournament", "rename", "WC", "Krut", "Kurt")
    said = " ".join(cup("tournament", "undo", "WC", "--reason", "it is Krut").split())
    assert said == "Taken back: that Krut is called Kurt. Kurt is called Krut again."
    assert cup("tournament", "show", "WC", "--json") == shown
    assert cup("result", "WC-1-1", "--json") == result
    assert all(line["ok"] for line in cup.lines("verify", "--all"))


def test_a_preview_says_it_and_records_nothing(cup: Ludograph) -> None:
    before = contents(cup)
    told = cup.json("tournament", "rename", "WC", "Krut", "Kurt", "--preview")
    assert (told["player"], told["name"], len(told["matches"]), told["status"]) == ("Krut", "Kurt", 1, "preview")
    assert "Nothing was recorded: this is a preview." in cup("tournament", "rename", "WC", "Krut", "Kurt", "--preview")
    assert contents(cup) == before
    told = cup.json("tournament", "rename", "WC", "Krut", "Kurt")
    assert (told["status"], told["kept"]) == ("recorded", [])


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("Krut", "dora", "dora is entered already: Krut cannot be called so."),
        ("Zoe", "Kurt", "Nobody called Zoe was entered"),
        ("Krut", "Krut", "Krut is called so already."),
        ("Krut", "judge", "judge cannot be a name"),
        ("Krut", " ", "cannot be a name"),
        ("Krut", "Benny", "Benny is what Ben Ohm was called: Krut cannot be called so."),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(cup: Ludograph, old: str, new: str, why: str) -> None:
    cup("tournament", "rename", "WC", "Ben", "Benny")
    cup("tournament", "rename", "WC", "Benny", "Ben Ohm")
    before = contents(cup)
    assert why in cup.refused("tournament", "rename", "WC", old, new)
    assert contents(cup) == before


def test_the_old_name_still_means_the_same_person(cup: Ludograph) -> None:
    cup("tournament", "rename", "WC", "Krut", "Kurt")
    assert "Kurt is entered already" in cup.refused("tournament", "enter", "WC", "Krut")
    seated(cup, SECOND)
    assert table(cup, 2)["players"] == ["Kurt", "Dora"]
    cup("tournament", "result", "WC", "2", "1", "Krut=7", "Dora=1")
    assert table(cup, 2)["scores"] == {"Kurt": 7, "Dora": 1}
    assert cup.json("verify", "e71def4f")["ok"]


def test_a_later_round_knows_whom_they_have_met(cup: Ludograph) -> None:
    cup("tournament", "rename", "WC", "Krut", "Kurt")
    again = "round,table,player\n2,1,Kurt\n2,1,Ann\n2,2,Ben\n2,2,Dora\n2,bye,Emil\n"
    file = written(cup, again)
    words = ("tournament", "seat", "WC", "--game", "sun-bid", "--size", "2", "--file", file)
    assert cup.json(*words)["meeting_again"] == [{"players": ["Ann", "Kurt"], "rounds": ["1", "2"]}]


def test_a_match_from_a_laptop_takes_its_place_under_the_old_name(cup: Ludograph) -> None:
    seated(cup, SECOND)
    laptop = beside(cup, "laptop")
    about = ("--event", "Winter Cup", "--round", "2", "--table", "1")
    laptop("new", "sun-bid", "Krut", "Dora", *about, "--seed", "7", "--id", "late")
    finished(laptop, "late")
    cup("tournament", "rename", "WC", "Krut", "Kurt")
    cup("merge", laptop.store)
    there = table(cup, 2)
    assert (there["state"], there["players"]) == ("over", ["Kurt", "Dora"])
    shown = cup.json("tournament", "show", "WC")
    assert shown["doubts"] == []
    played = {line["player"]: line["played"] for line in cup.lines("tournament", "standings", "WC")}
    assert (played["Kurt"], played["Dora"]) == (2, 2)
    cup("tournament", "place", "WC", "2", "1", "late", "--reason", "the right one")


def test_a_tournament_in_a_file_keeps_the_name(cup: Ludograph) -> None:
    cup("tournament", "rename", "WC", "Krut", "Kurt")
    file = cup.folder / "cup.jsonl"
    cup("tournament", "export", "WC", "-o", file)
    other = beside(cup, "other")
    other("tournament", "import", file)
    assert other("tournament", "show", "WC", "--json") == cup("tournament", "show", "WC", "--json")
    assert other("result", "WC-1-1", "--json") == cup("result", "WC-1-1", "--json")


def test_a_sealed_deal_still_opens(ludograph: Ludograph) -> None:
    ludograph("new", "sun-bid", "Zoe", "Krut", "--seed", "1", "--id", "sealed", "--sealed")
    finished(ludograph, "sealed")
    ludograph("rename", "sealed", "Krut", "Kurt")
    assert ludograph.json("verify", "sealed")["ok"]


def test_the_name_in_one_match_is_put_right(ludograph: Ludograph, over: str) -> None:
    ludograph("confirm", over, "--as", "Ann")
    ludograph("confirm", over, "--as", "Bob")
    shown = ludograph("result", over, "--json")
    assert "Ann becomes Anna in seat 1; nothing else is another." in ludograph("rename", over, "ann", "Anna")
    assert ludograph.json("result", over) == json.loads(shown.replace("Ann", "Anna"))
    (listed,) = ludograph.lines("matches", "--player", "anna")
    assert listed["confirmed"] == ["Anna", "Bob"]
    assert ludograph.json("verify", over)["ok"]
    again = ludograph.json("rename", over, "Anna", "Anna")
    assert again["status"] == "unchanged"


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("Zoe", "Kurt", "Nobody in this match is called Zoe: there are Ann, Bob."),
        ("Ann", "bob", "Somebody in this match is called bob already."),
        ("Ann", "table", "table cannot be a name"),
    ],
)
def test_what_a_match_refuses(ludograph: Ludograph, over: str, old: str, new: str, why: str) -> None:
    before = contents(ludograph)
    assert why in ludograph.refused("rename", over, old, new)
    assert contents(ludograph) == before


def test_in_a_tournament_the_whole_of_it_is_named(cup: Ludograph) -> None:
    said = cup.refused("rename", "WC-1-1", "Krut", "Kurt")
    assert "tournament rename WC Krut Kurt` puts the name right in all of it." in " ".join(said.split())


def test_a_name_misspelt_in_a_match_alone_is_put_right_there(cup: Ludograph) -> None:
    seated(cup, SECOND)
    about = ("--event", "Winter Cup", "--round", "2", "--table", "1")
    cup("new", "sun-bid", "Krutt", "Dora", *about, "--seed", "7", "--id", "misspelt")
    assert table(cup, 2)["state"] == "seated"
    cup("rename", "misspelt", "Krutt", "Krut")
    assert table(cup, 2)["state"] == "running"

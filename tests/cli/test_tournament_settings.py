"""What counts is changed by decision: it is told before it is recorded, taken back, merged, verified and kept."""

import json

import pytest

from ludograph.domain.tournaments.scores.scoring import FAIR
from tests.cli.conftest import Ludograph

WHY = ("--reason", "agreed by all")


@pytest.fixture
def cup(ludograph: Ludograph) -> Ludograph:
    """Two tables of three and a bye, played; Hugo came after the round had been seated."""
    seats = ("1,1,Ann", "1,1,Ben", "1,1,Cleo", "1,2,Dora", "1,2,Emil", "1,2,Farah", "1,bye,Gita")
    ludograph("tournament", "new", "Winter Cup", "--id", "WC", "--bye", "1")
    ludograph("tournament", "enter", "WC", "Ann", "Ben", "Cleo", "Dora", "Emil", "Farah", "Gita")
    seating = ludograph.file("seats.csv", "round,table,player", *seats)
    ludograph("tournament", "seat", "WC", "--game", "sun-bid", "--file", seating)
    ludograph("tournament", "result", "WC", "1", "1", "Ann=9", "Ben=8", "Cleo=7")
    ludograph("tournament", "result", "WC", "1", "2", "Dora=9", "Emil=5", "Farah=5")
    ludograph("tournament", "enter", "WC", "Hugo")
    return ludograph


def points(cup: Ludograph, *more: str) -> dict[str, float]:
    return {line["player"]: line["points"] for line in cup.lines("tournament", "standings", "WC", *more)}


def test_what_becomes_different_is_told_and_a_preview_records_nothing(cup: Ludograph) -> None:
    before = cup("tournament", "history", "WC", "--json")
    told = cup("tournament", "set", "WC", "scoring=places=5,3,1", "bye=2", "late=2.5", "--preview").splitlines()
    assert told[:3] == [
        "Scoring places=5,3,1 (before: scoring wins).",
        "A bye is worth 2 (before: a bye is worth 1).",
        "A round before somebody was entered is worth 2.5 (before: a round before",
    ]
    rows = [line.split() for line in told]
    assert ["PLACE", "WAS", "PLAYER", "POINTS", "WAS"] in rows
    assert ["1", "2", "Ann", "5", "1"] in rows
    assert ["4", "8", "Hugo", "2.5", "0"] in rows
    assert told[-1] == "Nothing was recorded: this is a preview."
    assert cup("tournament", "history", "WC", "--json") == before


def test_a_change_is_recorded_told_verified_and_taken_back(cup: Ludograph) -> None:
    was = cup.lines("tournament", "standings", "WC")
    said = cup.json("tournament", "set", "WC", "scoring=places=5,3,1", "bye=2", "late=0.5", "repeat=3", *WHY)
    assert said["settings"] == {"scoring": "places=5,3,1", "bye": 2, "late": 0.5, "repeat": 3}
    assert said["before"] == {"scoring": "wins", "bye": 1, "late": 0, "repeat": 0.5}
    assert (said["status"], said["reason"]) == ("recorded", "agreed by all")
    assert said["standings"][0]["before"] == {"place": 2, "points": 1}
    assert points(cup) == {
        "Ann": 5, "Dora": 5, "Ben": 3, "Emil": 2, "Farah": 2, "Gita": 2, "Cleo": 1, "Hugo": 0.5
    }  # fmt: skip
    shown = cup.json("tournament", "show", "WC")
    assert (shown["scoring"], shown["bye"], shown["late"], shown["repeat"]) == ("places=5,3,1", 2, 0.5, 3)
    assert "Settings changed: scoring places=5,3,1, a bye is worth 2, a round before somebody was entered" in cup(
        "tournament", "history", "WC", "--json"
    )
    assert cup("verify").startswith("ok")
    back = " ".join(cup("tournament", "undo", "WC", "--reason", "no").split())
    assert back.startswith("Taken back: the change of settings. Again scoring wins, a bye is worth 1")
    assert cup.lines("tournament", "standings", "WC") == was


def test_standings_after_an_earlier_round_are_worked_out_by_the_settings_of_today(cup: Ludograph) -> None:
    cup("tournament", "seat", "WC", "--game", "sun-bid", "--size", "4", "--method", "random", "--seed", "x")
    cup("tournament", "set", "WC", "scoring=score", "bye=7", *WHY)
    assert points(cup, "--after", "1") == {
        "Ann": 9, "Dora": 9, "Ben": 8, "Cleo": 7, "Gita": 7, "Emil": 5, "Farah": 5
    }  # fmt: skip


def test_a_round_seated_by_the_standings_of_before_is_told(cup: Ludograph) -> None:
    cup("tournament", "seat", "WC", "--game", "sun-bid", "--size", "4", "--seed", "x")
    told = cup.run("tournament", "set", "WC", "bye=0", *WHY)
    assert "Round 2 is seated by the standings as they were" in " ".join(told.output.split())
    assert "Round 2 is seated" not in cup.run("tournament", "set", "WC", "late=1", "--preview", "--json").output


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("luck=1",), "luck=1 sets nothing: write scoring, tie-breaks, bye, late, repeat, allowed as name=value."),
        (("bye",), "bye sets nothing"),
        (("bye=x",), "x is no number of points"),
        (("bye=1", "bye=2"), "bye is said twice"),
        (("scoring=luck",), "luck is no scoring"),
        (("tie-breaks=luck",), "luck is no tie-break"),
        (("repeat=-1",), "repeat is a number from 0 to 1000"),
        (("repeat=1001",), "repeat is a number from 0 to 1000"),
        (("bye=1.0", "scoring=wins"), "It is set so already: nothing would change, and nothing was recorded."),
    ],
)
def test_what_cannot_be_set_is_refused_and_changes_nothing(cup: Ludograph, words: tuple[str, ...], why: str) -> None:
    before = cup("tournament", "history", "WC", "--json")
    assert why in " ".join(cup.refused("tournament", "set", "WC", *words, *WHY).split())
    assert cup("tournament", "history", "WC", "--json") == before


def test_a_reason_is_needed_and_a_closed_tournament_stays_as_it_is(cup: Ludograph) -> None:
    assert "--reason TEXT is missing" in cup.refused("tournament", "set", "WC", "bye=2", code=2)
    cup("tournament", "close", "WC")
    assert "is closed" in cup.refused("tournament", "set", "WC", "bye=2", *WHY)


def test_new_tournaments_part_ties_fairly_and_old_ones_keep_what_they_said(ludograph: Ludograph) -> None:
    ludograph("tournament", "new", "New")
    ludograph("tournament", "new", "Old", "--tie-breaks", "wins,opponents,score")
    assert ludograph.json("tournament", "show", "New")["tie_breaks"] == FAIR.split(",")
    assert ludograph.json("tournament", "show", "Old")["tie_breaks"] == ["wins", "opponents", "score"]


def test_rounds_missed_are_in_standings_csv_and_archive(cup: Ludograph) -> None:
    cup("tournament", "set", "WC", "late=0.5", "tie-breaks=buchholz", *WHY)
    table = cup("tournament", "standings", "WC").splitlines()
    assert table[1].split() == ["PLAYER", "POINTS", "PLAYED", "BYES", "MISSED", "BUCHHOLZ"]
    lines = cup("tournament", "export", "WC", "--csv", "standings").splitlines()
    assert lines[0] == "place,player,points,played,byes,buchholz,withdrawn,missed,penalties"
    assert next(line for line in lines if ",Hugo," in line).split(",")[2::5] == ["0.5", "1"]
    sql = (
        "SELECT t.late, t.repeat, s.points, s.missed FROM standings s JOIN tournaments t USING (tournament) "
        "WHERE player = 'Hugo'"
    )
    assert json.loads(cup("query", sql, "--format", "json")) == [
        {"late": 0.5, "repeat": 0.5, "points": 0.5, "missed": 1}
    ]


def test_a_change_travels_in_a_file_of_the_tournament(cup: Ludograph) -> None:
    cup("tournament", "set", "WC", "late=0.5", "scoring=share", *WHY)
    cup("tournament", "export", "WC", "-o", str(cup.folder / "wc.jsonl"))
    cup("tournament", "import", str(cup.folder / "wc.jsonl"), "--store", str(cup.folder / "there.sqlite"))
    assert cup.lines("tournament", "standings", "WC", "--store", str(cup.folder / "there.sqlite")) == cup.lines(
        "tournament", "standings", "WC"
    )

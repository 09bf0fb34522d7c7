"""A match that says itself where it belongs takes its place: imported, before or after the seating, or once amended."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import FLIP, HEADER, Ludograph
from tests.cli.test_tournament_merging import PLAYERS, SEATING, opened


def match_file(ludograph: Ludograph, id: str, **header: Any) -> Path:
    """A file with a match of Ann and Ben, at the first table unless it says otherwise."""
    said = json.loads(HEADER) | {"players": ["Ann", "Ben"], "event": "Winter Cup", "round": "1", "table": "1", "id": id}
    return ludograph.file(f"{id}.jsonl", json.dumps(said | header), FLIP)


def tables(ludograph: Ludograph) -> list[tuple[str | None, str]]:
    """The match at each table of the first round, by its own id, and how it stands there."""
    own = {one["match"]: one["source"] for one in ludograph.lines("matches")}
    shown = ludograph.json("tournament", "show", "WC")["rounds"][0]["tables"]
    return [(own.get(one["match"]), one["state"]) for one in shown]


def test_an_imported_match_takes_its_place(ludograph: Ludograph) -> None:
    opened(ludograph)
    ludograph("import", match_file(ludograph, "one", event="  winter   CUP "))
    assert tables(ludograph) == [("one", "running"), (None, "seated")]


def test_one_that_was_imported_before_the_round_is_seated_does_so_too(ludograph: Ludograph) -> None:
    ludograph("import", match_file(ludograph, "one"))
    ludograph("tournament", "new", "Winter Cup", "--id", "WC")
    ludograph("tournament", "enter", "WC", *PLAYERS)
    file = ludograph.file("seating.csv", *SEATING)
    ludograph("tournament", "seat", "WC", "--game", "sun-bid", "--size", "2", "--file", file)
    assert tables(ludograph)[0] == ("one", "running")


@pytest.mark.parametrize(
    "header",
    [
        {"players": ["Ann", "Cleo"]},
        {"event": "Summer Cup"},
        {"round": "2"},
        {"table": "2"},
        {"table": "9"},
        {"round": "", "table": ""},
    ],
)
def test_one_that_does_not_fit_takes_none(ludograph: Ludograph, header: dict[str, Any]) -> None:
    opened(ludograph)
    ludograph("import", match_file(ludograph, "one", **header))
    assert tables(ludograph) == [(None, "seated"), (None, "seated")]


def test_players_may_sit_in_another_order_and_be_spelt_otherwise(ludograph: Ludograph) -> None:
    opened(ludograph)
    path = match_file(ludograph, "one", players=["ben", "ANN"])
    path.write_text(path.read_text().replace('"Ann"', '"ben"'))
    ludograph("import", path)
    assert tables(ludograph)[0] == ("one", "running")


def test_a_second_match_of_a_table_is_told_and_place_decides(ludograph: Ludograph) -> None:
    opened(ludograph)
    ludograph("import", match_file(ludograph, "one"))
    ludograph("import", match_file(ludograph, "two"))
    shown = ludograph.run("tournament", "show", "WC")
    assert "Round 1, table 1: two was recorded for it too; one counts." in " ".join(shown.stderr.split())
    assert tables(ludograph)[0] == ("one", "running")
    ludograph("tournament", "place", "WC", "1", "1", "two", "--reason", "the first was a trial")
    assert tables(ludograph)[0] == ("two", "running")
    ludograph("abandon", "two", "--reason", "rain")
    assert tables(ludograph)[0][1] == "running"


def finished(ludograph: Ludograph, seed: str, *about: str) -> str:
    """The id of a match of Ann and Ben that is over, at the first table unless it is said otherwise."""
    known = {one["match"] for one in ludograph.lines("matches")}
    ludograph("simulate", "sun-bid", "--seats", "2", "--players", "Ann,Ben", "--seed", seed)
    (id,) = ({one["match"] for one in ludograph.lines("matches")} - known) or ("",)
    there = about or ("round: 1", "table: 1")
    ludograph("amend", id, "0", "event: Winter Cup", *there, "--reason", "it was the cup's")
    return str(id)


def warned(ludograph: Ludograph) -> list[str]:
    found: list[str] = ludograph.json("tournament", "show", "WC")["doubts"]
    return found


def test_a_duplicate_is_settled_by_placing_the_one_that_counts(ludograph: Ludograph) -> None:
    opened(ludograph)
    ludograph("import", match_file(ludograph, "one"))
    ludograph("import", match_file(ludograph, "two"))
    (doubt,) = warned(ludograph)
    assert "place WC 1 1 two --reason ...` lets that count instead, and naming one instead settles" in doubt
    ludograph("tournament", "place", "WC", "1", "1", "one", "--reason", "it is the signed one")
    assert not warned(ludograph)
    assert tables(ludograph)[0] == ("one", "running")
    ludograph("import", match_file(ludograph, "three"))
    (doubt,) = warned(ludograph)
    assert "three was recorded for it too; one counts." in doubt
    ludograph("tournament", "undo", "WC", "--reason", "who knows")
    (doubt,) = warned(ludograph)
    assert "two and three were recorded for it too; one counts." in doubt


def test_a_seating_is_not_taken_back_under_a_match_that_took_its_place(ludograph: Ludograph) -> None:
    opened(ludograph)
    ludograph("import", match_file(ludograph, "one"))
    undo = ("tournament", "undo", "WC", "--reason", "once more")
    said = ludograph.refused(*undo)
    assert "Table 1 of round 1 is being played: its match one would be lost to the tournament." in said
    assert "`ludograph abandon one --reason ...` gives it up" in said
    assert tables(ludograph)[0] == ("one", "running")
    ludograph("abandon", "one", "--reason", "a trial")
    ludograph(*undo)


def test_a_match_that_is_over_is_taken_out_as_it_is_said(ludograph: Ludograph) -> None:
    opened(ludograph)
    first, stray = finished(ludograph, "1"), finished(ludograph, "2", "round: 7", "table: 1")
    (doubt,) = warned(ludograph)
    assert f"`ludograph amend {stray} 0 'event: \"\"' --reason ...` takes it out of the tournament." in doubt
    ludograph("amend", stray, "0", 'event: ""', "--reason", "a trial")
    assert not warned(ludograph)
    undo = ("tournament", "undo", "WC", "--reason", "once more")
    said = ludograph.refused(*undo)
    assert f"Table 1 of round 1 has been played to its end: its match {first} would be lost" in said
    ludograph("amend", first, "0", 'event: ""', "--reason", "a trial")
    ludograph(*undo)


def test_a_match_that_is_amended_takes_its_place_or_leaves_it(ludograph: Ludograph) -> None:
    opened(ludograph)
    ludograph("import", match_file(ludograph, "one", table="2"))
    assert tables(ludograph) == [(None, "seated"), (None, "seated")]
    ludograph("amend", "one", "0", "table: 1", "--reason", "a slip")
    assert tables(ludograph) == [("one", "running"), (None, "seated")]
    ludograph("amend", "one", "0", "round: 3", "--reason", "a slip")
    assert tables(ludograph) == [(None, "seated"), (None, "seated")]


def test_a_tournament_with_a_chosen_match_is_read_back_whole(ludograph: Ludograph) -> None:
    ludograph.file("seats.csv", "round,table,player", *(f"1,1,{name}" for name in ("Ann", "Ben")))
    ludograph("tournament", "new", "Chosen", "--id", "C")
    ludograph("tournament", "enter", "C", "Ann", "Ben")
    ludograph("tournament", "seat", "C", "--game", "sun-bid", "--size", "2", "--file", ludograph.folder / "seats.csv")
    ludograph("new", "sun-bid", "Ann", "Ben", "--seed", "1", "--id", "loose")
    ludograph("tournament", "place", "C", "1", "1", "loose", "--reason", "its header was forgotten")
    ludograph("tournament", "penalty", "C", "Ann", "1", "--reason", "late")
    file = ludograph.folder / "chosen.jsonl"
    ludograph("tournament", "export", "C", "-o", file)
    ludograph("tournament", "import", file, "--store", ludograph.folder / "other.sqlite")
    heads = [
        ludograph.json("verify", "C", "--store", store)["head"]
        for store in (ludograph.store, ludograph.folder / "other.sqlite")
    ]
    assert heads[0] == heads[1]

"""`copy`, `merge`, `backup` and `doctor` take care of tournaments as of matches."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Ludograph
from tests.cli.test_merge import beside, held
from tests.places import of_file
from tests.stores import run_sql

SEATING = ("round,table,player", "1,1,Ann", "1,1,Ben", "1,2,Cleo", "1,2,Dora", "1,bye,Emil")
PLAYERS = ("Ann", "Ben", "Cleo", "Dora", "Emil")


def opened(ludograph: Ludograph) -> None:
    """A tournament of five with its first round seated at two tables, not yet begun."""
    ludograph("tournament", "new", "Winter Cup", "--id", "WC", "--tie-breaks", "wins,opponents,score")
    ludograph("tournament", "enter", "WC", *PLAYERS)
    file = ludograph.file("seating.csv", *SEATING)
    ludograph("tournament", "seat", "WC", "--game", "sun-bid", "--size", "2", "--file", file)


@pytest.fixture
def cup(ludograph: Ludograph) -> Ludograph:
    """A store with a tournament whose first round is being played."""
    opened(ludograph)
    ludograph("tournament", "start", "WC", "1", "--seed", "x")
    return ludograph


@pytest.fixture
def desk(cup: Ludograph) -> Ludograph:
    """Another store that has all of it."""
    place = beside(cup, "desk")
    assert [one["status"] for one in taken(place, cup)] == ["copied"] * 3
    return place


def taken(into: Ludograph, source: Ludograph, *args: str, code: int = 0) -> list[dict[str, Any]]:
    """What `merge --json` says."""
    result = into.run("merge", source.store, *args, "--json")
    assert result.exit_code == code, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


def of_cup(told: list[dict[str, Any]]) -> dict[str, Any]:
    (one,) = (line for line in told if "tournament" in line)
    return one


def decided(ludograph: Ludograph) -> list[str]:
    """What stands of the decisions."""
    lines = ludograph.lines("tournament", "history", "WC")
    quiet = ("taken-back", "record-kept")
    return [line["text"] for line in lines if not line["superseded"] and line["kind"] not in quiet]


def test_a_tournament_comes_with_its_matches_as_it_was_recorded(cup: Ludograph, desk: Ludograph) -> None:
    assert held(desk) == held(cup)
    assert {one["status"] for one in taken(desk, cup)} == {"already"}
    cup("tournament", "penalty", "WC", "Ann", "1", "--reason", "late")
    told = of_cup(taken(desk, cup))
    assert (told["status"], told["events"], told["rounds"], told["error"]) == ("carried on", 1, 1, None)
    assert held(desk) == held(cup)
    desk("verify")


def test_copy_takes_the_tournament_of_a_name_and_no_other(cup: Ludograph) -> None:
    cup("tournament", "new", "Summer Cup")
    cup("new", "sun-bid", "Ann", "Bob", "--event", "Summer Cup")
    (chosen,) = cup("new", "sun-bid", "Ann", "Ben", "--seed", "1").split()  # says nothing of a tournament
    cup("tournament", "place", "WC", "1", "1", chosen, "--reason", "recorded without a name")
    other = beside(cup, "other")
    said = cup("copy", other.store, "--event", "winter cup")
    assert said.splitlines()[-1] == "copied      e71def4f  5 events, 1 round"
    assert [one["name"] for one in other.lines("tournament", "list")] == ["Winter Cup"]
    assert len(other.lines("matches")) == 3
    assert cup.refused("copy", other.store, "--event", "Spring Cup").startswith("No match of Spring Cup")
    cup("copy", other.store, "--all")
    assert held(other) == held(cup)


def test_a_tournament_without_matches_is_copied_too(ludograph: Ludograph) -> None:
    ludograph("tournament", "new", "Winter Cup")
    other = beside(ludograph, "other")
    ludograph("copy", other.store, "--event", "Winter Cup")
    assert held(other) == held(ludograph)


def test_two_organisers_who_decided_apart_are_told_since_when(cup: Ludograph, desk: Ludograph) -> None:
    cup("tournament", "penalty", "WC", "Ann", "1", "--reason", "late")
    desk("tournament", "withdraw", "WC", "Dora")
    desk("tournament", "withdraw", "WC", "Emil")
    before = held(desk)
    told = of_cup(taken(desk, cup, code=1))
    assert (told["status"], told["events"]) == ("apart", 1)
    assert told["error"] == (
        "The two records part after event 4. Here 2 events since: Dora withdrew. ... There 1 event since: Ann loses 1 "
        "point from round 1 on. Reason: late. `--keep ours` or `--keep theirs` decides."
    )
    assert held(desk) == before


@pytest.mark.parametrize("whose", ["ours", "theirs"])
def test_keep_decides_by_events_and_the_other_record_is_then_known(cup: Ludograph, desk: Ludograph, whose: str) -> None:
    cup("tournament", "undo", "WC", "--reason", "too early")
    cup("tournament", "penalty", "WC", "Ann", "1", "--reason", "late", "--by", "Kim")
    desk("tournament", "withdraw", "WC", "Dora")
    before = decided(desk)
    told = of_cup(taken(desk, cup, "--keep", whose, "--reason", "she has the list", "--by", "Ida", code=0))
    assert told["status"] == "kept"
    assert decided(desk) == (before if whose == "ours" else decided(cup))
    assert desk.json("verify", "WC")["ok"]
    assert of_cup(taken(desk, cup))["status"] == "already"
    last = desk.lines("tournament", "history", "WC")[-1]
    way = "set aside" if whose == "ours" else "taken over"
    assert last["text"] == (f"Another record, which had gone apart after event 4, was {way}. Reason: she has the list.")
    assert last["by"] == "Ida"
    desk("tournament", "undo", "WC", "--reason", "a slip")  # takes back a decision, not what tells of the records
    assert len(decided(desk)) == len(before if whose == "ours" else decided(cup)) - 1


def test_a_tournament_opened_twice_under_one_name_is_told(cup: Ludograph) -> None:
    other = beside(cup, "other")
    other("tournament", "new", "winter cup")
    told = of_cup(taken(other, cup, "--keep", "theirs", code=1))
    assert told["status"] == "apart"
    assert "another tournament is called winter cup, opened separately" in told["error"]
    assert len(other.lines("matches")) == 2


def test_theirs_with_other_terms_cannot_be_taken_over(cup: Ludograph) -> None:
    other = beside(cup, "other")
    other("tournament", "new", "Winter Cup", "--id", "WC", "--scoring", "score")
    told = of_cup(taken(other, cup, "--keep", "theirs", code=1))
    assert told["error"] == "They were opened separately, and with other terms: theirs cannot be taken over."
    assert of_cup(taken(other, cup, "--keep", "ours"))["status"] == "kept"


def test_a_damaged_tournament_is_not_taken(cup: Ludograph) -> None:
    run_sql(cup.store, "DELETE FROM stored_events WHERE topic = 'tournament.players-entered'")
    other = beside(cup, "other")
    told = of_cup(taken(other, cup, code=1))
    assert told["status"] == "damaged"
    assert told["error"] == "event 2: Event 2 is missing: it was removed, or another was put in its place."
    assert not other.lines("tournament", "list")


def test_a_table_recorded_on_a_laptop_of_its_own_takes_its_place_when_merged(ludograph: Ludograph) -> None:
    opened(ludograph)
    laptop = beside(ludograph, "laptop")
    about = ("--event", "Winter Cup", "--round", "1", "--table", "2")
    (match,) = laptop("new", "sun-bid", "Cleo", "Dora", *about, "--seed", "7").split()
    taken(ludograph, laptop)
    tables = ludograph.json("tournament", "show", "WC")["rounds"][0]["tables"]
    assert [(one["match"], one["state"]) for one in tables] == [(None, "seated"), (match, "running")]


@of_file
def test_a_backup_and_the_doctor_speak_of_tournaments(cup: Ludograph, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    said = cup.run("backup", copy).stderr
    assert "2 matches and 1 tournament (6 events)" in " ".join(said.split())
    assert cup.json("backup", copy, "--force")["tournaments"] == 1
    found = {line["about"]: line for line in cup.lines("doctor")}
    assert found["chain"]["message"] == "2 matches and 1 tournament are sound."
    run_sql(cup.store, "UPDATE stored_events SET state = replace(state, 'Emil', 'Evil')")
    ill = cup.run("doctor", "--json")
    assert ill.exit_code == 1
    assert "1 tournament (e71def4f-4c11-59f8-b97d-a02b6bb9e95b) is not what was recorded" in ill.stdout


def test_a_match_that_is_not_in_the_store_is_told(cup: Ludograph) -> None:
    run_sql(
        cup.store,
        "DELETE FROM stored_events WHERE topic NOT LIKE 'tournament.%'",
        "DELETE FROM heads WHERE game = 'sun-bid'",
    )
    said = " ".join(cup.run("tournament", "show", "WC").stderr.split())
    assert "Round 1, table 2: its match" in said
    assert "is not in this store, or cannot be read: `ludograph merge` takes it" in said

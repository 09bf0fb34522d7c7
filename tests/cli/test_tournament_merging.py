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


def test_what_two_organisers_decided_apart_is_united(cup: Ludograph, desk: Ludograph) -> None:
    cup("tournament", "undo", "WC", "--reason", "too early", "--by", "Ida")
    cup("tournament", "penalty", "WC", "Ann", "1", "--reason", "late", "--by", "Kim")
    desk("tournament", "withdraw", "WC", "Dora", "--by", "Lea")
    told = of_cup(taken(desk, cup))
    assert (told["status"], told["events"], told["error"]) == ("united", 3, None)
    assert "conflicts" not in told
    back, penalty, kept = desk.lines("tournament", "history", "WC")[-3:]
    assert (back["kind"], back["by"], penalty["by"]) == ("taken-back", "Ida", "Kim")
    assert penalty["text"].endswith("Reason: late. Decided in another record first.")
    assert penalty["origin"] == cup.lines("tournament", "history", "WC")[-1]["digest"]
    assert kept["text"] == "Another record, which had gone apart after event 4, was united with this one."
    assert of_cup(taken(cup, desk))["status"] == "united"
    assert {tuple(sorted(decided_there(one))) for one in (cup, desk)} == {tuple(sorted(decided_there(cup)))}
    before = held(desk), held(cup)
    for one, other in ((desk, cup), (cup, desk)):
        assert of_cup(taken(one, other))["status"] == "already"
    assert (held(desk), held(cup)) == before
    assert desk.json("verify", "WC")["ok"]
    assert cup.json("verify", "WC")["ok"]


def decided_there(ludograph: Ludograph) -> list[str]:
    """What stands of the decisions, wherever they were made."""
    return [text.replace(" Decided in another record first.", "") for text in decided(ludograph)]


@pytest.fixture
def pair(ludograph: Ludograph) -> tuple[Ludograph, Ludograph]:
    """Two desks that have a tournament whose first round is seated and has not begun."""
    opened(ludograph)
    other = beside(ludograph, "other")
    taken(other, ludograph)
    return ludograph, other


@pytest.fixture
def parted(pair: tuple[Ludograph, Ludograph]) -> tuple[Ludograph, Ludograph]:
    """Two desks that entered something of their own, and of table 1 not the same."""
    cup, desk = pair
    for one, by, scores in ((desk, "Ida", ("Ann=12", "Ben=8")), (cup, "Kim", ("Ann=21", "Ben=8"))):
        one("tournament", "result", "WC", "1", "1", *scores, "--by", by)
        one("tournament", "penalty", "WC", "Ann", "1", "--reason", f"said {by}")
    cup("tournament", "result", "WC", "1", "2", "Cleo=5", "Dora=6")
    return cup, desk


def tables(ludograph: Ludograph) -> list[Any]:
    return [one["scores"] for one in ludograph.json("tournament", "show", "WC")["rounds"][0]["tables"]]


def test_of_a_conflict_nothing_is_made_and_all_else_is_united(parted: tuple[Ludograph, Ludograph]) -> None:
    cup, desk = parted
    told = of_cup(taken(desk, cup, code=1))
    assert (told["status"], told["events"]) == ("apart", 3)
    assert told["error"] == "1 conflict left open; all else is united."
    (conflict,) = told["conflicts"]
    assert conflict == {
        "conflict": conflict["conflict"],
        "about": "the result of table 1 in round 1",
        "ours": ["Result, round 1, table 1: Ann 12, Ben 8. (entered by Ida)"],
        "theirs": ["Result, round 1, table 1: Ann 21, Ben 8. (entered by Kim)"],
        "why": None,
        "kept": None,
    }
    assert tables(desk) == [{"Ann": 12, "Ben": 8}, {"Cleo": 5, "Dora": 6}]
    assert len([text for text in decided(desk) if "said" in text]) == 2
    before = held(desk)
    said = desk.run("merge", cup.store)
    assert said.exit_code == 1
    assert held(desk) == before
    told_people = " ".join(said.stderr.split())
    assert f"{conflict['conflict']}, the result of table 1 in round 1: left open." in told_people
    assert "ours: Result, round 1, table 1: Ann 12, Ben 8. (entered by Ida)" in told_people
    assert f"`--decide {conflict['conflict']}=ours` decides for one, or =theirs; `--keep ours`" in told_people
    assert of_cup(taken(cup, desk, code=1))["conflicts"][0]["conflict"] == conflict["conflict"]


def test_what_was_left_open_is_told_until_it_is_decided(parted: tuple[Ludograph, Ludograph]) -> None:
    cup, desk = parted
    conflict = of_cup(taken(desk, cup, code=1))["conflicts"][0]["conflict"]
    told = f"Left open by a merge ({conflict}), the result of table 1 in round 1. Here stands: Result, round 1, table 1"
    for command in (("show",), ("standings",)):
        assert told in " ".join(desk.run("tournament", *command, "WC").stderr.split())
    found = json.loads(desk.run("tournament", "check", "WC", "--json").stdout)["found"]
    (open_,) = (one for one in found if told in one["text"])
    assert (open_["stops"], open_["do"]) == (True, f"ludograph merge OTHER --decide {conflict}=ours")
    before = held(desk)
    refused = desk.run("tournament", "close", "WC")
    assert (refused.exit_code, held(desk)) == (1, before)
    assert "say --anyway" in refused.stderr
    assert f"Left open: the result of table 1 in round 1 ({conflict})." in events_told(desk)
    taken(desk, cup, "--decide", f"{conflict}=theirs")
    assert "Left open: nothing any more." in events_told(desk)
    assert told not in " ".join(desk.run("tournament", "show", "WC").stderr.split())
    assert desk.json("verify", "WC")["ok"]


def test_another_merge_leaves_open_what_it_does_not_know_of(parted: tuple[Ludograph, Ludograph]) -> None:
    cup, desk = parted
    third = beside(desk, "third")
    taken(third, desk)
    taken(desk, cup, code=1)
    taken(desk, third)
    assert desk.run("tournament", "close", "WC").exit_code == 1
    assert desk.run("tournament", "close", "WC", "--anyway").exit_code == 0
    said = desk.run("merge", cup.store, "--keep", "theirs")
    assert "That Winter Cup was closed does not stand any more" in " ".join(said.stderr.split())


def events_told(ludograph: Ludograph) -> str:
    return " ".join(line["text"] for line in ludograph.lines("tournament", "history", "WC"))


@pytest.mark.parametrize("way", ["one", "all"])
@pytest.mark.parametrize("whose", ["ours", "theirs"])
def test_a_conflict_is_decided_once_for_all_stores(parted: tuple[Ludograph, Ludograph], way: str, whose: str) -> None:
    cup, desk = parted
    id = of_cup(taken(desk, cup, code=1))["conflicts"][0]["conflict"]
    options = ("--decide", f"{id}={whose}") if way == "one" else ("--keep", whose)
    told = of_cup(taken(desk, cup, *options, "--reason", "the slip", "--by", "Ida"))
    assert (told["status"], told["conflicts"][0]["kept"]) == ("united", whose)
    first = {"Ann": 12 if whose == "ours" else 21, "Ben": 8}
    assert tables(desk) == [first, {"Cleo": 5, "Dora": 6}]
    assert of_cup(taken(cup, desk))["status"] == "united"
    assert tables(cup) == tables(desk)
    assert cup.lines("tournament", "standings", "WC") == desk.lines("tournament", "standings", "WC")
    for one, other in ((desk, cup), (cup, desk)):
        assert of_cup(taken(one, other))["status"] == "already"
        assert one.json("verify", "WC")["ok"]
    assert desk.lines("tournament", "history", "WC")[-1]["by"] == "Ida"


def test_at_a_terminal_each_conflict_is_asked(
    parted: tuple[Ludograph, Ludograph], monkeypatch: pytest.MonkeyPatch
) -> None:
    cup, desk = parted
    monkeypatch.setattr("ludograph.cli.commands.merge.on_terminal", lambda: True)
    later = desk.run("merge", cup.store, input="later\n")
    assert later.exit_code == 1
    assert "Which is to stand (ours, theirs, later) [later]" in later.stderr
    said = desk.run("merge", cup.store, "--by", "Ida", input="theirs\n")
    assert said.exit_code == 0, said.output
    assert "united" in said.stdout
    assert tables(desk)[0] == {"Ann": 21, "Ben": 8}


def test_what_rests_on_a_decision_goes_with_it(pair: tuple[Ludograph, Ludograph]) -> None:
    cup, desk = pair
    for one in pair:
        for at, names in enumerate((("Ann", "Ben"), ("Cleo", "Dora")), start=1):
            one("tournament", "result", "WC", "1", str(at), *(f"{name}={at}" for name in names))
    assert of_cup(taken(desk, cup))["status"] == "already"  # the same was entered at both
    swapped = ("round,table,player", "2,1,Ann", "2,1,Cleo", "2,2,Ben", "2,2,Emil", "2,bye,Dora")
    seat = ("tournament", "seat", "WC", "--game", "sun-bid", "--size", "2", "--file")
    cup(*seat, cup.file("two.csv", *swapped))
    cup("tournament", "result", "WC", "2", "1", "Ann=1", "Cleo=2")
    cup("tournament", "result", "WC", "2", "2", "Emil=1", "Ben=2")
    desk("tournament", "penalty", "WC", "Emil", "1", "--reason", "late")
    assert of_cup(taken(desk, cup))["events"] == 4
    assert len(desk.json("tournament", "show", "WC")["rounds"]) == 2
    cup("tournament", "result", "WC", "2", "2", "Emil=3", "Ben=2", "--correct", "--reason", "misread")
    desk("tournament", "enter", "WC", "Gita")
    assert of_cup(taken(desk, cup))["status"] == "united"
    assert desk.json("tournament", "show", "WC")["rounds"][1]["tables"][1]["scores"] == {"Ben": 2, "Emil": 3}
    desk("tournament", "result", "WC", "2", "2", "Emil=4", "Ben=2", "--correct", "--reason", "so it is")
    cup("tournament", "result", "WC", "2", "2", "Emil=5", "Ben=2", "--correct", "--reason", "no, so")
    told = of_cup(taken(desk, cup, code=1))
    assert [len(told["conflicts"][0][side]) for side in ("ours", "theirs")] == [1, 1]
    assert of_cup(taken(desk, cup, "--keep", "theirs"))["status"] == "united"
    assert desk.json("tournament", "show", "WC")["rounds"][1]["tables"][1]["scores"] == {"Ben": 2, "Emil": 5}


def test_a_seating_is_kept_or_left_with_all_that_was_played_by_it(pair: tuple[Ludograph, Ludograph]) -> None:
    cup, desk = pair
    for one in pair:
        one("tournament", "undo", "WC", "--reason", "anew")
    for one, first in ((cup, ("Ann", "Ben")), (desk, ("Ann", "Cleo"))):
        others = [name for name in PLAYERS[:4] if name not in first]
        rows = [f"1,{at},{name}" for at, names in enumerate((first, others), start=1) for name in names]
        file = one.file("seats.csv", "round,table,player", *rows, "1,bye,Emil")
        one("tournament", "seat", "WC", "--game", "sun-bid", "--size", "2", "--file", file)
        one("tournament", "result", "WC", "1", "1", *(f"{name}=3" for name in first))
    (conflict,) = of_cup(taken(desk, cup, code=1))["conflicts"]
    assert conflict["about"] == "the seating of round 1"
    assert [len(conflict[side]) for side in ("ours", "theirs")] == [2, 2]
    assert of_cup(taken(desk, cup, "--keep", "theirs"))["conflicts"][0]["kept"] == "theirs"
    assert tables(desk) == tables(cup) == [{"Ann": 3, "Ben": 3}, None]
    assert of_cup(taken(cup, desk))["events"] == 1  # that what stood there is set aside, whoever else brings it
    assert {of_cup(taken(one, other))["status"] for one, other in ((desk, cup), (cup, desk))} == {"already"}


@pytest.mark.parametrize("whose", ["ours", "theirs"])
def test_what_one_took_back_and_the_other_went_on_from_is_asked(cup: Ludograph, desk: Ludograph, whose: str) -> None:
    cup("tournament", "undo", "WC", "--reason", "no scribe")
    cup("tournament", "result", "WC", "1", "2", "Cleo=5", "Dora=6")
    taken(desk, cup)
    desk("tournament", "undo", "WC", "--reason", "of another day", "--by", "Ida")
    cup("tournament", "result", "WC", "1", "2", "Cleo=7", "Dora=6", "--correct", "--reason", "misread")
    (conflict,) = of_cup(taken(desk, cup, code=1))["conflicts"]
    assert conflict["ours"] == ["Taken back: Result, round 1, table 2: Cleo 5, Dora 6. (entered by Ida)"]
    assert of_cup(taken(desk, cup, "--keep", whose))["status"] == "united"
    assert tables(desk)[1] == (None if whose == "ours" else {"Cleo": 7, "Dora": 6})
    assert of_cup(taken(cup, desk))["status"] in ("united", "already")
    assert tables(cup) == tables(desk)
    assert {of_cup(taken(one, other))["status"] for one, other in ((desk, cup), (cup, desk))} == {"already"}
    assert desk.json("verify", "WC")["ok"]


def test_what_a_third_record_brings_back_was_taken_back(cup: Ludograph, desk: Ludograph) -> None:
    cup("tournament", "penalty", "WC", "Ann", "1", "--reason", "late")
    third = beside(cup, "third")
    taken(third, cup)
    cup("tournament", "undo", "WC", "--reason", "he was not")
    desk("tournament", "enter", "WC", "Gita")
    taken(desk, cup)
    assert of_cup(taken(desk, third))["status"] == "already"
    assert not [text for text in decided(desk) if "Ann loses" in text]
    taken(third, desk)
    assert sorted(decided_there(third)) == sorted(decided_there(desk))


def test_several_files_are_merged_at_once_and_a_tournament_goes_by_its_id(cup: Ludograph, desk: Ludograph) -> None:
    other = beside(cup, "other")
    about = ("--event", "Winter Cup", "--round", "1", "--table", "2")
    (match,) = other("new", "sun-bid", "Cleo", "Dora", *about, "--seed", "7").split()
    other("new", "sun-bid", "Cleo", "Dora")
    cup("tournament", "new", "Summer Cup")
    cup("tournament", "penalty", "WC", "Ann", "1", "--reason", "late")
    said = desk.run("merge", cup.store, other.store, "--event", "WC", "--json")
    assert [json.loads(line)["status"] for line in said.stdout.splitlines()] == [
        "already", "already", "carried on", "copied",
    ]  # fmt: skip
    assert [one["name"] for one in desk.lines("tournament", "list")] == ["Winter Cup"]
    assert match in {one["match"] for one in desk.lines("matches")}
    assert len(desk.lines("matches")) == 3
    third = beside(cup, "third")
    third("merge", cup.store, "--event", cup.lines("tournament", "list")[0]["tournament"])
    assert len(third.lines("tournament", "list")) == 1
    before = held(desk)
    assert "There is no store" in desk.refused("merge", cup.store, "nowhere.sqlite")
    assert held(desk) == before
    assert "write the id of a conflict" in desk.refused("merge", cup.store, "--decide", "x", code=2)
    assert "There is no conflict x" in " ".join(desk.run("merge", cup.store, "--decide", "x=ours").stderr.split())


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

"""What an organiser is told: who meets again, what a file names twice, what was taken back and how things are now."""

import json
from typing import Any

import pytest

from tests.cli.conftest import Ludograph
from tests.cli.test_merge import beside
from tests.cli.test_tournament_moments import ROUNDS, seated
from tests.large import slow
from tests.terminal import on_terminal

PLACE = ("--event", "Winter Cup", "--round", "1", "--table", "1")


@pytest.fixture
def cup(ludograph: Ludograph) -> Ludograph:
    return seated(ludograph)


def undone(cup: Ludograph) -> str:
    """What `undo` says."""
    return " ".join(cup("tournament", "undo", "WC", "--reason", "a slip").split())


def told(cup: Ludograph) -> dict[int, dict[str, Any]]:
    """The lines of `history --json` by the numbers of their events."""
    return {line["event"]: line for line in cup.lines("tournament", "history", "WC")}


def test_a_file_that_names_a_player_twice_is_refused_by_line_and_name(ludograph: Ludograph) -> None:
    ludograph("tournament", "new", "Winter Cup", "--id", "WC")
    file = ludograph.file("players.csv", "player", "Gita", "", "Hugo", "GITA")
    said = ludograph.refused("tournament", "enter", "WC", "--file", file)
    assert "players.csv, line 5: GITA has the same name as the player in line 2" in said
    file = ludograph.file("players.csv", "player", "Gita", "table")
    assert "players.csv, line 3: table cannot be a name" in ludograph.refused(
        "tournament", "enter", "WC", "--file", file
    )
    assert not ludograph.json("tournament", "show", "WC")["players"]


def test_a_seating_that_names_a_player_twice_is_refused_by_line_and_name(cup: Ludograph) -> None:
    rows = ("round,table,player", "1,1,Ann", "1,1,Ben", "", "1,2,Cleo", "1,2,ann", "1,bye,Dora")
    words = ("tournament", "seat", "WC", "--game", "sun-bid", "--size", "2", "--again")
    said = cup.refused(*words, "--file", cup.file("twice.csv", *rows))
    assert "twice.csv, line 6: ann stands in line 2 already. Round 1: Ann is named twice." in said


def test_the_beginning_of_a_name_is_taken_for_a_slip_of_it(ludograph: Ludograph) -> None:
    ludograph("tournament", "new", "Winter Cup", "--id", "WC")
    ludograph("tournament", "enter", "WC", "Ada Lind", "Ben Okoro", "Ben Ohlendorf")
    ludograph("tournament", "seat", "WC", "--game", "sun-bid", "--seed", "1")
    said = ludograph.refused("tournament", "result", "WC", "1", "1", "Ada=1", "Ben Okoro=2", "Ben Ohlendorf=3")
    assert "Ada does not sit at table 1 of round 1 (did you mean Ada Lind?)" in said
    assert "Nobody called Ben was entered: " in ludograph.refused("tournament", "withdraw", "WC", "Ben")


def test_a_table_is_shown_with_the_name_of_its_match(cup: Ludograph) -> None:
    cup("tournament", "start", "WC", "1", "--table", "2")
    (id,) = cup("new", "sun-bid", "Ann", "Ben", "--seed", "1", *PLACE).split()
    shown = cup("tournament", "show", "WC", "--round", "1")
    assert "Table 2  being played  WC-1-2    Cleo, Dora" in shown
    assert f"Table 1  being played  {id[:8]}  Ann, Ben" in shown
    cup("new", "sun-bid", "Ann", "Ben", "--seed", "2", "--id", "other", *PLACE)
    cup("tournament", "place", "WC", "1", "1", id, "--reason", "it was first")
    cup("tournament", "place", "WC", "1", "1", "other", "--reason", "a slip")
    assert undone(cup).endswith(f"For table 1 of round 1 match {id} counts again.")


def test_a_table_with_real_cards_starts_at_once_and_is_told_by_its_number(cup: Ludograph) -> None:
    done = cup.run("tournament", "start", "WC", "1", "--table", "2", "--written")
    assert " play WC 1 2`" in done.stdout
    assert "asked there first" in done.stderr
    assert "Table 2  awaiting the deal  WC-1-2  Cleo, Dora" in cup("tournament", "show", "WC")
    assert "`ludograph tournament start WC 1 --table 1` starts one" in cup.refused("show", "WC", "1", "1").replace(
        f" --store {cup.store}", ""
    )
    cup("tournament", "result", "WC", "1", "2", "Cleo=3", "Dora=1")
    assert "over" in cup("tournament", "show", "WC")
    assert cup.refused("show", "WC", "1", "2").startswith("Table 2 of round 1 has no match but a result.")
    assert "counts for no table" not in cup("tournament", "show", "WC")


def test_it_is_told_who_meets_again_and_when(cup: Ludograph) -> None:
    for number, tables in enumerate(ROUNDS, start=1):
        for at, table in enumerate(tables, start=1):
            cup("tournament", "result", "WC", str(number), str(at), *(f"{name}=1" for name in table))
    rows = ["round,table,player", "4,1,Ben", "4,1,Ann", "4,2,Dora", "4,2,Cleo"]
    words = ("tournament", "seat", "WC", "--game", "sun-bid", "--size", "2", "--file", cup.file("again.csv", *rows))
    said = cup.run(*words).stderr
    assert "2 meetings repeated so far." in said
    assert "Who meets again: Ann and Ben (rounds 1 and 4), Cleo and Dora (rounds 1 and 4)." in said
    cup("tournament", "undo", "WC", "--reason", "once more")
    assert cup.json(*words)["meeting_again"] == [
        {"players": ["Ann", "Ben"], "rounds": ["1", "4"]},
        {"players": ["Cleo", "Dora"], "rounds": ["1", "4"]},
    ]


def test_of_many_who_meet_again_some_are_named(ludograph: Ludograph) -> None:
    ludograph("tournament", "new", "Long")
    ludograph("tournament", "enter", "Long", "Ann", "Ben", "Cleo", "Dora", "Emil", "Farah")
    rows = [f"{number},1,{name}" for number in (1, 2) for name in ("Ann", "Ben", "Cleo", "Dora", "Emil", "Farah")]
    file = ludograph.file("long.csv", "round,table,player", *rows)
    said = ludograph.run("tournament", "seat", "Long", "--game", "conundruze", "--size", "6", "--file", file).stderr
    assert "15 meetings repeated so far." in said
    assert said.count("(rounds 1 and 2)") == 12
    assert ", and 3 more pairs." in said


def test_a_merge_that_leaves_something_open_says_what_stands_on_each_side(cup: Ludograph) -> None:
    desk = beside(cup, "desk")
    desk("merge", cup.store)
    cup("tournament", "lot", "WC", "--seed", "red dice")
    desk("tournament", "lot", "WC", "--seed", "blue dice")
    done = desk.run("merge", cup.store)
    assert done.exit_code == 1
    assert "Winter Cup: 1 conflict left open" in done.output
    assert "ours:   Lots drawn (seed blue dice)" in done.output
    assert "theirs: Lots drawn (seed red dice)" in done.output
    file = cup.folder / "cup.jsonl"
    cup("tournament", "export", "WC", "-o", file)
    assert "Tournament Winter Cup: 1 conflict left open" in desk.refused("tournament", "import", file)


def test_history_says_what_was_taken_back_and_by_what(cup: Ludograph) -> None:
    cup("tournament", "result", "WC", "1", "1", "Ann=1", "Ben=0")
    cup("tournament", "undo", "WC", "--reason", "the wrong table")
    lines = told(cup)
    assert lines[4]["text"] == "Result, round 1, table 1: Ann 1, Ben 0. Taken back by event 5."
    assert lines[5]["text"] == ("Event 4 was taken back: the result of table 1 in round 1. Reason: the wrong table.")
    assert (lines[4]["superseded"], lines[5]["superseded"]) == (True, False)
    assert "x   4  " in cup("tournament", "history", "WC")


def test_history_marks_seatings_that_others_replaced(cup: Ludograph) -> None:
    cup("tournament", "result", "WC", "1", "1", "Ann=1", "Ben=0")
    cup("tournament", "result", "WC", "1", "2", "Cleo=1", "Dora=0")
    again = ("tournament", "seat", "WC", "--game", "sun-bid", "--size", "2", "--again", "--method", "spread")
    cup(*again, "--rounds", "1")
    cup(*again, "--rounds", "2")
    lines = told(cup)
    assert lines[3]["text"].endswith(" Rounds 2 and 3 are seated anew by event 6.")
    assert lines[6]["text"].endswith(" Round 2 is seated anew by event 7.")
    assert [lines[number]["replaced_by"] for number in (3, 6, 7)] == [None, 7, None]
    shown = cup("tournament", "history", "WC")
    assert "r   6  " in shown
    cup("tournament", "undo", "WC", "--reason", "it was better before")
    assert told(cup)[6]["replaced_by"] is None
    assert "r   6  " not in cup("tournament", "history", "WC")


def test_undo_says_how_things_are_now(cup: Ludograph) -> None:
    cup("tournament", "enter", "WC", "Emil")
    assert undone(cup) == "Taken back: the entry of Emil. Emil is not in play any more."
    cup("tournament", "withdraw", "WC", "Dora")
    assert undone(cup) == "Taken back: that Dora withdrew. Dora plays on."
    cup("tournament", "result", "WC", "1", "1", "Ann=1", "Ben=0")
    cup("tournament", "result", "WC", "1", "1", "Ann=2", "Ben=0", "--correct", "--reason", "misread")
    back = "Taken back: the result of table 1 in round 1. Table 1 of round 1"
    assert undone(cup) == f"{back} counts as before: Ann 1, Ben 0."
    assert undone(cup) == f"{back} is without a result again."
    cup("tournament", "penalty", "WC", "Ann", "1", "--reason", "late")
    assert undone(cup) == "Taken back: the penalty of Ann. The points of Ann are as before."
    cup("tournament", "lot", "WC")
    assert undone(cup) == "Taken back: the lots. No lots are drawn."
    again = ("tournament", "seat", "WC", "--game", "sun-bid", "--size", "2", "--again", "--method", "random")
    cup(*again, "--rounds", "4")
    assert undone(cup) == (
        "Taken back: the seating of rounds 1, 2, 3 and 4. Rounds 1, 2 and 3 are seated as before. "
        "Round 4 is not seated any more."
    )
    assert undone(cup) == "Taken back: the seating of rounds 1, 2 and 3. Rounds 1, 2 and 3 are not seated any more."
    cup("tournament", "close", "WC")
    assert undone(cup) == "Taken back: the end. Winter Cup is open again."


def test_lots_are_drawn_again_only_when_that_is_meant(cup: Ludograph) -> None:
    lots = cup.json("tournament", "lot", "WC", "--seed", "dice")["lots"]
    refused = cup.refused("tournament", "lot", "WC", "--seed", "coins")
    assert f"Lots were drawn already: {lots[0]}, {lots[1]}, {lots[2]} and {lots[3]}. " in refused
    assert "`ludograph tournament undo` takes a draw back" in refused
    assert "`lot --again` draws all lots anew" in refused
    cup("tournament", "lot", "WC", "--seed", "coins", "--again")
    drawn = [line["text"] for line in told(cup).values() if line["kind"] == "lots-drawn"]
    assert drawn[0] == f"Lots drawn (seed dice): {lots[0]}, {lots[1]}, {lots[2]} and {lots[3]}."
    assert drawn[1].startswith("Lots drawn (seed coins): ")


def test_closing_with_a_tie_that_lots_would_part_says_so(ludograph: Ludograph) -> None:
    ludograph("tournament", "new", "Winter Cup", "--id", "WC", "--tie-breaks", "wins,lot")
    ludograph("tournament", "enter", "WC", "Ann", "Ben")
    ludograph("tournament", "seat", "WC", "--game", "sun-bid", "--size", "2", "--seed", "1")
    ludograph("tournament", "result", "WC", "1", "1", "Ann=3", "Ben=3")
    closed = ludograph.run("tournament", "close", "WC")
    said = " ".join(closed.stderr.split())
    assert "Ann and Ben share a place: `ludograph tournament undo WC --reason ...` opens the tournament again" in said
    assert "`ludograph tournament lot WC` draws the lots that part them." in said
    assert closed.stdout.startswith("Winter Cup, final standings")
    ludograph("tournament", "undo", "WC", "--reason", "lots first")
    ludograph("tournament", "lot", "WC")
    assert "share a place" not in ludograph.run("tournament", "close", "WC").stderr


def test_a_forfeit_is_called_so(cup: Ludograph) -> None:
    told_ = cup("tournament", "result", "WC", "1", "1", "Ann=1", "Ben=forfeit")
    assert "Ann 1, Ben forfeited." in told_
    assert "Ann 1 (winner), Ben (forfeited)" in cup("tournament", "show", "WC")
    cup("tournament", "sheet", "WC", "--round", "1", "-o", cup.folder / "slips.html")
    cup("tournament", "sheet", "WC", "-o", cup.folder / "whole.html")
    for page in ("slips.html", "whole.html"):
        assert ">forfeited</td>" in (cup.folder / page).read_text()
    for command in ("new", "result"):
        assert "forfeits" in cup("tournament", command, "--help")


def test_the_sheet_says_what_a_bye_is_worth_and_which_standings_are_final(cup: Ludograph) -> None:
    page = cup.folder / "whole.html"
    cup("tournament", "lot", "WC")
    for number, tables in enumerate(ROUNDS, start=1):
        for at, table in enumerate(tables, start=1):
            cup("tournament", "result", "WC", str(number), str(at), *(f"{name}=1" for name in table))
    cup("tournament", "sheet", "WC", "-o", page)
    assert "A bye is worth 1." in page.read_text()
    assert "Final standings" not in page.read_text()
    cup("tournament", "close", "WC")
    cup("tournament", "sheet", "WC", "-o", page)
    assert "Final standings" in page.read_text()


def test_a_sheet_names_no_command(ludograph: Ludograph) -> None:
    cup = seated(ludograph, "--tie-breaks", "best,lot")
    cup("tournament", "result", "WC", "1", "1", "Ann=1", "Ben=forfeit")
    cup("tournament", "sheet", "WC", "-o", cup.folder / "whole.html")
    page = (cup.folder / "whole.html").read_text()
    assert "whose lot was drawn first." in page
    assert "`" not in page


def test_a_started_round_is_not_seated_again_and_it_is_told_what_frees_it(ludograph: Ludograph) -> None:
    ludograph("tournament", "new", "Winter Cup", "--id", "WC")
    ludograph("tournament", "enter", "WC", "Ann", "Ben")
    seat = ("tournament", "seat", "WC", "--game", "sun-bid", "--size", "2-2")
    ludograph(*seat)
    assert "Seated (swiss, tables of 2, seed" in " ".join(line["text"] for line in told(ludograph).values())
    ludograph("tournament", "start", "WC", "1")
    assert "`ludograph tournament undo` takes back a start" in ludograph.refused(*seat, "--again")


def test_in_an_empty_store_the_list_says_what_opens_a_tournament(ludograph: Ludograph) -> None:
    assert "`ludograph tournament new` opens one" in ludograph.refused("tournament", "list")


def test_the_digest_of_a_slip_is_taken_as_it_is_printed(cup: Ludograph) -> None:
    head = cup.json("verify", "WC")["head"]
    spaced = " ".join(head[at : at + 8] for at in range(0, 64, 8))
    assert "The digest is that of an event" in cup.run("verify", "WC", "--head", spaced).stderr


def test_undo_says_which_matches_are_abandoned_now_and_which_had_been(cup: Ludograph) -> None:
    cup("tournament", "start", "WC", "1")
    cup("abandon", "WC-1-2", "--reason", "spilt tea")
    assert undone(cup) == (
        "Taken back: the start of round 1 at 2 tables. Abandoned with it: WC-1-1. Its table is free; "
        "`ludograph reopen` lets a match go on. Abandoned before, and still: WC-1-2."
    )
    cup("reopen", "WC-1-1", "--reason", "it goes on")
    states = [one["state"] for one in cup.json("tournament", "show", "WC")["rounds"][0]["tables"]]
    assert states == ["running", "seated"]


def test_help_says_what_parts_those_who_are_tied(ludograph: Ludograph) -> None:
    for command in ("new", "standings"):
        help_ = ludograph("tournament", command, "--help").casefold()
        for name in ("wins", "score", "opponents", "head-to-head", "best", "lot"):
            assert f"\n    {name}  " in help_, name


@slow
def test_while_a_round_is_seated_seconds_go_by_and_the_best_so_far_is_told(
    ludograph: Ludograph, monkeypatch: pytest.MonkeyPatch
) -> None:
    ludograph("tournament", "new", "Winter Cup", "--id", "WC")
    ludograph("tournament", "enter", "WC", *"ABCDEFGHI")
    words = ("--game", "sun-bid", "--size", "4", "--method", "spread", "--rounds", "4")
    monkeypatch.setenv("LUDOGRAPH_STORE", str(ludograph.store))
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("TERM", "xterm")
    seen = on_terminal("tournament", "seat", "WC", *words)
    assert "Seating" in seen
    assert "0:00:01" in seen
    assert "14 meetings repeated, at least 12; attempt 2 of 4" in seen
    assert "so far." in seen


def test_a_search_ends_by_the_clock_where_that_is_asked(ludograph: Ludograph) -> None:
    ludograph("tournament", "new", "Winter Cup", "--id", "WC")
    ludograph("tournament", "enter", "WC", *"ABCDEFGHIJKLM")
    words = ("--game", "sun-bid", "--size", "4-4", "--method", "spread", "--rounds", "9", "--seconds", "1")
    assert len(ludograph.json("tournament", "seat", "WC", *words)["rounds"]) == 9
    said = ludograph.refused("tournament", "seat", "WC", "--game", "sun-bid", "--again", "--seconds", "0", code=2)
    assert "--seconds" in said
    assert json.loads(ludograph("verify", "WC", "--json"))["ok"]


@pytest.mark.parametrize(
    ("terms", "told"),
    [
        (("--scoring", "score"), "Cup gives points for high scores (scoring score): whoever loses gets more."),
        (("--scoring", "places=3,1", "--tie-breaks", "score"), "counts that rightly, but for its tie-break `score`"),
        (("--scoring", "places=3,1", "--tie-breaks", "wins"), ""),
    ],
)
def test_seat_says_which_of_scoring_and_tie_breaks_takes_high_scores_for_better(
    ludograph: Ludograph, terms: tuple[str, ...], told: str
) -> None:
    ludograph("tournament", "new", "Cup", "--id", "C", *terms)
    ludograph("tournament", "enter", "C", "Ann", "Ben", "Cleo")
    said = " ".join(ludograph.run("tournament", "seat", "C", "--game", "conundruze", "--seed", "1").stderr.split())
    assert ("the lowest score wins" in said) == bool(told)
    assert told in said


def test_a_recorded_table_is_named_as_its_scribe_names_it(cup: Ludograph) -> None:
    cup("tournament", "start", "WC", "1")
    said = " ".join(cup.refused("tournament", "result", "WC", "1", "1", "Ann=1", "Ben=2").split())
    assert "is being recorded as match WC-1-1: finish it, or `ludograph abandon WC-1-1 --reason ...` first." in said

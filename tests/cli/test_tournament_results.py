"""`tournament results`: results as people type them, from a pipe, on a terminal and in a file; and who won a tie."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Ludograph
from tests.cli.test_tournament import contents, written

SEATING = "round,table,player\n1,1,Ann\n1,1,Ben\n1,1,Cleo\n1,1,Dora\n1,2,Emil\n1,2,Farah\n1,2,Gita\n1,bye,Kim\n"
PLAYERS = ("Ann", "Ben", "Cleo", "Dora", "Emil", "Farah", "Gita", "Kim")


@pytest.fixture
def cup(ludograph: Ludograph) -> Ludograph:
    """WC with two open tables of Sun Bid: Ann, Ben, Cleo and Dora; Emil, Farah and Gita."""
    return seated(ludograph)


def seated(ludograph: Ludograph, game: str = "sun-bid", seating: str = SEATING) -> Ludograph:
    ludograph("tournament", "new", "Winter Cup", "--id", "WC", "--scoring", "places=5,3,1")
    ludograph("tournament", "enter", "WC", *PLAYERS)
    ludograph("tournament", "seat", "WC", "--game", game, "--file", written(ludograph, seating))
    return ludograph


def lines(*typed: str) -> str:
    return "".join(f"{line}\n" for line in typed)


def tables(cup: Ludograph, number: int = 1) -> list[dict[str, Any]]:
    (round_,) = cup.json("tournament", "show", "WC", "--round", str(number))["rounds"]
    return list(round_["tables"])


def results(cup: Ludograph, *typed: str) -> str:
    done = cup.run("tournament", "results", "WC", input=lines(*typed))
    assert done.exit_code == 0, done.output
    return " ".join(done.output.split())


def refused(cup: Ludograph, *typed: str) -> str:
    return " ".join(cup.refused("tournament", "results", "WC", input=lines(*typed)).split())


def test_it_lists_what_is_open_reads_a_line_a_table_and_says_what_comes_next(cup: Ludograph) -> None:
    told = results(cup, "1: 12 8 8 f")
    assert "table 1 Ann, Ben, Cleo and Dora table 2 Emil, Farah and Gita" in told
    assert "Round 1, table 1: Ann 12, Ben 8, Cleo 8, Dora forfeited. Ann wins." in told
    told = results(cup, "", "2: Fa=3 Emil -2 Gita ?")
    assert "table 1 Ann" not in told
    assert "Round 1, table 2: Emil -2, Farah 3, Gita ??. Who has won is open (??)." in told
    assert "Round 1 is over: `ludograph tournament standings WC`" in told
    assert "`ludograph tournament seat WC --game sun-bid` seats round 2" in told
    assert "Every round that is seated is over" in refused(cup, "1: 1 2 3 4")


def test_what_is_still_open_is_said_in_the_end(cup: Ludograph) -> None:
    done = cup.run("tournament", "results", "WC", input=lines("2: 3 2 1"))
    assert (done.exit_code, "Still open in round 1: table 1." in done.stderr) == (0, True)


def test_undo_takes_the_last_back_and_no_more_than_was_entered_here(cup: Ludograph) -> None:
    told = results(cup, "1: 12 8 8 f", "undo", "1 12 8 8+ f")
    assert "Taken back: the result of table 1." in told
    assert tables(cup)[0]["written"] == {"Ann": "12", "Ben": "8", "Cleo": "8+", "Dora": "forfeit"}
    assert "Line 1: Nothing was entered here yet" in refused(cup, "undo")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("2: 3 2", "At table 2 sit Emil, Farah and Gita, and 2 scores are written"),
        ("2: Emil=3 Farah=2", "Gita at table 2 of round 1 has no score: say all."),
        ("2: Emil=3 Emil=2 Gita=1", "A player of table 2 of round 1 is named twice"),
        ("2: 3+ 2 1", "Emil is tied with nobody at 3: who won a tie is said among equal scores, and in this game the"),
        ("3: 3 2 1", "There is no table 3 in round 1: it has 2 tables."),
        ("1: 3 2 1 0", "The result of table 1 is entered already: `undo` takes it back."),
        ("Emil 3 2 1", "names no table: write 3: 12 8 8 f"),
    ],
)
def test_the_first_refusal_of_a_pipe_ends_it_with_its_line(cup: Ludograph, line: str, why: str) -> None:
    said = refused(cup, "# as read from the slips", "1: 4 3 2 1", line, "2: 3 2 1")
    assert f"Line 3: {line.split(maxsplit=1)[0] if line.startswith('Em') else ''}" in said
    assert why in said
    assert "What was entered before it stands." in said
    first, second = tables(cup)
    assert (first["state"], second["state"]) == ("over", "seated")


def test_a_table_that_is_being_recorded_is_said_and_not_entered(cup: Ludograph) -> None:
    cup("tournament", "start", "WC", "1", "--table", "2", "--seed", "x")
    assert "Emil, Farah and Gita (being recorded)" in results(cup)
    assert "Table 2 of round 1 is being recorded as match" in refused(cup, "2: 3 2 1")


def test_a_recording_that_will_not_be_finished_is_abandoned_for_the_result_and_nothing_else_is(cup: Ludograph) -> None:
    cup("tournament", "start", "WC", "1", "--table", "2", "--seed", "x")
    result = ("tournament", "result", "WC", "1", "2", "--abandon", "--reason", "The phone fell.")
    assert "Gita at table 2 of round 1 has no score" in " ".join(cup.refused(*result, "Emil=3", "Farah=2").split())
    assert cup.json("result", "WC-1-2")["status"] == "running"
    cup(*result, "Emil=3", "Farah=2", "Gita=1")
    assert cup.json("result", "WC-1-2")["status"] == "abandoned"
    assert tables(cup)[1]["scores"] == {"Emil": 3, "Farah": 2, "Gita": 1}
    cup("tournament", "result", "WC", "1", "1", "--abandon", "Ann=4", "Ben=3", "Cleo=2", "Dora=1")


def test_programs_get_a_line_for_each_result(cup: Ludograph) -> None:
    told = cup("tournament", "results", "WC", "--json", input=lines("1: 20 20+ 7 f", "undo", "2: 1 2 2"))
    first, back, second = map(json.loads, told.splitlines())
    assert (first["round"], first["table"], first["winners"]) == ("1", "1", ["Ben"])
    assert first["places"] == {"Ann": 2, "Ben": 1, "Cleo": 3, "Dora": 4}
    assert back["event"] == 4
    assert second["winners"] == ["Farah", "Gita"]


def test_a_tie_that_is_shared_says_how_it_is_broken(cup: Ludograph) -> None:
    done = cup.run("tournament", "results", "WC", input=lines("2: 7 7 1"))
    assert "Emil and Farah share the win." in done.output
    assert "If the most Suns decided between them, write a + behind the score of who won: 7+." in done.output


def test_who_won_a_tie_counts_everywhere(cup: Ludograph) -> None:
    said = cup("tournament", "result", "WC", "1", "1", "Ann=20", "Ben=20+", "Cleo=20++", "Dora=3")
    assert said == "Round 1, table 1: Ann 20, Ben 20+, Cleo 20++, Dora 3. Cleo wins.\n"
    cup("tournament", "result", "WC", "1", "2", "Emil=20+", "Farah=20+", "Gita=20")
    lines = {line["player"]: line for line in cup.lines("tournament", "standings", "WC")}
    assert {name: lines[name]["points"] for name in ("Cleo", "Ben", "Ann", "Emil", "Farah", "Gita")} == {
        "Cleo": 5, "Ben": 3, "Ann": 1, "Emil": 4, "Farah": 4, "Gita": 1,
    }  # fmt: skip
    assert (lines["Cleo"]["tie_breaks"]["wins"], lines["Emil"]["tie_breaks"]["wins"]) == (1, 0.5)
    assert "Cleo 20 (winner)" in cup("tournament", "show", "WC")
    assert "Ann 20, Ben 20+, Cleo 20++, Dora 3" in " ".join(cup("tournament", "history", "WC").split())
    sql = "SELECT player, place, won FROM seatings WHERE at_table = 1 ORDER BY seat"
    assert [tuple(row.values()) for row in cup.lines("query", sql)] == [
        ("Ann", 3, False), ("Ben", 2, False), ("Cleo", 1, True), ("Dora", 4, False),
    ]  # fmt: skip
    page = cup.folder / "cup.html"
    cup("tournament", "sheet", "WC", "-o", str(page))
    assert '<td class="number">20++</td>' in page.read_text()
    assert cup.json("verify", "e71def4f")["ok"]


def test_in_a_game_where_the_fewest_win_a_plus_is_refused_against_the_scores(ludograph: Ludograph) -> None:
    cup = seated(ludograph, "conundruze")
    said = cup.refused("tournament", "result", "WC", "1", "2", "Emil=20+", "Farah=7", "Gita=9")
    assert "Emil is tied with nobody at 20" in said
    assert "the lowest score is ahead without it" in said
    cup("tournament", "result", "WC", "1", "2", "Emil=7", "Farah=7+", "Gita=9")
    assert tables(cup)[1]["winners"] == ["Farah"]


def test_a_solitaire_short_of_a_win_is_none_as_in_its_recorded_match(ludograph: Ludograph) -> None:
    ludograph("tournament", "new", "Winter Cup", "--id", "WC")
    ludograph("tournament", "enter", "WC", "Ann", "Ben")
    ludograph("tournament", "seat", "WC", "--game", "aucteraden", "--size", "1")
    assert "Ann -50. Nobody wins: 40 are needed" in results(ludograph, "1: -50")
    assert "Ben 40. Ben wins." in results(ludograph, "2: 40")
    assert "Ann -50 (not won)" in ludograph("tournament", "show", "WC")
    points = {line["player"]: line["points"] for line in ludograph.lines("tournament", "standings", "WC")}
    assert points == {"Ben": 1, "Ann": 0}


def test_a_slip_asks_who_won_a_tie(cup: Ludograph) -> None:
    page = cup.folder / "round.html"
    cup("tournament", "sheet", "WC", "--round", "1", "-o", str(page))
    assert page.read_text().count('<th scope="col" class="tie">Won a tie</th>') == 2
    assert page.read_text().count("Equal scores: the tie is won by the most Suns.") == 2


def test_a_slip_asks_for_places_where_something_comes_before_the_scores(ludograph: Ludograph) -> None:
    cup, page = seated(ludograph, "conundruze"), ludograph.folder / "round.html"
    cup("tournament", "sheet", "WC", "--round", "1", "-o", str(page))
    assert page.read_text().count('<th scope="col" class="tie">Place</th>') == 2
    results(cup, "1: 62#4 48#1 55#3 70#2")
    cup("tournament", "sheet", "WC", "-o", str(page))
    assert "62" in page.read_text()
    assert "62#" not in page.read_text()


def given(cup: Ludograph, *rows: str) -> Path:
    return cup.file("results.csv", *rows)


def test_a_file_of_four_columns_is_taken_whole(cup: Ludograph) -> None:
    file = given(cup, "table;round;player;score", "2;1;gita;7+", "2;1;Emil;7", "2;1;Farah;f", *(
        f"1;1;{name};{score}" for name, score in zip(PLAYERS, ("3", "??", "1", "0"), strict=False)
    ))  # fmt: skip
    told = " ".join(cup.run("tournament", "results", "WC", "--csv", file).output.split())
    assert "Round 1, table 2: Emil 7, Farah forfeited, Gita 7+. Gita wins." in told
    assert "2 results recorded. Round 1 is over" in told
    again = cup.json("tournament", "results", "WC", "--csv", file)
    assert (again["entered"], len(again["already"])) == ([], 2)


def test_what_export_wrote_comes_back_as_it_was(cup: Ludograph, tmp_path: Path) -> None:
    results(cup, "1: 20 20+ f 3", "2: 4 4 ??")
    exported = cup("tournament", "export", "WC", "--csv", "results")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    other = seated(Ludograph(elsewhere))
    other("tournament", "results", "WC", "--csv", written(other, exported))
    assert other("tournament", "export", "WC", "--csv", "results") == exported
    assert other.lines("tournament", "standings", "WC") == cup.lines("tournament", "standings", "WC")


GOOD = ("round,table,player,score", "1,2,Emil,3", "1,2,Farah,2", "1,2,Gita,1")


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        (("round,table,player", "1,2,Emil"), "line 1: the first line names the columns, and score is not among them."),
        ((*GOOD, "1,1,Ann,x"), "line 5, column score: x is no score of Ann"),
        ((*GOOD, "1,1,Ann,1", "1,1,Ben,1", "1,1,Cleo,"), "line 7, column score: Cleo has none"),
        ((*GOOD, "1,1,Zoe,1"), "line 5, column player: Zoe does not sit at table 1 of round 1"),
        ((*GOOD, "1,1,Ann,1"), "line 5, column score: Ben, Cleo and Dora at table 1 of round 1 have no score"),
        ((*GOOD, "1,2,Gita,1"), "line 2, column score: A player of table 2 of round 1 is named twice"),
        ((*GOOD, "1,3,Ann,1"), "line 5, column table: There is no table 3 in round 1"),
        ((*GOOD, "2,1,Ann,1"), "line 5, column round: There is no round 2"),
        ((*GOOD, "1,x,Ann,1"), "line 5, column table: x is no number of a table"),
        ((GOOD[0], "1,2,Emil,3+", *GOOD[2:]), "line 2, column score: Emil is tied with nobody at 3"),
        (("round,table,player,score,place", "1,2,Emil,3,2", "1,2,Farah,2,1", "1,2,Gita,1,3"),
         "line 2, column place: Emil is at place 1 by the scores, and the file says 2"),
    ],
)  # fmt: skip
def test_a_file_with_anything_wrong_records_nothing(cup: Ludograph, rows: tuple[str, ...], why: str) -> None:
    before = contents(cup)
    assert why in cup.refused("tournament", "results", "WC", "--csv", given(cup, *rows))
    assert contents(cup) == before


def test_a_file_that_says_another_result_is_refused(cup: Ludograph) -> None:
    results(cup, "2: 3 2 2")
    said = cup.refused("tournament", "results", "WC", "--csv", given(cup, *GOOD))
    assert "line 2, column score: The table has another result already (Emil 3, Farah 2, Gita 2)" in said


def test_where_a_slip_came_in_nobody_waits_for_the_deal(cup: Ludograph) -> None:
    cup("tournament", "start", "WC", "1", "--written")
    check = cup.run("tournament", "check", "WC", "--json")
    first = json.loads(check.stdout)["found"][0]
    assert "has no result. `ludograph play WC-1-1` records it, from its deal on" in first["text"]
    assert first["do"] == "ludograph tournament results WC --round 1"
    assert "Emil, Farah and Gita (awaiting the deal)" in results(cup, "1: 12 3 4 5")
    assert [one["players"][0] for one in cup.lines("matches", "--running")] == ["Emil"]
    done = cup.run("tournament", "rename", "WC", "Ann", "Anna")
    assert "keeps" not in done.output
    cup("tournament", "undo", "WC", "--reason", "the name was right")
    cup("tournament", "undo", "WC", "--reason", "the wrong slip")
    assert len(cup.lines("matches", "--running")) == 2


def test_a_slip_gives_up_the_match_that_awaits_its_deal_and_undo_lets_it_go_on(cup: Ludograph) -> None:
    cup("tournament", "start", "WC", "1", "--written")
    results(cup, "1: 12 3 4 5")
    assert cup.json("show", "WC-1-1")["status"] == "abandoned"
    results(cup, "2: 3 2 1", "undo")
    assert cup.json("show", "WC-1-2")["status"] == "running"
    cup("tournament", "results", "WC", "--csv", given(cup, *GOOD))
    assert cup.json("show", "WC-1-2")["status"] == "abandoned"
    cup("verify", "--all")


SUMS = [
    ((), "12 -7 -4", "add up to 1, and in Fool's Down all scores of a table add up to 0 (FD-8.1)"),
    ((), "12 -7 -6", "add up to -1, and"),
    ((), "12 -7 -5", ""),
    ((), "12 -7 f", ""),
    ((), "12 -7 ?", ""),
    (("-o", "house_grab=5"), "12 -7 -6", ""),
    (("-o", "house_grab=5"), "12 -7 -4", "add up to 1, and in Fool's Down all scores of a table add up to at most 0"),
    (("-o", "fools_bag=true", "-o", "fools_down=traditional", "-o", "bag_start=9"), "12 -7 4", ""),
]


@pytest.mark.parametrize(("options", "scores", "why"), SUMS)
def test_scores_that_make_or_lose_chips_are_refused(
    ludograph: Ludograph, options: tuple[str, ...], scores: str, why: str
) -> None:
    ludograph("tournament", "new", "Winter Cup", "--id", "WC")
    ludograph("tournament", "enter", "WC", "Ann", "Ben", "Cleo")
    file = written(ludograph, "round,table,player\n1,1,Ann\n1,1,Ben\n1,1,Cleo\n")
    ludograph("tournament", "seat", "WC", "--game", "fools-down", *options, "--file", file)
    if not why:
        results(ludograph, f"1: {scores}")
        return
    said = refused(ludograph, f"1: {scores}")
    assert why in said
    assert "`ludograph tournament result ... --anyway` enters them." in said
    pairs = [f"{name}={score}" for name, score in zip(("Ann", "Ben", "Cleo"), scores.split(), strict=True)]
    assert why in " ".join(ludograph.refused("tournament", "result", "WC", "1", "1", *pairs).split())
    ludograph("tournament", "result", "WC", "1", "1", *pairs, "--anyway")
    assert tables(ludograph)[0]["state"] == "over"


def test_where_all_forfeit_they_share_all_places(cup: Ludograph) -> None:
    told = results(cup, "2: f f f")
    assert "Emil forfeited, Farah forfeited, Gita forfeited. Nobody wins: all forfeited, and share all places." in told
    points = {line["player"]: line["points"] for line in cup.lines("tournament", "standings", "WC")}
    assert (points["Emil"], points["Farah"], points["Gita"]) == (3, 3, 3)


def test_a_number_that_is_no_score_is_told_and_no_name(cup: Ludograph) -> None:
    refused = cup.run("tournament", "results", "WC", input="2: 20 -5 1.5\n")
    assert "1.5 is no score: write a whole number" in refused.stderr


def test_small_things_that_an_organiser_reads(cup: Ludograph) -> None:
    cup("tournament", "start", "WC", "1", "--written", "--minutes", "30")
    assert len(cup.lines("matches", "--event", "winter")) == 2
    play = cup.run("play", "WC", "1", "2", input="Emil pass\n")
    assert "the first line has to tell it, such as: deal {" in play.stderr
    assert "so that `lot` parts nobody" in cup.run("tournament", "set", "WC", "tie-breaks=lot", "--preview").stderr
    taken_back = " ".join(cup("tournament", "undo", "WC", "--reason", "too early").split())
    assert "The clock that was set before it stays; `undo` again takes the clock of round 1 back." in taken_back
    cup("new", "sun-bid", "Emil", "Farah", "Gita", "--id", "other")
    assert "Round 1, table 2: match other counts." in cup(
        "tournament", "place", "WC", "1", "2", "other", "--reason", "played there"
    )
    cup("tournament", "new", "Empty")
    assert "Nobody is entered: `" in cup.run("tournament", "show", "Empty").stderr


def test_places_are_said_where_the_rules_put_something_before_the_scores(ludograph: Ludograph) -> None:
    cup = seated(ludograph, "conundruze")
    told = results(cup, "1: 62 48 55 70")
    assert (
        "In Conundruze whoever stays in the match longer is ahead, whatever the totals (CZ-10.5). Where that decided, "
        "say all places behind the scores, now 62#3 48#1 55#2 70#4."
    ) in told
    cup("tournament", "undo", "WC", "--reason", "To say who went out when.")
    told = results(cup, "1: 62#4 48#1 55#3 70#2")
    assert "Round 1, table 1: Ann 62 (4th), Ben 48 (1st), Cleo 55 (3rd), Dora 70 (2nd). Ben wins." in told
    assert tables(cup)[0]["places"] == {"Ann": 4, "Ben": 1, "Cleo": 3, "Dora": 2}
    standings = [json.loads(line) for line in cup("tournament", "standings", "WC", "--json").splitlines()]
    points = {one["player"]: one["points"] for one in standings}
    assert [points[name] for name in ("Ben", "Dora", "Cleo", "Ann")] == [5, 3, 1, 0]
    assert "Ann 62#4, Ben 48#1, Cleo 55#3, Dora 70#2" in " ".join(cup("tournament", "history", "WC").split())
    # A table whose places do follow from the scores, and one of which only the places are known.
    cup("tournament", "result", "WC", "1", "2", "Emil=1", "Farah=2", "Gita=9")
    assert tables(cup)[1]["written"] == {"Emil": "1", "Farah": "2", "Gita": "9"}
    cup(
        "tournament", "result", "WC", "1", "2", "Emil=1#2", "Farah=??#1", "Gita=f", "--correct", "--reason", "Later."
    )  # fmt: skip
    assert tables(cup)[1]["winners"] == ["Farah"]
    assert tables(cup)[1]["places"] == {"Emil": 2, "Farah": 1, "Gita": 3}


def test_said_places_come_back_from_a_file(ludograph: Ludograph) -> None:
    cup = seated(ludograph, "conundruze")
    results(cup, "1: 62#4 48#1 55#3 70#2")
    file = written(cup, cup("tournament", "export", "WC", "--csv", "results"))
    told = " ".join(cup("tournament", "results", "WC", "--csv", file).split())
    assert "No results recorded; 1 result stood there already." in told
    cup("tournament", "undo", "WC", "--reason", "To read it from the file.")
    cup("tournament", "results", "WC", "--csv", file)
    assert tables(cup)[0]["places"] == {"Ann": 4, "Ben": 1, "Cleo": 3, "Dora": 2}

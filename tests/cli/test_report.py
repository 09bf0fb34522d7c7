"""`report`: the list of questions, and their answers as text, data and drawings."""

from pathlib import Path

import pytest

from tests.cli.conftest import FLIP, HEADER, Ludograph


@pytest.fixture
def played(ludograph: Ludograph, recorded: str) -> Ludograph:
    """A store with a match of Sun Bid that goes on, and three of Last Year's Magic that are over."""
    ludograph("simulate", "last-years-magic", "-n", "3", "--seats", "3", "--seed", "5")
    return ludograph


def test_the_reports_are_listed_by_game_without_a_store(ludograph: Ludograph) -> None:
    listed = ludograph("report").splitlines()
    assert listed[0] == "All games"
    assert any(line.split(maxsplit=1) == ["win-rates", "Who wins how often"] for line in listed)
    assert "Sun Bid" in listed


def test_the_list_has_parameters_and_drawings_in_json(ludograph: Ludograph) -> None:
    by_name = {one["report"]: one for one in ludograph.lines("report")}
    rates = by_name["win-rates"]
    assert rates["game"] is None
    assert {"name": "fewest", "type": "INTEGER", "default": "1"}.items() <= rates["parameters"][-1].items()
    assert rates["plot"] == {"kind": "bars", "x": "player", "y": "won_percent", "by": "game"}
    assert by_name["sun-bid/bidding-cards"]["game"] == "sun-bid"


def test_a_report_is_csv_in_a_pipe_and_json_for_programs(played: Ludograph) -> None:
    head, *lines = played("report", "games").splitlines()
    assert head.startswith("game,title,matches,matches_over,players,steps,")
    assert lines[0].startswith("last-years-magic,Last Year's Magic,3,3,3,")
    sun_bid = next(one for one in played.lines("report", "games") if one["game"] == "sun-bid")
    assert (sun_bid["matches"], sun_bid["matches_over"], sun_bid["players"], sun_bid["steps"]) == (1, 0, 2, 2)


def test_parameters_choose(played: Ludograph) -> None:
    events = played.lines("report", "tournament", "-p", "event=autumn open")
    assert [(one["table"], one["scores"], one["over"]) for one in events] == [("5", "Ann -, Bob -", False)]
    assert played.lines("report", "tournament", "--param", "event=Spring Open") == []
    assert {one["game"] for one in played.lines("report", "actions", "-p", "player=Ann")} == {"sun-bid"}


def test_what_a_report_says_is_told_without_running_it(ludograph: Ludograph) -> None:
    told = ludograph("report", "head-to-head", "--about")
    assert told.startswith("head-to-head: Head to head\n")
    assert "  opponent  Only against this one. (VARCHAR)" in told
    assert "Drawn with --plot: bars of opponent, ahead_percent, player." in told
    assert "FROM pairings" in told


def test_a_report_is_drawn_as_text(played: Ludograph) -> None:
    title, axis, *lines = played("report", "games", "--plot").splitlines()
    assert (title, axis) == ("What has been played", "Matches by game")
    first, *others = [line.strip() for line in lines if line]
    assert first.startswith("Last Year's Magic ")
    count, bar = first.removeprefix("Last Year's Magic").split()
    assert (count, set(bar)) == ("3", {"█"})
    assert ["Aucteraden", "0"] in [line.split() for line in others]


@pytest.mark.parametrize(("name", "begins"), [("chart.png", b"\x89PNG"), ("chart.svg", b"<?xml")])
def test_a_report_is_drawn_into_a_file(played: Ludograph, tmp_path: Path, name: str, begins: bytes) -> None:
    result = played.run("report", "games", "--plot", "-o", tmp_path / name)
    assert result.stderr == f"Wrote {tmp_path / name}.\n"
    assert (tmp_path / name).read_bytes().startswith(begins)


def test_where_nothing_is_to_be_drawn_it_says_so(ludograph: Ludograph, recorded: str) -> None:
    assert ludograph("report", "seats", "--plot").splitlines() == ["Does the seat matter?", "There is nothing to draw."]
    assert "is not drawn: leave out --plot" in ludograph.refused("report", "tournament", "--plot")


def test_the_first_match_of_two_moves_their_ratings_by_as_much(ludograph: Ludograph) -> None:
    ludograph("simulate", "sun-bid", "-n", "1", "--seats", "2", "--seed", "3")
    first, second = ludograph.lines("report", "ratings", "-p", "game=sun-bid")
    assert (first["skill"], second["skill"]) == (27.64, 22.36)
    assert first["uncertainty"] == second["uncertainty"] == 8.07
    assert first["rating"] == pytest.approx(first["skill"] - 3 * first["uncertainty"], abs=0.03)
    (winner,) = [one["player"] for one in ludograph.lines("report", "win-rates", "-p", "game=sun-bid") if one["won"]]
    assert winner == first["player"]


def test_an_observer_gets_what_they_knew(ludograph: Ludograph, recorded: str) -> None:
    ludograph("undo", recorded, "--reason", "a slip", "--by", "Zoe")
    (judge,) = ludograph.lines("report", "corrections")
    (ann,) = ludograph.lines("report", "corrections", "--as", "Ann")
    assert (judge["reason"], judge["corrected_by"], judge["player"]) == ("a slip", "Zoe", "Bob")
    assert (ann["reason"], ann["corrected_by"], ann["player"]) == ("", "", "Bob")
    for row in (judge, ann):
        assert (row["how"], row["was"], row["now"]) == ("takeback", "Bob call", "")


def test_mistakes_are_named(ludograph: Ludograph, recorded: str) -> None:
    assert "There is no report standing. Did you mean standings" in ludograph.refused("report", "standing")
    assert "no parameter evnt. Did you mean event?" in ludograph.refused("report", "games", "-p", "evnt=x")
    assert "since is of type DATE, and soon is not" in ludograph.refused("report", "games", "-p", "since=soon")
    assert "Parameter since: write NAME=VALUE." in ludograph.refused("report", "games", "-p", "since", code=2)
    assert "end in .png or .svg" in ludograph.refused("report", "games", "--plot", "-o", "x.gif", code=2)
    assert "exclude each other" in ludograph.refused("report", "games", "--plot", "--json", code=2)
    assert "Say which report" in ludograph.refused("report", "--plot", code=2)


def test_without_a_store_it_says_how_to_begin(ludograph: Ludograph) -> None:
    assert "Nothing is recorded yet" in ludograph.refused("report", "games")


def test_a_name_with_dollars_is_drawn_as_it_is(ludograph: Ludograph, tmp_path: Path) -> None:
    names = HEADER.replace("Ann", "Ca$h_$").replace("Bob", "$^$")
    ludograph("import", ludograph.file("a.jsonl", names, FLIP.replace("Ann", "Ca$h_$")))
    ludograph("report", "players", "--plot", "-o", tmp_path / "players.svg")

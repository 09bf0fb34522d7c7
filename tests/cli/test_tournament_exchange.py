"""`tournament exchange`: two players sat in each other's seats, as a director notices at any time of a day."""

import pytest

from tests.cli.conftest import Ludograph

SEATING = "round,table,player\n1,1,Ann\n1,1,Ben\n1,2,Cleo\n1,2,Dora\n1,bye,Emil\n"


@pytest.fixture
def cup(ludograph: Ludograph) -> Ludograph:
    """Two tables of Sun Bid: Ann and Ben, Cleo and Dora; Emil sits out."""
    file = ludograph.folder / "seating.csv"
    file.write_text(SEATING)
    ludograph("tournament", "new", "Cup", "--scoring", "places=3,1", "--bye", "2")
    ludograph("tournament", "enter", "Cup", "Ann", "Ben", "Cleo", "Dora", "Emil")
    ludograph("tournament", "seat", "Cup", "--game", "sun-bid", "--size", "2", "--file", str(file))
    return ludograph


def tables(cup: Ludograph) -> list[list[str]]:
    return [one["players"] for one in cup.json("tournament", "show", "Cup")["rounds"][0]["tables"]]


def points(cup: Ludograph) -> dict[str, float]:
    return {one["player"]: one["points"] for one in cup.lines("tournament", "standings", "Cup")}


def test_a_result_from_paper_is_that_of_who_sat_there(cup: Ludograph) -> None:
    cup("tournament", "result", "Cup", "1", "1", "Ann=20", "Ben=10")
    cup("tournament", "result", "Cup", "1", "2", "Cleo=9", "Dora=8")
    said = cup("tournament", "exchange", "Cup", "1", "Ann", "Dora", "--reason", "They saw it at the bar.")
    assert "Round 1, table 1: Dora and Ben." in said
    assert "Round 1, table 2: Cleo and Ann." in said
    assert points(cup) == {"Dora": 3, "Cleo": 3, "Emil": 2, "Ann": 1, "Ben": 1}
    assert "Ann and Dora sat in each other's seats in round 1." in " ".join(cup("tournament", "history", "Cup").split())
    told = cup("tournament", "undo", "Cup", "--reason", "They were wrong.")
    assert "Ann and Dora sit as they were seated." in told
    assert points(cup) == {"Ann": 3, "Cleo": 3, "Emil": 2, "Ben": 1, "Dora": 1}
    assert all(line["ok"] for line in cup.lines("verify"))


def test_matches_change_names_with_it_and_back(cup: Ludograph) -> None:
    cup("tournament", "start", "Cup", "1", "--seed", "s")
    one, two = (table["match"] for table in cup.json("tournament", "show", "Cup")["rounds"][0]["tables"])
    cup("act", one, "flip")
    before = [cup.json("show", match) for match in (one, two)]
    told = cup.json("tournament", "exchange", "Cup", "1", "Dora", "Ann")
    assert [table["players"] for table in told["tables"]] == [["Dora", "Ben"], ["Cleo", "Ann"]]
    matches = {each["match"]: each["players"] for each in cup.lines("matches")}
    assert (matches[one], matches[two]) == (["Dora", "Ben"], ["Cleo", "Ann"])
    assert tables(cup) == [["Dora", "Ben"], ["Cleo", "Ann"]]
    assert [table["match"] for table in cup.json("tournament", "show", "Cup")["rounds"][0]["tables"]] == [one, two]
    cup("tournament", "undo", "Cup", "--reason", "No.")
    assert tables(cup) == [["Ann", "Ben"], ["Cleo", "Dora"]]
    assert [cup.json("show", match)["state"] for match in (one, two)] == [each["state"] for each in before]
    assert all(line["ok"] for line in cup.lines("verify"))


def test_at_started_tables_with_real_cards_only_the_names_are_others(cup: Ludograph) -> None:
    cup("tournament", "start", "Cup", "1", "--written")
    began = [table["match"] for table in cup.json("tournament", "show", "Cup")["rounds"][0]["tables"]]
    cup("tournament", "exchange", "Cup", "1", "Ann", "Dora")
    now = cup.json("tournament", "show", "Cup")["rounds"][0]["tables"]
    assert [(table["players"], table["state"], table["awaits_deal"]) for table in now] == [
        (["Dora", "Ben"], "running", True),
        (["Cleo", "Ann"], "running", True),
    ]
    assert not {table["match"] for table in now} & set(began)
    cup("tournament", "exchange", "Cup", "1", "Ben", "Dora")
    assert tables(cup) == [["Ben", "Dora"], ["Cleo", "Ann"]]
    cup("tournament", "undo", "Cup", "--reason", "No.")
    cup("tournament", "undo", "Cup", "--reason", "Neither.")
    again = cup.json("tournament", "show", "Cup")["rounds"][0]["tables"]
    assert [(table["match"], table["state"]) for table in again] == [(one, "running") for one in began]
    cup("tournament", "exchange", "Cup", "1", "Ann", "Dora")
    cup("tournament", "result", "Cup", "1", "1", "Dora=20", "Ben=10")
    assert (points(cup)["Dora"], points(cup)["Ann"]) == (3, 0)
    cup("tournament", "exchange", "Cup", "1", "Ann", "Dora")
    assert (points(cup)["Dora"], points(cup)["Ann"]) == (0, 3)
    assert all(line["ok"] for line in cup.lines("verify"))


def test_one_may_have_sat_out_for_the_other(cup: Ludograph) -> None:
    cup("tournament", "result", "Cup", "1", "1", "Ann=20", "Ben=10")
    cup("tournament", "exchange", "Cup", "1", "Ann", "Emil")
    assert tables(cup)[0] == ["Emil", "Ben"]
    assert (points(cup)["Ann"], points(cup)["Emil"]) == (2, 3)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("1", "Ann", "Ann"), "Ann sits where they sit: name two players."),
        (("1", "Ann", "Zoe"), "Zoe"),
        (("2", "Ann", "Ben"), "There is no round 2"),
        (("1", "Ann", "Flo"), "Flo had no seat in round 1, and no bye: there are Ann, Ben, Cleo, Dora and Emil."),
    ],
)
def test_what_cannot_be_is_said_and_changes_nothing(cup: Ludograph, words: tuple[str, ...], why: str) -> None:
    cup("tournament", "enter", "Cup", "Flo")
    assert why in cup.refused("tournament", "exchange", "Cup", *words)
    assert tables(cup) == [["Ann", "Ben"], ["Cleo", "Dora"]]

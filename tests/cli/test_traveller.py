"""`traveller`: what other tables made of the same deal; `new --deal-of` gives them one."""

import json

import pytest

from tests.cli.conftest import Ludograph

GAMES = {"sun-bid": ("Ann", "Bob"), "aucteraden": ("Ann",), "sorcerous-futures": ("Ann", "Bob", "Cleo")}


def played(ludograph: Ludograph, game: str, name: str, seed: str, *more: str) -> None:
    """A match of bots with the deal of the first one, recorded as people record one."""
    ludograph("new", game, *(f"{player}{name[-1]}" for player in GAMES[game]), "--id", name, *more)
    fork = ludograph.json("fork", name, "--bots", "random", "--seed", seed)["match"]
    steps = [step for step in ludograph.lines("log", fork, "--as", "judge") if step["step"]]
    lines = [json.dumps({"seat": step["seat"], **step["action"]}) for step in steps]
    ludograph("act", name, "-", input="\n".join(lines))


@pytest.fixture(params=GAMES)
def tables(ludograph: Ludograph, request: pytest.FixtureRequest) -> Ludograph:
    """Three tables with one deal, all of them over."""
    played(ludograph, request.param, "t1", "a", "--seed", "2")
    played(ludograph, request.param, "t2", "b", "--deal-of", "t1")
    played(ludograph, request.param, "t3", "c", "--deal-of", "t1")
    ludograph("new", request.param, *GAMES[request.param], "--seed", "3")
    return ludograph


def test_every_table_of_the_deal_is_there_with_matchpoints(tables: Ludograph) -> None:
    found = tables.lines("traveller", "t1")
    assert found[0]["source"] == "t1"
    assert {one["source"] for one in found} == {"t1", "t2", "t3"}, "neither other deals nor forks"
    for one in found:
        assert one["scores"] == tables.json("result", one["source"])["final"]["scores"]
    for seat in range(len(found[0]["players"])):
        scores = [list(one["scores"].values())[seat] for one in found]
        points = [list(one["matchpoints"].values())[seat] for one in found]
        for at, score in enumerate(scores):
            others = scores[:at] + scores[at + 1 :]
            assert points[at] == sum(1 if score > other else 0.5 if score == other else 0 for other in others) / 2


def test_tables_are_told_beside_each_other_from_where_they_went_apart(tables: Ludograph) -> None:
    _, second, _ = tables.lines("traveller", "t1")
    first = second["parted_at"]
    names = ("t1", second["source"])
    logs = [{one["step"]: one.get("action") for one in tables.lines("log", name, "--as", "judge")} for name in names]
    assert [logs[0][step] for step in range(1, first)] == [logs[1][step] for step in range(1, first)]
    assert logs[0][first] != logs[1][first]
    lines = tables("traveller", "t1", "--beside", second["source"]).splitlines()
    assert lines[0].split() == ["t1", second["source"]]
    assert lines[1].split()[0] == str(first)
    moves = tables.lines("traveller", "t1", "--at", str(first))
    assert len(moves) >= 2
    together = [match for one in moves for match in one["matches"]]
    assert len(set(together)) == len(together)


def test_it_is_printed_with_what_bots_make_of_the_deal(tables: Ludograph) -> None:
    page = tables.folder / "traveller.html"
    told = tables("traveller", "t1", "--par", "random", "--times", "3", "--page", page)
    assert told.splitlines()[-1].split()[:2] == ["par", "bots"]
    assert "one deal at 3 tables" in page.read_text()
    assert tables.lines("traveller", "t1", "--par", "random", "--times", "3")[-1]["par"]


def test_nothing_is_told_while_somebody_plays_the_deal(ludograph: Ludograph) -> None:
    played(ludograph, "sun-bid", "t1", "a", "--seed", "2")
    ludograph("new", "sun-bid", "Emil", "Fay", "--deal-of", "t1", "--id", "t2")
    assert "1 table with this deal still plays" in ludograph.refused("traveller", "t1")
    assert "This match is not over" in ludograph.refused("traveller", "t2")
    assert len(ludograph.lines("traveller", "t1", "--anyway")) == 1
    assert "is no other finished table" in ludograph.refused("traveller", "t1", "--anyway", "--beside", "t2")


def test_a_deal_goes_to_a_table_of_the_same_game_and_size(ludograph: Ludograph) -> None:
    ludograph("new", "sun-bid", "Ann", "Bob", "Cleo", "-o", "equal_pawns=true", "--seed", "2", "--id", "t1")
    ludograph("new", "sun-bid", "Dora", "Emil", "Fay", "--deal-of", "t1", "--id", "t2")
    one, other = (json.loads(ludograph("export", name).splitlines()[0]) for name in ("t1", "t2"))
    assert (one["deal"], one["options"]) == (other["deal"], other["options"])
    assert "name that game, and 3 players" in ludograph.refused("new", "sun-bid", "Ann", "Bob", "--deal-of", "t1")
    assert "leave -o" in ludograph.refused("new", "sun-bid", "A", "B", "C", "--deal-of", "t1", "--seed", "x", code=2)

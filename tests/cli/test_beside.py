"""`replay --beside` and `render --beside`: two tables of one deal, and what is refused."""

import json
import re
from typing import Any

import pytest

from tests.cli.conftest import Ludograph
from tests.cli.test_traveller import GAMES, played


@pytest.fixture(params=GAMES)
def tables(ludograph: Ludograph, request: pytest.FixtureRequest) -> Ludograph:
    """Two finished tables with one deal, and a fork of the first."""
    played(ludograph, request.param, "t1", "a", "--seed", "2")
    played(ludograph, request.param, "t2", "b", "--deal-of", "t1")
    ludograph("fork", "t1", "--at", "5", "--bots", "random", "--seed", "c", "--id", "f1")
    return ludograph


def page(ludograph: Ludograph, *args: str) -> Any:
    """What the page of two tables holds."""
    found = re.search(r'id="record">(.*?)</script>', ludograph("render", *args, "-o", "-"), re.S)
    assert found
    return json.loads(found[1])


def test_both_go_on_from_where_they_went_apart(tables: Ludograph) -> None:
    first = next(one["parted_at"] for one in tables.lines("traveller", "t1") if one["source"] == "t2")
    head, *lines = tables("replay", "t1", "--beside", "t2", "--as", "judge").splitlines()
    assert head.split() == ["t1", "t2"]
    assert lines[0].split()[0] == str(first)
    found = page(tables, "t1", "--beside", "t2", "--as", "judge")
    assert (found["parted"], [side["name"] for side in found["sides"]]) == (first, ["t1", "t2"])
    steps = [tables.json("result", name)["steps"] for name in ("t1", "t2")]
    assert found["rows"][-1] == steps


def test_a_fork_is_a_table_of_the_deal_too(tables: Ludograph) -> None:
    tables("fork", "f1", "--at", "6", "--bots", "random", "--seed", "d", "--id", "f2")
    for pair in (("t1", "f1"), ("f2", "f1"), ("t1", "f2")):
        assert page(tables, pair[0], "--beside", pair[1])["parted"] > 5
    assert page(tables, "f1", "--beside", "f2")["parted"] > 6


def test_another_deal_another_game_or_the_same_match_is_refused(ludograph: Ludograph) -> None:
    played(ludograph, "sun-bid", "t1", "a", "--seed", "2")
    ludograph("new", "sun-bid", "Ann", "Bob", "--seed", "3", "--id", "other-deal")
    ludograph("new", "sun-bid", "Ann", "Bob", "--seed", "2", "-o", "sequence_points=per_suit", "--id", "other-rules")
    ludograph("new", "aucteraden", "Ann", "--seed", "2", "--id", "other-game")
    out = ("-o", "-")
    commands: dict[str, tuple[str, ...]] = {"replay": (), "render": out}
    for command, more in commands.items():
        for name in ("other-deal", "other-rules"):
            assert "They have not the same deal" in ludograph.refused(command, "t1", "--beside", name, *more)
        said = ludograph.refused(command, "t1", "--beside", "other-game", *more)
        assert "One is a match of Sun Bid, the other of Aucteraden." in said
        assert "These are the same match" in ludograph.refused(command, "t1", "--beside", "t1", *more)
        assert "--beside" in ludograph.refused(command, "t1", "--beside", "other-deal", "--judged", *more, code=2)
    for asked in (("--with", "judge"), ("--embed",), ("--overlay",), ("--step", "3")):
        assert "--beside is a page of its own" in ludograph.refused(
            "render", "t1", "--beside", "t1", *asked, *out, code=2
        )


def test_while_one_is_played_only_the_judge_sees_both(ludograph: Ludograph) -> None:
    """What came at the other table would tell what is to come: cards, and whether somebody has them."""
    played(ludograph, "sorcerous-futures", "t1", "a", "--seed", "2")
    ludograph("new", "sorcerous-futures", "Ann", "Bob", "Cleo", "--deal-of", "t1", "--id", "t2")
    ludograph("fork", "t2", "--bots", "random", "--seed", "1", "--id", "f2")
    for pair in (("t1", "t2"), ("t2", "t1"), ("t2", "f2"), ("f2", "t1")):
        for eyes in ("table", "1"):
            said = ludograph.refused("replay", pair[0], "--beside", pair[1], "--as", eyes)
            assert "t2 is not over" in said
        assert ludograph("replay", pair[0], "--beside", pair[1], "--as", "judge")
    ludograph("abandon", "t2", "--reason", "the hall closes")
    assert "t2 is not over" in ludograph.refused("replay", "t2", "--beside", "f2"), "it may be opened again"

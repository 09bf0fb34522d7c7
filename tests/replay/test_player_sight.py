"""What a beat tells is in sight on a terminal: all of its sentences, what went where, and at whom it was aimed."""

import re

import pytest
from msgspec.structs import replace

from domain.games import GAMES
from domain.kernel.game import TABLE
from replay.marks import aimed_at
from replay.player.layout import layout
from replay.player.screen import told
from replay.player.session import Session
from tests.playthrough import golden_match
from tests.replay.playing import LARGE, SMALL, pressed


@pytest.mark.parametrize("size", [SMALL, (120, 40)])
@pytest.mark.parametrize("game", GAMES)
def test_all_that_a_beat_tells_is_in_sight(game: str, size: tuple[int, int]) -> None:
    """The list of steps gives way for it; the table keeps ten lines."""
    session = Session(golden_match(game), TABLE)
    width = layout(*size).side
    while not session.ended:
        session.step_beat(1)
        lines = told(session, width, False)
        plan = layout(*size, board=1, told=len(lines))
        assert plan.told == len(lines), session.at
        assert plan.rows >= 10


def test_where_something_went_is_told() -> None:
    """From where to where, or to whom; nobody's own pieces of the table need a name but their owner."""
    match = golden_match("sun-bid")
    bid = Session(match, TABLE)
    bid.go(4, 2)
    assert "Centre → Bob: Won for the next round · Pool → Bob: Take · Bob → Centre\n" in pressed(bid)
    assert "Ann; Cat; Dan → Chips\n" in pressed(Session(golden_match("fools-down"), TABLE, 14))
    assert "→" not in pressed(Session(match, TABLE, 2)).rpartition("←→")[0]


def test_whom_a_step_is_aimed_at_is_told() -> None:
    match = golden_match("hand-of-the-hanataz")
    step, name = next(
        (step.number, name)
        for step in match.steps
        for name, seat in zip(match.players, range(1, 5), strict=True)
        if seat in aimed_at(step.action, step.actor)
    )
    assert re.search(rf"(^|· )aimed at {name}$", pressed(Session(match, TABLE, step)), re.MULTILINE)


def test_a_name_that_turns_letters_round_does_so_nowhere() -> None:
    """In the scoreboard, on the table, in the list, in what is told and in where something went."""
    match = golden_match("sun-bid")
    named = replace(match, start=replace(match.start, players=("A\u202enn", "B\u2066ob")))
    for size in (SMALL, LARGE):
        for keys in ((), ("f",), ("w",), ("a",), ("c",), ("end",)):
            shown = pressed(Session(named, TABLE, 4), *keys, size=size)
            assert not {"\u202e", "\u2066"} & set(shown)
    bid = Session(named, TABLE)
    bid.go(4, 2)
    assert r"Pool → B\u2066ob: Take" in " ".join(pressed(bid).split())

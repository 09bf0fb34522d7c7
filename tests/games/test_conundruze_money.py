"""Chips of Conundruze: after every fact stacks and pot hold what the seats began with (CZ-7.9)."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from domain.bots import Bots, play_out
from domain.chance import Drawing
from domain.game import Refused
from domain.games.conundruze import GAME
from domain.games.conundruze.state import ConundruzeOptions, State
from domain.play import Begun, begin
from tests.worlds import random_options


def random_begin(random: Random) -> Begun:
    """A match with betting, some number of seats and stacks of all sizes."""
    while True:
        seats = random.choice(GAME.seats)
        options: Any = random_options(GAME, seats, random)
        stacks = random.choice((50, 3, tuple(random.randint(2, 30) for _ in range(seats))))
        values = random.choice(((1, 5, 10, 25), (1, 2), (1,)))
        options = replace(
            options,
            play_to=random.choice((0, 30, 80)),
            stacks=stacks,
            forelay=random.choice((1, 2)),
            chip_values=values,
        )
        try:
            if options.betting != "none":
                return begin(GAME, options, seats, None, Drawing(str(random.random()), 0))
        except Refused as refused:
            assert refused.rule == "CZ-1.1"


def purse(state: State) -> int:
    """All the chips on the table, none of them owed."""
    stacks = [side.stack for side in state.sides]
    assert min(*stacks, state.pot) >= 0
    return sum(stacks) + state.pot


@pytest.mark.parametrize("seed", range(40))
def test_no_chip_is_lost_or_made_in_a_whole_match(seed: int) -> None:
    random = Random(seed)
    begun = random_begin(random)
    state = fold_counting(None, begun.facts, begun.state.chips)
    for played in play_out(Bots(GAME, len(state.sides), random, thrift=4), begun.state, str(seed)):
        state = fold_counting(state, played.facts, begun.state.chips)
        assert state == played.state
    assert GAME.result(state).over


def fold_counting(state: Any, facts: tuple[Any, ...], chips: int) -> State:
    """The state after these facts, with the chips counted after each."""
    for fact in facts:
        state = fact.apply(state)
        assert purse(state) == chips == GAME.coins(state)[0]
    return state


def test_without_betting_there_are_no_chips() -> None:
    begun = begin(GAME, ConundruzeOptions(stacks=7), 3, None, Drawing("1", 0))
    assert purse(begun.state) == 0

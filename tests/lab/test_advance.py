"""Playouts go through the rules that records go through: the same moves and the same luck give the same states."""

from random import Random

import pytest

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.advance import Luck, advance
from ludograph.domain.kernel.play import play
from tests.worlds import all_games, random_match


@pytest.mark.parametrize("game", all_games())
def test_each_step_leads_to_the_state_of_the_record(game: str) -> None:
    match = random_match(GAMES[game], Random(f"{game}/advance"), 120)
    for step, before, after in zip(match.steps, match.states, match.states[1:], strict=False):
        luck = Luck(Random(f"{match.start.seed}/{step.number}"))
        assert advance(match.game, before, step.actor, step.action, luck) == after


@pytest.mark.parametrize("game", all_games())
def test_what_follows_from_a_step_is_what_is_recorded_of_it(game: str) -> None:
    match = random_match(GAMES[game], Random(f"{game}/facts"), 120)
    for step, before in zip(match.steps, match.states, strict=False):
        done = play(match.game, before, step.actor, step.action, Luck(Random(f"{match.start.seed}/{step.number}")))
        assert (done.facts, done.action) == (step.facts, step.action)

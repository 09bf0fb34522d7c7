"""Verbs that options switch off: nobody is offered them, however a match goes."""

from random import Random

import pytest

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import verb_of
from ludograph.domain.match.aggregate import Match
from tests.worlds import played_on, random_start


def open_verbs(match: Match) -> set[str]:
    """What anybody could do now."""
    found = match.game.all_choices(match.state, len(match.players))
    return {verb_of(choice.action.__name__) for _, choice in found}


@pytest.mark.parametrize("game", GAMES)
def test_what_options_switch_off_is_never_open_and_all_else_is_with_some(game: str) -> None:
    verbs = [verb_of(action.__name__) for action in GAMES[game].actions]
    known = set()
    for seed in range(12):
        random = Random(seed)
        match = random_start(GAMES[game], random)
        off = {*GAMES[game].switched_off(match.start.options)}
        assert off <= {*verbs}
        for steps in range(8, 90, 8):
            match = played_on(match, random, steps)
            assert not off & open_verbs(match)
        known |= {*verbs} - off
    assert known == {*verbs}

"""OpenSpiel, for reference where it is installed: random matches of its gin rummy, which is C++ called from Python."""

import random
from importlib.util import find_spec

FOUND = find_spec("pyspiel") is not None
MISSING = "OpenSpiel is not installed, so it is not measured: `pip install open-spiel` brings it."


def decisions(wanted: int, seed: int) -> int:
    """Matches until about so many decisions have been made; how many there were."""
    import pyspiel

    game = pyspiel.load_game("gin_rummy")
    chance = random.Random(seed)
    made = 0
    while made < wanted:
        state = game.new_initial_state()
        while not state.is_terminal():
            dealt = state.is_chance_node()
            actions = [action for action, _ in state.chance_outcomes()] if dealt else state.legal_actions()
            state.apply_action(chance.choice(actions))
            made += not dealt
    return made

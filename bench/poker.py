"""PokerKit, the peer: random hands of no-limit hold'em, 6 players with 100 big blinds each."""

import random
from collections.abc import Iterator

from pokerkit import Automation, HandHistory, NoLimitTexasHoldem, State

GAME = NoLimitTexasHoldem(tuple(Automation), True, 0, (1, 2), 2)
"""Everything that nobody decides is left to PokerKit: blinds, dealing, showdown, pots."""
PLAYERS, STACK = 6, 200


def hand() -> tuple[State, int]:
    """A hand played at random among what is legal, and how many decisions it took."""
    state = GAME((STACK,) * PLAYERS, PLAYERS)
    decisions = 0
    while state.status:
        _decide(state)
        decisions += 1
    return state, decisions


def _decide(state: State) -> None:
    moves = [move for move, open in _moves(state) if open]
    move = random.choice(moves)
    if move == "fold":
        state.fold()
    elif move == "call":
        state.check_or_call()
    else:
        least = state.min_completion_betting_or_raising_to_amount
        most = state.max_completion_betting_or_raising_to_amount
        assert least is not None
        assert most is not None
        state.complete_bet_or_raise_to(random.randint(int(least), int(most)))


def _moves(state: State) -> Iterator[tuple[str, bool]]:
    yield "fold", state.can_fold()
    yield "call", state.can_check_or_call()
    yield "raise", state.can_complete_bet_or_raise_to()


def hands(decisions: int, seed: int = 0) -> Iterator[tuple[State, int]]:
    """Hands until about that many decisions have been made."""
    random.seed(seed)
    made = 0
    while made < decisions:
        state, count = hand()
        made += count
        yield state, count


def written(decisions: int) -> tuple[list[str], int]:
    """Such hands as PHH files, and how many decisions are in them."""
    played = list(hands(decisions))
    return [HandHistory.from_game_state(GAME, state).dumps() for state, _ in played], sum(n for _, n in played)

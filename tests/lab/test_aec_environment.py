"""Each game as an environment of PettingZoo: its own API test, and that nothing in it knows more than a seat."""

from random import Random

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from ludograph.domain.bots.aec_environment import MOST_MOVES, LudographEnvironment, environment
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import Refused
from tests.twins import twins_of
from tests.worlds import all_games, random_match


def seats_of(game: str) -> int:
    """Three, in a game for one that one."""
    return 3 if 3 in GAMES[game].seats else 1


def played(env: LudographEnvironment, seed: int) -> dict[str, float]:
    """The rewards of a match in which any move is taken."""
    env.reset(seed=seed)
    random, rewards = Random(seed), dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        _, reward, over, cut, info = env.last()
        rewards[agent] += reward
        env.step(None if over or cut else random.randrange(len(info["moves"])))
    return rewards


@pytest.mark.parametrize("game", all_games())
def test_it_passes_the_api_test_of_pettingzoo(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(environment(game, seats_of(game)), num_cycles=100)
    assert "Passed" in capsys.readouterr().out


@pytest.mark.parametrize("game", all_games())
def test_the_same_seed_gives_the_same_match(game: str) -> None:
    seed_test(lambda: environment(game, seats_of(game)), num_cycles=40)


@pytest.mark.parametrize("game", ["sun-bid", "aucteraden"])
def test_rewards_come_at_the_end(game: str) -> None:
    env = environment(game, seats_of(game))
    rewards = played(env, 5)
    scores = env.game.result(env._state).scores
    if len(scores) == 1:
        assert rewards == {"seat_1": scores[0]}
    else:
        assert sum(rewards.values()) == pytest.approx(0)
        assert max(rewards.values()) > 0


def test_a_match_that_goes_on_for_too_long_is_cut_off() -> None:
    env = LudographEnvironment(GAMES["fools-down"], 3, limit=10)
    assert set(played(env, 1).values()) == {0.0}


@pytest.mark.parametrize("game", all_games())
def test_what_differs_only_in_what_a_seat_has_not_seen_looks_the_same(game: str) -> None:
    random, compared = Random(f"{game}/observed"), 0
    for _ in range(20):
        match = random_match(GAMES[game], random, 20)
        for twins in twins_of(match, random):
            for seat in [seat for seat in twins.blind if seat > 0]:
                env = LudographEnvironment(match.game, len(match.players), match.start.options)
                moves = [env.moves_in(one.view(seat), seat) for one in (twins.one, twins.other)]
                rows = [env.numbered(one.view(seat), seat, moves[0]) for one in (twins.one, twins.other)]
                assert moves[0] == moves[1]
                assert np.array_equal(*rows)
                compared += 1
        if compared >= 3:
            return
    assert compared


def test_an_observation_says_where_cards_lie_and_what_the_moves_are() -> None:
    env = environment("fools-down", 3, hands=1)
    env.reset(seed=2)
    while len(env.infos[env.agent_selection]["moves"]) < 3:
        env.step(0)
    agent = env.agent_selection
    row, info = env.observe(agent), env.infos[agent]
    seat = env.possible_agents.index(agent)
    own = env._views[seat].hand.down[seat]
    numbers = [list(env.game.deck.by_code).index(card) for card in own]
    assert len({row[env.layout["cards"]][number] for number in numbers} - {0}) == 1
    kinds = row[env.layout["moves"]].reshape(MOST_MOVES, -1)[:, 0]
    assert (kinds > 0).sum() == len(info["moves"]) == info["action_mask"].sum()


def test_a_number_of_seats_that_the_game_is_not_for_is_refused() -> None:
    with pytest.raises(Refused):
        environment("sun-bid", 7)

"""Worlds: full states that a view allows, in which the seat knows what it knew, and which can be played on."""

from collections import Counter
from random import Random

import pytest

from ludograph.domain.games import GAMES
from ludograph.domain.games.sorcerous_futures.scoring import most_paid
from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.lab.worlds import Worlds
from tests.lab.positions import faults, positions
from tests.worlds import all_games, random_match

EACH = 8
"""Positions of each game; `python -m tests.lab.positions` tries many more."""
WORLDS = 300


@pytest.mark.parametrize("game", all_games())
def test_every_view_has_worlds_that_can_be_played_on(game: str) -> None:
    random = Random(f"{game}/worlds")
    found = list(positions(GAMES[game], EACH, random))
    assert len(found) == EACH
    assert not [fault for position in found for fault in faults(position, random)]


@pytest.mark.parametrize("game", all_games())
def test_the_same_view_and_chance_give_the_same_worlds(game: str) -> None:
    (position,) = positions(GAMES[game], 1, Random(f"{game}/again"))
    one, other = (Worlds(GAMES[game], position.view).sample(Random(5)) for _ in range(2))
    assert one == other


@pytest.mark.parametrize("game", all_games())
def test_how_likely_a_card_is_goes_with_how_often_worlds_have_it_there(game: str) -> None:
    """Within five standard errors, card by card."""
    random = Random(f"{game}/shares")
    for position in positions(GAMES[game], 3, random):
        worlds = Worlds(GAMES[game], position.view)
        laid = [worlds.laid(random) for _ in range(WORLDS)]
        for number in range(len(worlds.blanks)):
            shares, counts = worlds.shares[number], Counter(cards[number] for cards in laid)
            if shares is None:
                continue
            assert sum(shares.values()) == pytest.approx(1)
            assert counts.keys() <= shares.keys()
            for card, share in shares.items():
                assert abs(counts[card] - share * WORLDS) <= 5 * (share * (1 - share) * WORLDS) ** 0.5 + 1


def test_worlds_of_a_secret_differ() -> None:
    game = GAMES["fools-down"]
    match = random_match(game, Random(3), 30)
    at = next(at for at, state in enumerate(match.states) if state.hand is not None and any(state.hand.down))
    worlds = Worlds(game, match.view(1, at))
    hands = {worlds.sample(Random(seed)).hand.down for seed in range(20)}
    assert len({hand[0] for hand in hands if UNKNOWN not in hand[0]}) == 1  # its own is known
    assert len(hands) > 15


def test_a_bid_that_somebody_sealed_is_made_up_from_what_the_card_can_pay_them() -> None:
    game = GAMES["sorcerous-futures"]
    random = Random(11)
    for _ in range(40):
        match = random_match(game, random, 40)
        for at, state in enumerate(match.states):
            waiting = state.auction.waiting if state.phase == "closed" else ()
            sealed = [seat for seat in range(1, len(match.players) + 1) if seat not in waiting]
            if waiting and sealed:
                view = match.view(waiting[0], at)
                worlds = Worlds(game, view)
                bids = {worlds.sample(Random(seed)).auction.bids[sealed[0] - 1] for seed in range(30)}
                assert bids <= {*range(min(state.gold[sealed[0] - 1], most_paid(view, sealed[0])) + 1)}
                assert len(bids) > 1 or state.gold[sealed[0] - 1] == 0
                return
    raise AssertionError("Nobody sealed a bid before somebody else.")

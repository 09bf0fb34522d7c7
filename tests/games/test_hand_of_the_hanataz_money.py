"""Hand of the Hanataz keeps its accounts, cards and tokens: whole random matches, checked after every single fact."""

from collections import Counter
from random import Random
from typing import Any, Literal, get_args
from uuid import UUID

import pytest

from ludograph.domain.games.hand_of_the_hanataz import GAME
from ludograph.domain.games.hand_of_the_hanataz.facts import BoughtIn, HandEnded, MatchEnded, SilvsFor, SilvsMoved
from ludograph.domain.games.hand_of_the_hanataz.flow import cards
from ludograph.domain.games.hand_of_the_hanataz.options import HanatazOptions, all_cards, buy_in_of, stakes_of
from ludograph.domain.games.hand_of_the_hanataz.state import State, in_game, seats_in
from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.game import Refused
from ludograph.domain.match.aggregate import Match, Setting, start_match
from tests.worlds import NAMES, STAMP, played_on

FACES: tuple[Literal["J", "R", "K", "W", "C", "D", "F"], ...] = ("J", "R", "K", "W", "C", "D", "F")
EXTRAS: tuple[Literal["T", "A", "B", "P"], ...] = ("T", "A", "B", "P")


def some_options(random: Random, seats: int) -> HanatazOptions:
    """Any options that fit together, with numbers of all sizes."""
    no_house = random.random() < 0.4
    ends: tuple[Literal["rounds", "target"] | None, ...] = ("rounds", "target", None)
    end = random.choice(ends)
    targeted = end == "target" or (end is None and no_house)
    return HanatazOptions(
        decks=random.choice([None, 2] + [1] * (seats <= 4)),
        start_silvs=random.choice([1, 2, 5, 15]),
        purses=random.choice([None, tuple(random.randint(1, 20) for _ in range(seats))]),
        end=end,
        rounds=random.choice([None, 1, 4]) if end == "rounds" else None,
        target=random.choice([None, 21, 30]) if targeted else None,
        pot_bonus=not no_house and random.random() < 0.5,
        rising_card_cost=random.random() < 0.5,
        face_cards=tuple(random.sample(FACES, random.choice([0, 3, 7]))),
        extra_faces=tuple(random.sample(EXTRAS, random.choice([0, 2, 4]))),
        no_house=no_house,
        buy_in=random.choice([None, 0, 7]) if no_house else None,
    )


def some_match(seed: int) -> Match:
    """A match to its end, or of 250 steps."""
    random = Random(seed)
    while True:
        seats = random.choice(GAME.seats)
        setting = Setting(NAMES[:seats], some_options(random, seats), None, str(seed))
        try:
            return played_on(start_match(GAME, UUID(int=seed + 1), setting, STAMP), random, 250)
        except Refused as refused:
            assert refused.rule == "HH-1.3"


def states(match: Match) -> list[tuple[Any, State]]:
    """Every fact of a match with the state after it."""
    state, found = None, []
    for fact in (*match.start.facts, *(fact for step in match.steps for fact in step.facts)):
        state = fact.apply(state)
        found.append((fact, state))
    return found


def accounts(state: State) -> list[int]:
    """All accounts that may not be negative."""
    return [*(one.silvs for one in state.players), state.pot, *(bard.silvs for bard in state.bards)]


@pytest.mark.parametrize("seed", range(40))
def test_accounts_add_up_after_every_fact(seed: int) -> None:
    match = some_match(seed)
    paid_in = 0
    for fact, state in states(match):
        assert sum(accounts(state)) + state.house + state.bank == 0
        assert min(accounts(state)) >= 0
        if isinstance(fact, SilvsMoved):
            assert fact.amount > 0
            paid_in += fact.amount * (fact.why in ("stake", "buy_in"))
        assert state.bank == -paid_in
        assert not state.options.no_house or state.house == 0


def test_every_kind_of_payment_is_walked() -> None:
    """Bards among Rogues, with and without a house: what is rare above comes here, down to silvs left on a Bard."""
    paid: Counter[str] = Counter()
    for seed in range(400):
        random = Random(seed)
        no_house = bool(seed % 2)
        options = HanatazOptions(
            face_cards=("R", "C", "D"),
            extra_faces=("T", "B"),
            purses=tuple(random.randint(1, 6) for _ in range(4)),
            end="rounds",
            rounds=4,
            pot_bonus=not no_house,
            no_house=no_house,
        )
        setting = Setting(NAMES[:4], options, None, str(seed))
        match = played_on(start_match(GAME, UUID(int=seed + 1), setting, STAMP), random, 250)
        for fact, state in states(match):
            assert sum(accounts(state)) + state.house + state.bank == 0
            assert min(accounts(state)) >= 0
            if isinstance(fact, SilvsMoved):
                paid[fact.why] += 1
            if isinstance(fact, HandEnded):
                assert no_house or state.pot == 0
                assert state.bards == ()
        if paid.keys() == set(get_args(SilvsFor)):
            return
    raise AssertionError(f"never walked: {set(get_args(SilvsFor)) - paid.keys()}")


@pytest.mark.parametrize("seed", range(40))
def test_cards_and_tokens_are_where_they_can_be_after_every_fact(seed: int) -> None:
    match = some_match(seed)
    for _, state in states(match):
        deck, placed, unseen = cards(state)
        assert len(deck) == len(placed) + unseen
        assert not Counter(card for card in placed if card != UNKNOWN) - Counter(deck)
        tokens = state.fool_tokens + sum(one.fool_tokens for one in state.players)
        assert tokens == all_cards(state.options, seats_in(state)).count("F")
    for state in match.states:
        assert (state.control is None) == (state.row == ())
        assert state.control is None or state.players[state.control - 1].status == "active"
        assert state.aside == ()


@pytest.mark.parametrize("seed", range(40))
def test_the_end_counts_what_was_brought_and_won(seed: int) -> None:
    match = some_match(seed)
    last, state = states(match)[-1]
    if not isinstance(last, MatchEnded):
        return
    stakes = stakes_of(state.options, seats_in(state))
    debts = Counter(fact.seat for fact, _ in states(match) if isinstance(fact, BoughtIn))
    for at, (stake, one) in enumerate(zip(stakes, state.players, strict=True)):
        assert last.net[at] == one.silvs - buy_in_of(state.options) * debts[at + 1]
        assert last.gains[at] == last.net[at] - stake
    assert sum(last.gains) == -state.house
    assert set(last.winners) <= set(in_game(state))
    assert {last.net[seat - 1] for seat in last.winners} == {max(last.net[seat - 1] for seat in in_game(state))}

"""Fool's Down: chips are never made or lost, whatever is played and whatever the house allows (8.1)."""

from random import Random
from typing import Literal
from uuid import UUID

import pytest

from ludograph.domain.bots.moves import Bots
from ludograph.domain.games import GAMES
from ludograph.domain.games.fools_down.actions import Bump, Duck, Finish, Wager
from ludograph.domain.games.fools_down.facts import FACTS, FoolsBagWon, GameBegan, HandEnded, PotAwarded
from ludograph.domain.games.fools_down.flow import COURSE, coins
from ludograph.domain.games.fools_down.state import FoolsDownOptions, State
from ludograph.domain.kernel.course import sure
from ludograph.domain.kernel.game import Action, Choice, Fact
from ludograph.domain.match.aggregate import Match, Setting, start_match
from tests.scenario import Play, scenario_files
from tests.worlds import NAMES, STAMP

GAME = GAMES["fools-down"]
Effect = Literal["traditional", "winner", "cut"]
EFFECTS: tuple[Effect, ...] = ("traditional", "winner", "cut")


def any_options(random: Random, seats: int) -> FoolsDownOptions:
    """What some house might decide."""
    forelay = random.choice((0, 1, 1, 2, 5))
    bet = random.choice((None, forelay + 1, 3 * forelay + 2)) if forelay else random.randint(1, 4)
    effect: Effect = random.choice(EFFECTS)
    bag = effect == "traditional" and random.random() < 0.7
    options = FoolsDownOptions(
        buy_in=tuple(random.choice((1, 3, 10, 40, 200)) for _ in range(seats)) if random.random() < 0.6 else 50,
        forelay=forelay,
        fools_bet=bet,
        house_grab=random.choice((0, 0, 3, 10)),
        dealer=random.choice(("rotating", "house")),
        missed_fee=random.random() < 0.8,
        fools_down=effect,
        turning_the_trick=random.random() < 0.8,
        fools_rules=random.random() < 0.5,
        fools_bag=bag,
        bag_stake=random.choice((0, 1, 7)),
        bag_start=random.choice((0, 25)) if bag else 0,
        hands=random.choice((0, 0, 3)),
    )
    limit = random.choice((None, "none", options.bet, options.bet + 9))
    return FoolsDownOptions(
        **{name: getattr(options, name) for name in options.__struct_fields__} | {"max_wager": limit}
    )


def any_match(seed: int, steps: int = 120) -> Match:
    """A match under some house's rules, between players of some temper."""
    random = Random(seed)
    seats = random.randint(2, 10)
    setting = Setting(NAMES[:seats], any_options(random, seats), None, str(seed))
    match = start_match(GAME, UUID(int=seed + 1), setting, STAMP)
    bots, calm = Bots(GAME, seats, random, thrift=random.choice((1, 6, 40))), random.choice((0, 0.5, 0.9))
    while len(match.steps) < steps and (move := bots.move(match.state, len(match.steps))) is not None:
        match = match.play(*(calm_move(match, random) if random.random() < calm else move), STAMP)
    return match


def calm_move(match: Match, random: Random) -> tuple[int, Action]:
    """What keeps a hand going; between hands seats come and go."""
    seats = range(1, len(match.players) + 1)
    open_now = [(seat, choice) for seat in seats for choice in GAME.choices(match.state, seat)]
    lasting = [entry for entry in open_now if entry[1].action not in (Duck, Wager, Bump, Finish)] or open_now
    busy = [entry for entry in lasting if not entry[1].idle]
    seat, choice = random.choice(busy if busy and random.random() < 0.7 else lasting)
    return seat, choice.action(**{name: random.choice(values) for name, values in choice.values.items()})


def audited(state: State, fact: Fact) -> State:
    """The state after a fact, all accounts counted (i to v)."""
    after: State = fact.apply(state)
    total, accounts = coins(after)
    assert sum(accounts) == total == sum(after.buy_ins) + after.options.bag_start
    assert min(accounts) >= 0
    assert after.house >= state.house
    assert after.tips >= state.tips
    assert after.bag >= state.bag or isinstance(fact, FoolsBagWon)
    if isinstance(fact, HandEnded):
        hand = sure(state.hand)
        assert (sum(hand.staked), hand.fees, hand.dues, hand.pots) == (0, 0, 0, ())
        assert fact.stacks == after.stacks
    if isinstance(fact, PotAwarded):
        assert fact.amount == fact.grab + fact.bag + sum(fact.shares)
    if isinstance(fact, FoolsBagWon):
        assert fact.left == after.bag
    return after


@pytest.mark.parametrize("start", range(0, 150, 10))
def test_every_chip_is_somewhere_after_every_fact(start: int) -> None:
    for seed in range(start, start + 10):
        match = any_match(seed)
        state: State = match.states[0]
        for step, known in zip(match.steps, match.states[1:], strict=True):
            for fact in step.facts:
                state = audited(state, fact)
            assert state == known


def test_every_kind_of_fact_is_audited() -> None:
    """The scenarios go where chance seldom does: a third Fool, dues paid twice, a pot that nobody shows for."""
    seen: set[type[Fact]] = set()
    for path in scenario_files():
        if path.parent.name != GAME.id:
            continue
        scenario = Play(path)
        if not scenario.begun:
            continue
        scenario.run()
        state: State = scenario.match.states[0]
        for step in scenario.match.steps:
            for fact in step.facts:
                state = audited(state, fact)
                seen.add(type(fact))
    assert seen >= {*FACTS} - {GameBegan}


def test_somebody_acts_or_the_evening_is_over() -> None:
    for seed in range(60):
        match = any_match(seed, 40)
        for state in match.states:
            busy = [choice for seat in range(11) for choice in open_to(state, seat) if not choice.idle]
            assert bool(busy) != (state.phase == "over")
            assert COURSE.follow(state, match.chance()) is None


def open_to(state: State, seat: int) -> tuple[Choice, ...]:
    return GAME.choices(state, seat) if seat <= len(state.stacks) else ()

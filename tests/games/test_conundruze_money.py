"""Chips of Conundruze: after every fact stacks and pot hold what the seats began with (CZ-7.9)."""

from random import Random
from typing import Any

from msgspec.structs import replace

from ludograph.domain.bots.moves import Bots, play_out
from ludograph.domain.games.conundruze import GAME
from ludograph.domain.games.conundruze.bets import (
    Bumped,
    ChipPilfered,
    ForelayPaid,
    Matched,
    PotCarried,
    PotShared,
    StakeLost,
    Wagered,
)
from ludograph.domain.games.conundruze.face_cards import Tip
from ludograph.domain.games.conundruze.powers import Tipped
from ludograph.domain.games.conundruze.state import ConundruzeOptions, State
from ludograph.domain.games.conundruze.wagering import Bump, Duck
from ludograph.domain.kernel.chance import Drawing
from ludograph.domain.kernel.game import Choice, Fact, Game, Refused, Seat
from ludograph.domain.kernel.play import Begun, begin
from tests.worlds import random_options

PAYMENTS = {ForelayPaid, Wagered, Matched, Bumped, Tipped, ChipPilfered, StakeLost, PotShared, PotCarried}
"""The facts with which chips change hands or stay over."""


def random_begin(random: Random) -> Begun:
    """A match with betting, some number of seats and stacks of all sizes."""
    while True:
        seats = random.choice(GAME.seats)
        options: Any = random_options(GAME, seats, random)
        stacks = random.choice((50, 3, tuple(random.randint(2, 30) for _ in range(seats))))
        values = random.choice(((1, 5, 10, 25), (1, 2), (1,)))
        options = replace(
            options,
            play_to=random.choice((0, 80, 200)),
            stacks=stacks,
            forelay=random.choice((1, 2)),
            chip_values=values,
        )
        try:
            if options.betting != "none":
                return begin(GAME, options, seats, None, Drawing(str(random.random()), 0))
        except Refused as refused:
            assert refused.rule == "CZ-1.1"


def steadfast(random: Random) -> Game:
    """The game as people play it who seldom duck or bump and like to tip: else most games end in the first bets."""

    def choices(state: State, seat: Seat) -> tuple[Choice, ...]:
        given = [replace(choice, idle=choice.idle and choice.action is not Tip) for choice in GAME.choices(state, seat)]
        kept = [choice for choice in given if choice.action not in (Duck, Bump) or random.random() < 0.1]
        return tuple(kept or given)

    return replace(GAME, choices=choices, openings=None)


def purse(state: State) -> int:
    """All the chips on the table, none of them owed."""
    stacks = [side.stack for side in state.sides]
    assert min(*stacks, state.pot) >= 0
    return sum(stacks) + state.pot


def test_no_chip_is_lost_or_made_in_a_whole_match() -> None:
    """Enough matches that chips go every way they can; each is walked to its end."""
    met: set[type[Any]] = set()
    for seed in range(60):
        random = Random(seed)
        begun = random_begin(random)
        state = fold_counting(None, begun.facts, begun.state.chips)
        game = steadfast(random) if seed % 3 else GAME
        for played in play_out(Bots(game, len(begun.state.sides), random, thrift=4), begun.state, str(seed)):
            state = fold_counting(state, played.facts, begun.state.chips)
            assert state == played.state
            met.update(map(type, played.facts))
        assert GAME.result(state).over
        met.update(map(type, begun.facts))
    assert met >= PAYMENTS, PAYMENTS - met


def fold_counting(state: State | None, facts: tuple[Fact, ...], chips: int) -> State:
    """The state after these facts, with the chips counted after each."""
    for fact in facts:
        state = fact.apply(state)
        assert GAME.coins is not None
        assert purse(state) == chips == GAME.coins(state)[0]
    assert state is not None
    return state


def test_without_betting_there_are_no_chips() -> None:
    begun = begin(GAME, ConundruzeOptions(stacks=7), 3, None, Drawing("1", 0))
    assert purse(begun.state) == 0

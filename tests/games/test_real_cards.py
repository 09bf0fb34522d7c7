"""Matches with real cards: in every game, with all its options and seats, they start with what everybody sees."""

from random import Random
from typing import Any
from uuid import UUID

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ludograph.domain.exchange.real_cards import RealCards, hides
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.cards import UNKNOWN, unplaced
from ludograph.domain.kernel.chance import Unseen, Written
from ludograph.domain.kernel.game import JUDGE, Action, Asked, Refused, replace
from ludograph.domain.kernel.shapes import fields_of
from ludograph.domain.match.aggregate import Match, Setting, start_match
from ludograph.domain.notation.values import ValueWriter
from tests.large import times
from tests.test_properties import pick, told
from tests.worlds import NAMES, STAMP, all_games, observers, random_options, read_back

few = settings(max_examples=times(2, 8), deadline=None, suppress_health_check=list(HealthCheck))
every_game = pytest.mark.parametrize("game", all_games())


class Seen(Unseen):
    """Outcomes as they could come, some of them seen by nobody."""

    def __init__(self, random: Random) -> None:
        super().__init__()
        self._random = random
        self._seen = random.random() < 0.7

    def _answered(self, entry: Asked[Any], before: tuple[Any, ...]) -> tuple[Any, ...]:
        found: tuple[Any, ...] = ()
        for known in entry.known:
            blank = known == entry.blank and (self._seen or not entry.hidden)
            found += (self._random.choice(entry.among(before + found)) if blank else known,)
        return found


def random_table(game: str, random: Random) -> RealCards:
    """Some number of players with options that fit them."""
    while True:
        seats = random.choice(GAMES[game].seats)
        options = random_options(GAMES[game], seats, random)
        try:
            return RealCards(GAMES[game], NAMES[:seats], ValueWriter(NAMES[:seats]).fields(options))
        except Refused as refused:
            assert refused.rule in (GAMES[game].faults.options, GAMES[game].faults.seats, *GAMES[game].rules)


def named(match: Match, action: Action, random: Random) -> Action:
    """The action with a face for each `??` that everybody sees: in a list of cards it stands for any."""
    left = list(unplaced(*match.game.cards(match.state)[:2]))
    random.shuffle(left)
    changes = {
        field.name: tuple(left.pop() if card == UNKNOWN else card for card in getattr(action, field.name))
        for field in fields_of(type(action))
        if field.shape.kind == "list" and not hides(field) and getattr(action, field.name) is not None
    }
    return replace(action, **changes)


def started(table: RealCards, deal: dict[str, Any]) -> Match:
    return start_match(table.game, UUID(int=1, version=4), Setting(table.players, *table.read(deal), None), STAMP)


@every_game
@few
@given(seed=st.integers(0, 2**32))
def test_what_everybody_sees_is_enough_to_start_and_play(game: str, seed: int) -> None:
    random = Random(seed)
    table = random_table(game, random)
    match = started(table, table.needed)
    for _ in range(20):
        for observer in observers(match):
            assert told(match, observer)
        open_to = [(seat, one) for seat, choices in match.open_to(match.state).items() for one in choices]
        if not open_to:
            break
        seat, choice = random.choice(open_to)
        action = named(match, pick(choice, random), random)
        drawn = match.play(seat, action, STAMP, chance=Seen(random)).steps[-1].drawn
        match = match.play(seat, action, STAMP, chance=Written(match.game.deck, drawn or None))
        assert match.steps[-1].drawn == drawn
    assert read_back(match, JUDGE).states == match.states


@every_game
@few
@given(seed=st.integers(0, 2**32))
def test_what_is_left_out_is_the_same_as_cards_that_nobody_saw(game: str, seed: int) -> None:
    table = random_table(game, Random(seed))
    whole = started(table, table.example)
    hidden = [field.name for field in fields_of(table.game.deal) if hides(field) and field.name in table.example]
    for name in hidden:
        for stands in ({}, {name: UNKNOWN}, {name: None}):
            deal = {other: value for other, value in table.example.items() if other != name} | stands
            assert started(table, deal).states == whole.states
            assert started(table, deal).start.deal == whole.start.deal


@every_game
@few
@given(seed=st.integers(0, 2**32))
def test_what_a_match_needs_is_asked_for_in_words(game: str, seed: int) -> None:
    table = random_table(game, Random(seed))
    for field in fields_of(table.game.deal):
        assert field.about
        if field.name in table.needed:
            assert field.question is not None
            assert field.question.text[0].isupper() or field.question.text.startswith("{seat}")
            assert table.missing({}).keys() >= {field.name}

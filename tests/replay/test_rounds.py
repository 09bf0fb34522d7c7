"""The rounds that games state in their scenes, and the parts that are known again from one scene to the next."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import TABLE
from ludograph.domain.kernel.places import whereabouts
from ludograph.domain.kernel.scene import Scene, Zone
from ludograph.replay.timeline.timeline import Timeline
from tests.playthrough import golden_match
from tests.test_properties import every_game, few, seeds
from tests.worlds import random_match

ROUNDS = {
    "aucteraden": None,
    "conundruze": "Game",
    "fools-down": "Hand",
    "hand-of-the-hanataz": "Hand",
    "last-years-magic": "Round",
    "sorcerous-futures": "Group",
    "sun-bid": "Round",
}


def scenes(game: str, seed: int) -> list[Scene]:
    match = random_match(GAMES[game], Random(seed), steps=120)
    return [match.game.scene(frame.state) for frame in Timeline(match, TABLE)]


@pytest.mark.parametrize("game", GAMES)
def test_games_with_rounds_count_them_from_one(game: str) -> None:
    match = golden_match(game)
    rounds = [match.game.scene(frame.state).round for frame in Timeline(match, TABLE)]
    told = list(dict.fromkeys(filter(None, rounds)))
    kind = ROUNDS.get(game, told[0].kind if told else None)
    assert [(one.kind, one.number) for one in told] == [(kind, at) for at in range(1, len(told) + 1)]
    assert bool(told) == bool(kind)


@every_game
@few
@given(seed=seeds)
def test_titles_and_rounds_agree_and_rounds_go_on(game: str, seed: int) -> None:
    shown = scenes(game, seed)
    for scene in shown:
        first, _, rest = scene.title.partition(" ")
        counted = first.isalpha() and rest[:1].isdigit()
        assert scene.title.startswith(str(scene.round)) if scene.round else not counted
    numbers = [scene.round.number for scene in shown if scene.round]
    assert numbers == sorted(numbers)


@every_game
@few
@given(seed=seeds)
def test_no_two_zones_and_no_two_parts_of_a_zone_have_one_name(game: str, seed: int) -> None:
    for scene in scenes(game, seed):
        assert len({(zone.owner, zone.label) for zone in scene.zones}) == len(scene.zones)
        for zone in scene.zones:
            assert len({part.name for part in zone.parts}) == len(zone.parts), zone.label


@every_game
@few
@given(seed=seeds)
def test_a_part_keeps_its_name_when_only_numbers_in_its_label_change(game: str, seed: int) -> None:
    for before, after in pairwise(scenes(game, seed)):
        for old, new in zip(before.zones, after.zones, strict=True):
            names = {part.name for part in old.parts}
            gone = _without_numbers(old, names - {part.name for part in new.parts})
            come = _without_numbers(new, {part.name for part in new.parts} - names)
            assert not gone & come


def _without_numbers(zone: Zone, names: set[str]) -> set[str]:
    labels = [part.label for part in zone.parts if part.name in names]
    return {"".join(sign for sign in label if not sign.isdigit()) for label in labels}


def test_where_a_card_lies_is_told_without_the_numbers_of_the_moment() -> None:
    match = golden_match("sun-bid")
    state = next(state for state in match.states if state.pool)
    assert whereabouts(match.game, state, state.pool[0]) == ("Pool", None)

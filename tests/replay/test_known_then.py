"""What a player knew when they decided, in sentences, tells what their view has and nothing else."""

import re
from random import Random

import pytest

from ludograph.domain.games import GAMES
from ludograph.domain.match.aggregate import Match
from ludograph.replay.sentences.known_then import known_then
from ludograph.replay.timeline.timeline import Timeline
from tests.large import slow_but, times
from tests.playthrough import golden_match
from tests.twins import twins_of
from tests.worlds import random_match


def told(match: Match, seat: int, step: int) -> dict[str, str]:
    """What a seat knew before a step, by what the sentence is about."""
    return dict(sentence.split(": ", 1) for sentence in known_then(Timeline(match, seat), step))


def test_a_hand_is_known_and_those_of_others_are_counted() -> None:
    match = golden_match("last-years-magic")
    found = told(match, 3, 20)
    assert found["Face down, but known"] == "Hand 6c Ah 6h 9c."
    assert found["Not seen"] == "Deck (36), Spent (1); Ann's Hand (4); Bob's Hand (4)."
    assert found["Just before"].startswith("Ann comments, putting a card forward: ")
    assert found["Just before"].endswith("Cat leads on the problem transformed.")


def test_what_was_done_before_goes_back_to_the_players_own_step_and_is_short() -> None:
    match = golden_match("sorcerous-futures")
    for step in match.steps:
        if step.actor < 1:
            continue
        before = told(match, step.actor, step.number).get("Just before", "")
        earlier = [one.actor for one in match.steps[: step.number - 1]]
        assert bool(before) == bool(earlier and earlier[-1] != step.actor)


@pytest.mark.parametrize("game", GAMES)
def test_every_card_that_is_told_lies_in_the_view_of_who_decides(game: str) -> None:
    match = golden_match(game)
    for step in match.steps[::9]:
        if step.actor < 1:
            continue
        timeline = Timeline(match, step.actor)
        face_down = told(match, step.actor, step.number).get("Face down, but known", "")
        seen = str(match.game.scene(timeline[step.number - 1].state))
        words = set(re.findall(r"\w+", face_down)) & set(match.game.deck.by_code)
        assert all(f"'{card}'" in seen for card in words if len(card) > 1)


@pytest.mark.parametrize("game", slow_but(GAMES, "fools-down"))
def test_of_twins_the_same_is_told(game: str) -> None:
    compared = 0
    for number in range(times(1, 3)):
        random = Random(f"{game}/{number}")
        for twins in twins_of(random_match(GAMES[game], random, 12), random):
            for seat in (eyes for eyes in twins.blind if eyes > 0):
                for step in range(1, len(twins.one.states)):
                    assert told(twins.one, seat, step) == told(twins.other, seat, step)
                    compared += 1
    assert compared or game == "aucteraden"

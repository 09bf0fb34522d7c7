"""The beats of a step: what is told apart, and the table at each."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.sentences import Speaker
from ludograph.domain.match.aggregate import Match
from ludograph.replay.beats.beats import beats_of
from ludograph.replay.drawing.picture import picture
from ludograph.replay.page import page
from ludograph.replay.sentences.step_sentences import tell_step
from ludograph.replay.timeline.timeline import Timeline
from tests.large import slow_but, times
from tests.playthrough import golden_match
from tests.twins import Twins, run
from tests.worlds import observers, random_match


def matches(game: str) -> list[Match]:
    """The golden match of a game, and some at random."""
    return [
        golden_match(game),
        *(random_match(GAMES[game], Random(f"{game} {seed}"), 150) for seed in range(times(2, 3))),
    ]


@pytest.mark.parametrize("game", GAMES)
def test_the_beats_of_a_step_are_its_facts_and_sentences_and_end_with_its_table(game: str) -> None:
    for match in matches(game):
        speaker = Speaker(match.game.deck, match.players)
        timeline = Timeline(match, 1)
        for frame in timeline:
            beats = beats_of(timeline, frame.number)
            assert [beat.number for beat in beats] == list(range(1, len(beats) + 1))
            assert tuple(fact for beat in beats for fact in beat.facts) == frame.facts
            told = [sentence for beat in beats for sentence in beat.said]
            assert told == tell_step(match.game, speaker, frame)
            assert all(beat.told for beat in beats[:-1])
            assert beats[-1].state == frame.state


@pytest.mark.parametrize("game", GAMES)
def test_every_beat_can_be_drawn(game: str) -> None:
    for match in matches(game):
        timeline = Timeline(match, 1)
        for frame in timeline:
            for beat in beats_of(timeline, frame.number):
                scene = match.game.scene(beat.state)
                assert scene.title
                assert scene.zones


@pytest.mark.parametrize("game", GAMES)
def test_a_beat_has_the_same_number_for_everybody(game: str) -> None:
    for match in matches(game):
        timelines = [Timeline(match, observer) for observer in observers(match)]
        for number in range(len(match.states)):
            kinds = {tuple(tuple(map(type, beat.facts)) for beat in beats_of(one, number)) for one in timelines}
            assert len(kinds) == 1


def differently_watched(twins: Twins, random: Random, counts: Counter[str]) -> Iterator[str]:
    """Those who cannot tell twins apart, and yet see other beats, pictures or pages of them."""
    for eyes in random.sample(twins.blind, min(len(twins.blind), 2)):
        counts["compared"] += 1
        if page(twins.one, eyes) != page(twins.other, eyes):
            yield f"the page of {eyes}"
        timelines = Timeline(twins.one, eyes), Timeline(twins.other, eyes)
        for step in range(len(twins.one.states)):
            one, other = (beats_of(timeline, step) for timeline in timelines)
            if one != other:
                yield f"step {step} of {eyes}"
        step = random.randrange(len(twins.one.states))
        if picture(twins.one, eyes, step, 1) != picture(twins.other, eyes, step, 1):
            yield f"the picture of step {step} of {eyes}"


@pytest.mark.parametrize("game", slow_but(GAMES, "aucteraden", "sorcerous-futures"))
def test_beats_tell_nobody_what_they_have_not_seen(game: str) -> None:
    counts: Counter[str] = Counter()
    assert not list(run(game, 2, 7, counts, differently_watched))

"""Scores part by part on the cards, and why something came out as it did."""

import re
from collections.abc import Iterator
from random import Random

import pytest

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.game import JUDGE, TABLE
from ludograph.domain.kernel.sentences import Speaker
from ludograph.domain.match.aggregate import Match
from ludograph.replay.beats.beats import beats_of
from ludograph.replay.beats.marks import marks
from ludograph.replay.player.session import ReplaySession
from ludograph.replay.sentences.ending import ending_of
from ludograph.replay.sentences.step_sentences import tell_step
from ludograph.replay.timeline.timeline import Timeline
from tests.large import times
from tests.playthrough import golden_match
from tests.worlds import random_match

SCORED = [game for game, kind in GAMES.items() if kind.parts]
DECIDED = [game for game, kind in GAMES.items() if kind.reasons]


def matches(game: str) -> Iterator[Match]:
    """The golden match of a game, and some at random that come to their end."""
    yield golden_match(game)
    yield from (random_match(GAMES[game], Random(f"{game} {seed}")) for seed in range(times(1, 4)))


@pytest.mark.parametrize("game", SCORED)
def test_parts_add_up_to_the_score(game: str) -> None:
    for match in matches(game):
        ending = ending_of(Timeline(match, JUDGE))
        if ending is None:
            continue
        for rank in ending.ranking:
            amounts = [one.part.amount for one in ending.parts if one.part.seat == rank.seat]
            if rank.score is not None and UNKNOWN not in (*amounts, rank.score):
                assert sum(map(int, amounts)) == rank.score


@pytest.mark.parametrize("game", SCORED)
def test_a_part_is_a_beat_in_which_its_cards_are_ringed_where_they_lie(game: str) -> None:
    found = 0
    for match in matches(game):
        timeline = Timeline(match, TABLE)
        for number in range(1, len(timeline)):
            for beat in beats_of(timeline, number):
                if beat.part is None:
                    continue
                scene = match.game.scene(beat.state)
                named = marks(scene, scene, about=beat.about).named
                ringed = [scene.zones[place.zone].owner for place in named]
                assert {card for card in beat.part.cards if card != UNKNOWN} == {card for _, card in beat.about}
                assert len(ringed) >= len(beat.about)
                assert not named or {*ringed} == {beat.part.seat}
                assert beat.told[0].startswith(match.name(beat.part.seat))
                found += 1
    # A single part of a fact is told with the fact itself.
    assert found or game == "last-years-magic"


@pytest.mark.parametrize("game", DECIDED)
def test_reasons_stand_behind_sentences_that_are_whole_without_them(game: str) -> None:
    reasoned = 0
    for match in matches(game):
        speaker = Speaker(match.game.deck, match.players)
        for frame in Timeline(match, TABLE):
            long, short = (tell_step(match.game, speaker, frame, terse=terse) for terse in (False, True))
            assert len(long) == len(short)
            for whole, brief in zip(long, short, strict=True):
                assert whole.startswith(brief.removesuffix("."))
                assert whole.endswith((".", "”"))
                assert not re.search(r"\.\.| ,| {2}|\.;|\.:", whole.replace("...", "")), whole
                reasoned += whole != brief
    # Games of Conundruze that end by ducking need none.
    assert reasoned or game == "conundruze"


def told_in(match: Match, word: str) -> list[str]:
    """The sentences of a match that have a word."""
    speaker = Speaker(match.game.deck, match.players)
    told = (sentence for frame in Timeline(match, TABLE) for sentence in tell_step(match.game, speaker, frame))
    return [sentence for sentence in told if word in sentence]


def test_a_round_of_last_years_magic_names_the_card_that_wins() -> None:
    won = told_in(golden_match("last-years-magic"), "the prime factor is")
    assert any(re.search(r"wins with \w+, the (highest|only) (heart|diamond|club|spade)", one) for one in won)


def test_a_pot_of_fools_down_names_the_hand_and_the_one_it_beats() -> None:
    for seed in range(20):
        pots = told_in(random_match(GAMES["fools-down"], Random(seed), 60), "with the best hand")
        if pots:
            assert all(": " in one.split("with the best hand")[1] for one in pots)
            return
    raise AssertionError("No hand was shown.")


def test_the_switch_of_the_player_leaves_reasons_out_and_brings_them_back() -> None:
    match = golden_match("last-years-magic")
    session = ReplaySession(match, TABLE)
    step = next(
        number for number in range(1, len(match.states)) if "wins with" in " ".join(session.recording.told(number))
    )
    long = session.recording.told(step), session.recording.line(step)
    session.terse = True
    assert "wins with" not in " ".join(session.recording.told(step)) + session.recording.line(step)
    session.terse = False
    assert (session.recording.told(step), session.recording.line(step)) == long

"""Steps as sentences, and sentences as lines."""

import re
from random import Random
from uuid import UUID

import pytest

from ludograph.domain.bots.moves import Bots
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE, TABLE
from ludograph.domain.kernel.sentences import Speaker
from ludograph.domain.match.aggregate import Match, Setting, start_match
from ludograph.replay.sentences.step_sentences import tell_step, wrapped
from ludograph.replay.timeline.timeline import Timeline
from tests.playthrough import golden_match
from tests.worlds import NAMES, STAMP, observers


def bots_match(name: str) -> Match:
    """A match between bots, long enough for most of what can be told."""
    game = GAMES[name]
    seats = min(game.seats[-1], 5)
    match = start_match(game, UUID(int=1), Setting(NAMES[:seats], game.options(), None, "1"), STAMP)
    bots = Bots(game, seats, Random(3), limit=250)
    while len(match.steps) < 400 and (move := bots.move(match.state, len(match.steps))):
        match = match.play(*move, STAMP)
    return match


@pytest.mark.parametrize("observer", [TABLE, JUDGE])
@pytest.mark.parametrize("game", GAMES)
def test_every_sentence_begins_like_one_and_ends_like_one(game: str, observer: Observer) -> None:
    match = bots_match(game)
    speaker = Speaker(match.game.deck, match.players)
    for frame in Timeline(match, observer):
        for sentence in tell_step(match.game, speaker, frame):
            assert not sentence[0].islower(), sentence
            assert sentence[-1] in ".?!”", sentence


def test_a_text_hangs_behind_what_stands_before_it() -> None:
    lines = wrapped("one two three four five six seven", width=24, first="  1  ")
    assert lines == ["  1  one two three four", "     five six seven"]


def test_lines_of_a_remark_stay_lines() -> None:
    assert wrapped("one\ntwo", first="> ") == ["> one", "  two"]
    assert wrapped("", first="> ") == ["> "]


def test_a_remark_cannot_write_to_the_terminal() -> None:
    assert wrapped("red \x1b[31m and \x07 bell") == [r"red \x1b[31m and \x07 bell"]


@pytest.mark.parametrize(
    ("game", "deal"),
    [
        ("sun-bid", "^Bidding cards: "),
        ("sorcerous-futures", "lie face down under "),
        ("aucteraden", "^Up come"),
        ("last-years-magic", " is dealt "),
        ("conundruze", " gets a castle of 8 cards, face down"),
        ("hand-of-the-hanataz", " is dealt 5 cards"),
        ("fools-down", " gets (2 down cards|the Fool's Down card)"),
    ],
)
def test_a_deal_is_told_in_one_sentence_with_the_faces_that_the_observer_knows(game: str, deal: str) -> None:
    match = golden_match(game)
    speaker = Speaker(match.game.deck, match.players)
    for observer in observers(match):
        found = [
            sentence
            for frame in Timeline(match, observer)
            if frame.number == 0 or game != "aucteraden"
            for sentence in told_once(deal, tell_step(match.game, speaker, frame))
        ]
        assert found
        for sentence in found if " gets " in deal or " dealt " in deal else ():
            known = {name for name in match.players if f"; {name}: " in sentence}
            assert known <= (
                {*match.players} if observer == JUDGE else {match.players[observer - 1]} if observer else set()
            )


def told_once(what: str, sentences: list[str]) -> list[str]:
    """The sentence that fits, of which there is one at most."""
    found = [sentence for sentence in sentences if re.search(what, sentence)]
    assert len(found) < 2
    return found


def test_who_is_not_dealt_in_is_not_named_among_those_who_are() -> None:
    speaker = Speaker(GAMES["fools-down"].deck, ("Ann", "Bob", "Cat"))
    told = speaker.each_dealt([(1, ("9f",)), (3, ("??",)), (1, ("9s",)), (3, ("??",))], "gets {size} down cards")
    assert told == "Each of Ann and Cat gets 2 down cards; Ann: 9f 9s."

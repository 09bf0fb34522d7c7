"""What somebody could do, in short words, as far as whoever looks can tell."""

import pytest

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import TABLE
from ludograph.replay.sentences.choices import could_have, open_in
from ludograph.replay.timeline.timeline import Timeline
from tests.playthrough import golden_match


def test_what_was_done_is_among_what_could_have_been_done() -> None:
    match = golden_match("sun-bid")
    timeline = Timeline(match, TABLE)
    assert could_have(timeline, timeline[0]) == ()
    assert could_have(timeline, timeline[1]) == ("flip a card", "call an auction")


def test_what_could_be_done_reads_as_sentences() -> None:
    seen = {
        text
        for game in ("sun-bid", "sorcerous-futures", "conundruze", "fools-down")
        for frame in Timeline(golden_match(game), TABLE)
        for one in open_in(golden_match(game), frame.state)
        for text in one.texts
    }
    assert "bid 9MS, 6SY, 5SV or 2SY" in seen
    assert any(one.endswith("up for auction: open or closed") for one in seen)
    assert any(one.startswith("raise to ") and "-90" in one for one in seen)
    assert "tip the dealer 1-99" in seen


@pytest.mark.parametrize("game", GAMES)
def test_who_acts_had_a_choice_and_somebody_has_one_until_the_end(game: str) -> None:
    match = golden_match(game)
    timeline = Timeline(match, TABLE)
    for frame in timeline:
        found = open_in(match, frame.state)
        assert any(one.awaited for one in found) or frame.number == len(match.steps) or match.game.id == "fools-down"
        texts = [text for one in found for text in one.texts]
        assert all(text[0].islower() and not text.endswith((".", " ")) for text in texts)
        assert not any(sign in text for text in texts for sign in "|{}[]_")
        if frame.number:
            assert could_have(timeline, frame)

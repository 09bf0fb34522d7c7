"""What somebody could do, in short words, as far as whoever looks can tell."""

import pytest

from domain.games import GAMES
from domain.kernel.game import TABLE
from domain.notation.values import verbs
from replay.choices import could_have, open_in
from replay.timeline import Timeline
from tests.playthrough import golden_match


def test_what_was_done_is_among_what_could_have_been_done() -> None:
    match = golden_match("sun-bid")
    timeline = Timeline(match, TABLE)
    assert could_have(timeline, timeline[0]) == ()
    assert could_have(timeline, timeline[1]) == ("flip", "call")


@pytest.mark.parametrize("game", GAMES)
def test_who_acts_had_a_choice_and_somebody_has_one_until_the_end(game: str) -> None:
    match = golden_match(game)
    timeline = Timeline(match, TABLE)
    for frame in timeline:
        found = open_in(match, frame.state)
        assert any(one.awaited for one in found) or frame.number == len(match.steps) or match.game.id == "fools-down"
        assert all(text.split(" ")[0] in verbs(match.game) for one in found for text in one.texts)
        if frame.number:
            assert could_have(timeline, frame)

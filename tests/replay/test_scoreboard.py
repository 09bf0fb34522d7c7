"""The scoreboard: every game says what its players have, and its last line is the result with all rulings."""

import pytest

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import TABLE
from ludograph.domain.kernel.worth import value_text
from ludograph.domain.match.final_result import final_of
from ludograph.replay.timeline.scoreboard import PlayerScore, scoreboard
from ludograph.replay.timeline.timeline import Timeline
from tests.playthrough import golden_match
from tests.worlds import observers


@pytest.mark.parametrize("game", GAMES)
def test_at_the_end_it_shows_the_final_scores_and_who_has_won(game: str) -> None:
    match = golden_match(game)
    found = final_of(match)
    for observer in observers(match):
        board = scoreboard(match, Timeline(match, observer)[len(match.steps)].state, last=True)
        assert [int(one.value) for one in board] == list(found.scores)
        assert tuple(one.seat for one in board if one.won) == found.winners


@pytest.mark.parametrize("game", GAMES)
def test_it_counts_the_same_at_every_step_in_the_unit_of_the_result(game: str) -> None:
    match = golden_match(game)
    timeline = Timeline(match, TABLE)
    (label,) = {one.label for one in scoreboard(match, timeline[len(match.steps)].state, last=True)}
    for frame in timeline:
        board = scoreboard(match, frame.state, last=False)
        assert {one.label for one in board} == {label}
        assert [one.value for one in board] == [
            value_text(value, signed=match.game.ending.signed) for value in match.game.worth_of(frame.state)
        ]
        assert not any(one.won for one in board)


def test_a_change_is_told_where_the_same_thing_is_counted() -> None:
    before = PlayerScore(1, "Gold", "90")
    assert PlayerScore(1, "Gold", "77").change(before) == "-13"
    assert PlayerScore(1, "Gold", "95").change(before) == "+5"
    assert PlayerScore(1, "Gold", "90").change(before) == ""
    assert PlayerScore(1, "Score", "51").change(before) == ""
    assert PlayerScore(1, "Gold", "??").change(before) == ""
    assert PlayerScore(1, "Gold", "90.5").change(before) == "+0.5"
    assert PlayerScore(1, "Won", "-3").change(PlayerScore(1, "Won", "+12.5")) == "-15.5"

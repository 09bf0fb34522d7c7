"""The scoreboard: every game says what its players have, and its last line is the result with all rulings."""

import pytest

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import TABLE
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
        scene = match.game.scene(Timeline(match, observer)[len(match.steps)].state)
        board = scoreboard(match, scene, last=True)
        assert [one.value for one in board] == [str(score) for score in found.scores]
        assert tuple(one.seat for one in board if one.won) == found.winners


@pytest.mark.parametrize("game", GAMES)
def test_before_the_end_it_shows_what_the_table_shows(game: str) -> None:
    match = golden_match(game)
    for frame in Timeline(match, TABLE):
        scene = match.game.scene(frame.state)
        board = scoreboard(match, scene, last=False)
        assert len(board) == len(match.players)
        assert all(one.label for one in board)
        assert not any(one.won for one in board)


def test_a_change_is_told_where_the_same_thing_is_counted() -> None:
    before = PlayerScore(1, "Gold", "90")
    assert PlayerScore(1, "Gold", "77").change(before) == "-13"
    assert PlayerScore(1, "Gold", "95").change(before) == "+5"
    assert PlayerScore(1, "Gold", "90").change(before) == ""
    assert PlayerScore(1, "Score", "51").change(before) == ""
    assert PlayerScore(1, "Gold", "??").change(before) == ""

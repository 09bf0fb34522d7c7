"""Rounds are read from the titles of scenes."""

import pytest

from domain.kernel.scene import Scene
from replay.rounds import round_of


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Round 2 of 3: a turn", "Round 2"),
        ("Hand 12, the showdown", "Hand 12"),
        ("Game 1: bets", "Game 1"),
        ("Group 3", "Group 3"),
        ("After hand 3", None),
        ("4 of 16 cards laid, to buy or discard", None),
        ("Round 2 begins", None),
        ("The match is over", None),
    ],
)
def test_a_round_is_a_word_and_a_number_that_a_title_begins_with(title: str, name: str | None) -> None:
    assert round_of(Scene(title, ())) == name

"""What may still come, and what can be in a hand of which not all is known."""

import pytest

from domain.kernel.cards import Cards, holds, playable, unplaced


def cards(text: str) -> Cards:
    return tuple(text.split())


@pytest.mark.parametrize(
    ("deck", "placed", "left"),
    [
        ("A B C", "B", "A C"),
        ("A B C", "?? B ??", "A C"),
        ("A B A B", "A ??", "A B B"),
        ("A B A B", "A A B", "B"),
        ("A B", "A B", ""),
        ("A B", "X", "A B"),
    ],
)
def test_each_copy_that_lies_nowhere_may_still_come(deck: str, placed: str, left: str) -> None:
    assert unplaced(cards(deck), cards(placed)) == cards(left)


@pytest.mark.parametrize(
    ("hand", "named", "can"),
    [
        ("A B", "B", True),
        ("A B", "A A", False),
        ("A ??", "A C", True),
        ("A ??", "C D", False),
        ("?? ??", "C D", True),
    ],
)
def test_an_unknown_card_stands_for_any(hand: str, named: str, can: bool) -> None:
    assert holds(cards(hand), cards(named)) is can


def test_a_hand_is_played_from_as_far_as_it_is_known() -> None:
    assert playable(cards("A B A"), lambda: cards("X")) == cards("A B")
    assert playable(cards("A ??"), lambda: cards("X A Y")) == cards("A X Y")

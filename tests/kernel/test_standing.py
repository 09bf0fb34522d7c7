"""Who has won, by their points, and what a `??` among them leaves open."""

import pytest

from ludograph.domain.kernel.game import Result, Seat
from ludograph.domain.kernel.standing import highest, known, lowest, standing


@pytest.mark.parametrize(
    ("points", "seats", "best", "worst"),
    [
        ((3, 1, 3), None, (1, 3), (2,)),
        ((-2, -2), None, (1, 2), (1, 2)),
        ((5, 4, 5), (4, 2, 1), (4, 1), (2,)),
    ],
)
def test_equal_points_share(
    points: tuple[int, ...], seats: tuple[Seat, ...] | None, best: tuple[Seat, ...], worst: tuple[Seat, ...]
) -> None:
    assert highest(points, seats) == best
    assert lowest(points, seats) == worst


def test_a_second_number_breaks_ties() -> None:
    assert highest(((3, 1), (3, 2), (1, 9))) == (2,)


def test_nothing_can_be_made_of_numbers_with_an_unknown_one() -> None:
    assert known((1, 2)) == (1, 2)
    assert known((1, "??")) is None


def test_before_the_end_all_is_open() -> None:
    assert standing(False, 2, (), (1,)) == Result(over=False, scores=(None, None), winners=())
    assert standing(True, 2, (4, "??"), "??") == Result(over=True, scores=(4, "??"), winners="??")

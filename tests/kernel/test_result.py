"""What comes of a result after rulings: scores, who has won, and places."""

from typing import Any

import pytest

from ludograph.domain.kernel.result import FinalResult, Order, Result, final

OVER: list[tuple[str, Result, dict[int, int], tuple[int, ...], tuple[Any, ...], tuple[Any, ...]]] = [
    # what, result, points given, who forfeits, winners, places
    ("the highest first", Result(True, (3, 5, 4), (2,)), {}, (), (2,), (3, 1, 2)),
    ("equal ones share", Result(True, (5, 5, 4), (1, 2)), {}, (), (1, 2), (1, 1, 3)),
    ("points decide", Result(True, (3, 5, 4), (2,)), {2: -2, 1: +2}, (), (1,), (1, 3, 2)),
    ("the fewest first", Result(True, (3, 5, 4), (1,), Order(fewest=True)), {1: 2}, (), (3,), (2, 2, 1)),
    ("a tie is broken", Result(True, (5, 5), (2,), Order(ties=(1, 2))), {}, (), (2,), (2, 1)),
    ("a tie that a ruling makes", Result(True, (5, 4), (1,), Order(ties=(1, 2))), {2: 1}, (), (2,), (2, 1)),
    ("who lasted", Result(True, (9, 1), (1,), Order(fewest=True, lasted=(4, 3))), {}, (), (1,), (1, 2)),
    ("who is out", Result(True, (9, 1, 2), (3,), Order(out=(1,))), {}, (), (3,), (3, 2, 1)),
    ("all others forfeit", Result(True, (9, 1, 2), (3,), Order(out=(1,))), {}, (2, 3), (), (1, 2, 2)),
    ("a forfeit", Result(True, (9, 1, 2), (1,)), {}, (1,), (3,), (3, 2, 1)),
    ("two forfeits share", Result(True, (9, 1, 2), (1,)), {}, (1, 3), (2,), (2, 1, 2)),
    ("everybody forfeits", Result(True, (9, 1), (1,)), {}, (1, 2), (), (1, 1)),
    ("enough alone", Result(True, (40,), (1,), Order(needed=40)), {}, (), (1,), (1,)),
    ("too few alone", Result(True, (40,), (1,), Order(needed=40)), {1: -1}, (), (), (1,)),
    ("an unknown score", Result(True, (9, "??", 1), "??"), {}, (), ("??",), ("??", "??", "??")),
    ("who has it forfeits", Result(True, (9, "??", 1), "??"), {}, (2,), (1,), (1, 3, 2)),
    ("an unknown tie", Result(True, (9, 9, 1), "??", Order(ties=("??", 3, 2))), {}, (), ("??",), ("??", "??", 3)),
    ("one that a ruling decides", Result(True, (9, 9), "??", Order(ties=("??", 3))), {2: 1}, (), (2,), (2, 1)),
    ("nobody was scored", Result(True, (None, None), (2,), Order(out=(1,))), {1: 5}, (), (2,), (2, 1)),
]


@pytest.mark.parametrize(("result", "points", "out", "winners", "places"), [one[1:] for one in OVER])
def test_places_and_winners_after_rulings(
    result: Result, points: dict[int, int], out: tuple[int, ...], winners: tuple[Any, ...], places: tuple[Any, ...]
) -> None:
    found = final(result, points, out)
    assert found.places == places
    assert found.winners == ("??" if winners == ("??",) else winners)


def test_points_are_added_to_scores_that_are_numbers() -> None:
    assert final(Result(True, (3, "??", None), "??"), {1: -5, 2: 1, 3: 1}).scores == (-2, "??", None)


def test_before_the_end_nothing_is_said() -> None:
    assert final(Result(False, (None, None), ()), {1: 5}, (2,)) == FinalResult((None, None), (), (None, None))

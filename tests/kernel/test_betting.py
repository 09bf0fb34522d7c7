"""A round of betting: who owes what, and who is asked next."""

import pytest

from ludograph.domain.kernel.betting import Betting, answers, asked, open_betting, owed, spoken

FOUR = (1, 2, 3, 4)


def round_of(
    *said: tuple[int, int], order: tuple[int, ...] = (3, 4, 1, 2), paid: tuple[int, ...] = (0,) * 4
) -> Betting:
    """A round in which seats have said something, each with what it put in."""
    betting = open_betting(order, paid, max(paid))
    for seat, amount in said:
        betting = spoken(betting, seat, amount)
    return betting


def test_they_are_asked_in_order_beginning_with_the_first() -> None:
    assert [asked(round_of(*((seat, 0) for seat in (3, 4, 1, 2)[:count])), FOUR) for count in range(5)] == [
        3,
        4,
        1,
        2,
        None,
    ]


def test_who_is_not_able_to_answer_is_passed_over() -> None:
    assert asked(round_of((3, 5)), (1, 2, 3)) == 1
    assert asked(round_of(), ()) is None


def test_a_raise_asks_everybody_again_up_to_who_made_it() -> None:
    betting = round_of((3, 0), (4, 5), (1, 5))
    assert betting.level == 5
    assert [owed(betting, seat) for seat in FOUR] == [0, 5, 5, 0]
    assert asked(betting, FOUR) == 2
    assert asked(spoken(betting, 2, 5), FOUR) == 3
    assert asked(spoken(spoken(betting, 2, 5), 3, 5), FOUR) is None


def test_who_put_in_less_than_the_level_does_not_lower_it() -> None:
    betting = round_of((3, 5), (4, 2))
    assert (betting.level, betting.paid, betting.last) == (5, (0, 0, 5, 2), 4)
    assert betting.spoke_at == (None, None, 5, 5)


def test_antes_are_owed_by_who_has_not_paid_them_and_everybody_speaks() -> None:
    betting = round_of(paid=(1, 2, 0, 0))
    assert [owed(betting, seat) for seat in FOUR] == [1, 0, 2, 2]
    assert all(answers(betting, seat) for seat in FOUR)
    assert not answers(spoken(betting, 2), 2)


@pytest.mark.parametrize(("paid", "due"), [(0, 5), (4, 1), (5, 0), (9, 0)])
def test_nobody_owes_less_than_nothing(paid: int, due: int) -> None:
    assert owed(Betting((1,), (paid,), 5, (None,)), 1) == due

"""What is wrong is said with the names of players by whoever prints it."""

import pytest

from ludograph.domain.kernel.marks import TABLE
from ludograph.domain.kernel.objections import Objection, Who


@pytest.mark.parametrize(
    ("seat", "anonymous", "named"),
    [(Who(2), "Seat 2 leads.", "Bob leads."), (Who(TABLE), "The table leads.", "the table leads.")],
)
def test_a_seat_goes_by_the_name_of_its_player(seat: Who, anonymous: str, named: str) -> None:
    wrong = Objection("{seat} leads.", seat=seat)
    assert wrong.told() == str(wrong) == anonymous
    assert wrong.told(("Ann", "Bob")) == named


def test_a_seat_that_nobody_has_is_told_by_its_number() -> None:
    assert Objection("{seat} leads.", seat=Who(3)).told(("Ann", "Bob")) == "seat 3 leads."


def test_several_seats_are_listed_and_numbers_stay_numbers() -> None:
    wrong = Objection("{seats} owe {amount}.", seats=(Who(1), Who(2)), amount=2)
    assert wrong.told(("Ann", "Bob")) == "Ann, Bob owe 2."


def test_what_a_player_wrote_is_never_taken_for_a_seat_or_a_template() -> None:
    assert Objection("seat 2 wrote {this}").told(("Ann", "Bob")) == "seat 2 wrote {this}"
    assert Objection("{said} is no card.", said="seat 2 {x}").told(("Ann", "Bob")) == "seat 2 {x} is no card."

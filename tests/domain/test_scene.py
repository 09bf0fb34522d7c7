"""What scenes are made of."""

import pytest

from ludograph.domain.kernel.scene import Grid, Ledger, Part, Pile, Round, Row, Zone, at_seat, ledger


def test_a_round_has_a_short_form_and_a_long_one() -> None:
    assert (Round("Group", 2, of=4).label, str(Round("Group", 2, of=4))) == ("Group 2", "Group 2 of 4")
    assert (Round("Hand", 3).label, str(Round("Hand", 3))) == ("Hand 3", "Hand 3")


@pytest.mark.parametrize(
    "part",
    [
        Row("Pool (3 of 5)", ("NV",), key="Pool"),
        Pile("Pool (3 of 5)", 3, key="Pool"),
        Grid("Pool (3 of 5)", (), key="Pool"),
        Ledger("Pool (3 of 5)", (), key="Pool"),
        Row("Pool", ("NV",)),
    ],
)
def test_a_part_is_named_by_its_key_or_else_by_its_label(part: Part) -> None:
    assert part.name == "Pool"


def test_a_ledger_has_lines_for_what_there_is_be_it_nought() -> None:
    assert ledger("Chips", {"Pot": 0, "Bet": None, "Bards": "", "House": "??"}) == Ledger(
        "Chips", (("Pot", "0"), ("House", "??"))
    )


def test_the_zone_of_a_seat_has_the_markers_that_hold() -> None:
    hand = Row("Hand", ())
    markers = {"leads": True, "to act": False, "winner": True}
    assert at_seat(2, [hand], markers) == Zone("Seat 2", (hand,), 2, ("leads", "winner"))


def test_a_seat_stands_at_the_first_thing_that_it_has_any_number_of() -> None:
    assert at_seat(1, (), {}, {"Score": None, "Gold": 0, "Chips": 3}).standing == ("Gold", "0")
    assert at_seat(1, (), {}, {"Score": None}).standing is None

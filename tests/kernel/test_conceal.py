"""What is left of a fact for somebody who may not know all of it."""

from typing import Annotated

import pytest
from msgspec import Struct

from ludograph.domain.kernel.cards import Card, Cards
from ludograph.domain.kernel.conceal import conceal, sees
from ludograph.domain.kernel.game import JUDGE, TABLE, Secret


class Dealt(Struct, frozen=True):
    """A hand that one seat sees, a bid that its maker sees, and what everybody saw."""

    seat: int
    cards: Annotated[Cards, Secret("seat")]
    bid: Annotated[int | None, Secret("actor")]
    turned: Annotated[Card, Secret("*")]
    shown_to: tuple[int, ...]
    shown: Annotated[Card, Secret("shown_to")]
    hands: Annotated[tuple[Cards, ...], Secret(each=True)]


FACT = Dealt(2, ("a", "b"), 7, "c", (1, 3), "d", (("e",), ("f", "g"), ()))


@pytest.mark.parametrize(
    ("observer", "cards", "bid", "shown", "hands"),
    [
        (JUDGE, ("a", "b"), 7, "d", (("e",), ("f", "g"), ())),
        (TABLE, ("??", "??"), None, "??", (("??",), ("??", "??"), ())),
        (1, ("??", "??"), None, "d", (("e",), ("??", "??"), ())),
        (2, ("a", "b"), None, "??", (("??",), ("f", "g"), ())),
        (3, ("??", "??"), 7, "d", (("??",), ("??", "??"), ())),
    ],
)
def test_each_sees_what_is_theirs_and_of_the_rest_how_much_it_is(
    observer: int, cards: Cards, bid: int | None, shown: Card, hands: tuple[Cards, ...]
) -> None:
    assert conceal(FACT, observer, actor=3) == Dealt(2, cards, bid, "c", (1, 3), shown, hands)


@pytest.mark.parametrize(
    ("audience", "observer", "seen"),
    [((1,), 1, True), ((1,), 2, False), ((), 1, False), ((), JUDGE, True), ((TABLE,), 2, True), ((1,), TABLE, False)],
)
def test_an_audience_sees_and_so_does_the_judge(audience: tuple[int, ...], observer: int, seen: bool) -> None:
    assert sees(audience, observer) is seen

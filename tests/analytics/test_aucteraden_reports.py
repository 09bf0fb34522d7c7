"""Aucteraden in SQL: what the views and reports tell is what was played."""

from collections import Counter
from collections.abc import Iterator

import pytest

from ludograph.domain.games.aucteraden.facts import (
    CardBought,
    CardTurnedUp,
    ExcuseSwept,
    MarketDiscarded,
    MarketThinned,
    SuitScored,
)
from tests.analytics.played import Asked, asked, facts, mean, near, played, written

EXAMPLE_7 = """\
ludograph: 1
game: aucteraden
players: ["Ann"]
deal: {"drawn": ["4VL", "7SK", "2SY"]}

1 buy 2SY S
1 place 0 0 > 1Y
1 buy 7SK K
1 place -1 0 > 5YK 9LK
1 buy 5YK Y
1 place 0 1 > 3MV 9VY
1 buy 9LK
1 place -1 -1 > 8VL NS 1S
1 buy 8VL
1 place 0 -1 > 2VL
1 buy 2VL L
1 place 1 -1 > 4MS NK NL
1 buy NK K
1 place -1 -2 > 5ML 8MS 3LY
1 buy 8MS M
1 place -1 1 > 7ML 6LK 9MS
1 buy 9MS M
1 place -2 1 > 5SV
1 buy 5SV V
1 place 1 0 > 2MK 6SY 3SK
1 buy 2MK
1 place -2 0 > 1V
1 discard > 4YK 1K 1M
1 buy 1K K
1 place -2 -1 > 6MV 7VY
1 buy 7VY Y
1 place 1 1 > 1L
1 buy 6MV V
1 place 0 -2 > 8YK NV
1 buy 1L
1 place 1 -2 > NY NM
1 discard
"""


@pytest.fixture(scope="module")
def bots(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    with asked(tmp_path_factory.mktemp("aucteraden"), played("aucteraden", 3, 8)) as archive:
        yield archive


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    with written(tmp_path_factory.mktemp("example"), EXAMPLE_7) as archive:
        yield archive


def test_the_final_score_of_example_7(example: Asked) -> None:
    (row,) = example.rows("SELECT * FROM aucteraden.finished")
    assert (row["total"], row["suits"], row["holes"], row["chips"], row["discards"]) == (38, 49, -5, 0, -6)
    assert (row["cards"], row["chips_spent"], row["times_discarded"], row["forced_discards"]) == (15, 16, 2, 1)
    assert (row["grade"], row["reason"]) == ("loss", "market_empty")


def test_the_chains_of_example_7(example: Asked) -> None:
    lengths = {row["length"]: row["chains"] for row in example.report("aucteraden/chains")}
    assert lengths == {2: 1, 3: 2, 4: 2, 5: 1}
    (knots,) = example.report("aucteraden/chains", suit="k")
    assert (knots["length"], knots["with_ace_percent"], knots["points"]) == (5, 100, 18)


def test_the_chips_of_example_7(example: Asked) -> None:
    left = {row["suit"]: row["average_left"] for row in example.report("aucteraden/chips")}
    assert left == {"M": 1, "S": 2, "V": 1, "L": 2, "Y": 1, "K": 1}
    points = {row["chips_left"]: row["average_chain_points"] for row in example.report("aucteraden/chips-left")}
    assert points == {1: 7.5, 2: 9.5}


def test_the_discards_of_example_7(example: Asked) -> None:
    rows = example.report("aucteraden/discards")
    assert [(row["cards_in_tableau"], row["discards"], row["forced"]) for row in rows] == [(11, 1, 0), (15, 1, 1)]


def test_where_the_cards_of_example_7_lie(example: Asked) -> None:
    cells = {(row["column"], row["row"]): row["card"] for row in example.rows("SELECT * FROM aucteraden.purchases")}
    square = [[cells.get((column, row)) for column in range(1, 5)] for row in range(1, 5)]
    assert square == [
        [None, "NK", "6MV", "1L"], ["1K", "9LK", "8VL", "2VL"], ["2MK", "7SK", "2SY", "5SV"],
        ["9MS", "8MS", "5YK", "7VY"],
    ]  # fmt: skip


def test_prices_and_slots_of_example_7(example: Asked) -> None:
    slots = {row["slot"]: (row["bought"], row["average_price"]) for row in example.report("aucteraden/slots")}
    assert slots == {"left": (5, 2), "middle": (6, 1), "right": (4, 0)}


def test_the_shares_of_cards_add_up_to_the_points_of_chains(bots: Asked) -> None:
    shares = {
        row["match"]: float(row["points"])
        for row in bots.rows("SELECT match, sum(points) AS points FROM aucteraden.purchases GROUP BY ALL")
        if row["points"] is not None
    }
    finished = [match for match in bots.matches if match.state.phase == "over"]
    assert len(shares) == len(finished)
    for match in finished:
        chains = sum(fact.total for fact in facts(match, SuitScored) if fact.length)
        assert abs(shares[str(match.id)] - chains) < 0.01


def test_cards_turned_up_meet_the_fate_that_the_facts_tell(bots: Asked) -> None:
    counted: Counter[str] = Counter()
    for match in bots.matches:
        counted["all"] += len(facts(match, CardTurnedUp))
        counted["bought"] += len(facts(match, CardBought))
        counted["pushed"] += sum(len(fact.discarded) for fact in facts(match, MarketThinned))
        counted["swept"] += sum(len(fact.discarded) for fact in facts(match, ExcuseSwept))
        counted["discarded"] += sum(len(fact.cards) for fact in facts(match, MarketDiscarded))
    told = Counter(row["fate"] for row in bots.rows("SELECT fate FROM aucteraden.turned_up"))
    assert told.total() == counted.pop("all")
    del told["market"]
    assert told == +counted


def test_chains_are_averaged_by_suit_as_they_scored(bots: Asked) -> None:
    scored = [fact for match in bots.matches for fact in facts(match, SuitScored)]
    for row in bots.report("aucteraden/chips"):
        mine = [fact for fact in scored if fact.suit == row["suit"]]
        assert row["matches"] == len(mine)
        assert near(row["average_chain_length"], mean([fact.length for fact in mine]))
        assert near(row["average_chain_points"], mean([fact.total for fact in mine]))


def test_grades_are_counted_for_each_set_of_options(bots: Asked) -> None:
    finished = [match for match in bots.matches if match.state.phase == "over"]
    rows = bots.report("aucteraden/grades")
    assert sum(row["matches"] for row in rows) == len(finished)
    options = {(match.start.options.market, match.start.options.must_touch) for match in finished}
    assert {(row["market"], row["must_touch"]) for row in rows} == options


def test_rules_come_into_play_as_often_as_the_facts_tell(bots: Asked) -> None:
    finished = [match for match in bots.matches if match.state.phase == "over"]
    told = {row["rule"]: row["times"] for row in bots.report("aucteraden/rules")}
    for rule, kind in (
        ("a card turned up pushed others out", MarketThinned),
        ("the Excuse swept the market", ExcuseSwept),
    ):
        assert told[rule] == sum(len(facts(match, kind)) for match in finished)
    free = sum(fact.price == 0 for match in finished for fact in facts(match, CardBought))
    assert told["a card was had for nothing"] == free


def test_solitaires_are_counted_in_the_order_in_which_they_began(bots: Asked) -> None:
    rows = bots.report("aucteraden/progress", width=2)
    finished = [match for match in bots.matches if match.state.phase == "over"]
    assert [row["nth"] for row in rows] == list(range(1, len(finished) + 1, 2))
    assert sum(row["matches"] for row in rows) == len(finished)

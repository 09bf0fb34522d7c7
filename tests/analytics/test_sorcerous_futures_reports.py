"""Sorcerous Futures in SQL: what the views and reports tell is what was played."""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean

import pytest

from ludograph.domain.games.sorcerous_futures.facts import BidRaised, BidsRevealed, CardBought, CardOffered, SeatScored
from ludograph.domain.games.sorcerous_futures.scoring import cards_worth, crown_bonus
from ludograph.domain.match.aggregate import Match
from tests.analytics.played import Asked, asked, facts, mean, near, played, written
from tests.worlds import read_back

EXAMPLES_3_TO_6 = """\
ludograph: 1
game: sorcerous-futures
players: ["Ann", "Bob", "Cat"]
deal: {"aces": [["1M","1S"],["1V","1L"],["1Y","1K"]], "crowns": ["??","NS","??"], "set_aside": ["??","??","??"],\
 "valuations": ["??","??","2VL","5ML","??","??","??"], "row": ["8YK","4MS","2SY","9LK","PVLY"]}

Ann offer 8YK open
Bob raise 9
Cat raise 14
Ann raise 15
Bob offer 4MS closed
Ann seal 7
Bob seal 7
Cat seal 3
"""


@pytest.fixture(scope="module")
def bots(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    with asked(tmp_path_factory.mktemp("futures"), played("sorcerous-futures", 5, 8)) as archive:
        yield archive


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    with written(tmp_path_factory.mktemp("example"), EXAMPLES_3_TO_6) as archive:
        yield archive


def test_the_two_auctions_of_the_example(example: Asked) -> None:
    opened, closed = example.rows("SELECT * FROM sorcerous_futures.purchases ORDER BY auction")
    assert (opened["offered_by"], opened["format"], opened["card"], opened["opening_bid"]) == ("Ann", "open", "8YK", 8)
    assert (opened["player"], opened["price"], opened["next_bid"], opened["gold_left"]) == ("Ann", 15, 14, 75)
    assert (closed["player"], closed["price"], closed["next_bid"], closed["bidders"]) == ("Bob", 7, 7, 3)


def test_a_worth_that_nobody_knows_is_left_open(example: Asked) -> None:
    opened, closed = example.rows("SELECT * FROM sorcerous_futures.purchases ORDER BY auction")
    assert (opened["worth"], opened["crown_suit"], opened["bonus"], opened["profit"]) == (None, None, None, None)
    assert (closed["suits_known"], closed["crown_suit"], closed["worth"]) == (0, True, None)
    places = example.rows("SELECT suit, worth FROM sorcerous_futures.places WHERE worth IS NOT NULL ORDER BY worth")
    assert places == [{"suit": "V", "worth": 2}, {"suit": "L", "worth": 5}]
    (row,) = example.report("sorcerous-futures/auction-prices", fewest=1, player="Ann")
    assert (row["sold"], row["average_price"], row["average_profit"], row["paid_off_percent"]) == (1, 15, None, None)


def test_bids_are_told_one_by_one(example: Asked) -> None:
    found = example.rows("SELECT player, kind, amount FROM sorcerous_futures.bids ORDER BY auction, version, seat")
    assert [(row["player"], row["kind"], row["amount"]) for row in found] == [
        ("Ann", "opening", 8), ("Bob", "raise", 9), ("Cat", "raise", 14), ("Ann", "raise", 15),
        ("Ann", "sealed", 7), ("Bob", "sealed", 7), ("Cat", "sealed", 3),
    ]  # fmt: skip


def test_purchases_add_up_to_what_each_seat_scored(bots: Asked) -> None:
    told = {
        (row["match"], row["seat"]): (row["worth"], row["bonus"])
        for row in bots.rows("""
            SELECT match, seat, sum(worth)::INT AS worth, sum(bonus)::INT AS bonus
            FROM sorcerous_futures.purchases GROUP BY ALL""")
    }
    scored = [(match, fact) for match in bots.matches for fact in facts(match, SeatScored)]
    assert len(scored) > 15
    for match, fact in scored:
        assert told.get((str(match.id), fact.seat), (0, 0)) == (fact.cards, fact.crown)


def test_prices_against_worth_are_those_of_a_walk_over_the_matches(bots: Asked) -> None:
    prices: dict[str, list[int]] = defaultdict(list)
    profits: dict[str, list[int]] = defaultdict(list)
    for match in bots.matches:
        for fact in facts(match, CardBought):
            prices[fact.card].append(fact.price)
            if (worth := _worth(match, fact)) is not None:
                profits[fact.card].append(worth - fact.price)
    rows = bots.report("sorcerous-futures/auction-prices")
    assert {row["card"]: row["sold"] for row in rows} == {card: len(paid) for card, paid in prices.items()}
    for row in rows:
        assert near(row["average_price"], mean(prices[row["card"]]))
        assert near(row["average_profit"], mean(profits[row["card"]]))
    priced = bots.report("sorcerous-futures/prices", width=10)
    assert sum(row["sold"] for row in priced) == sum(map(len, prices.values()))


def test_auctions_of_each_format_are_counted(bots: Asked) -> None:
    offers = [fact.format for match in bots.matches for fact in facts(match, CardOffered)]
    rules = {row["rule"]: row["times"] for row in bots.report("sorcerous-futures/rules")}
    finished = [match for match in bots.matches if match.state.phase == "over"]
    for rule, kind in (("a card was offered openly", "open"), ("a card was offered for sealed bids", "closed")):
        assert rules[rule] == sum(fact.format == kind for match in finished for fact in facts(match, CardOffered))
    sold = dict.fromkeys(("open", "closed"), 0)
    for row in bots.report("sorcerous-futures/formats"):
        sold[row["format"]] += row["sold"]
    assert sum(sold.values()) in (len(offers), len(offers) - 1)
    assert rules["a bid was raised"] == sum(len(facts(match, BidRaised)) for match in finished)
    revealed = bots.rows("SELECT count(*) AS bids FROM sorcerous_futures.bids WHERE kind = 'sealed'")[0]["bids"]
    assert revealed == sum(len(fact.amounts) for match in bots.matches for fact in facts(match, BidsRevealed))


def test_the_table_learns_valuations_only_as_they_are_revealed(bots: Asked, tmp_path: Path) -> None:
    (running,) = [match for match in bots.matches if match.state.phase != "over"]
    with asked(tmp_path, [read_back(running, 0)]) as archive:
        told = archive.rows("SELECT * FROM sorcerous_futures.purchases")
        known = archive.rows("SELECT place FROM sorcerous_futures.places WHERE worth IS NOT NULL")
        crowns = archive.rows("SELECT crown FROM sorcerous_futures.investors WHERE crown IS NOT NULL")
    assert told
    assert all(row["worth"] is None for row in told)
    assert [row["place"] for row in known] in ([], ["0"])
    assert crowns == []


def test_winners_and_losers_are_averaged_apart(bots: Asked) -> None:
    finished = [match for match in bots.matches if match.state.phase == "over"]
    for row in bots.report("sorcerous-futures/scores"):
        scores = [
            score
            for match in finished
            if len(match.players) == row["players"]
            for seat, score in enumerate(match.state.scores, start=1)
            if (seat in match.state.winners) == (row["result"] == "won")
        ]
        assert row["played"] == len(scores)
        assert near(row["average_score"], fmean(scores))


def _worth(match: Match, fact: CardBought) -> int | None:
    """What a card is worth to its buyer, if the record knows it."""
    state = match.state
    cards = cards_worth((fact.card,), state.valuations)
    bonus = crown_bonus((fact.card,), state.crowns[fact.seat - 1] or "??", state.valuations[-1])
    return cards + bonus if isinstance(cards, int) and isinstance(bonus, int) else None

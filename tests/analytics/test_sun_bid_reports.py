"""Sun Bid in SQL: what the views and reports tell is what was played."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

import pytest

from ludograph.domain.games.sun_bid.facts import (
    AceDiscarded,
    AuctionOpened,
    AuctionWon,
    BidPlaced,
    CardFetched,
    CardFlipped,
    PoolDiscarded,
    RoundScored,
)
from ludograph.domain.games.sun_bid.rules import MOST_SUNS_WITH_EQUAL_PAWNS, SUN_RANKS
from ludograph.domain.kernel.game import Fact
from tests.analytics.played import Asked, asked, facts, mean, near, played, written

EXAMPLE_7 = """\
ludograph: 1
game: sun-bid
players: ["Ann", "Bob", "Cat"]
deal: {"stacks": [["NS","8MS","5SV","2SY"], ["TSLK","9MS","6SY","3SK"], ["PSVK","PMSL","7SK","4MS"]]}

Ann flip > 5ML
Bob flip > 9LK
Cat flip > 1K
Ann call
Bob bid 6SY
Cat bid 7SK
Ann pass
Bob flip > 8VL
Cat call
Ann bid NS
"""


@pytest.fixture(scope="module")
def bots(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    with asked(tmp_path_factory.mktemp("sun-bid"), played("sun-bid", 7, 8)) as archive:
        yield archive


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    with written(tmp_path_factory.mktemp("example"), EXAMPLE_7) as archive:
        yield archive


def test_the_auctions_of_example_7(example: Asked) -> None:
    first, second = example.rows("SELECT * FROM sun_bid.auctions ORDER BY auction")
    assert (first["kind"], first["caller"], first["pool"]) == ("called", "Ann", ["5ML", "9LK", "1K"])
    assert (first["winner"], first["card"], first["gained"], first["suns_gained"]) == ("Cat", "7SK", "1S", -6)
    assert (first["bids"], first["lost_to_aces"], first["points"]) == (2, 2, None)
    assert (second["caller"], second["winner"], second["card"], second["gained"]) == ("Cat", "Ann", "NS", "7SK")
    assert (second["pool_size"], second["bids"], second["suns_gained"], second["lost_to_aces"]) == (1, 1, -6, 0)


def test_what_became_of_the_cards_of_example_7(example: Asked) -> None:
    fates = {row["card"]: (row["player"], row["fate"]) for row in example.rows("SELECT * FROM sun_bid.takes")}
    assert fates == {
        "5ML": ("Cat", "open"), "9LK": ("Cat", "companion"), "1K": ("Cat", "ace"), "8VL": ("Ann", "open"),
    }  # fmt: skip


def test_what_the_bidding_cards_of_example_7_bought(example: Asked) -> None:
    rows = {row["card"]: row for row in example.report("sun-bid/bidding-cards")}
    assert list(rows) == ["6SY", "7SK", "NS"]
    assert (rows["6SY"]["bids"], rows["6SY"]["won"], rows["6SY"]["average_cards"]) == (1, 0, None)
    assert (rows["7SK"]["won_percent"], rows["7SK"]["average_cards"]) == (100, 3)
    assert rows["7SK"]["average_lost_to_aces"] == 2
    assert [row["card"] for row in example.report("sun-bid/bidding-cards", player="cat")] == ["7SK"]
    assert example.report("sun-bid/bidding-cards", fewest=2) == []


def test_the_points_of_single_cards_add_up_to_what_rounds_scored(bots: Asked) -> None:
    told = {
        (row["match"], row["round"], row["seat"]): (row["courts"], row["kinds"], row["sequences"])
        for row in bots.rows("""
            SELECT match, round, seat, sum(court_points)::INT AS courts, sum(kind_points)::INT AS kinds,
                sum(sequence_points)::INT AS sequences
            FROM sun_bid.takes GROUP BY ALL""")
    }
    scored = 0
    for match in bots.matches:
        for fact in facts(match, RoundScored):
            for seat, score in enumerate(fact.scores, start=1):
                found = told.get((str(match.id), fact.round, seat), (0, 0, 0))
                assert found == (score.courts, score.kinds, score.sequences)
                scored += score.sequences
    assert scored > 20


def test_bidding_cards_are_counted_as_they_were_bid(bots: Asked) -> None:
    bids: Counter[str] = Counter()
    cards: dict[str, list[int]] = defaultdict(list)
    suns: dict[str, list[int]] = defaultdict(list)
    for match in bots.matches:
        most = MOST_SUNS_WITH_EQUAL_PAWNS if match.start.options.equal_pawns else 99
        bids.update(fact.card for fact in facts(match, BidPlaced))
        for won in facts(match, AuctionWon):
            cards[won.card].append(len(won.taken))
            suns[won.card].append(min(most, SUN_RANKS[won.gained]) - min(most, SUN_RANKS[won.card]))
    rows = bots.report("sun-bid/bidding-cards")
    assert {row["card"] for row in rows} == set(bids)
    for row in rows:
        card = row["card"]
        assert (row["bids"], row["won"]) == (bids[card], len(cards[card]))
        assert near(row["average_cards"], mean(cards[card]))
        assert near(row["average_suns_gained"], mean(suns[card]))


def test_auctions_are_counted_as_they_were_held(bots: Asked) -> None:
    held: Counter[Any] = Counter()
    for match in bots.matches:
        sold = facts(match, AuctionWon)
        unsold = [fact for fact in facts(match, PoolDiscarded) if fact.reason == "no_bid"]
        opened = facts(match, AuctionOpened)[: len(sold) + len(unsold)]
        held.update((fact.kind, len(fact.pool)) for fact in opened)
    found = {(row["kind"], row["pool_size"]): row["auctions"] for row in bots.report("sun-bid/auctions")}
    assert found == held


def test_every_card_turned_up_is_bought_fetched_or_left(bots: Asked) -> None:
    turned_up = Counter(fact.card for match in bots.matches for fact in facts(match, CardFlipped))
    rows = bots.report("sun-bid/cards")
    assert {row["card"]: row["turned_up"] for row in rows} == turned_up
    for row in rows:
        assert abs(row["bought_percent"] + row["fetched_percent"] + row["left_percent"] - 100) < 0.2


def test_each_stack_has_one_owner_in_each_finished_match(bots: Asked) -> None:
    finished = [match for match in bots.matches if match.state.phase == "over"]
    rows = bots.report("sun-bid/stacks")
    assert sum(row["dealt"] for row in rows) == sum(len(match.players) for match in finished)
    assert sum(row["won"] for row in rows) == sum(len(match.state.winners) for match in finished)


def test_rules_come_into_play_as_often_as_the_facts_tell(bots: Asked) -> None:
    finished = [match for match in bots.matches if match.state.phase == "over"]
    told = {row["rule"]: (row["times"], row["matches"]) for row in bots.report("sun-bid/rules")}
    for rule, kind in (
        ("an auction was called", lambda fact: isinstance(fact, AuctionOpened) and fact.kind == "called"),
        ("a full pool forced an auction", lambda fact: isinstance(fact, AuctionOpened) and fact.kind == "forced"),
        ("nobody bid in a forced auction", lambda fact: isinstance(fact, PoolDiscarded) and fact.reason == "no_bid"),
        ("a Pawn or Court was played", lambda fact: isinstance(fact, CardFetched)),
        ("an Ace was discarded alone", lambda fact: isinstance(fact, AceDiscarded) and fact.companion is None),
    ):
        times = [sum(map(kind, facts(match, Fact))) for match in finished]
        assert told[rule] == (sum(times), sum(map(bool, times)))


def test_pawns_and_courts_are_played_as_often_as_the_facts_tell(bots: Asked) -> None:
    """Those in rounds that have not ended are left out; the last match stands in its first round."""
    ended = [match for match in bots.matches if facts(match, RoundScored)]
    fetched = sum(len(facts(match, CardFetched)) for match in ended)
    assert fetched > 0
    assert sum(row["played"] for row in bots.report("sun-bid/plays")) == fetched


def test_bidders_win_the_auctions_that_were_won(bots: Asked) -> None:
    won = Counter(match.players[fact.seat - 1] for match in bots.matches for fact in facts(match, AuctionWon))
    assert {row["player"]: row["auctions_won"] for row in bots.report("sun-bid/bidders")} == won

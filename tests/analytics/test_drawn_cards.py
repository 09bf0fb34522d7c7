"""Cards of all games in SQL: how often each came up, who got them, and which were played with."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from ludograph.domain.games import GAMES
from ludograph.domain.match.aggregate import Match
from tests.analytics.played import Asked, asked, near, played

PLAYED = ("sun-bid", "sorcerous-futures", "aucteraden", "conundruze", "hand-of-the-hanataz", "fools-down")


@pytest.fixture(scope="module")
def bots(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    matches = [match for game in PLAYED for match in played(game, 2, 4)]
    with asked(tmp_path_factory.mktemp("cards"), matches) as archive:
        yield archive


def drawn(matches: list[Match]) -> Iterator[tuple[Match, Any]]:
    """Every card that came as an outcome, and no number."""
    return ((match, one) for match in matches for step in match.steps for one in step.drawn if isinstance(one, str))


def test_cards_come_up_as_often_as_steps_drew_them(bots: Asked) -> None:
    times = Counter((match.game.id, card) for match, card in drawn(bots.matches))
    rows = bots.report("cards")
    assert {(row["game"], row["card"]): row["times"] for row in rows} == times
    known = [row for row in rows if row["card"] != "??"]
    assert all(row["name"] for row in known)
    for game in PLAYED:
        shares = [row["compared_percent"] for row in known if row["game"] == game]
        assert abs(sum(shares) / len(shares) - 100) < 0.1
    ours = bots.report("cards", game="Sun-Bid", verb="flip")
    assert {row["game"] for row in ours} == {GAMES["sun-bid"].id}
    assert all(row["times"] >= 2 for row in bots.report("cards", fewest=2))


def test_a_sealed_bid_of_nothing_is_not_the_excuse(bots: Asked) -> None:
    """Whose code is 0 too: an outcome is known by what it is, not by how it looks."""
    numbers = Counter(
        one for match in bots.matches for step in match.steps for one in step.drawn if not isinstance(one, str)
    )
    assert numbers[0] > 0
    found = bots.rows("SELECT number, count(*) AS times FROM outcomes WHERE kind = 'number' GROUP BY number")
    assert {row["number"]: row["times"] for row in found} == numbers
    excuses = sum(match.game.id == "sorcerous-futures" and card == "0" for match, card in drawn(bots.matches))
    (told,) = bots.rows("SELECT count(*) AS n FROM drawn_cards WHERE game = 'sorcerous-futures' AND card = '0'")
    assert told["n"] == excuses


def test_percentages_are_over_the_matches_with_the_card(bots: Asked) -> None:
    rows = {(row["game"], row["card"]): row for row in bots.report("cards")}
    with_it: Counter[tuple[str, str]] = Counter()
    came: Counter[tuple[str, str]] = Counter()
    for match in bots.matches:
        deck, _, _ = match.game.cards(match.state)
        with_it.update({(match.game.id, card) for card in deck})
        came.update({(match.game.id, card) for _, card in drawn([match])})
    assert len({with_it["aucteraden", card] for card in ("0", "1M")}) == 2, "the Excuse is not in every deck"
    for (game, card), row in rows.items():
        if card != "??":
            assert row["matches_with_it"] == with_it[game, card]
            assert near(row["matches_percent"], round(100 * came[game, card] / with_it[game, card], 1))


def test_who_got_a_card_is_not_who_acted(bots: Asked) -> None:
    """The table deals, a seat draws: in both cases the card goes to somebody."""
    for game, named in (("conundruze", "CardDrawn"), ("fools-down", "DownCardDealt")):
        got = Counter(
            (match.players[fact.seat - 1], fact.card)
            for match in bots.matches
            if match.game.id == game
            for step in match.steps
            for fact in step.facts
            if type(fact).__name__ == named
        )
        how = "drawn" if named == "CardDrawn" else "dealt"
        own = f"game = '{game}' AND how = '{how}' AND step > 0"
        rows = bots.rows(f"SELECT player, card, count(*) AS n FROM received WHERE {own} GROUP BY ALL")
        told = {(row["player"], row["card"]): row["n"] for row in rows}
        if named == "CardDrawn":
            assert told == got
        else:
            assert sum(told.values()) == sum(got.values())
    rows = bots.rows("SELECT acted, receiver FROM drawn_cards WHERE game = 'fools-down' AND receiver IS NOT NULL")
    assert any(row["acted"] != row["receiver"] for row in rows)
    (nobody,) = bots.rows("SELECT count(receiver) AS n FROM drawn_cards WHERE game = 'sun-bid'")
    assert nobody["n"] == 0, "what is flipped goes into the pool"


def test_what_is_dealt_before_the_first_step_is_received_too(bots: Asked) -> None:
    matches = [match for match in bots.matches if match.game.id == "sun-bid"]
    dealt = Counter(
        (match.players[at], card)
        for match in matches
        for fact in match.start.facts
        if type(fact).__name__ == "StacksDealt"
        for at, stack in enumerate(fact.stacks)
        for card in stack
    )
    own = "how = 'dealt' AND game = 'sun-bid'"
    rows = bots.rows(f"SELECT player, card, count(*) AS n FROM received WHERE {own} GROUP BY ALL")
    assert {(row["player"], row["card"]): row["n"] for row in rows} == dealt

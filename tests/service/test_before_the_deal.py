"""Pages of a match that awaits its deal: they say so, and go on by themselves when the deal is there."""

from collections.abc import Iterator
from typing import Any

import pytest

from ludograph.domain.exchange.real_cards import RealCards
from ludograph.domain.games import GAMES
from tests.browser.conftest import PHONE
from tests.service.running import Service
from tests.service.test_deal_entry import awaiting

GAME = "conundruze"


@pytest.fixture
def tab(chromium: Any) -> Iterator[Any]:
    """A page on which no script may fail."""
    context = chromium.new_context(viewport=PHONE)
    made = context.new_page()
    wrong: list[str] = []
    made.on("pageerror", lambda error: wrong.append(str(error)))
    yield made
    context.close()
    assert wrong == []


def deal(service: Service, match: str, players: tuple[str, ...]) -> None:
    """A scribe says how the cards lie."""
    entry = RealCards(GAMES[GAME], players, {}).needed
    scribe = service.client(service.token("scribe", match=match))
    assert scribe.post(f"/api/matches/{match}/deal", json=entry).status_code == 201


def test_a_page_that_is_opened_before_the_deal_goes_on_when_it_is_there(service: Service, tab: Any) -> None:
    match, players = awaiting(service, GAME)
    tab.goto(f"{service.url}/matches/{match}")
    tab.wait_for_function("() => document.getElementById('open').textContent === 'Nothing yet: the deal is awaited.'")
    tab.wait_for_function("() => document.getElementById('lost').textContent === 'live'")
    deal(service, match, players)
    tab.wait_for_function("() => document.body.textContent.includes('castles are opened')")

"""The deal of a written match, tapped on the scribe's page: cards, stacks and names, without a letter typed."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from ludograph.domain.exchange.real_cards import RealCards
from ludograph.domain.games import GAMES
from tests.service.robots import Robot, opened
from tests.service.running import Service
from tests.service.test_deal_entry import SOME, awaiting

SAY = "Say how the cards lie"


@pytest.fixture
def wrong() -> Iterator[list[str]]:
    """On no page may a script fail."""
    found: list[str] = []
    yield found
    assert found == []


@pytest.mark.parametrize("game", SOME)
def test_a_deal_is_recorded_by_taps_alone(chromium: Any, service: Service, game: str, wrong: list[str]) -> None:
    match, players = awaiting(service, game)
    tab = opened(chromium, service, match, cards=True)
    tab.on("pageerror", lambda error: wrong.append(str(error)))
    robot, left = Robot(tab, Random(1)), list(_codes(RealCards(GAMES[game], players, {}).needed))
    seen = robot.look()
    assert seen["title"] == "The deal is awaited"
    robot.tap(seen, SAY)
    while (seen := robot.look())["title"] != "Is this right?":
        names = [one["told"] for one in seen["buttons"]]
        fitting = [at for at, name in enumerate(names) if left and _is(name, left[0])]
        if left:
            left.pop(0)
        if fitting:
            robot.tap(seen, fitting[0])
    robot.tap(seen, "Record")
    tab.wait_for_function("() => document.getElementById('stage-title').textContent.includes('to act')")
    assert service.json("show", match)["to_act"]
    assert robot.taps < 15
    tab.context.close()


def _is(name: str, code: str) -> bool:
    return name == code or f"({code})" in name or name.split() == code.split()


def _codes(deal: Any) -> Iterator[str]:
    """What a deal says, in the order in which it is asked for: cards, names, whole stacks."""
    for value in deal.values() if isinstance(deal, dict) else deal:
        if isinstance(value, list) and all(isinstance(one, str) for one in value) and isinstance(deal, list):
            yield " ".join(value)
            yield from value
        elif isinstance(value, list):
            yield from _codes(value)
        else:
            yield str(value)

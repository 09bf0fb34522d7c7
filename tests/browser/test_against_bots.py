"""A person at a phone against bots: the match is begun by taps, played to its end, and taken back."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tests.browser.conftest import PHONE
from tests.service.against_bots import Begun, begun
from tests.service.conftest import service
from tests.service.robots import SKIP, Robot, on_a_phone
from tests.service.running import Service

__all__ = ["service"]
RESTED = "() => !document.getElementById('stage-title').textContent.includes('thinking')"


@pytest.fixture
def wrong() -> Iterator[list[str]]:
    """What went wrong in scripts, which is nothing."""
    found: list[str] = []
    yield found
    assert found == []


def played(tab: Any, robot: Robot, most: int = 400) -> Any:
    """What is on the page after so many actions, or at the end of the match."""
    for _ in range(most):
        tab.wait_for_function(RESTED)
        seen = robot.look()
        if seen["title"] == "The match is over":
            break
        assert seen["title"] == "Your turn", seen
        assert robot.action(seen), seen
    tab.wait_for_function(RESTED)
    return robot.look()


def own_link(table: Begun) -> str:
    """Another link of Ann, for the one that was made with the match is opened already."""
    token = table.service.token("player", match=table.match, observer="Ann")
    return f"{table.service.url}/enter?to=play#{token}"


def test_a_whole_match_is_begun_and_played_by_taps(chromium: Any, service: Service, wrong: list[str]) -> None:
    context = chromium.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
    tab = context.new_page()
    tab.on("pageerror", lambda error: wrong.append(str(error)))
    tab.goto(f"{service.url}/enter#{service.token('director')}")
    tab.get_by_role("link", name="Begin a match with bots").click()
    tab.get_by_label("Game", exact=True).select_option("hand-of-the-hanataz")
    tab.get_by_label("Who sits at seat 1").fill("Ann")
    tab.get_by_label("Seat 2", exact=True).select_option("search:20")
    tab.get_by_label("Seat 3", exact=True).select_option("random")
    tab.get_by_text("Options of the game").click()
    tab.get_by_label("When the match ends").select_option("rounds")
    tab.get_by_role("textbox", name="Number of hands").fill("1")
    tab.get_by_role("button", name="Begin", exact=True).click()
    link = tab.get_by_role("link", name="Play here as Ann").get_attribute("href")
    context.close()

    phone = on_a_phone(chromium, link)
    phone.on("pageerror", lambda error: wrong.append(str(error)))
    seen = played(phone, Robot(phone, Random(1)))
    assert seen["title"] == "The match is over"
    phone.evaluate(SKIP)
    phone.get_by_role("link", name="The result, and whether you agree").click()
    phone.get_by_role("button", name="I agree: Ann").click()
    phone.get_by_text("You agree to these scores").wait_for()
    (match,) = service.lines("matches")
    assert (match["players"], match["over"]) == (["Ann", "Bot 2", "Bot 3"], True)
    assert service.json("result", match["match"])["confirmed"] == ["Ann"]
    phone.context.close()


def test_what_bots_did_is_told_and_taken_back_with_the_own_step(
    chromium: Any, service: Service, wrong: list[str]
) -> None:
    table = begun(service, "conundruze", "Ann", "search:20", "random")
    phone = on_a_phone(chromium, own_link(table))
    phone.on("pageerror", lambda error: wrong.append(str(error)))
    robot = Robot(phone, Random(2))
    played(phone, robot, 3)
    desk = table.turn()
    told = phone.locator("#last").inner_text()
    for step in range(desk["undo"] + 1, desk["step"] + 1):
        assert f"Step {step}\n" in told
    robot.tap(robot.look(), "Undo")
    robot.tap(robot.look(), "Entered wrongly")
    phone.get_by_text("Your turn").wait_for()
    phone.wait_for_function(RESTED)
    assert table.turn()["step"] == desk["undo"]
    phone.context.close()


def test_the_page_says_who_thinks_and_offers_nothing_meanwhile(chromium: Any, service: Service) -> None:
    table, slow = begun(service, "conundruze", "Ann", "random"), ["Bot 2"]

    def answered(route: Any) -> None:
        found = route.fetch()
        route.fulfill(response=found, json=found.json() | {"thinking": [*slow]})

    phone = on_a_phone(chromium, "about:blank", waits=False)
    phone.route("**/play/desk*", answered)
    phone.goto(own_link(table))
    phone.get_by_text("Bot 2 is thinking").wait_for()
    seen = Robot(phone, Random(1)).look()
    assert seen["buttons"] == []
    slow.clear()
    phone.get_by_text("Your turn").wait_for()
    phone.unroute_all(behavior="wait")
    phone.context.close()


def test_who_sits_elsewhere_is_told_so_and_waits_for_nothing(chromium: Any, service: Service, wrong: list[str]) -> None:
    table = begun(service, "sun-bid", "Ann", "random", "random")
    context = chromium.new_context(viewport=PHONE)
    tab = context.new_page()
    tab.on("pageerror", lambda error: wrong.append(str(error)))
    tab.goto(f"{service.url}/enter#{service.token('director')}")
    tab.wait_for_url(f"{service.url}/")
    tab.goto(f"{service.url}/matches/{table.match}/play")
    tab.wait_for_function("() => !document.getElementById('stage-title').textContent.includes('moment')")
    assert tab.locator("#link").inner_text() == ""
    context.close()

"""Double taps on the scribe's page: what nobody meant is not recorded; a larger run is in `double_taps`."""

import json
from typing import Any

import pytest

from ludograph.domain.games import GAMES
from tests.large import slow_but
from tests.service.double_taps import APART, SURE, walked
from tests.service.robots import DRAWN, SKIP
from tests.service.running import Service
from tests.service.test_scribe_page import Open, page, shows, steps, taps

__all__ = ["page"]


def at_once(tab: Any) -> None:
    """From now on the last tap records."""
    tab.evaluate(SURE)
    tab.evaluate(SKIP)


def middle(tab: Any, text: str) -> tuple[float, float]:
    """The middle of a button."""
    box = tab.get_by_role("button", name=text, exact=True).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def pass_by(tab: Any, milliseconds: int) -> None:
    """So much time goes by on the page."""
    tab.evaluate(f"async () => {{ await {DRAWN}; window.skipped += {milliseconds}; }}")


def twice(tab: Any, place: tuple[float, float], apart: int) -> None:
    """Taps a place twice."""
    tab.evaluate(SKIP)
    tab.touchscreen.tap(*place)
    tab.wait_for_timeout(apart)
    tab.touchscreen.tap(*place)


@pytest.mark.parametrize("game", slow_but(GAMES, "sun-bid"))
@pytest.mark.parametrize("direct", [True, False])
def test_a_finger_that_trembles_records_the_same(chromium: Any, service: Service, game: str, direct: bool) -> None:
    how: dict[str, Any] = {"cards": True, "direct": direct, "seed": 1, "most": 4}
    once = walked(chromium, service, game, trembling=False, **how)
    two = walked(chromium, service, game, trembling=True, **how)
    assert (two.sent, two.unmeant) == (once.sent, 0)


@pytest.mark.parametrize("apart", [min(APART), 150, 300])
def test_two_taps_record_what_one_records(page: Open, service: Service, apart: int) -> None:
    """Where it was comes the same button, for whoever is next."""
    tab, _, match = page("sun-bid")
    at_once(tab)
    twice(tab, middle(tab, "Flip a card"), apart)
    shows(tab, "#last", "Step 1, confirmed")
    tab.wait_for_timeout(500)
    assert len(steps(service, match)) == 1


@pytest.mark.parametrize("apart", [min(APART), 200, max(APART)])
def test_nothing_is_chosen_before_it_was_seen(page: Open, apart: int) -> None:
    """Of the cards that come to lie under a button none is taken by the second tap on it."""
    tab, robot, _ = page("sun-bid", cards=True)
    twice(tab, middle(tab, "Flip a card"), apart)
    tab.wait_for_timeout(200)
    assert "Is this right?" not in robot.look()["title"]
    assert tab.locator(".face").count() > 20


def test_a_place_that_news_changed_asks(page: Open, service: Service) -> None:
    """Somebody else recorded, and under the thumb lies what comes next: half a second later nobody may have seen it."""
    tab, robot, match = page("sun-bid")
    at_once(tab)
    service.run("act", match, "flip")
    shows(tab, "#last", "Step 1, confirmed")
    robot.look()
    pass_by(tab, 500)
    tab.touchscreen.tap(*middle(tab, "Flip a card"))
    tab.wait_for_selector("button.confirm")
    shows(tab, "#stage-body", "This is asked because you tapped quickly.")
    assert len(steps(service, match)) == 1
    taps(robot, "Back")
    taps(robot, "Flip a card")
    shows(tab, "#last", "Step 2, confirmed")


def test_a_slower_second_tap_at_the_same_place_asks(page: Open, service: Service) -> None:
    tab, robot, match = page("sun-bid")
    at_once(tab)
    taps(robot, "Flip a card")
    tab.evaluate(SKIP)
    tab.touchscreen.tap(*middle(tab, "Flip a card"))
    shows(tab, "#last", "Step 2, confirmed")
    robot.look()
    pass_by(tab, 500)
    tab.touchscreen.tap(*middle(tab, "Flip a card"))
    tab.wait_for_selector("button.confirm")
    assert len(steps(service, match)) == 2


def test_a_digit_that_is_tapped_twice_is_shown_and_asked_about(page: Open, service: Service) -> None:
    tab, robot, match = page("fools-down", cards=False)
    taps(robot, "Deal a hand", "Record")
    at_once(tab)
    seen = robot.look()
    taps(robot, next(one["told"] for one in seen["buttons"] if one["told"].startswith("Wager")))
    before = len(steps(service, match))
    digit = next(str(one) for one in range(1, 10) if tab.get_by_role("button", name=str(one), exact=True).is_enabled())
    twice(tab, middle(tab, digit), 150)
    shown = tab.locator(".typed").inner_text()
    assert shown in (digit, digit * 2)
    taps(robot, "OK")
    assert (robot.look()["title"] == "Is this right?") is (shown == digit * 2)
    assert len(steps(service, match)) == before + (shown == digit)


def test_a_second_tap_opens_no_keyboard(page: Open) -> None:
    """A field to write in that comes to lie under the thumb is not taken hold of."""
    tab, robot, _ = page("sun-bid")
    seen = robot.look()
    robot.tap(seen, "Note")
    box = tab.locator("#words").bounding_box()
    tab.evaluate("document.getElementById('stage-title').textContent = 'Other'")
    tab.touchscreen.tap(box["x"] + 20, box["y"] + 20)
    assert tab.evaluate("document.activeElement.id") != "words"
    tab.evaluate(SKIP)
    tab.touchscreen.tap(box["x"] + 20, box["y"] + 20)
    assert tab.evaluate("document.activeElement.id") == "words"


def test_what_stays_where_it_is_can_be_tapped_at_once(page: Open, service: Service) -> None:
    """A remark of another changes nothing under the thumb."""
    tab, robot, match = page("sun-bid")
    tab.evaluate(SKIP)
    place = middle(tab, "Flip a card")
    service.run("note", match, "0", "A remark")
    tab.wait_for_timeout(100)
    tab.touchscreen.tap(*place)
    assert robot.look()["title"] == "Is this right?"


def test_a_key_of_a_keyboard_is_heard_at_once(page: Open, service: Service) -> None:
    tab, _, match = page("sun-bid")
    at_once(tab)
    tab.locator(".way").first.press("Enter")
    shows(tab, "#last", "Step 1, confirmed")
    assert json.loads(service.run("log", match, "--json").splitlines()[-1])["step"] == 1


EARLY = """() => {
    window.early = 0;
    const look = (all) => { window.early += all.filter(({ target }) => target.classList.contains('early')).length; };
    new MutationObserver(look).observe(document.body, { subtree: true, attributes: true, attributeFilter: ['class'] });
}"""


SECOND = """() => addEventListener('click', ({ clientX, clientY }) => {
    const button = () => document.elementFromPoint(clientX, clientY).closest('button:not(:disabled)');
    const second = new MouseEvent('click', { clientX, clientY, detail: 2, bubbles: true, cancelable: true });
    const look = () => (document.getElementById('last').textContent.includes('Step 1') && button()
        ? button().dispatchEvent(second) : requestAnimationFrame(look));
    look();
}, { capture: true, once: true })"""
"""The page itself taps a second time, as soon as the next button lies there: from outside it may be late."""


def test_a_tap_that_does_not_count_is_seen_not_to(page: Open, service: Service) -> None:
    tab, _, match = page("sun-bid")
    at_once(tab)
    tab.evaluate(EARLY)
    tab.evaluate(SECOND)
    tab.evaluate(SKIP)
    tab.touchscreen.tap(*middle(tab, "Flip a card"))
    tab.wait_for_function("() => window.early > 0")
    shows(tab, "#last", "Step 1, confirmed")
    assert len(steps(service, match)) == 1

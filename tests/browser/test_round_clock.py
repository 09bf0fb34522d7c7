"""The clock of a round on the desk and on the wall, where it counts by itself, and what stops the next round."""

import re
from collections.abc import Callable

import pytest

from tests.browser.conftest import DESK, PHONE
from tests.browser.test_desk import Tab, objections, opened, service, tab
from tests.service.running import Service

__all__ = ["objections", "service", "tab"]


@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_a_clock_counts_on_desk_and_wall_and_tells_which_tables_are_late(
    service: Service,
    tab: Callable[..., Tab],
    objections: Callable[[Tab], list[str]],
    viewport: dict[str, int],
) -> None:
    cup = opened(service, "Ann", "Ben", "Cleo", "Dan")
    service.run("tournament", "seat", "Cup", "--game", "sun-bid", "--size", "2")
    desk = tab(viewport).open(f"/enter#{service.token('director', tournament=cup)}")
    desk.shows("Round 1 is seated: 2 tables of Sun Bid.")
    wall = tab(viewport).open("/tournaments/Cup/wall")
    desk.decide("Clock: round 1", "Set it", Minutes="1")
    desk.shows("1 minute, from the start on")
    desk.decide("Clock: round 1", "Set it", Minutes="40")
    wall.page.locator("#clock", has_text="40 min").wait_for()
    desk.shows("40 minutes, from the start on")

    desk.decide("Start otherwise: round 1", "Start")
    desk.shows("0 of 2 tables over in round 1.")
    service.pass_time(30 * 60)
    desk.page.reload()
    wall.page.reload()
    wall.shows("9:5")
    first = wall.page.locator("#clock").text_content()
    wall.page.wait_for_function("was => document.getElementById('clock').textContent !== was", arg=first)
    desk.shows("0 of 2 tables over in round 1.")
    # After the start sheets, links and the clock are what comes next, and no further round.
    desk.page.locator("#next .main", has_text="Print sheets with codes").wait_for()
    assert desk.page.locator("#next button", has_text="Seat round 2").count() == 0
    assert not wall.page.get_by_text("being played, late").count()

    desk.decide("Clock: round 1", "Set it", Minutes="20", Reason="The hall closes.")
    wall.shows("over time")
    wall.page.get_by_text("being played, late").first.wait_for()
    desk.page.get_by_text("being played, late").first.wait_for()
    # What stands above at the desk goes by the same clock, without a reload.
    desk.page.locator("#next .chip", has_text="late 10").first.wait_for()
    wall.page.locator(".late .minutes", has_text="10").first.wait_for()
    above = desk.page.locator("#next-clock")
    first = above.text_content()
    assert "over time" in str(first)
    desk.page.wait_for_function("was => document.getElementById('next-clock').textContent !== was", arg=first)
    for page in (desk, wall):
        assert objections(page) == []
        assert page.page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    # More time counts from now on, however long the round is over time.
    service.pass_time(30 * 60)
    desk.press("5 minutes more: round 1")
    told = re.compile(r"^The clock of round 1, for all its tables: [45]:\d\d left, until \d")
    desk.page.locator("#done", has_text=told).wait_for()
    desk.decide("Clock: round 1", "Set it", The_clock="stop")
    wall.shows("the clock is stopped")

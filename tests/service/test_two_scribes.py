"""Two scribes of one match: whoever was not the first is told what the other recorded, card and all."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tests.service.robots import Robot, opened, started
from tests.service.running import Service
from tests.service.test_scribe_page import steps, taps

LATE = "Somebody else was faster: yours was not recorded."
SAME = "The same is recorded already: it stands once, and nothing is left to do."


@pytest.fixture
def scribes(chromium: Any, service: Service) -> Iterator[Any]:
    """Opens the page of a match for two, each with a browser of their own."""
    tabs: list[Any] = []

    def both(match: str, *, cards: bool) -> tuple[Robot, Robot]:
        # What a service worker asks for would not be cut off with the page.
        more = {"service_workers": "block"}
        tabs.extend(opened(chromium, service, match, cards=cards, **more) for _ in range(2))
        return Robot(tabs[-2], Random(1)), Robot(tabs[-1], Random(1))

    yield both
    for tab in tabs:
        tab.context.close()


def cut_off(robot: Robot) -> None:
    """From now on nothing that others record is heard of on this page, which is not told that it is so."""
    robot.tab.route("**/stream-worker.js", lambda route: route.abort())
    robot.tab.route("**/api/follow*", lambda route: None)
    robot.tab.reload()
    robot.tab.wait_for_selector("body.home")
    robot.tab.wait_for_selector("#link:not(.warn)")


def codes(robot: Robot) -> list[str]:
    """The cards that are drawn beside what was not confirmed."""
    return [str(one.get_attribute("aria-label")) for one in robot.tab.locator("#pending .card").all()]


def test_whoever_was_not_the_first_sees_the_card_that_the_other_recorded(scribes: Any, service: Service) -> None:
    match = started(service, "sun-bid", cards=True)
    first, second = scribes(match, cards=True)
    cut_off(second)
    for robot in (first, second):
        taps(robot, "Flip a card")
    seen = [[one["told"] for one in robot.look()["buttons"] if "face" in one["kind"]] for robot in (first, second)]
    taps(first, seen[0][0], "Record")
    said = taps(second, seen[1][1], "Record")
    assert LATE in said["pending"]
    assert seen[0][0].lower() in said["pending"].lower()
    assert [one.lower() for one in codes(second)] == [seen[0][0].lower(), seen[1][1].lower()]
    assert "Yours was:" in said["pending"]
    assert {"Enter it again", "Leave it out"} <= {one["told"] for one in said["buttons"]}
    taps(second, "Leave it out")
    assert len(steps(service, match)) == 1


def test_the_same_is_said_to_be_the_same_and_not_offered_again(scribes: Any, service: Service) -> None:
    match = started(service, "sun-bid", cards=True)
    first, second = scribes(match, cards=True)
    cut_off(second)
    for robot in (first, second):
        taps(robot, "Flip a card")
    face = next(one["told"] for one in second.look()["buttons"] if "face" in one["kind"])
    for robot in (first, second):
        said = taps(robot, face, "Record")
    assert SAME in said["pending"]
    assert [one["told"] for one in said["buttons"] if one["in"] == "pending"] == ["Go on"]
    assert taps(second, "Go on")["pending"] == ""
    assert len(steps(service, match)) == 1


def test_what_several_did_alike_is_the_same_one_by_one_and_at_once(scribes: Any, service: Service) -> None:
    match = started(service, "last-years-magic", cards=True)
    service.run("act", match, "Ann deal")
    first, second = scribes(match, cards=True)
    cut_off(second)
    taps(second, "Ann, Bob and Cat: Introduce the wizard")
    for _ in range(3):
        taps(first, "Introduce the wizard", "Record")
    assert SAME in taps(second, "Record")["pending"]
    assert len(steps(service, match)) == 4


@pytest.mark.parametrize("same", [True, False])
def test_a_takeback_is_told_too(scribes: Any, service: Service, same: bool) -> None:
    match = started(service, "sun-bid", cards=False)
    service.run("act", match, "flip")
    first, second = scribes(match, cards=False)
    cut_off(second)
    taps(second, "Undo" if same else "Call an auction")
    taps(first, "Undo", "Entered wrongly")
    said = taps(second, "Not legal" if same else "Record")
    assert "Taken back: the match stands again as after step 0." in said["pending"]
    assert (SAME in said["pending"]) is same
    assert steps(service, match) == []


def test_an_agreement_and_a_remark_of_another_are_told(scribes: Any, service: Service) -> None:
    match = started(service, "sun-bid", cards=False)
    first, second = scribes(match, cards=False)
    cut_off(second)
    taps(second, "Flip a card")
    taps(first, "Note", "A long think")
    said = taps(second, "Record")
    assert "A remark for somebody else." in said["pending"] or "A long think" in said["pending"]
    assert taps(second, "Enter it again")["pending"] == ""
    assert len(steps(service, match)) == 1

"""Players on their own phones, from the slip on the table to their agreement, and the director's desk beside them."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tests.browser.conftest import PHONE
from tests.browser.test_desk import Tab, objections, opened, service, tab
from tests.service.running import Service
from tests.worlds import played_on

__all__ = ["objections", "service", "tab"]
WIDE = "document.documentElement.scrollWidth"


@pytest.fixture
def cup(service: Service) -> str:
    id = opened(service, "Ann", "Ben")
    service.run("tournament", "seat", "Cup", "--game", "sun-bid", "--size", "2", "--seed", "d")
    service.run("tournament", "start", "Cup", "1", "--seed", "s")
    return id


def finish(service: Service) -> None:
    match = service.recorder.load(service.recorder.find("Cup-1-1"))
    service.recorder.record(played_on(match, Random("end")))


def seat_of(service: Service, tab: Callable[..., Tab], name: str) -> Tab:
    """The page of a player, once it is there: a route that is set while the link still leads on meets no request."""
    match = str(service.recorder.find("Cup-1-1"))
    found = tab(PHONE).open(f"/enter#{service.token('player', match=match, observer=name)}")
    found.page.wait_for_url("**/matches/*/seat")
    found.shows("Final scores")
    return found


def agreed(service: Service) -> list[str]:
    found: list[str] = service.json("result", "Cup-1-1")["confirmed"]
    return found


def test_players_agree_or_object_by_the_codes_on_their_slips_and_a_ruling_asks_them_again(
    service: Service, cup: str, tab: Callable[..., Tab], objections: Callable[[Tab], list[str]]
) -> None:
    director = service.client(service.token("director", tournament=cup))
    links = director.post(f"/api/tournaments/{cup}/rounds/1/tables/1/links").json()["players"]
    desk = tab().open(f"/enter#{service.token('director', tournament=cup)}")
    ann, ben = (tab(PHONE, color_scheme=scheme) for scheme in ("light", "dark"))
    for one, made in ((ann, links[0]), (ben, links[1])):
        one.page.goto(made["link"])
        one.page.wait_for_url("**/matches/*/seat")
        one.shows("The match is not over.")
    ann.page.get_by_role("link", name="Your cards and the table").click()
    ann.page.get_by_role("link", name="Your seat", exact=True).click()
    ann.shows("The match is not over.")
    assert [one["as"] for one in links] == service.json("show", "Cup-1-1")["players"]
    first, second = (one["as"] for one in links)
    finish(service)
    for one in (ann, ben):
        one.shows("Final scores")
        assert one.page.evaluate(WIDE) <= PHONE["width"]
        assert objections(one) == []
    score = service.json("result", "Cup-1-1")["final"]["scores"][first]
    ann.page.locator(".rank").filter(has_text=first).get_by_text(str(score), exact=True).wait_for()
    assert ann.page.locator(".sum").first.inner_text().startswith(tuple("0123456789"))

    ann.press(f"I agree: {first}")
    ann.shows("✓ You agree to these scores.")
    ben.shows(f"Agreed so far: {first}.")
    ben.press(f"I object: {second}")
    ben.page.get_by_label("What is wrong?").fill("My Crown was not counted.")
    assert objections(ben) == []
    ben.press("Send it")
    ben.shows("You object: the director sees it until it is dealt with.")
    assert agreed(service) == [first]
    desk.shows(f"Round 1, table 1: {second} objects.")
    desk.shows("My Crown was not counted.")
    chip = desk.page.locator("#rounds .chip")
    assert chip.inner_text() == f"over, {second} objects"
    assert "good" not in str(chip.get_attribute("class"))
    assert "My Crown" not in service.client().get("/api/matches/Cup-1-1/log").text
    assert "My Crown" not in ann.page.content()

    desk.press(f"Look at it: Round 1, table 1, {second}")
    desk.press("Ruling")
    asked = desk.page.get_by_role("dialog")
    asked.get_by_role("heading", name="A ruling: Round 1, table 1").wait_for()
    asked.get_by_text("My Crown was not counted.").wait_for()
    assert f"{first} {score}" in asked.get_by_text("Now: ").inner_text()
    assert asked.get_by_label("Who rules").input_value() == "Director"
    desk.press("Cancel")
    desk.press(f"Look at it: Round 1, table 1, {second}")
    desk.decide(
        "Ruling", "Preview", What_is_ruled="The Crown counts.", Who_rules="Dora", **{f"Points_for_{second}": "+10"}
    )
    desk.page.get_by_role("dialog").get_by_role("button", name="Record it", exact=True).click()
    desk.shows("The ruling is recorded.")
    desk.page.locator("#objected").wait_for(state="hidden")
    ben.shows("You objected, and something was decided since")
    ben.shows("The Crown counts.")
    assert ben.page.get_by_text("the director sees it until").count() == 0
    ann.shows("What you agreed to holds no more")
    for one, name in ((ann, first), (ben, second)):
        one.press(f"I agree: {name}")
        one.shows("✓ You agree to these scores.")
    assert agreed(service) == [first, second]
    ann.press(f"I object after all: {first}")
    ann.page.get_by_label("What is wrong?").fill("Not so fast.")
    ann.press("Send it")
    ann.shows("You object: the director sees it until it is dealt with.")
    assert agreed(service) == [second]
    desk.shows("Not so fast.")


def test_what_was_written_against_a_result_stays_while_others_agree(
    service: Service, cup: str, tab: Callable[..., Tab]
) -> None:
    finish(service)
    ann = seat_of(service, tab, "Ann")
    ann.press("I object: Ann")
    ann.page.get_by_label("What is wrong?").fill("Wait")
    service.run("confirm", "Cup-1-1", "--as", "Ben")
    ann.shows("Agreed so far: Ben.")
    assert ann.page.get_by_label("What is wrong?").input_value() == "Wait"


def test_two_who_agree_at_the_same_moment_have_both_agreed(service: Service, cup: str, tab: Callable[..., Tab]) -> None:
    finish(service)
    ann = seat_of(service, tab, "Ann")

    def after_ben(route: Any) -> None:
        if not agreed(service):
            service.run("confirm", "Cup-1-1", "--as", "Ben")
        route.continue_()

    ann.page.route("**/confirmations", after_ben)
    ann.press("I agree: Ann")
    ann.shows("✓ You agree to these scores.")
    assert sorted(agreed(service)) == ["Ann", "Ben"]
    ann.wrong.clear()


def test_scores_that_were_changed_meanwhile_are_not_agreed_to(
    service: Service, cup: str, tab: Callable[..., Tab]
) -> None:
    finish(service)
    ann = seat_of(service, tab, "Ann")

    def after_a_ruling(route: Any) -> None:
        service.run("rule", "Cup-1-1", "Late.", "--adjust", "Ben=+3", "--by", "Dora", "--yes")
        route.continue_()

    ann.page.route("**/confirmations", after_a_ruling)
    ann.press("I agree: Ann")
    ann.shows("The scores were changed meanwhile")
    assert agreed(service) == []
    ann.wrong.clear()


def test_a_press_counts_though_another_agrees_while_the_finger_is_down(
    service: Service, cup: str, tab: Callable[..., Tab]
) -> None:
    finish(service)
    ann = seat_of(service, tab, "Ann")
    ann.page.get_by_text("live", exact=True).wait_for()
    ann.page.get_by_role("button", name="I agree: Ann").hover()
    ann.page.mouse.down()
    with ann.page.expect_response("**/agreement*"):
        service.run("confirm", "Cup-1-1", "--as", "Ben")
    ann.page.wait_for_timeout(300)
    ann.page.mouse.up()
    ann.shows("✓ You agree to these scores.")
    assert sorted(agreed(service)) == ["Ann", "Ben"]
    ann.wrong.clear()


def test_who_has_no_seat_is_told_how_to_come_in(service: Service, cup: str, chromium: Any) -> None:
    context = chromium.new_context(viewport=PHONE)
    page = context.new_page()
    page.goto(f"{service.url}/matches/{service.recorder.find('Cup-1-1')}/seat")
    page.get_by_text("scan the code on your own slip again").wait_for()
    context.close()

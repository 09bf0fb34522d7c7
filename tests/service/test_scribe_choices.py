"""How the scribe's page asks: places where they are, numbers that can be, cards in the order of their deck."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ludograph.domain.exchange.exporter import exported
from ludograph.domain.games import GAMES
from tests.browser.conftest import PHONE
from tests.playthrough import golden_match
from tests.service.robots import Robot, as_offered, opened, started
from tests.service.running import Service
from tests.service.test_deal_entry import SOME, awaiting
from tests.service.test_scribe_page import Open, page, steps, taps
from tests.worlds import random_match

__all__ = ["page"]
INSIDE = """() => [...document.querySelectorAll('#stage-body button, #foot button')].every((one) => {
  const { left, right, width, height } = one.getBoundingClientRect();
  return left >= 0 && right <= innerWidth && width >= 44 && height >= 44;
})"""
"""Whether all that can be tapped is within the width of the screen, and large enough for a thumb."""


def kinds(seen: Any, kind: str) -> list[str]:
    """What stands on the buttons of a kind."""
    return [one["told"] for one in seen["buttons"] if kind in one["kind"].split()]


def test_a_castle_is_two_wide_and_tapped_where_the_card_lies(page: Open, service: Service) -> None:
    tab, robot, match = page("conundruze", cards=True)
    for _ in range(3):
        robot.tap(robot.look(), robot.any_of(robot.look(), "way"))
        seen = robot.look()
        assert seen["title"] == "Which card becomes the left of the top row?"
        assert len(kinds(seen, "cell")) == 8
        columns = tab.locator(".plan .grid").evaluate(
            "one => getComputedStyle(one).gridTemplateColumns.split(' ').length"
        )
        assert columns == 2
        taps(robot, "Row 2, column 1: a face-down card", "Row 4, column 2: a face-down card")
        assert robot.look()["title"].endswith("row 2 left")
        while (seen := robot.look())["title"] != "Is this right?":
            robot.tap(seen, robot.any_of(seen, "value"))
        assert "r2c1" not in tab.locator("#stage").inner_text()
        assert tab.locator(".chosen").count() == 2
        taps(robot, "Record")
    assert [one["action"]["first"] for one in steps(service, match)] == ["r2c1"] * 3
    robot.action(robot.look())
    seen = robot.look()
    assert len(kinds(seen, "cell")) == 8
    assert tab.evaluate(INSIDE)
    assert not {"First", "Second", "There", "Own"} & {seen["title"]}


def test_a_card_is_laid_by_tapping_the_place(page: Open, service: Service) -> None:
    tab, robot, match = page("aucteraden", cards=False)
    for _ in range(3):
        seen = robot.look()
        robot.tap(seen, robot.any_of(seen, "way"))
        if "Record" in kinds(robot.look(), "main") or robot.look()["title"] == "Is this right?":
            taps(robot, "Record")
        seen = robot.look()
        if not kinds(seen, "cell"):
            continue
        assert not [one for one in kinds(seen, "way") if one.startswith("Lay it")]
        assert tab.evaluate(INSIDE)
        robot.tap(
            seen,
            next(
                (at for at, one in enumerate(seen["buttons"]) if one["told"].startswith("Right of")),
                robot.any_of(seen, "cell"),
            ),
        )
        taps(robot, "Record")
    laid = [(one["action"]["x"], one["action"]["y"]) for one in steps(service, match) if one["action"]["do"] == "place"]
    assert laid[:2] == [(0, 0), (1, 0)]


def test_only_keys_that_lead_to_a_number_can_be_tapped(page: Open) -> None:
    tab, robot, _ = page("fools-down")
    taps(robot, "Deal a hand", "Record")
    seen = robot.look()
    robot.tap(seen, next(one for one in kinds(seen, "way") if one.startswith("Wager")))
    least, most = (
        int(word) for word in robot.look()["title"].removeprefix("How much in all? ").split(",")[0].split(" to ")
    )
    digits = [int(one) for one in kinds(robot.look(), "key") if one.isdecimal()]
    starts = {int(str(number)[0]) for number in range(least, most + 1)}
    assert set(digits) <= starts
    for _ in range(4):
        fitting = [one for one in kinds(robot.look(), "key") if one.isdecimal()]
        if not fitting:
            break
        taps(robot, fitting[-1])
        typed = tab.locator(".typed").inner_text()
        assert any(str(number).startswith(typed) for number in range(least, most + 1)), typed
    assert "OK" in kinds(robot.look(), "main")


@pytest.mark.parametrize("game", SOME)
def test_every_deal_is_tapped_on_a_phone_and_shown_as_a_whole(chromium: Any, service: Service, game: str) -> None:
    match, players = awaiting(service, game)
    tab = opened(chromium, service, match, cards=True, viewport=PHONE)
    robot = Robot(tab, Random(4))
    taps(robot, "Say how the cards lie")
    while (seen := robot.look())["title"] != "Is this right?":
        assert tab.locator("#stage input, #stage textarea").count() == 0
        assert tab.evaluate(INSIDE)
        cards = [one.rpartition("(")[2].rstrip(")") for one in kinds(seen, "face")]
        assert cards == as_offered(game, cards)
        robot.tap(seen, robot.any_of(seen, "value"))
    shown = tab.locator("#stage").inner_text()
    assert "{" not in shown
    if game in ("sun-bid", "sorcerous-futures"):
        assert all(name in shown for name in players)
    taps(robot, "Record")
    tab.wait_for_function("() => document.getElementById('stage-title').textContent.includes('to act')")
    tab.context.close()


def test_cards_are_offered_in_the_order_of_the_deck(page: Open) -> None:
    """At a showdown too, where three cards of a hand are named one by one."""
    _, robot, _ = page("fools-down", cards=True)
    deck = GAMES["fools-down"].deck
    first = {code: at for at, code in enumerate(deck.by_code)}
    suits = list(dict.fromkeys(deck.by_code[code].suits for code in first))
    order = sorted(first, key=lambda code: (suits.index(deck.by_code[code].suits), first[code]))
    found = 0
    for _ in range(80):
        seen = robot.look()
        if not seen["home"]:
            codes = [one.rpartition("(")[2].rstrip(")") for one in kinds(seen, "face")]
            assert codes == sorted(codes, key=order.index)
            found += seen["title"].startswith("Card ")
            robot.tap(seen, robot.next(seen))
        elif seen["title"] == "The match is over" or found > 2:
            break
        else:
            ways = [
                at
                for at, one in enumerate(seen["buttons"])
                if {"way"} & {*one["kind"].split()} and "Duck" not in one["told"]
            ]
            shows = [at for at in ways if seen["buttons"][at]["told"].startswith("Show")]
            calm = [at for at in ways if seen["buttons"][at]["told"].split()[0] in ("Wink", "Match", "Keep", "Deal")]
            robot.tap(seen, (shows or calm or ways)[0])
    assert found


def test_the_page_names_its_game_tournament_round_and_table(chromium: Any, service: Service) -> None:
    service.run("tournament", "new", "Spring Cup")
    service.run("tournament", "enter", "Spring Cup", "Ann", "Bob")
    service.run("tournament", "seat", "Spring Cup", "--game", "sun-bid", "--size", "2", "--seed", "1")
    service.run("tournament", "start", "Spring Cup", "1", "--seed", "2")
    match = service.lines("matches")[0]["match"]
    tab = opened(chromium, service, match, cards=False)
    assert tab.locator("#where").inner_text() == "Sun Bid, Spring Cup, round 1, table 1"
    assert tab.title().startswith("Sun Bid, Spring Cup, round 1, table 1: ")
    tab.context.close()


def test_the_final_scoring_and_what_is_taken_back_are_there_as_a_whole(
    chromium: Any, service: Service, tmp_path: Path
) -> None:
    written = tmp_path / "match.jsonl"
    written.write_text("".join(f"{json.dumps(one)}\n" for one in exported(golden_match("sun-bid"))))
    service.run("import", written)
    match = service.lines("matches")[0]["match"]
    tab = opened(chromium, service, match, cards=False)
    robot = Robot(tab, Random(1))
    cut = "(one) => one.scrollHeight > one.clientHeight + 1"
    assert not tab.locator("#last").evaluate(cut)
    assert "the match ends" in tab.locator("#last").inner_text()
    last = len(golden_match("sun-bid").steps)
    seen = taps(robot, "Steps")
    robot.tap(seen, next(at for at, one in enumerate(seen["buttons"]) if one["told"].startswith(f"{last - 12}")))
    taps(robot, "Go back: take back all after it")
    listed = tab.locator(".gone > li")
    assert [int(one.get_attribute("value")) for one in listed.all()] == list(range(last - 11, last + 1))
    assert not tab.locator(".gone").evaluate(cut)
    tab.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("wide", [360, 180])
def test_axe_finds_nothing_to_object_to_where_places_numbers_and_deals_are_asked(
    chromium: Any, service: Service, scheme: str, wide: int
) -> None:
    """As wide as a phone, and as one on which everything is twice as large: nothing is wider than the screen."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-core is not installed").Axe()
    settings: dict[str, Any] = {"color_scheme": scheme, "viewport": {"width": wide, "height": wide * 2}}

    def fine(tab: Any) -> None:
        found = [f"{one['id']}: {one['nodes'][0]['html']}" for one in axe.run(tab).response["violations"]]
        assert found == []
        assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")

    for match, *names in (
        (started(service, "conundruze", cards=True), 0, 2, 3),
        (started(service, "aucteraden", cards=False), 0, "Record"),
        (started(service, "fools-down", cards=False), "Deal a hand", "Record", 1),
        (awaiting(service, "sun-bid")[0], "Say how the cards lie", 0),
    ):
        tab = opened(chromium, service, match, cards=True, **settings)
        robot = Robot(tab, Random(1))
        for name in names:
            assert isinstance(name, str | int)
            robot.tap(robot.look(), name)
            robot.look()
            fine(tab)
        tab.context.close()


def test_a_whole_deck_lies_on_one_screen_suit_by_suit(page: Open, service: Service) -> None:
    tab, robot, _ = page("conundruze", cards=True)
    robot.tap(robot.look(), robot.any_of(robot.look(), "way"))
    taps(robot, "Row 1, column 1: a face-down card", "Row 1, column 2: a face-down card")
    assert len(kinds(robot.look(), "face")) == 65
    assert tab.evaluate(INSIDE)
    tab.evaluate("scrollTo(0, 0)")
    free = "document.getElementById('foot').getBoundingClientRect().top"
    lowest = (
        "Math.max(...[...document.querySelectorAll('.suit .face')].map((one) => one.getBoundingClientRect().bottom))"
    )
    assert tab.evaluate(f"{lowest} <= {free}")
    groups = tab.locator(".suit").evaluate_all("all => all.map((one) => one.getAttribute('aria-label'))")
    assert groups == ["Flames", "Stones", "Waves", "Winds", "Without a suit"]


def test_a_scoring_in_the_middle_of_a_match_is_there_as_a_whole(chromium: Any, service: Service) -> None:
    game = GAMES["fools-down"]
    ended = random_match(game, Random(2))
    at = next(
        at for at, step in enumerate(ended.steps, start=1) if any(type(one) in game.decisive for one in step.facts)
    )
    assert at < len(ended.steps)
    match = service.recorder.record(random_match(game, Random(2), at))
    tab = opened(chromium, service, str(match.id), cards=False)
    assert tab.locator("#last.whole").evaluate("one => one.scrollHeight <= one.clientHeight")
    tab.context.close()


def test_one_thing_is_offered_once_and_a_match_says_how_much_it_puts_in(service: Service) -> None:
    match = service.new("fools-down", "Ann", "Bob", "Cat")
    client = service.client(service.token("scribe", match=match))
    service.run("act", match, "deal")
    (seat,) = (one for one in client.get(f"/api/matches/{match}/desk").json()["open"] if one["awaited"])
    assert [one["told"] for one in seat["actions"] if not one["idle"]] == ["Match 1", "Wager 4-100", "Duck"]
    body = {"seat": seat["name"], "do": "match"}
    assert client.post(f"/api/matches/{match}/drafts", json=body).json()["told"] == "Match 1"
    service.run("act", match, f"{seat['name']} wager 6")
    (seat,) = (one for one in client.get(f"/api/matches/{match}/desk").json()["open"] if one["awaited"])
    assert [one["told"] for one in seat["actions"]] == ["Match 5", "Bump to 10-100", "Duck"]

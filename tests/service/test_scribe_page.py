"""The scribe's page on a phone: matches recorded by taps alone, over a network that fails, and put right."""

import json
import re
from collections.abc import Callable, Iterator
from random import Random
from time import monotonic
from typing import Any

import pytest

from ludograph.domain.games import GAMES
from tests.browser.conftest import DESK, PHONE
from tests.large import large, some
from tests.service.robots import SKIP, Done, Robot, opened, recorded, started
from tests.service.running import Service, wait_until

WHOLE = {"hand-of-the-hanataz", "fools-down"}
"""Games of which a whole match is short; of the others only the beginning is recorded in every run."""
CODE = re.compile(r"\((\w+)\)$")


def agrees(service: Service, done: Done) -> None:
    """Nothing was refused, and the match holds what was tapped, and only that."""
    assert done.refused == []
    assert service.lines("verify", done.match)[0]["ok"]
    lines = [json.loads(line) for line in service.run("export", done.match, "--as", "judge").splitlines()][1:]
    assert len(lines) == len(done.actions)
    for line, (_, sent, tapped) in zip(lines, done.actions, strict=True):
        for key, value in sent.items():
            if value not in ("??", None, "", {}) and key != "drawn":
                assert line[key] == value, (line, sent)
        assert all(one in ("??", kept) for one, kept in zip(sent.get("drawn", ()), line.get("drawn", ()), strict=False))
        codes = [found[1] for told in tapped if (found := CODE.search(told))]
        assert {*codes} <= {*re.findall(r"\w+", json.dumps(sent))}


@pytest.mark.parametrize("game", GAMES)
def test_a_match_with_real_cards_is_recorded_by_taps_alone(chromium: Any, service: Service, game: str) -> None:
    done = recorded(chromium, service, game, cards=True, most=400 if game in WHOLE else 6)
    agrees(service, done)
    assert len(done.actions) == 6 or everybody_agreed(service, done)


@pytest.mark.parametrize("game", some(list(GAMES), 2))
def test_a_match_that_the_program_deals_is_recorded_by_taps_alone(chromium: Any, service: Service, game: str) -> None:
    done = recorded(chromium, service, game, cards=False, most=4)
    agrees(service, done)
    assert len(done.actions) == 4


@large
@pytest.mark.parametrize("cards", [True, False])
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_is_recorded_by_taps_alone(chromium: Any, service: Service, game: str, cards: bool) -> None:
    done = recorded(chromium, service, game, cards=cards, seed=2)
    agrees(service, done)
    assert everybody_agreed(service, done)


def everybody_agreed(service: Service, done: Done) -> bool:
    """Whether the match is over and all players agreed to its result."""
    result = service.json("result", done.match)
    return bool(result["over"] and result["confirmed"] == list(result["scores"]))


Open = Callable[..., tuple[Any, Robot, str]]


@pytest.fixture
def page(chromium: Any, service: Service) -> Iterator[Open]:
    """Opens the page of a new match, on which no script may fail."""
    tabs, wrong = [], []

    def open_(game: str, *, cards: bool = False, **settings: Any) -> tuple[Any, Robot, str]:
        match = started(service, game, cards=cards)
        tab = opened(chromium, service, match, cards=cards, **settings)
        tab.on("pageerror", lambda error: wrong.append(str(error)))
        tabs.append(tab)
        return tab, Robot(tab, Random(1)), match

    yield open_
    for tab in tabs:
        tab.context.close()
    assert wrong == []


def taps(robot: Robot, *names: str) -> Any:
    """Taps buttons one after the other; what is on the page then."""
    for name in names:
        robot.tap(robot.look(), name)
    return robot.look()


def shows(tab: Any, where: str, text: str) -> None:
    """Waits until a text stands somewhere."""
    tab.wait_for_function(
        "([where, text]) => document.querySelector(where).innerText.includes(text)", arg=[where, text]
    )


def steps(service: Service, match: str) -> list[Any]:
    """The steps that stand."""
    return [one for one in service.lines("log", match) if not one["superseded"]]


# A network that fails


def test_what_was_not_sent_is_kept_over_a_reload_and_sent_by_itself(page: Open, service: Service) -> None:
    tab, robot, match = page("sun-bid")
    tab.route("**/actions", lambda route: route.abort())
    assert "Not confirmed yet" in taps(robot, "Flip a card", "Record")["pending"]
    tab.reload()
    tab.wait_for_selector("#pending .sentence")
    assert "Flip a card" in tab.locator("#pending").inner_text()
    assert steps(service, match) == []
    tab.unroute("**/actions")
    shows(tab, "#last", "Step 1, confirmed")
    assert len(steps(service, match)) == 1
    assert tab.locator("#pending").inner_text() == ""


def test_what_was_recorded_though_no_answer_came_is_not_recorded_twice(page: Open, service: Service) -> None:
    tab, robot, match = page("sun-bid")

    def lose(route: Any) -> None:
        route.fetch()
        route.abort()

    tab.route("**/actions", lose, times=1)
    taps(robot, "Flip a card", "Record")
    shows(tab, "#last", "Step 1, confirmed")
    tab.wait_for_selector("#pending:empty", state="attached")
    assert len(steps(service, match)) == 1


def test_somebody_else_was_faster_and_it_is_entered_again(page: Open, service: Service) -> None:
    tab, robot, match = page("last-years-magic")
    service.run("act", match, "Ann deal")
    shows(tab, "#last", "Step 1, confirmed")
    taps(robot, "Introduce the wizard")
    service.run("act", match, "Bob introduce", "Cat introduce")
    seen = taps(robot, "Record")
    assert "Somebody else was faster" in seen["pending"]
    assert "Cat introduces a wizard." in seen["pending"]
    seen = taps(robot, "Enter it again")
    assert seen["pending"] == ""
    assert [one["seat"] for one in steps(service, match)] == ["Ann", "Bob", "Cat", "Ann"]


def test_what_was_recorded_after_all_is_said_to_be_and_not_recorded_twice(page: Open, service: Service) -> None:
    """Whatever the way to the service makes of its answer."""
    tab, robot, match = page("last-years-magic")
    service.run("act", match, "Ann deal")
    shows(tab, "#last", "Step 1, confirmed")

    def lie(route: Any) -> None:
        route.fetch()
        route.fulfill(status=409, json={"message": "Somebody else was faster.", "version": 3})

    tab.route("**/actions", lie, times=1)
    taps(robot, "Introduce the wizard", "Record")
    seen = robot.look()
    assert "The same is recorded already" in seen["pending"]
    assert "Enter it again" not in [one["told"] for one in seen["buttons"]]
    assert taps(robot, "Go on")["pending"] == ""
    assert len(steps(service, match)) == 2


def test_what_does_not_fit_any_more_is_refused_in_words(page: Open, service: Service) -> None:
    _, robot, match = page("sun-bid")
    taps(robot, "Flip a card")
    service.run("act", match, "call")
    taps(robot, "Record")
    seen = taps(robot, "Enter it again")
    assert "This was not recorded." in seen["pending"]
    assert "SB-" in seen["pending"]
    assert taps(robot, "Leave it out")["pending"] == ""
    assert len(steps(service, match)) == 1


def test_connections_cut_at_random_lose_and_double_nothing(page: Open, service: Service) -> None:
    """Some requests never arrive, and of some the answer is lost."""
    tab, robot, match = page("aucteraden", cards=True)
    fate = Random(5)
    keys: dict[str, Any] = {}

    def cut(route: Any) -> None:
        key = route.request.headers.get("idempotency-key")
        if key is not None:
            keys[key] = json.loads(route.request.post_data)
        kind = fate.choice(("lost before", "lost after", "fine") if key else ("lost before", "fine", "fine", "fine"))
        if kind == "lost after":
            route.fetch()
        if kind == "fine":
            route.continue_()
        else:
            route.abort()

    tab.route(re.compile(r"/(actions|drafts|desk)"), cut)
    end = monotonic() + 60
    while monotonic() < end:
        tab.evaluate("document.querySelectorAll('#pending details').forEach((one) => { one.open = true; })")
        seen = robot.look()
        if len(keys) >= 5 and not seen["pending"]:
            break
        if seen["pending"]:
            told = [one["told"] for one in seen["buttons"]]
            if "Leave it out" in told:  # noted without the service, with outcomes by chance
                keys.popitem()
                robot.tap(seen, "Leave it out")
            elif "Send it now" in told:
                robot.tap(seen, "Send it now")
            else:  # it is on its way
                tab.wait_for_timeout(50)
        elif seen["home"] and not {"way", "cell"} & {*" ".join(one["kind"] for one in seen["buttons"]).split()}:
            tab.wait_for_timeout(50)  # the match is not known as it stands now
        elif seen["home"]:
            robot.action(seen)
        else:  # what was to be sent went by itself, and the tap met what lay below
            robot.tap(seen, "Back")
    lines = steps(service, match)
    assert len(keys) >= 5
    assert [one["action"]["do"] for one in lines] == [sent["do"] for sent in keys.values()]
    assert [one["drawn"] for one in lines] == [sent.get("drawn", []) for sent in keys.values()]


def test_without_a_token_it_says_whom_to_ask(chromium: Any, service: Service) -> None:
    match = service.new("sun-bid", "Ann", "Bob")
    tab = chromium.new_context().new_page()
    tab.goto(f"{service.url}/matches/{match}/scribe")
    shows(tab, "#stage-title", "ask the organiser")
    tab.context.close()


def test_what_several_do_alike_is_recorded_at_once(page: Open, service: Service) -> None:
    tab, robot, match = page("last-years-magic", cards=True)
    taps(robot, *("Deal the cards", "Record", "Ann, Bob and Cat: Introduce the wizard", "Record"))
    shows(tab, "#last", "Step 4, confirmed")
    assert [one["seat"] for one in steps(service, match)] == ["Ann", "Ann", "Bob", "Cat"]


def test_whoever_would_rather_not_be_asked_records_by_the_last_tap(page: Open, service: Service) -> None:
    tab, robot, match = page("sun-bid")
    tab.evaluate(SKIP)
    tab.locator("label.sure").tap(position={"x": 100, "y": 20})
    assert not tab.locator("#sure").is_checked()
    robot.taps += 1  # a label is tapped along with its box
    tab.evaluate(f"window.taps = {robot.taps}")
    taps(robot, "Flip a card")
    shows(tab, "#last", "Step 1, confirmed")
    tab.reload()
    tab.wait_for_selector("body.home")
    assert not tab.locator("#sure").is_checked()
    assert len(steps(service, match)) == 1


def test_names_are_shown_as_they_are_written(chromium: Any, service: Service) -> None:
    name = "<b onmouseover=alert(1)>Eve</b>"
    tab = opened(chromium, service, service.new("sun-bid", name, "Bob"), cards=False)
    shows(tab, "#board", name)
    assert tab.locator("main b[onmouseover]").count() == 0
    tab.context.close()


# Putting right


def test_undo_and_note_take_a_tap_for_their_reason(page: Open, service: Service) -> None:
    tab, robot, match = page("sun-bid")
    taps(robot, "Flip a card", "Record", "Note", "A long think")
    taps(robot, "Undo", "Entered wrongly")
    history = service.lines("history", match, "--as", "judge")
    assert [one["kind"] for one in history] == ["match-started", "step", "note-added", "steps-taken-back"]
    assert history[-1]["reason"] == "Entered wrongly"
    assert "The match begins" in tab.locator("#last").inner_text()


def test_a_step_is_put_right_after_its_preview(page: Open, service: Service) -> None:
    tab, robot, match = page("sun-bid")
    taps(robot, "Flip a card", "Record", "Flip a card", "Record", "Steps")
    seen = robot.look()
    robot.tap(seen, next(one["told"] for one in seen["buttons"] if one["told"].startswith("2")))
    taps(robot, "Put another in its place", "Call an auction", "See what changes")
    assert "calls an auction" in tab.locator(".changed ins").first.inner_text()
    assert len(service.lines("history", match)) == 3
    taps(robot, "Entered wrongly")
    assert [one["action"]["do"] for one in steps(service, match)] == ["flip", "call"]
    assert service.lines("history", match)[-1]["kind"] == "steps-amended"


def test_a_step_is_taken_out_and_what_is_not_legal_without_it_taken_back(page: Open, service: Service) -> None:
    tab, robot, match = page("sun-bid")
    taps(robot, "Flip a card", "Record", "Flip a card", "Record", "Steps")
    seen = robot.look()
    robot.tap(seen, next(one["told"] for one in seen["buttons"] if one["told"].startswith("1")))
    taps(robot, "Take it out")
    assert "It is the turn of" in tab.locator("#stage").inner_text()
    taps(robot, "Keep what is legal", "Entered wrongly")
    assert steps(service, match) == []
    shows(tab, "#last", "The match begins")


def test_it_can_be_recorded_by_keyboard_alone(page: Open, service: Service) -> None:
    tab, _, match = page("sun-bid", viewport=DESK, has_touch=False)
    tab.locator("#stage-title").focus()
    tab.keyboard.press("Tab")
    assert tab.evaluate("document.activeElement.textContent") == "Flip a card"
    tab.keyboard.press("Enter")
    tab.wait_for_selector("button.confirm")
    assert tab.evaluate("document.activeElement.id") == "stage-title"
    tab.keyboard.press("Escape")
    tab.wait_for_selector("body.home")
    tab.locator(".way").first.press("Enter")
    tab.wait_for_selector("button.confirm")
    tab.locator("button.confirm").press("Enter")
    wait_until(lambda: len(steps(service, match)) == 1 or tab.wait_for_timeout(50))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_to_object_to(page: Open, scheme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-core is not installed").Axe()

    def objections() -> list[str]:
        return [f"{one['id']}: {one['nodes'][0]['html']}" for one in axe.run(tab).response["violations"]]

    tab, robot, _ = page("sun-bid", cards=True, viewport=PHONE, color_scheme=scheme)
    tab.locator("#table").evaluate("one => one.open = true")
    assert objections() == []
    taps(robot, "Flip a card")
    assert objections() == []
    seen = robot.look()
    robot.tap(seen, robot.any_of(seen, "value"))
    assert robot.look()["title"] == "Is this right?"
    assert objections() == []
    taps(robot, "Record")
    for way in ("Undo", "Note", "Steps"):
        taps(robot, way)
        assert objections() == []
        taps(robot, "Back")
    tab.route("**/actions", lambda route: route.abort())
    robot.action(robot.look())
    assert "Not confirmed yet" in robot.look()["pending"]
    assert objections() == []
    tab, robot, _ = page("fools-down", viewport=DESK, color_scheme=scheme)
    taps(robot, "Deal a hand", "Record")
    seen = robot.look()
    robot.tap(seen, next(one["told"] for one in seen["buttons"] if one["told"].startswith("Wager")))
    assert robot.look()["title"].startswith("How much in all? ")
    assert objections() == []

"""The scribe's page without its service: it opens, goes on, keeps what is noted, and sends it in order, each once."""

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from signal import SIGKILL
from time import monotonic
from typing import Any

import pytest

from ludograph.domain.games import GAMES
from tests.browser.conftest import CHROMIUM, FLAGS, PHONE
from tests.service.mortal_service import MortalService
from tests.service.offline import recorded_offline
from tests.service.robots import COUNT, Robot, opened, started
from tests.service.running import Service, wait_until

Open = Callable[..., tuple[Any, Robot, str]]


@pytest.fixture
def page(chromium: Any, service: Service) -> Iterator[Open]:
    """Opens the page of a new match, and waits until it would open without the service."""
    contexts, wrong = [], []

    def open_(game: str, **settings: Any) -> tuple[Any, Robot, str]:
        match = started(service, game, cards=True)
        tab = opened(chromium, service, match, cards=True, **settings)
        tab.on("pageerror", lambda error: wrong.append(str(error)))
        tab.evaluate("navigator.serviceWorker.ready.then(() => true)")
        contexts.append(tab.context)
        return tab, Robot(tab, Random(1)), match

    yield open_
    for context in contexts:
        context.close()
    assert wrong == []


def taps(robot: Robot, *names: str) -> Any:
    """Taps buttons one after the other, each by a part of what stands on it; what is on the page then."""
    for name in names:
        seen = robot.look()
        told = [one["told"] for one in seen["buttons"]]
        found = [one for one in told if one == name] or [one for one in told if name in one]
        assert found, (name, seen)
        robot.tap(seen, found[0])
    return robot.look()


def says(tab: Any, where: str, text: str) -> None:
    """Waits until a text stands somewhere."""
    wait_until(lambda: text in tab.inner_text(where) or tab.wait_for_timeout(20), 20)


def reloaded(tab: Any, robot: Robot) -> None:
    tab.reload()
    tab.wait_for_selector("body.home")
    robot.taps = tab.evaluate("window.taps || 0")


def sent(service: Service, match: str) -> list[Any]:
    return [(one["seat"], one["action"]["do"], one["drawn"]) for one in service.lines("log", match)]


def killed(folder: Path) -> None:
    """Ends every process of a browser that keeps its things in this folder, at once."""
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if str(folder).encode() in (process / "cmdline").read_bytes():
                os.kill(int(process.name), SIGKILL)


def noted(tab: Any, robot: Robot, service: Service) -> None:
    """Two entries without the service: one by the buttons of what was open, and one of all verbs."""
    service.stop()
    says(tab, "#link", "no connection")
    taps(robot, "Flip a card", "Ace of Wyrms", "Note it")
    taps(robot, "Ann", "Flip a card", "A card came up", "the Ace of Moons", "That is all", "Note it")


def test_it_opens_without_the_service_and_what_is_noted_goes_there_in_order(page: Open, service: Service) -> None:
    tab, robot, match = page("sun-bid")
    noted(tab, robot, service)
    reloaded(tab, robot)
    assert "Not confirmed yet, 2 noted here" in robot.look()["pending"]
    assert robot.look()["title"] == "What happened next?"
    assert "Bidding cards" in tab.inner_text("#last")
    service.start()
    tab.wait_for_selector("#pending:empty", state="attached")
    assert sent(service, match) == [("Cat", "flip", ["1Y"]), ("Ann", "flip", ["1M"])]
    says(tab, "#link", "connected")


def test_what_is_asked_without_the_service_is_what_the_game_has(page: Open, service: Service) -> None:
    tab, robot, _ = page("sun-bid")
    service.stop()
    says(tab, "#link", "no connection")
    tab.locator("details.aside summary").press("Enter")
    robot.taps = tab.evaluate("window.taps")
    seen = taps(robot, "Ann", "Flip a card", "A card came up")
    assert "A number came up" not in [one["told"] for one in seen["buttons"]]
    while "Back" in [one["told"] for one in robot.look()["buttons"]]:
        taps(robot, "Back")
    tab.locator("details.aside summary").press("Enter")
    robot.taps = tab.evaluate("window.taps")
    seen = taps(robot, "Ann", "Bid a card")
    bids = [one["told"] for one in seen["buttons"] if "face" in one["kind"].split()]
    assert 0 < len(bids) < 12
    names = [told.partition(" (")[0] for told in bids]
    before = tab.locator("section[aria-label=Ann]").inner_html()
    assert [name for name in names if name not in before] == []
    seen = taps(robot, "Another card")
    assert len([one for one in seen["buttons"] if "face" in one["kind"].split()]) > 40


def test_places_are_tapped_where_they_lie_and_what_is_turned_up_there_is_asked_for(
    page: Open, service: Service
) -> None:
    tab, robot, match = page("conundruze")
    service.stop()
    says(tab, "#link", "no connection")
    tab.locator("details.aside summary").press("Enter")
    robot.taps = tab.evaluate("window.taps")
    offered = [one["told"] for one in taps(robot, "Bob")["buttons"]]
    assert any(one.startswith("Draw") for one in offered)
    assert not [one for one in offered if one.startswith(("Wager", "Wink", "Duck", "Peek", "Backstab", "Pass"))]
    seen = taps(robot, "Flip")
    assert seen["title"] == "Which card becomes the left of the top row?"
    seen = taps(robot, "Row 3, column 2", "Row 1, column 1", "the 7 of Waves", "the 2 of Winds")
    assert seen["title"] == "Is this right?"
    assert "row 3 right, row 1 left" in tab.inner_text("#stage")
    taps(robot, "Note it")
    service.start()
    tab.wait_for_selector("#pending:empty", state="attached")
    assert sent(service, match) == [("Bob", "flip", ["7v", "2w"])]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_to_object_to_without_the_service(page: Open, service: Service, scheme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-core is not installed").Axe()

    def objections() -> list[str]:
        return [f"{one['id']}: {one['nodes'][0]['html']}" for one in axe.run(tab).response["violations"]]

    tab, robot, _ = page("sun-bid", color_scheme=scheme)
    noted(tab, robot, service)
    assert objections() == []
    tab.locator("#pending summary").press("Enter")
    assert objections() == []
    tab.locator("#pending summary").press("Enter")
    robot.taps = tab.evaluate("window.taps")
    for name in ("Bob", "Flip a card", "A card came up", "the Ace of Suns", "That is all"):
        taps(robot, name)
        assert objections() == []


def test_what_is_noted_can_be_taken_out_until_it_was_sent(page: Open, service: Service) -> None:
    tab, robot, match = page("sun-bid")
    noted(tab, robot, service)
    tab.locator("#pending summary").press("Enter")
    robot.taps = tab.evaluate("window.taps")
    seen = taps(robot, "Take out: Ann")
    assert "Not confirmed yet, noted here" in seen["pending"]
    assert not any(one["told"].startswith("Take") for one in seen["buttons"])  # the first was sent, and may be recorded
    service.start()
    tab.wait_for_selector("#pending:empty", state="attached")
    assert sent(service, match) == [("Cat", "flip", ["1Y"])]


def test_what_is_refused_waits_with_all_behind_it_and_one_can_be_put_before(page: Open, service: Service) -> None:
    tab, robot, match = page("sun-bid")
    service.stop()
    says(tab, "#link", "no connection")
    tab.locator("details.aside summary").press("Enter")
    robot.taps = tab.evaluate("window.taps")
    taps(robot, "Ann", "Flip", "A card came up", "the Ace of Moons", "That is all", "Note it")
    taps(robot, "Bob", "Flip", "A card came up", "the Ace of Wyrms", "That is all", "Note it")
    service.start()
    says(tab, "#pending", "This was not recorded.")
    seen = robot.look()
    assert "It is the turn of Cat" in seen["pending"]
    assert "1 more noted here, after it:Bob: Flip a card" in seen["pending"]
    assert sent(service, match) == []
    reloaded(tab, robot)
    says(tab, "#pending", "This was not recorded.")
    taps(robot, "Flip a card", "Ace of Leaves", "Record")
    tab.wait_for_selector("#pending:empty", state="attached")
    assert sent(service, match) == [("Cat", "flip", ["1L"]), ("Ann", "flip", ["1M"]), ("Bob", "flip", ["1Y"])]


def test_another_can_be_entered_in_the_place_of_what_is_refused(page: Open, service: Service) -> None:
    tab, robot, match = page("sun-bid")
    noted(tab, robot, service)
    service.run("act", match, "Cat flip > 1K")
    service.start()
    says(tab, "#pending", "Somebody else was faster")
    says(tab, "#pending", "Ace of Knots")
    seen = robot.look()
    assert "the Ace of Wyrms" in seen["pending"]
    assert "Ann: Flip a card" in seen["pending"]
    taps(robot, "Enter another instead", "Call an auction", "Record")
    says(tab, "#pending", "This was not recorded.")
    assert [one[:2] for one in sent(service, match)] == [("Cat", "flip"), ("Ann", "call")]
    taps(robot, "Leave it out")
    tab.wait_for_selector("#pending:empty", state="attached")


def test_an_entry_under_way_goes_on_as_a_note_where_the_service_stops_to_answer(page: Open, service: Service) -> None:
    tab, robot, match = page("sun-bid")
    taps(robot, "Flip a card")
    service.stop()
    seen = taps(robot, "Ace of Wyrms")
    assert seen["title"] == "Is this right?"
    taps(robot, "Note it")
    service.start()
    tab.wait_for_selector("#pending:empty", state="attached")
    assert sent(service, match) == [("Cat", "flip", ["1Y"])]


def test_what_is_noted_survives_an_empty_battery(chromium: Any, service: Service, tmp_path: Path) -> None:
    """The browser is killed as soon as the page says that it is noted."""
    match, folder = started(service, "sun-bid", cards=True), tmp_path / "phone"
    phone = {"executable_path": CHROMIUM, "args": FLAGS, "viewport": PHONE, "has_touch": True}
    context = chromium.browser_type.launch_persistent_context(str(folder), **phone)
    tab = context.new_page()
    tab.add_init_script(COUNT)
    tab.goto(f"{service.url}/enter#{service.token('scribe', match=match)}")
    tab.wait_for_selector("body.home")
    tab.evaluate("navigator.serviceWorker.ready.then(() => true)")
    context.close()  # so that the browser has its cookie on the disk, which it takes its time for
    context = chromium.browser_type.launch_persistent_context(str(folder), **phone)
    tab = context.new_page()
    tab.add_init_script(COUNT)
    tab.goto(f"{service.url}/matches/{match}/scribe")
    tab.wait_for_selector("body.home")
    noted(tab, Robot(tab, Random(1)), service)
    killed(folder)
    context = chromium.browser_type.launch_persistent_context(str(folder), **phone)
    tab = context.new_page()
    tab.goto(f"{service.url}/matches/{match}/scribe")
    says(tab, "#pending", "2 noted here")
    service.start()
    tab.wait_for_selector("#pending:empty", state="attached")
    context.close()
    assert sent(service, match) == [("Cat", "flip", ["1Y"]), ("Ann", "flip", ["1M"])]


def test_the_word_goes_by_what_is_heard_and_an_entry_is_sent_by_itself_when_the_service_is_there(
    chromium: Any, tmp_path: Path
) -> None:
    """A service that stands still closes no connection: only its heartbeat is missed."""
    service = MortalService(tmp_path / "mortal.sqlite")
    try:
        match = started(service, "sun-bid", cards=True)
        tab = opened(chromium, service, match, cards=True)
        says(tab, "#link", "connected")
        service.pause()
        since = monotonic()
        says(tab, "#link", "no connection")
        assert monotonic() - since < 12
        taps(Robot(tab, Random(1)), "Flip a card", "Ace of Wyrms", "Note it")
        service.go_on()
        tab.wait_for_selector("#pending:empty", state="attached")
        says(tab, "#link", "connected")
        assert sent(service, match) == [("Cat", "flip", ["1Y"])]
        tab.context.set_offline(True)
        says(tab, "#link", "no connection")
        tab.context.set_offline(False)
        says(tab, "#link", "connected")
        tab.context.close()
    finally:
        service.close()


def test_pieces_of_matches_recorded_while_all_fails_are_there_once_and_in_order(chromium: Any, tmp_path: Path) -> None:
    service = MortalService(tmp_path / "mortal.sqlite")
    try:
        for seed, game in enumerate(Random(3).sample(list(GAMES), 2), start=1):
            piece = recorded_offline(chromium, service, game, seed, most=5)
            assert piece.ledger.confirmed
    finally:
        service.close()


def test_who_forgets_their_links_leaves_no_cards_in_the_browser_and_loses_no_entry(
    chromium: Any, tmp_path: Path
) -> None:
    """The judge's cards were readable offline, by whoever took the phone next."""
    service = MortalService(tmp_path / "mortal.sqlite")
    try:
        match = started(service, "sun-bid", cards=True)
        tab = opened(chromium, service, match, cards=True)
        tab.wait_for_function("async () => (await caches.keys()).length > 0")
        kept = tab.evaluate(
            """async (match) => {
                const { change, forget, keep, read } = await import(document.querySelector('script[src*=scribe]').src
                    .replace(/[^/]+$/, 'scribe-kept.js'));
                await keep(`desk ${match}`, { hand: 'a secret' });
                await change('queue other', () => ({ items: [{ key: 'unsent' }], latest: null }));
                await forget();
                const left = (await caches.keys()).length;
                return [await read(`desk ${match}`) ?? null, (await read('queue other')).items.length, left];
            }""",
            match,
        )
        assert kept == [None, 1, 0]
        tab.context.close()
    finally:
        service.close()

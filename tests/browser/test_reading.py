"""What a reader chose stays, keys do what they did before, nothing is told too early, and everything is said aloud."""

from itertools import pairwise
from typing import Any

import pytest

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import JUDGE, TABLE
from tests.browser.conftest import PHONE, Shown
from tests.browser.test_page import Show
from tests.playthrough import golden_match


@pytest.fixture
def sun_bid(shown: Show) -> Shown:
    return shown(golden_match("sun-bid"), TABLE)


@pytest.mark.parametrize("key", ["ArrowRight", "ArrowLeft", "PageDown", "Home", "]", "2"])
def test_whoever_goes_by_hand_stops_what_plays_by_itself(sun_bid: Shown, key: str) -> None:
    sun_bid.press("ArrowRight", "ArrowRight", " ")
    assert sun_bid.text("#play-word") == "Stop"
    sun_bid.press(key)
    assert sun_bid.text("#play-word") == "Play"


def test_pace_and_theme_are_remembered(sun_bid: Shown) -> None:
    sun_bid.press("d", "+")
    theme, pace = (sun_bid.tab.evaluate(what) for what in ("document.documentElement.dataset.theme", PACE))
    # The browser writes down what a page keeps some moments later, and a busy one may make a new process for the next.
    sun_bid.tab.wait_for_timeout(500)
    sun_bid.tab.reload()
    assert sun_bid.tab.evaluate("document.documentElement.dataset.theme") == theme == "dark"
    assert sun_bid.tab.evaluate(PACE) == pace


PACE = "document.getElementById('pace').value"


def test_keys_go_on_stepping_after_a_pace_was_chosen(sun_bid: Shown) -> None:
    sun_bid.tab.locator("#pace").focus()
    sun_bid.tab.locator("#pace").select_option(index=3)
    pace = sun_bid.tab.evaluate(PACE)
    sun_bid.press("ArrowRight", "ArrowRight")
    assert sun_bid.at == 2
    assert sun_bid.tab.evaluate(PACE) == pace


def test_a_search_goes_on_when_its_field_was_left(sun_bid: Shown) -> None:
    sun_bid.press("End", "Home", "/")
    sun_bid.tab.keyboard.type("calls an auction")
    sun_bid.press("Enter")
    first = sun_bid.at
    sun_bid.press("Escape")
    assert sun_bid.at == first
    assert sun_bid.tab.locator("#steps [aria-current]").evaluate(IN_LIST)
    sun_bid.press("n")
    second = sun_bid.at
    assert second > first
    sun_bid.press("N")
    assert sun_bid.at == first


IN_LIST = "one => one.offsetTop >= one.closest('ol').scrollTop"


def test_a_number_past_the_end_does_not_tell_the_end(shown: Show) -> None:
    opened = shown(golden_match("sun-bid"), TABLE, 3)
    opened.tab.get_by_label("Go to step").fill("999")
    opened.press("Enter")
    assert opened.at == 3
    opened.tab.evaluate("location.hash = '#999'")
    opened.tab.wait_for_timeout(50)
    assert opened.at == 3
    assert opened.tab.locator("#steps li").count() == 4


def test_help_closes_on_the_key_that_opened_it(sun_bid: Shown) -> None:
    sun_bid.press("?")
    assert sun_bid.tab.locator("#help").is_visible()
    sun_bid.press("?")
    assert not sun_bid.tab.locator("#help").is_visible()


def test_headings_go_down_one_by_one(shown: Show) -> None:
    opened = shown(golden_match("sun-bid"), TABLE, 30)
    opened.press("c")
    levels = opened.tab.locator("h1, h2, h3, h4").evaluate_all(
        "all => all.filter(one => !one.closest('dialog')).map(one => Number(one.tagName[1]))"
    )
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


@pytest.mark.parametrize("viewport", [{"width": 1280, "height": 800}, PHONE, {"width": 740, "height": 360}])
def test_what_one_aims_at_is_24_pixels_high_and_wide(shown: Show, viewport: Any) -> None:
    opened = shown(golden_match("sun-bid"), TABLE, 30, viewport=viewport)
    small = opened.tab.locator("button:not(.mention), select, input, summary, #steps a").evaluate_all(SMALL)
    assert small == []


SMALL = """all => all.filter(one => one.offsetParent).map(one => [one.outerHTML, one.getBoundingClientRect()])
  .filter(([, box]) => box.width < 24 || box.height < 24).map(([text]) => text)"""


def test_the_list_is_a_single_stop_for_tab_and_has_arrows(shown: Show) -> None:
    opened = shown(golden_match("sun-bid"), TABLE, 30)
    assert opened.tab.locator("#steps a[tabindex='0']").count() == 1
    opened.tab.locator("#steps a[aria-current]").focus()
    opened.press("ArrowUp", "ArrowUp", "Enter")
    assert opened.at == 28
    opened.press("ArrowDown", "Enter")
    assert opened.at == 29
    assert opened.tab.locator("#steps a[tabindex='0']").count() == 1


def test_numbers_and_markers_that_changed_are_read_out(shown: Show) -> None:
    match = golden_match("sorcerous-futures")
    opened = shown(match, TABLE, 45)
    opened.press("ArrowRight")
    assert "Bob: Gold 13." in opened.text("#changed")
    assert "Dan: to act." in opened.text("#changed")
    assert opened.tab.locator("#changed").get_attribute("role") == "status"


@pytest.mark.parametrize("game", GAMES)
def test_everything_can_be_done_by_keyboard(shown: Show, game: str) -> None:
    """Tab comes to every control there is, and back to where it began; no stop keeps it."""
    opened = shown(golden_match(game), JUDGE, 3)
    wanted = opened.tab.locator(CONTROLS).evaluate_all("all => all.filter(one => one.checkVisibility()).length")
    for _ in range(wanted + 12):
        opened.press("Tab")
        opened.tab.evaluate("document.activeElement.dataset.seen = ''")
    missed = opened.tab.locator(CONTROLS).evaluate_all(
        "all => all.filter(one => one.checkVisibility() && !('seen' in one.dataset)).map(one => one.outerHTML)"
    )
    assert missed == []


CONTROLS = "button:not(:disabled), select, input, summary, [tabindex='0']"


def test_a_card_that_is_pointed_at_is_shown_large_and_marked_in_the_sentence(shown: Show) -> None:
    opened = shown(golden_match("sun-bid"), TABLE, 74)
    assert not opened.tab.locator("#large").is_visible()
    opened.tab.locator("#table [data-code='7ML']").hover()
    assert opened.tab.locator("#large [aria-label='the Chance Meeting (7ML)']").count() == 1
    assert opened.tab.locator("#told .marked").all_inner_texts() == ["the Chance Meeting (7ML)"]
    opened.press("Escape")
    assert not opened.tab.locator("#large").is_visible()
    opened.tab.locator("#told .mention").first.focus()
    opened.press("Shift+Tab", "Tab")
    assert opened.tab.locator("#large").is_visible()
    assert opened.tab.locator("#table .marked").get_attribute("data-code") == "7ML"
    opened.press("ArrowLeft")
    assert not opened.tab.locator("#large").is_visible()


def test_a_tap_enlarges_a_card_until_the_next_one(shown: Show) -> None:
    opened = shown(golden_match("sun-bid"), TABLE, 74, viewport=PHONE, has_touch=True, is_mobile=True)
    opened.tab.locator("#table [data-code='7ML']").tap()
    box = opened.tab.locator("#large").bounding_box()
    assert box is not None
    assert min(box["x"], box["y"]) >= 0
    assert box["width"] > 120
    assert box["x"] + box["width"] <= PHONE["width"]
    opened.tab.locator("#told").tap(position={"x": 2, "y": 2})
    assert not opened.tab.locator("#large").is_visible()


def test_arrows_go_from_card_to_card_on_the_table(shown: Show) -> None:
    opened = shown(golden_match("sun-bid"), TABLE, 74)
    opened.tab.locator("#table [data-code][tabindex='0']").focus()
    seen = []
    for _ in range(3):
        seen.append(opened.tab.evaluate("document.activeElement.dataset.code"))
        opened.press("ArrowDown")
    assert seen == ["2SY", "8YK", "7ML"]
    assert opened.at == 74
    assert opened.tab.locator("#table [data-code][tabindex='0']").count() == 1


@pytest.mark.parametrize("game", GAMES)
def test_names_of_cards_can_be_read_on_every_size(shown: Show, game: str) -> None:
    match = golden_match(game)
    opened = shown(match, JUDGE, len(match.steps) // 2)
    for width, height in ((1280, 800), (1920, 1080), (360, 740), (740, 360)):
        opened.tab.set_viewport_size({"width": width, "height": height})
        opened.tab.wait_for_timeout(50)
        assert opened.tab.locator("#table .card").first.bounding_box()["width"] >= 60

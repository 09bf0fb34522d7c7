"""The list of the steps, what is opened below what is told, remarks, and the page on paper."""

import re
from pathlib import Path
from typing import Any

import pytest

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import JUDGE, TABLE
from tests.browser.conftest import DESK, PHONE, Shown
from tests.browser.test_page import Show
from tests.browser.test_sight import SIZES
from tests.large import ALL
from tests.playthrough import golden_match
from tests.worlds import STAMP

LISTED = """() => {
  const entry = document.querySelector('#steps [aria-current]')?.closest('li');
  if (!entry || Number(entry.dataset.step) !== Number(document.getElementById('line').value)) return false;
  const frame = document.getElementById('steps').getBoundingClientRect();
  const place = entry.getBoundingClientRect();
  return place.top >= frame.top - 2 && (place.bottom <= frame.bottom + 2 || Math.abs(place.top - frame.top) <= 2);
}"""
"""Whether the step that is shown is whole in the frame of the list, or its beginning where it is higher than that."""
IN_FRAME = """what => {
  const frame = document.getElementById('now').getBoundingClientRect();
  return [...document.querySelectorAll(what)].every(one => {
    const place = one.getBoundingClientRect();
    return place.height && place.top >= frame.top - 1 && place.bottom <= frame.bottom + 1;
  });
}"""


def listed(opened: Shown, way: str) -> None:
    """It is there soon after, and stays there: what is opened takes a frame."""
    opened.tab.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    try:
        opened.tab.wait_for_function(LISTED, timeout=5_000)
    except Exception as late:
        raise AssertionError(way) from late


@pytest.mark.parametrize("game", GAMES)
def test_the_list_shows_the_step_wherever_one_came_from(shown: Show, game: str) -> None:
    match = golden_match(game)
    opened = shown(match, TABLE)
    at = list(GAMES).index(game)
    for size in SIZES.values() if ALL else (DESK, [*SIZES.values()][1 + at % (len(SIZES) - 1)]):
        opened.tab.set_viewport_size(size)
        opened.press("End")
        listed(opened, f"End, {size}")
        for key in ("Home", "ArrowRight", "PageDown", "PageDown", "PageUp"):
            opened.press(key)
            listed(opened, f"{key}, {size}")
        opened.go(len(match.steps) * 2 // 3)
        listed(opened, f"a link, {size}")
        opened.press("c")
        listed(opened, f"choices, {size}")
        opened.press("c", "/", *"a", "Enter", "Escape")
        listed(opened, f"a search, {size}")


@pytest.mark.parametrize("game", GAMES)
def test_the_list_shows_each_step_that_one_comes_to(shown: Show, game: str) -> None:
    opened = shown(golden_match(game), TABLE)
    for _ in range(len(golden_match(game).steps) if ALL else 12):
        opened.press("ArrowRight")
        listed(opened, str(opened.at))


def test_on_a_phone_the_list_has_the_step_in_its_frame_once_one_scrolls_to_it(shown: Show) -> None:
    opened = shown(golden_match("conundruze"), TABLE, viewport=PHONE)
    opened.press("End")
    opened.tab.evaluate("document.getElementById('below').scrollTop = 1e6")
    opened.tab.wait_for_function(f"() => ({LISTED})() && document.querySelectorAll('#steps li')[40].offsetHeight > 43")
    listed(opened, "scrolled to")


@pytest.mark.parametrize("size", [DESK, PHONE, SIZES["across"], SIZES["twice as large"]], ids=str)
@pytest.mark.parametrize("game", ["hand-of-the-hanataz", "sun-bid"])
def test_what_could_be_done_opens_in_sight(shown: Show, game: str, size: Any) -> None:
    opened = shown(golden_match(game), TABLE, 4, viewport=size)
    opened.press("c")
    opened.tab.wait_for_function(
        f"() => ({IN_FRAME})('#choices summary, #open > h3:first-child, #open li:first-child')"
    )


@pytest.mark.parametrize("size", [DESK, PHONE, SIZES["across"]], ids=str)
def test_a_remark_is_shown_whole_with_who_made_it(shown: Show, size: Any) -> None:
    text = "The Pact would have won.\nShe kept it for the last round, and that was too late: nobody had to beat it."
    match = golden_match("sun-bid").annotate(5, text, STAMP, public=True, by="Zoe")
    opened = shown(match, TABLE, 5, viewport=size)
    assert opened.text("#notes .note") == f"Note on step 5 by Zoe: {text}"
    assert opened.tab.evaluate(IN_FRAME, "#told p, #notes .note")
    assert text in opened.tab.locator("#steps li:nth-child(6) .note").text_content()
    assert opened.tab.evaluate("[...document.querySelectorAll('.note')].every(n => n.scrollWidth <= n.clientWidth + 1)")


def test_on_paper_are_the_result_the_curve_and_the_log(shown: Show, tmp_path: Path) -> None:
    match = golden_match("fools-down")
    opened = shown(match, JUDGE, len(match.steps), color_scheme="dark")
    opened.press("ArrowLeft", "/", *"nowhere")
    opened.tab.emulate_media(media="print")
    opened.tab.evaluate("dispatchEvent(new Event('beforeprint'))")
    for part in (
        "#ending",
        "#board",
        "#lines",
        "#steps li:first-child",
        f"#steps li:nth-child({len(match.steps) + 1})",
    ):
        assert opened.tab.locator(part).is_visible(), part
    for part in ("#table", "#line", ".keys", "#find", "#told", "#choices", ".tools"):
        assert not opened.tab.locator(part).is_visible(), part
    assert opened.tab.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert opened.tab.evaluate("document.getElementById('lines').getBoundingClientRect().height") >= 100
    assert opened.text("#ending").startswith("Dan wins")
    opened.tab.evaluate("dispatchEvent(new Event('afterprint'))")
    opened.tab.emulate_media(media="screen")
    assert opened.at == len(match.steps) - 1
    printed = opened.tab.pdf(format="A4")
    assert 1 <= len(re.findall(rb"/Type\s*/Page\b", printed)) <= 3


def test_on_paper_is_nothing_that_was_not_reached(shown: Show) -> None:
    opened = shown(golden_match("sun-bid"), TABLE, 9)
    opened.tab.emulate_media(media="print")
    opened.tab.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert not opened.tab.locator("#ending").is_visible()
    assert opened.tab.locator("#steps li").count() == 10
    assert opened.text(".rest").startswith("68 more steps are hidden")

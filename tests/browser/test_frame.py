"""A page in a frame of another page: it shows itself, and neither takes the keys of its host nor scrolls it."""

from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

import pytest

from ludograph.domain.kernel.game import TABLE
from ludograph.replay.page import page
from tests.playthrough import golden_match

HOST = (
    '<!DOCTYPE html><title>A club</title><h1>A club</h1><input aria-label="A word">'
    '<div style="height: 60rem"></div><iframe title="A match" width="480" height="320" {}></iframe>'
    '<p><a href="#after">After it</a></p><div style="height: 60rem"></div>'
)


@pytest.fixture(params=["a file beside it", "a text of the host, in a sandbox"])
def host(request: Any, chromium: Any, tmp_path: Path) -> Iterator[Any]:
    """A host that has step 12 of a match in a frame, or its start where the frame has no address."""
    text = page(golden_match("fools-down"), TABLE, embed=True)
    (tmp_path / "match.html").write_text(text, encoding="utf-8")
    beside = request.param == "a file beside it"
    frame = 'src="match.html#12"' if beside else f'sandbox="allow-scripts" srcdoc="{escape(text)}"'
    (tmp_path / "host.html").write_text(HOST.format(frame), encoding="utf-8")
    context, wrong = chromium.new_context(viewport={"width": 900, "height": 700}), []
    tab = context.new_page()
    tab.on("pageerror", lambda error: wrong.append(str(error)))
    tab.goto((tmp_path / "host.html").as_uri())
    tab.frame_locator("iframe").locator("#told p").first.wait_for()
    yield tab
    context.close()
    assert wrong == []


def at(host: Any) -> int:
    return int(host.frame_locator("iframe").locator("#line").input_value())


def test_keys_in_the_host_are_the_hosts(host: Any) -> None:
    start = at(host)
    assert host.evaluate("[document.activeElement.tagName, scrollY]") == ["BODY", 0]
    host.get_by_label("A word").press_sequentially("g 12, nothing.")
    host.keyboard.press("ArrowLeft")
    assert host.get_by_label("A word").input_value() == "g 12, nothing."
    assert at(host) == start


def test_stepping_by_itself_does_not_scroll_the_host(host: Any) -> None:
    start = at(host)
    host.frames[1].evaluate(
        "for (let n = 0; n < 9; n += 1) document.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }))"
    )
    assert start < at(host) <= start + 9
    assert host.evaluate("scrollY") == 0


def test_who_is_in_the_frame_steps_by_keys_and_comes_out_by_tab(host: Any) -> None:
    start = at(host)
    host.frame_locator("iframe").locator("#number").click()
    host.keyboard.press("ArrowRight")
    host.keyboard.press("ArrowRight")
    assert start < at(host) <= start + 2
    for _ in range(40):
        host.keyboard.press("Tab")
        if host.evaluate("document.activeElement.tagName") == "A":
            break
    assert host.evaluate("document.activeElement.textContent") == "After it"


def test_a_step_in_the_frame_is_no_page_to_go_back_from(host: Any) -> None:
    before = host.evaluate("history.length")
    host.frame_locator("iframe").locator("#on").click()
    assert host.evaluate("history.length") == before
    assert host.url.endswith("host.html")

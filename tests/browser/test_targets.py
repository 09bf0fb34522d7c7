"""Whatever is touched on a phone is as large as a finger, 44 pixels each way; links within a sentence apart."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.club_scene import club_evening, entrances
from tests.browser.conftest import PHONE

SMALL = """() => {
  const named = (one) => (one.getAttribute('aria-label') || one.textContent || one.id).trim().slice(0, 40);
  // A box to be ticked is touched by its label, and a link that a sentence goes on around is as high as its line.
  const whole = (one) => one.closest('label') || one;
  const inline = (one) => one.matches('.term, .mention')
    || (one.matches('p a') && getComputedStyle(one).display === 'inline');
  return [...document.querySelectorAll('a, button, input, select, summary, textarea')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !inline(one))
    .map((one) => [named(one), whole(one).getBoundingClientRect()])
    .filter(([, { width, height }]) => width && height && (width < 44 || height < 44))
    .map(([name, { width, height }]) => `${name}: ${Math.round(width)}x${Math.round(height)}`);
}"""


@pytest.fixture(scope="module")
def pages(chromium: Any) -> Iterator[tuple[Any, str, dict[str, str]]]:
    """The phone of a director who plays against bots too, where the service is, and the paths of its pages."""
    with club_evening() as (service, paths):
        context = chromium.new_context(viewport=PHONE, has_touch=True)
        tab = context.new_page()
        for link in entrances(service, paths):
            tab.goto(link)
            tab.wait_for_url(lambda url: "/enter" not in url)
        yield tab, service.url, paths
        context.close()


def test_nothing_that_is_touched_is_smaller_than_a_finger(pages: tuple[Any, str, dict[str, str]]) -> None:
    tab, url, paths = pages
    found = {}
    for name, path in paths.items():
        tab.goto(url + path)
        tab.get_by_text("connecting").wait_for(state="hidden")
        if name == "sheets":
            tab.locator("#print:not([disabled])").wait_for()
        if name in ("player", "game"):
            tab.locator("tbody a").first.wait_for()
        found[name] = tab.evaluate(SMALL)
    assert {name: small for name, small in found.items() if small} == {}

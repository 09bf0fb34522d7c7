"""Every page of the service for everybody: nothing for axe to object to, at 200 % too, by keyboard, without motion."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ludograph.domain import games
from ludograph.replay.design import emblems
from ludograph.replay.service import pages as served
from tests.browser.conftest import DESK, PHONE
from tests.browser.test_desk import Tab, objections, service, tab
from tests.browser.test_wall import UNREACHED, Hall
from tests.large import most_slow
from tests.service.running import Service

__all__ = ["objections", "service", "tab"]

MOVING = "document.getAnimations().filter(one => one.effect.getComputedTiming().duration > 0).length"
SMALL = """() => [...document.querySelectorAll('button, a, select, input, summary')]
  .filter(one => one.checkVisibility() && one.getClientRects().length && !one.matches('.mention, .term'))
  .filter(one => {
    const { width, height } = (one.closest('label') || one).getBoundingClientRect();
    return width < 43.5 || height < 43.5;
  }).map(one => one.outerHTML.slice(0, 90))"""
WIDER = "document.documentElement.scrollWidth - innerWidth"


def paths(match: str) -> dict[str, str]:
    """The pages that a club's evening needs, each with what shows that it is there."""
    cup = "/tournaments/Cup"
    return {
        "/": "Card games as they are played",
        "/live": "Live tables",
        "/play": "Each person plays their own seat",
        "/new-tournament": "Its desk opens then",
        "/help": "An evening at the desk",
        cup: "1 of 2 tables over",
        f"{cup}/desk": "1 of 2 tables over in round 1.",
        f"{cup}/wall": "Round 1: Sun Bid",
        f"{cup}/sheets": "Who records this table",
        "/players/Player%201": "Rating over time",
        "/games/sun-bid": "How it is played",
        f"/matches/{match}": "steps of this match were played.",
        f"/matches/{match}/commentary": "As the table knows it",
    }


@pytest.mark.parametrize(
    ("viewport", "scheme"), most_slow([(PHONE, "dark"), (DESK, "light"), (PHONE, "light"), (DESK, "dark")], 4)
)
def test_every_page_can_be_used_by_everybody(
    service: Service,
    tab: Callable[..., Tab],
    objections: Callable[[Tab], list[str]],
    viewport: dict[str, int],
    scheme: str,
) -> None:
    hall = Hall(service, 2, "sun-bid", 2)
    hall.play(1)
    hall.play(2, 9)
    page = tab(viewport, color_scheme=scheme).open(f"/enter#{service.token('director')}")
    page.page.wait_for_url(f"{service.url}/")
    for path, text in paths(hall.matches[1]).items():
        page.open(path).shows(text)
        page.page.wait_for_timeout(300)
        assert objections(page) == [], path
        assert page.page.evaluate(MOVING) == 0, path
        if path.endswith("/wall"):
            continue  # nobody touches it, and it fits by itself
        assert page.page.evaluate(SMALL) == [], path
        assert page.page.evaluate(UNREACHED) == [], path
        page.page.set_viewport_size({name: size // 2 for name, size in DESK.items()})
        assert page.page.evaluate(WIDER) <= 0, path
        assert objections(page) == [], path
        page.page.set_viewport_size(viewport)


@pytest.mark.parametrize("page", ["/live", "/players/Nobody", "/games/sun-bid", "/"])
def test_a_page_without_anything_says_what_would_stand_there(
    service: Service, tab: Callable[..., Tab], objections: Callable[[Tab], list[str]], page: str
) -> None:
    told = {"/live": "Nothing is played now.", "/": "Nothing yet.", "/games/sun-bid": "Nobody has played it here yet."}
    empty = tab(PHONE)
    if page in told:
        empty.open(page).shows(told[page])
    else:
        service.run("tournament", "new", "Cup")
        service.run("tournament", "enter", "Cup", "Nobody")
        empty.open(page).shows("No match was recorded yet.")
    assert objections(empty) == []


@pytest.fixture
def without_emblem(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[str]:
    """A game whose folder brings no emblem along."""
    monkeypatch.setattr(emblems, "files", lambda _: tmp_path)
    caches: list[Any] = [emblems.emblem, served._asset, served.assets_version]
    for one in caches:
        one.cache_clear()
    yield "sun-bid"
    for one in caches:
        one.cache_clear()


def test_a_game_without_an_emblem_looks_right_on_every_page(
    service: Service, without_emblem: str, tab: Callable[..., Tab], objections: Callable[[Tab], list[str]]
) -> None:
    hall = Hall(service, 2, without_emblem, 2)
    hall.play(1)
    made = emblems.made_emblem(without_emblem, games.GAMES[without_emblem].title)
    color = emblems.accent(without_emblem)
    page = tab(DESK)
    for path in ("/", "/live", "/tournaments/Cup", "/tournaments/Cup/wall", f"/games/{without_emblem}"):
        page.open(path)
        picture = page.page.locator(f".emblem use[href$='#{without_emblem}']").first
        page.page.wait_for_function("one => one.getBBox().width > 0", arg=picture.element_handle())
        sprite = service.client().get((picture.get_attribute("href") or "").partition("#")[0]).text
        assert made.partition(">")[2] in sprite
        there = page.page.evaluate(
            "document.querySelector('[data-game]').computedStyleMap().get('--game').toString().trim()"
        )
        assert there == color, path
        assert objections(page) == [], path

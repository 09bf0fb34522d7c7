"""The page of two tables: both go on together, what differs is marked, and everybody can use it."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ludograph.domain.kernel.game import TABLE
from ludograph.replay.page.beside import page_of_two, record_of_two
from tests.browser.conftest import DESK, PHONE, Shown
from tests.browser.test_access import objections
from tests.large import most_slow, some
from tests.playthrough import golden_match
from tests.replay.test_side_by_side import beside

__all__ = ["objections"]

GAMES = ("sun-bid", "aucteraden", "fools-down")
WIDER = "document.documentElement.scrollWidth - innerWidth"


@pytest.fixture
def two(chromium: Any, tmp_path: Path) -> Iterator[Callable[..., Shown]]:
    """Opens a match of a game beside another table of its deal, at which somebody does something else in step 5."""
    opened: list[Shown] = []

    def show(game: str, **settings: Any) -> Shown:
        match = golden_match(game)
        path = tmp_path / f"{game}.html"
        path.write_text(page_of_two(match, beside(match, 4), TABLE), encoding="utf-8")
        opened.append(Shown(chromium, path, **settings))
        return opened[-1]

    yield show
    for one in opened:
        one.close()


@pytest.mark.parametrize("game", most_slow(some([*GAMES], 3), 3))
@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nobody_is_kept_out(
    two: Callable[..., Shown], objections: Callable[[Shown], list[str]], game: str, viewport: Any, scheme: str
) -> None:
    page = two(game, viewport=viewport, color_scheme=scheme)
    for keys in ((), ("ArrowRight",) * 4, ("End",), ("?",)):
        page.press(*keys)
        assert objections(page) == [], keys
        assert page.tab.evaluate(WIDER) <= 0


def test_both_go_on_together(two: Callable[..., Shown]) -> None:
    match = golden_match("sun-bid")
    other = beside(match, 4)
    rows, parted = (record_of_two(match, other, TABLE)[name] for name in ("rows", "parted"))
    page = two("sun-bid")
    assert page.at == parted
    assert page.text("#apart") == f"Apart since step {parted}"
    assert page.tab.locator(".differs").count()
    page.press("ArrowLeft")
    assert page.text("#apart") == "The same so far"
    assert page.tab.locator(".differs").count() == 0
    for row in (parted + 3, len(rows) - 1):
        page.tab.evaluate(f"location.hash = '#{rows[row][0]}+{rows[row][1]}'")
        page.tab.wait_for_function(f"() => document.getElementById('line').value == {row}")
        assert page.text("#one .place").startswith(f"step {rows[row][0]} of {len(match.steps)}")
        assert page.text("#other .place").startswith(f"step {rows[row][1]} of {len(other.steps)}")
    page.press("x", "PageDown", "PageUp", "Home")
    assert page.at == 0
    page.tab.locator("#other button[data-way='1']").first.click()
    assert page.at > 0
    assert page.text("#other .told").startswith(match.players[0])


def test_on_a_phone_both_are_in_sight(two: Callable[..., Shown]) -> None:
    page = two("sun-bid", viewport=PHONE)
    boxes = [page.tab.locator(f"#{name}").bounding_box() for name in ("one", "other")]
    assert boxes[0]["y"] + boxes[0]["height"] <= boxes[1]["y"]
    assert boxes[1]["y"] + boxes[1]["height"] <= PHONE["height"]
    for name in ("one", "other"):
        frame = page.tab.locator(f"#{name} .zones").bounding_box()
        seen = [one.bounding_box() for one in page.tab.locator(f"#{name} .zones .differs").all()]
        assert any(frame["y"] <= one["y"] < frame["y"] + frame["height"] for one in seen)

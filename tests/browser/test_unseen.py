"""At the back of a card a page tells what it can be, as `know` does, and only where these eyes do not see it."""

import re
from pathlib import Path
from typing import Any

import pytest

from ludograph.domain.judging.possible_cards import possible_cards, spots
from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE
from ludograph.replay.page import page
from tests.browser.conftest import DESK, PHONE, Shown
from tests.browser.test_access import Objections, objections  # noqa: F401
from tests.playthrough import golden_match

GAME, STEP, LATER = "last-years-magic", 20, 30


def opened(chromium: Any, folder: Path, observer: Observer, viewport: Any, *, knows: bool = True) -> Shown:
    """The page of a match as an observer knows it, at a step in the middle."""
    file = folder / f"{observer}.html"
    file.write_text(page(golden_match(GAME), observer, knows=knows))
    return Shown(chromium, file, STEP, viewport=viewport, has_touch=viewport is PHONE)


def unseen_at(step: int) -> list[str]:
    """The places of cards that seat 3 does not see after a step."""
    match = golden_match(GAME)
    return [spot.name for spot in spots(match.game.scene(match.view(3, step)), match.players) if spot.card == UNKNOWN]


def told_of(shown: Shown, at: int) -> str:
    """What is told of a back of the table when it is pointed at, or tapped."""
    back = shown.tab.locator("#table [data-unseen]").nth(at)
    (back.tap if shown.tab.viewport_size == PHONE else back.hover)()
    return str(shown.text("#large"))


def codes(text: str) -> set[str]:
    return set(re.findall(r"\S+", text)) & set(golden_match(GAME).game.deck.by_code)


@pytest.mark.parametrize("viewport", [DESK, PHONE])
def test_what_a_back_can_be_is_what_the_command_tells(
    chromium: Any,
    tmp_path: Path,
    viewport: Any,
    objections: Objections,  # noqa: F811
) -> None:
    match, shown = golden_match(GAME), opened(chromium, tmp_path, 3, viewport)
    unseen = unseen_at(STEP)
    assert shown.tab.locator("#table [data-unseen]").count() == len(unseen)
    for at in (0, len(unseen) - 1):
        known = possible_cards(match, 3, STEP, unseen[at])
        text = told_of(shown, at)
        assert f"any of {len(known.shares)} cards" in text
        assert codes(text) == known.shares.keys()
        assert f"{100 * max(known.shares.values()):.1f} %" in text
    assert objections(shown) == []
    shown.close()


def test_it_is_told_by_keys_too_and_goes_with_the_step(chromium: Any, tmp_path: Path) -> None:
    shown = opened(chromium, tmp_path, 3, DESK)
    back = shown.tab.locator("#table [data-unseen]").last
    back.focus()
    shown.press("ArrowUp", "ArrowDown")
    assert "Can be any of " in shown.text("#large")
    assert "Can be any of " in back.get_attribute("aria-label")
    for step in (STEP, LATER):
        shown.tab.mouse.move(0, 0)
        shown.go(step)
        known = possible_cards(golden_match(GAME), 3, step, unseen_at(step)[0])
        assert codes(told_of(shown, 0)) == known.shares.keys()
    shown.close()


@pytest.mark.parametrize(("observer", "knows"), [(JUDGE, True), (3, False)])
def test_where_all_is_seen_or_nothing_was_worked_out_nothing_is_told(
    chromium: Any, tmp_path: Path, observer: Observer, knows: bool
) -> None:
    shown = opened(chromium, tmp_path, observer, DESK, knows=knows)
    for back in shown.tab.locator("[data-unseen]").all():
        back.hover(force=True)
        assert back.get_attribute("tabindex") is None
        assert shown.tab.locator("#large").is_hidden()
    shown.close()

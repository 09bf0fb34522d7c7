"""axe-core finds nothing to object to, in every state of the page."""

from collections.abc import Callable
from typing import Any

import pytest

from ludograph.domain.kernel.game import JUDGE, TABLE
from tests.browser.conftest import DESK, PHONE, Shown
from tests.browser.test_page import Show
from tests.large import ALL
from tests.playthrough import golden_match

ACROSS = {"width": 740, "height": 360}


@pytest.fixture
def objections() -> Callable[[Shown], list[str]]:
    """What axe-core objects to in a page as it is now, each rule with the first element."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-core is not installed").Axe()

    def found(opened: Shown) -> list[str]:
        violations = axe.run(opened.tab).response["violations"]
        return [f"{one['id']}: {one['nodes'][0]['html']} {one['nodes'][0]['failureSummary']}" for one in violations]

    return found


Objections = Callable[[Shown], list[str]]


SIZES = [(DESK, "light"), (PHONE, "dark"), (ACROSS, "light"), (DESK, "dark"), (PHONE, "light"), (ACROSS, "dark")]


@pytest.mark.parametrize(("viewport", "scheme"), SIZES if ALL else SIZES[:3])
def test_at_the_start_in_the_middle_and_at_the_end(
    shown: Show, objections: Objections, viewport: Any, scheme: str
) -> None:
    opened = shown(golden_match("sorcerous-futures"), 1, viewport=viewport, color_scheme=scheme)
    assert objections(opened) == []
    opened.go(46)
    assert objections(opened) == []
    opened.press("End")
    assert objections(opened) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_with_help_with_choices_while_one_searches_and_while_it_plays(
    shown: Show, objections: Objections, scheme: str
) -> None:
    opened = shown(golden_match("conundruze"), JUDGE, 20, color_scheme=scheme)
    opened.press("c")
    assert objections(opened) == []
    opened.press("/", *"castle")
    assert objections(opened) == []
    opened.press("Escape", "?")
    assert objections(opened) == []
    opened.press("?", "m")
    assert objections(opened) == []
    opened.press("m", " ")
    assert objections(opened) == []


@pytest.mark.parametrize("game", ["sun-bid", "aucteraden", "last-years-magic", "hand-of-the-hanataz", "fools-down"])
def test_of_every_other_game_the_end(shown: Show, objections: Objections, game: str) -> None:
    opened = shown(golden_match(game), TABLE, len(golden_match(game).steps))
    assert objections(opened) == []

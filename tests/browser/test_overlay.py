"""A recorded match over a video: all seven games, at the sizes of a stream, by keys and by itself."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from ludograph.cli.main import main
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import JUDGE, TABLE
from ludograph.domain.match.aggregate import Match
from ludograph.domain.store.recorder import Recorder
from ludograph.replay.page.overlay import OverlayRecorder, overlay
from tests.large import slow_but, some
from tests.playthrough import golden_match
from tests.twins import Twins, twins_of
from tests.worlds import random_match

SCREENS = [(1920, 1080), (1280, 720)]
SHARES = (0, 0.2, 0.5, 0.8, 1)
# What is not within the screen, or within the part of it that cuts it off.
OUTSIDE = """() => [
  ...document.querySelectorAll('#score, #cards, #stage, .stand, .zone, .card, #told p, .who'),
].filter(one => {
  if (!one.checkVisibility()) return false;
  const { top, left, bottom, right } = one.getBoundingClientRect();
  const frame = (one.closest('#cards, #stage, #score') || one).getBoundingClientRect();
  const beyond = top < frame.top - 2 || left < frame.left - 2 || bottom > frame.bottom + 2 || right > frame.right + 2;
  return beyond || top < 0 || left < 0 || bottom > innerHeight || right > innerWidth;
}).map(one => one.outerHTML.slice(0, 80))"""


@pytest.fixture
def opened(chromium: Any, tmp_path: Path) -> Iterator[Any]:
    """Opens the page of a match; no script may have failed when it is closed."""
    wrong: list[str] = []
    contexts = []

    def open_page(match: Match, observer: int, screen: tuple[int, int], query: str = "") -> Any:
        path = tmp_path / "overlay.html"
        path.write_text(overlay(match, observer), encoding="utf-8")
        contexts.append(chromium.new_context(viewport={"width": screen[0], "height": screen[1]}))
        tab = contexts[-1].new_page()
        tab.on("console", lambda message: wrong.append(message.text))
        tab.on("pageerror", lambda error: wrong.append(str(error)))
        tab.goto(f"{path.as_uri()}{query}")
        return tab

    yield open_page
    for one in contexts:
        one.close()
    assert wrong == []


@pytest.mark.parametrize("screen", some(SCREENS, 1))
@pytest.mark.parametrize("game", slow_but(GAMES, "aucteraden", "fools-down", "hand-of-the-hanataz"))
def test_all_has_room_in_every_game(opened: Any, game: str, screen: tuple[int, int]) -> None:
    match = golden_match(game)
    tab = opened(match, JUDGE, screen)
    for step in sorted({round(share * len(match.steps)) for share in SHARES}):
        tab.evaluate(f"location.hash = '#{step}'")
        tab.reload()
        assert tab.evaluate(OUTSIDE) == [], step
        assert tab.locator("#told p").count() or not step
    assert tab.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [*screen]
    assert tab.locator("button, input, select, a[href]").filter(visible=True).count() == 0


def test_keys_go_through_it_and_it_goes_on_by_itself(opened: Any) -> None:
    match = golden_match("sun-bid")
    tab = opened(match, TABLE, SCREENS[1])
    for keys, at in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", len(match.steps)), ("Home", 0)):
        tab.keyboard.press(keys)
        assert tab.evaluate("location.hash") == f"#{at}"
    tab.clock.install()
    tab.keyboard.press(" ")
    tab.clock.fast_forward(30_000)
    tab.wait_for_function("() => location.hash === '#1'")
    tab.keyboard.press(" ")
    tab.clock.fast_forward(30_000)
    assert tab.evaluate("location.hash") == "#1"


def test_the_end_is_told_with_who_has_won(opened: Any) -> None:
    match = golden_match("fools-down")
    tab = opened(match, TABLE, SCREENS[0])
    tab.keyboard.press("End")
    assert "wins" in tab.locator("#told").inner_text()
    assert tab.locator(".stand.won").count() == 1


def test_a_command_writes_it(tmp_path: Path) -> None:
    store = tmp_path / "store.sqlite"
    match = golden_match("sun-bid")
    with Recorder(store) as recorder:
        recorder.record(match)
        match = recorder.load(match.id)
    file = tmp_path / "air.html"
    words = ["--store", str(store), "render", str(match.id), "--overlay", "--as", "table", "-o", str(file)]
    done = CliRunner().invoke(main, words, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    text = file.read_text()
    assert text == overlay(match, TABLE)
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "").replace("http-equiv", "")
    for more in (["--step", "1", "-o", "air.svg"], ["--embed"], ["--with", "table"]):
        refused = CliRunner().invoke(main, [*words, *more])
        assert (refused.exit_code, "--overlay" in refused.output) == (2, True)


@cache
def pairs(game: str) -> tuple[Twins, ...]:
    """Matches that differ only in what somebody besides the judge cannot know."""
    found: list[Twins] = []
    for number in range(4):
        random = Random(f"{game}/{number}")
        found += twins_of(random_match(GAMES[game], random, random.choice((1, 5, 10, 20))), random)
    return tuple(one for one in found if len(one.blind) > 1)[:4]


@pytest.mark.parametrize("game", slow_but(GAMES, "sorcerous-futures", "hand-of-the-hanataz"))
def test_nothing_of_what_somebody_has_not_seen_is_in_it(game: str) -> None:
    assert pairs(game)
    for twins in pairs(game):
        for eyes in [one for one in twins.blind if one != JUDGE][:2]:
            assert overlay(twins.one, eyes) == overlay(twins.other, eyes)
            assert OverlayRecorder(eyes).take(twins.one) == OverlayRecorder(eyes).take(twins.other)

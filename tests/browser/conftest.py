"""Pages opened in Chromium, as a reader opens them: a file, with no network at all; skipped where there is none."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.match.aggregate import Match
from ludograph.replay.page import page

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")
"""The first draws the same in half the time, for it has no windows of its own."""
CHROMIUM = os.environ.get("LUDOGRAPH_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}


@contextmanager
def browser() -> Iterator[Any]:
    """A running browser; its driver keeps an event loop running, which other tests must not find."""
    driver = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("there is no chromium here")
    with driver.sync_playwright() as started:
        launched = started.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield launched
        launched.close()


@pytest.fixture(scope="package")
def chromium() -> Iterator[Any]:
    """One browser for all tests of this folder."""
    with browser() as launched:
        yield launched


class Shown:
    """A page in the browser; when it is closed, no script may have failed, nothing said, and nothing asked for."""

    def __init__(self, chromium: Any, path: Path, step: int | None = None, **settings: Any) -> None:
        self.wrong: list[str] = []
        self.context = chromium.new_context(**({"viewport": DESK, "reduced_motion": "reduce"} | settings))
        self.tab = self.context.new_page()
        self.tab.on("console", lambda message: self.wrong.append(f"console: {message.text}"))
        self.tab.on("pageerror", lambda error: self.wrong.append(f"error: {error}"))
        self.tab.on("request", self._asked)
        self.address = path.as_uri()
        self.tab.goto(self.address if step is None else f"{self.address}#{step}")

    def _asked(self, request: Any) -> None:
        if request.url.partition("#")[0] != self.address:
            self.wrong.append(f"request: {request.url}")

    def press(self, *keys: str) -> None:
        """Presses keys one after the other."""
        for key in keys:
            self.tab.keyboard.press(key)

    @property
    def at(self) -> int:
        """The step that is shown."""
        return int(self.tab.locator("#line").input_value())

    def reaches(self, step: int) -> bool:
        """Whether a step comes to be shown within five seconds."""
        for _ in range(100):
            if self.at >= step:
                return self.at == step
            self.tab.wait_for_timeout(50)
        return False

    def go(self, step: int) -> None:
        """Follows the link to a step."""
        self.tab.evaluate(f"location.hash = '#{step}'")
        self.tab.evaluate("() => new Promise(done => setTimeout(done))")
        assert self.at == step

    def rest(self) -> None:
        """Waits until the list has brought the current step in sight, which takes twelve frames at most."""
        frame = "new Promise(requestAnimationFrame)"
        self.tab.evaluate(f"async () => {{ for (let n = 0; n < 14; n += 1) await {frame}; }}")

    def text(self, selector: str) -> str:
        """What can be read somewhere."""
        return str(self.tab.locator(selector).inner_text())

    def close(self) -> None:
        """Closes it, and says what went wrong."""
        self.context.close()
        assert not self.wrong


@pytest.fixture
def shown(chromium: Any, tmp_path: Path) -> Iterator[Any]:
    """Opens the page of a match as an observer knows it."""
    opened: list[Shown] = []

    def show(
        match: Match, observer: Observer, step: int | None = None, others: tuple[Observer, ...] = (), **settings: Any
    ) -> Shown:
        path = tmp_path / f"{match.game.id}-{observer}.html"
        path.write_text(page(match, observer, others=others), encoding="utf-8")
        opened.append(Shown(chromium, path, step, **settings))
        return opened[-1]

    yield show
    for one in opened:
        one.close()

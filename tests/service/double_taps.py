"""Double taps at every place of the scribe's page: `python -m tests.service.double_taps [GAME...] --most N --seed S`.

A finger that trembles taps everything twice, 60 to 400 ms apart, and records the same as one that taps once: whole
entries with and without being asked, with real cards and with those that the program deals, and what puts them right.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, Final, NamedTuple

from playwright.sync_api import sync_playwright

from ludograph.domain.games import GAMES
from ludograph.replay.service.http.settings import Settings
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.service.robots import DRAWN, Json, Robot, opened, started
from tests.service.running import Service, running

APART: Final = (60, 90, 120, 150, 200, 250, 300, 350, 400)
"""So many milliseconds lie between two taps, from the beginning of one to that of the other."""
LATE: Final = 440
"""A second tap that comes later than this, in milliseconds, is one of its own."""
TRIES: Final = 4
"""So often a walk with such a tap in it is made again."""
SURE: Final = "localStorage.setItem('ludograph records at once', 'yes')"


class Walk(NamedTuple):
    """What a finger did on the page: what was sent, how many taps were double ones, and of how many both were heard."""

    sent: list[Json]
    doubled: int
    unmeant: int
    late: int
    """How many second taps came so late, on a machine that was busy, that they were no double ones."""


class Finger(Robot):
    """A finger that taps once, or one that trembles; all that the page sends is noted."""

    def __init__(self, tab: Any, random: Random, trembling: Random | None) -> None:
        super().__init__(tab, random)
        self.posts: list[Json] = []
        self._keys: set[str] = set()
        self.confirmed: set[str] = set()
        self.doubled = self.unmeant = self.late = 0
        self._trembling = trembling
        tab.on("request", self._posted)
        tab.on("response", self._answered)

    def _posted(self, request: Any) -> None:
        kind = request.url.rpartition("/")[2]
        key = request.headers.get("idempotency-key")
        # What was not answered in time is sent again by itself, under its key, and is recorded once.
        if request.method == "POST" and key and key not in self._keys:
            self._keys.add(key)
            self.posts.append({"kind": kind, **request.post_data_json})

    def _answered(self, response: Any) -> None:
        key = response.request.headers.get("idempotency-key")
        if key and response.status == 201:
            self.confirmed.add(key)

    def finger(self, place: tuple[float, float]) -> None:
        """Taps a place, and if it trembles once more; a digit that is tapped twice is meant twice."""
        key = self.tab.evaluate("([x, y]) => document.elementFromPoint(x, y).matches('.key')", list(place))
        heard = self.tab.evaluate("window.heard")
        if self._trembling is None or key:
            super().finger(place)
        else:
            begun, before = monotonic(), self.taps
            self.tab.touchscreen.tap(*place)
            self.tab.wait_for_timeout(max(self._trembling.choice(APART) - (monotonic() - begun) * 1000, 0))
            self.tab.touchscreen.tap(*place)
            self.tab.wait_for_function(f"window.taps >= {self.taps + 1}", polling=5)
            self.tab.evaluate(DRAWN)
            # A second tap that met nothing is none for the page, and the two that were heard last are others.
            self.taps = self.tab.evaluate("window.taps")
            self.doubled += 1
            self.late += self.taps > before + 1 and self.tab.evaluate("window.apart") > LATE
        self.unmeant += max(self.tab.evaluate("window.heard") - heard - 1, 0)

    def aside(self, seen: Json) -> None:
        """Puts something right, or looks at it and goes back."""
        names = [one["told"] for one in seen["buttons"]]
        way = self.random.choice([name for name in ("Undo", "Note", "Steps") if name in names])
        self.tap(seen, way)
        seen = self.look()
        if way == "Steps" or self.random.random() < 0.3:
            ways = [at for at, one in enumerate(seen["buttons"]) if "step" in one["kind"]]
            if ways and self.random.random() < 0.7:
                self.tap(seen, ways[0])
                self.tap(self.look(), "Back")
                seen = self.look()
            self.tap(seen, "Back")
        else:
            self.tap(seen, self.any_of(seen, "way"))

    def walk(self, most: int) -> None:
        """Records so many actions, and puts something right now and then; at the end everybody agrees."""
        for _ in range(most):
            seen = self.look()
            if seen["pending"]:
                self.tap(seen, "Leave it out")
            elif any(one["told"].endswith(" agrees") for one in seen["buttons"]):
                self.tap(seen, next(at for at, one in enumerate(seen["buttons"]) if one["told"].endswith(" agrees")))
            elif self.random.random() < 0.2:
                self.aside(seen)
            elif any({"way", "cell"} & {*one["kind"].split()} for one in seen["buttons"]):
                self.action(seen)
        self.look()


def walked(
    chromium: Any, service: Service, game: str, *, cards: bool, direct: bool, seed: int, most: int, trembling: bool
) -> Walk:
    """A walk over the page of a new match, which is the same for the same seed as long as nothing unmeant happens."""
    match = started(service, game, cards=cards)
    tab = opened(chromium, service, match, cards=cards)
    if direct:
        tab.evaluate(SURE)
        tab.reload()
        tab.wait_for_selector("body.home")
    finger = Finger(tab, Random(seed), Random(seed + 1) if trembling else None)
    try:
        finger.walk(most)
    except (ValueError, IndexError):
        # A second tap that came too late went on, and the finger is not where it thought.
        if not finger.late:
            raise
    tab.context.close()
    lines = [one for one in service.lines("history", match, "--as", "judge") if one["kind"] != "match-started"]
    assert len(lines) == len(finger.confirmed), "what was confirmed was not recorded once each"
    return Walk(finger.posts, finger.doubled, finger.unmeant, finger.late)


def main(words: Sequence[str]) -> int:
    """Prints a line for each game and way; how many times something else was recorded than was meant."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--most", type=int, default=25)
    parser.add_argument("--seed", type=int, default=1)
    said = parser.parse_args(words)
    wrong = 0
    print(f"{'game':20} {'cards':8} {'records':8} {'double taps':>11} {'sent':>5} {'unmeant':>7} late")
    with (
        TemporaryDirectory() as folder,
        running(Path(folder) / "store.sqlite", Settings(entries=100_000)) as service,
        sync_playwright() as pages,
    ):
        chromium = pages.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for game in said.games or GAMES:
            for cards, direct in ((True, False), (True, True), (False, False), (False, True)):
                how: Json = {"cards": cards, "direct": direct, "seed": said.seed, "most": said.most}
                once = walked(chromium, service, game, trembling=False, **how)
                twice = walked(chromium, service, game, trembling=True, **how)
                for _ in range(TRIES):
                    if not twice.late:
                        break
                    twice = walked(chromium, service, game, trembling=True, **how)
                unmeant = twice.unmeant + (once.sent != twice.sent)
                wrong += unmeant
                ways = ("real" if cards else "program", "at once" if direct else "asks")
                counts = f"{twice.doubled:11} {len(twice.sent):5} {unmeant:7} {twice.late:4}"
                line = f"{game:20} {ways[0]:8} {ways[1]:8} {counts}"
                print(line, flush=True)
        chromium.close()
    return wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) > 0)

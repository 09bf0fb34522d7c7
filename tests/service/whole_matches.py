"""A whole match of each game with real cards, by taps alone: `python -m tests.service.whole_matches [GAME...]`.

A director starts the round at the desk; whoever scans the table's sheet says how the cards lie and records, every other
run of entries without the network; an action is taken back, a step put right by *Steps*; at the end each player opens
the link of their slip and agrees there. What was recorded is what was confirmed, once each.
"""

import json
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, Final, NamedTuple

from playwright.sync_api import sync_playwright

from ludograph.domain.games import GAMES
from ludograph.replay.service.http.settings import Settings
from tests.browser.conftest import CHROMIUM, FLAGS, PHONE
from tests.service.offline import TOLD
from tests.service.offline_robot import Ledger, OfflineRobot
from tests.service.possible_entries import single
from tests.service.robots import COUNT, NAMES, SHORT
from tests.service.running import Service, running

RUN: Final = 4
"""So many entries are made without the network, and then as many with it."""
MOST: Final = 600
"""More entries than this no short match has."""
Page = Any


class Played(NamedTuple):
    """A match that was recorded: what was entered how, with how many taps, and what was put right."""

    match: str
    entries: Counter[str]
    """`with` and `without` the network."""
    taps: Counter[str]
    deal: int
    """The taps until the cards were said to lie."""
    put_right: int
    taken_back: int


class Scribe:
    """Whoever scanned the sheet of a table."""

    def __init__(self, chromium: Any, service: Service, match: str, link: str, random: Random) -> None:
        self.service, self.match = service, match
        self.ledger = Ledger()
        self.entries, self.taps = Counter[str](), Counter[str]()
        self.put_right = self.taken_back = 0
        self.context = chromium.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
        self.context.set_default_timeout(20_000)
        self.context.expose_function("kept", lambda text: self.ledger.take(json.loads(text)))
        self.context.add_init_script(TOLD)
        self.context.add_init_script(COUNT)
        self.tab = self.context.new_page()
        self.tab.goto(link)
        self.robot = OfflineRobot(self.tab, random, self.ledger, service, match)
        self.robot.begins_anew(self.tab)

    def deal(self) -> int:
        """Says how the cards lie, where that is awaited; how many taps that took."""
        robot, before = self.robot, self.robot.taps
        if "Say how the cards lie" in self._names():
            robot.tap(robot.look(), "Say how the cards lie")
            while (seen := robot.look())["title"] != "Is this right?":
                robot.tap(seen, robot.any_of(seen, "value"))
            robot.tap(seen, "Record")
            self._settle()
        return robot.taps - before

    def play(self) -> None:
        """Records until the match is over; now and then something is put right."""
        for at in range(MOST):
            if self.robot.look()["title"] == "The match is over":
                return
            how = "without" if at % 2 else "with"
            before, known = self.robot.taps, len(self.ledger.bodies)
            self._run(how)
            self.entries[how] += len(self.ledger.bodies) - known
            self.taps[how] += self.robot.taps - before
            if not self.taken_back:
                self.take_back()
            elif not self.put_right:
                self.put_step_right()
        raise AssertionError("the match never came to its end")

    def _run(self, how: str) -> None:
        self.context.set_offline(how == "without")
        if how == "without":
            self.tab.wait_for_selector("body.away")
        for _ in range(RUN):
            if self.robot.look()["title"] != "The match is over":
                self.robot.enter()
                if how == "with":
                    self._settle()
        self.context.set_offline(False)
        self._settle()

    def _names(self) -> list[str]:
        return [str(one["told"]) for one in self.robot.look()["buttons"]]

    def _settle(self) -> None:
        """Waits until all is confirmed; what cannot be is left out."""
        end = monotonic() + 60
        while monotonic() < end:
            seen = self.robot.look()
            names = [one["told"] for one in seen["buttons"]]
            if "Leave it out" in names and seen["home"]:
                self.robot.left.add(self.ledger.now[0]["key"])
                self.robot.tap(seen, "Leave it out")
            elif not seen["home"]:
                self.robot.tap(seen, "Back")
            elif not self.ledger.now and not seen["pending"] and self.tab.locator("body.away").count() == 0:
                return
            else:
                self.tab.wait_for_timeout(30)
        raise AssertionError(f"what was entered was never confirmed: {seen}")

    def take_back(self) -> None:
        """Takes the newest step back."""
        self.robot.tap(self.robot.look(), "Undo")
        self.robot.tap(self.robot.look(), "Taken back at the table")
        self._settle()
        self.taken_back += 1

    def put_step_right(self) -> None:
        """Puts another entry in the place of the newest step, if there is one that can be."""
        robot = self.robot
        robot.tap(robot.look(), "Steps")
        seen = robot.look()
        robot.tap(seen, next(at for at, one in enumerate(seen["buttons"]) if "step" in one["kind"].split()))
        robot.tap(robot.look(), "Put another in its place")
        robot.tap(robot.look(), robot.any_of(robot.look(), "way", "cell"))
        for _ in range(40):
            seen = robot.look()
            if seen["title"] == "This will change. Why?":
                robot.tap(seen, "Entered wrongly")
                self._settle()
                self.put_right += 1
                return
            if seen["title"].startswith("This "):
                break
            robot.tap(seen, robot.next(seen))
        self._settle()

    def check(self) -> None:
        """What was confirmed was recorded, once each."""
        kinds = Counter(one["kind"] for one in self.service.lines("history", self.match, "--as", "judge"))
        done = [self.ledger.bodies[key] for key in self.ledger.confirmed]
        sent = Counter(one["kind"] for one in done)
        actions = sum(len(single(one["body"])) for one in done if one["kind"] == "actions")
        assert kinds["step"] == actions, (kinds, sent, actions)
        assert self.ledger.gone == self.robot.left, (self.ledger.gone, self.robot.left)
        assert self.service.lines("verify", self.match)[0]["ok"]


def press(page: Page, name: str) -> None:
    """Presses a button."""
    page.get_by_role("button", name=name, exact=True).click()


def begun(chromium: Any, service: Service, game: str) -> tuple[str, list[str]]:
    """A round that was started at the desk: its match, and the links of the table's sheet, the scribe's first."""
    count = GAMES[game].seats[0] + (GAMES[game].seats[0] == 2)
    players, name = NAMES[:count], f"Evening of {game}"
    cup = service.json("tournament", "new", name)["tournament"]
    service.run("tournament", "enter", name, *players)
    options = [word for option in SHORT.get(game, ()) for word in ("-o", option)]
    service.run("tournament", "seat", name, "--game", game, "--size", str(count), *options)
    context = chromium.new_context(viewport=PHONE, reduced_motion="reduce")
    desk = context.new_page()
    desk.goto(f"{service.url}/enter#{service.token('director', tournament=cup)}")
    press(desk, "Start the round (real cards): round 1")
    desk.get_by_text("Round 1 has started").wait_for()
    desk.get_by_role("link", name="Print sheets with codes: round 1").click()
    desk.locator("#print:not([disabled])").wait_for()
    scribe, _, *slips = desk.locator(".page[data-table='1'] .address").all_inner_texts()
    context.close()
    match = service.json("tournament", "show", name)["rounds"][0]["tables"][0]["match"]
    return match, [scribe, *slips]


def agreed(chromium: Any, service: Service, match: str, slips: list[str]) -> None:
    """Each player opens the link of their slip, and agrees."""
    names = service.json("show", match)["players"]
    for name, link in zip(names, slips, strict=True):
        context = chromium.new_context(viewport=PHONE, reduced_motion="reduce")
        page = context.new_page()
        page.goto(link)
        press(page, f"I agree: {name}")
        page.get_by_text("You agree to these scores").wait_for()
        context.close()
    result = service.json("result", match)
    assert result["confirmed"] == names, result


def whole_match(chromium: Any, service: Service, game: str, seed: int) -> Played:
    """A match from its start to the agreement of all."""
    match, (link, *slips) = begun(chromium, service, game)
    scribe = Scribe(chromium, service, match, link, Random(f"{game} {seed}"))
    taps = scribe.deal()
    scribe.play()
    scribe.check()
    scribe.context.close()
    agreed(chromium, service, match, slips)
    return Played(match, scribe.entries, scribe.taps, taps, scribe.put_right, scribe.taken_back)


def told(game: str, found: Played) -> str:
    """A line of the table."""
    rates = [found.taps[how] / max(found.entries[how], 1) for how in ("with", "without")]
    counts = f"{found.entries['with']:5} {found.entries['without']:8}"
    return f"{game:20} {found.deal:5} {counts} {rates[0]:6.1f} {rates[1]:8.1f} {found.put_right:6} {found.taken_back:6}"


def main(words: Sequence[str]) -> None:
    """Prints a line for each game: entries with and without the network, taps for each, and what was put right."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--seed", type=int, default=1)
    said = parser.parse_args(words)
    print(f"{'game':20} {'deal':>5} {'with':>5} {'without':>8} {'taps':>6} {'without':>8} {'right':>6} {'back':>6}")
    with (
        TemporaryDirectory() as folder,
        running(Path(folder) / "store.sqlite", Settings(entries=100_000)) as service,
        sync_playwright() as pages,
    ):
        chromium = pages.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for game in said.games or GAMES:
            print(told(game, whole_match(chromium, service, game, said.seed)), flush=True)
        chromium.close()


if __name__ == "__main__":
    main(sys.argv[1:])

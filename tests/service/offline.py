"""Matches recorded on a phone that loses its service: `python -m tests.service.offline --count 1000 --seed 1`.

A robot records pieces of matches of every game, with real cards and by taps alone. At random the phone loses its
network, the service is killed or stopped and started again, and the page is loaded again or closed and opened. What
cannot be recorded when it arrives is sent again, left out, replaced, or gets another before it, by taps too. In the end
everything that was noted has to be in the store, once and in order, but what the robot left out itself.
"""

import json
import sys
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, Final
from uuid import UUID

import click
from playwright.sync_api import Error, sync_playwright

from ludograph.domain.entry.recording import decide_entries
from ludograph.domain.exchange.exporter import exported
from ludograph.domain.exchange.importer import Builder
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import JUDGE, TABLE
from ludograph.domain.notation.matchfile import chunks
from ludograph.domain.store.errors import Conflict
from ludograph.domain.verify.verification import verify
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.service.mortal_service import PATIENCE, MortalService
from tests.service.offline_robot import AGAIN, Ledger, OfflineRobot
from tests.service.possible_entries import possible_entry, same, single
from tests.service.robots import COUNT, opened
from tests.service.running import Service
from tests.worlds import random_match

# Whatever is kept of a queue is told to the test as well, each time that it is on the disk: what a page that ends had
# only begun to write was never said to be noted.
TOLD: Final = """
const put = IDBObjectStore.prototype.put;
IDBObjectStore.prototype.put = function (value, key) {
  const text = JSON.stringify(value);
  if (`${key}`.startsWith('queue ')) this.transaction.addEventListener('complete', () => window.kept(text));
  return put.call(this, value, key);
};
"""


def begun(service: Service, game: str, random: Random) -> str:
    """A match with real cards somewhere in its course, as the table knows it."""
    played = random_match(GAMES[game], random, random.choice((0, 3, 10, 40, 100)))
    source = "".join(json.dumps(line) + "\n" for line in exported(played, TABLE)).encode()
    (chunk,) = chunks(BytesIO(source))
    match = Builder(chunk, service.recorder.stamp).match()
    return str(service.recorder.record(match).id)


class Piece:
    """A piece of a match, recorded while things fail."""

    def __init__(self, chromium: Any, service: MortalService, game: str, random: Random) -> None:
        self.service, self.random = service, random
        if not service.runs:
            service.start()
        self.match = begun(service, game, random)
        self.before = len(service.recorder.load(UUID(self.match)).steps)
        self.ledger = Ledger()
        self.happened: Counter[str] = Counter()
        self.tab = opened(chromium, service, self.match, cards=True)
        self.context = self.tab.context
        self.context.expose_function("kept", lambda text: self.ledger.take(json.loads(text)))
        self.context.add_init_script(TOLD)
        self.context.add_init_script(COUNT)
        self.tab.evaluate("navigator.serviceWorker.ready.then(() => true)")
        self.tab.close()
        self.tab = self._opened()
        self.robot = OfflineRobot(self.tab, random, self.ledger, service, self.match)
        self.robot.begins_anew(self.tab)

    def _opened(self) -> Any:
        tab = self.context.new_page()
        tab.goto(f"{self.service.url}/matches/{self.match}/scribe")
        return tab

    def run(self, length: int) -> None:
        """So many entries, and something that fails before about every third; then all comes back."""
        for _ in range(length):
            if self.random.random() < 0.45:
                self._happens(self.random.choice(("offline", "online", "kill", "stop", "start", "reload", "close")))
            if self.service.runs and self.context_is_off is False and self.random.random() < 0.05:
                self._other_scribe()
            self.robot.enter()
        self._happens("online")
        self._happens("start")
        self._settle()

    context_is_off = False

    def _happens(self, what: str) -> None:
        self.happened[what] += 1
        if what in ("offline", "online"):
            self.context_is_off = what == "offline"
            self.context.set_offline(self.context_is_off)
        elif what == "start" and not self.service.runs:
            self.service.start()
        elif what in ("kill", "stop") and self.service.runs:
            self.service.kill() if what == "kill" else self.service.stop()
        elif what == "reload":
            self.tab.reload()
            self.robot.begins_anew(self.tab)
        elif what == "close":
            self.tab.close()
            self.tab = self._opened()
            self.robot.begins_anew(self.tab)

    def _other_scribe(self) -> None:
        """Somebody else records something."""
        recorder = self.service.recorder
        match = recorder.load(UUID(self.match))
        entry = possible_entry(match, self.random)
        if entry is None:
            return
        body = {"seat": entry["seat"] or "table", "do": entry["do"], **entry["fields"]}
        if entry["drawn"]:
            body["drawn"] = entry["drawn"]
        # What the table knows may be too little to see that it cannot be; or the phone was faster.
        with suppress(ValueError, Conflict):
            recorder.record(decide_entries(recorder, match, json.dumps(body), TABLE))
            self.happened["other"] += 1

    def _settle(self) -> None:
        """Waits until nothing is queued, and answers what is asked."""
        end = monotonic() + 3 * PATIENCE
        while monotonic() < end:
            seen = self.robot.look()
            names = [one["told"] for one in seen["buttons"]]
            if "Leave it out" in names or ("Go on" in names and seen["home"]):
                with suppress(IndexError, ValueError):
                    self.robot.resolve(seen, names)
            elif not seen["home"]:
                self.robot.tap(seen, "Back")
            elif not self.ledger.now and not seen["pending"] and "not reached" not in self.tab.inner_text("#stage"):
                return
            else:
                self.tab.wait_for_timeout(50)
        raise AssertionError(f"the queue never came to its end: {seen}")

    def check(self) -> int:
        """Nothing is lost, nothing doubled, and all in order; how many entries were confirmed."""
        recorder, ledger = self.service.recorder, self.ledger
        assert verify(recorder, UUID(self.match)).ok
        # A page that ends in the moment of a confirmation keeps it and tells nobody: the service says what is so.
        for key in ledger.gone - self.robot.left:
            before = recorder.load(UUID(self.match)).version
            status, version = self.tab.evaluate(AGAIN, [self.match, ledger.bodies[key]])
            assert (status, recorder.load(UUID(self.match)).version) == (201, before), (key, status, self.happened)
            ledger.confirmed[key] = version
            self.happened["told late"] += 1
        assert ledger.gone <= self.robot.left, (ledger.gone, self.robot.left)
        match = recorder.load(UUID(self.match))
        kept = [line for line in list(exported(match, JUDGE))[1 + self.before :] if line.get("by")]
        done = [ledger.bodies[key] for key in sorted(ledger.confirmed, key=lambda key: ledger.confirmed[key])]
        sent = [body for one in done if one["kind"] == "actions" for body in single(one["body"])]
        assert len(sent) == len(kept), (len(sent), len(kept), self.happened)
        for body, line in zip(sent, kept, strict=True):
            assert same(body, line, match.players), (body, line)
        return len(ledger.confirmed)

    def close(self) -> None:
        """Lets go of the phone."""
        self.context.close()


@contextmanager
def phones(folder: str) -> Iterator[tuple[Any, MortalService]]:
    """A service and a browser."""
    service = MortalService(Path(folder) / "store.sqlite")
    try:
        with sync_playwright() as started:
            chromium = started.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            yield chromium, service
            chromium.close()
    finally:
        service.close()


def recorded_offline(chromium: Any, service: MortalService, game: str, seed: int, most: int = 14) -> Piece:
    """A piece of a match that was recorded while things failed, and looked at."""
    random = Random(f"{game} {seed}")
    piece = Piece(chromium, service, game, random)
    try:
        piece.run(random.randint(3, most))
        piece.check()
    finally:
        piece.close()
    return piece


@click.command()
@click.option("--count", default=1000, help="How many pieces of matches.")
@click.option("--seed", default=1, help="The seed of the first.")
@click.option("--game", default="", help="Of this game alone.")
def main(count: int, seed: int, game: str) -> None:
    """Records pieces of matches while things fail, and prints what was lost or doubled."""
    total: Counter[str] = Counter()
    wrong = []
    with TemporaryDirectory() as folder, phones(folder) as (chromium, service):
        try:
            for at in range(seed, seed + count):
                one = game or list(GAMES)[at % len(GAMES)]
                try:
                    piece = recorded_offline(chromium, service, one, at)
                except (AssertionError, Error, ValueError, IndexError) as found:
                    wrong.append(f"{one} {at}: {type(found).__name__} {str(found)[:600]}")
                    click.echo(wrong[-1], err=True)
                    traceback.print_exc(limit=-3)
                    continue
                total += piece.happened
                total.update(
                    pieces=1, confirmed=len(piece.ledger.confirmed), noted=piece.robot.noted, left=len(piece.robot.left)
                )
                if at % 10 == 0:
                    click.echo(f"{at}: {dict(total)}; {len(wrong)} wrong")
        except KeyboardInterrupt:
            click.echo("stopped")
    click.echo(f"{dict(total)}; {len(wrong)} wrong")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()

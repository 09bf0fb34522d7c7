"""Matches recorded on a phone that loses its service: `python -m tests.service.offline --count 1000 --seed 1`.

A robot records pieces of matches of every game, with real cards and by taps alone. At random the phone loses its
network, the service is killed or stopped and started again, and the page is loaded again or closed and opened. What
cannot be recorded when it arrives is sent again, left out, replaced, or gets another before it, by taps too. In the end
everything that was noted has to be in the store, once and in order, but what the robot left out itself.
"""

import json
import multiprocessing
import sys
import traceback
from collections import Counter
from contextlib import closing, contextmanager, suppress
from io import BytesIO, StringIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, Final
from uuid import UUID

import click
import httpx
from playwright.sync_api import Error, sync_playwright

from ludograph.domain.entry.draft import draft_entry
from ludograph.domain.entry.recording import decide_entries
from ludograph.domain.exchange.exporter import exported
from ludograph.domain.exchange.importer import Builder
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import JUDGE, TABLE, Faces
from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation.lines import from_json
from ludograph.domain.notation.matchfile import chunks
from ludograph.domain.notation.values import Reader
from ludograph.domain.store.recorder import Recorder
from ludograph.domain.verify.verification import verify
from ludograph.replay.service.app import application
from ludograph.replay.service.http.settings import Settings
from ludograph.replay.service.recording.vocabulary import vocabulary_json
from ludograph.replay.service.routes.offers import Offers
from ludograph.replay.service.server import Address, GracefulServer, bound_socket
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.service.robots import Robot, opened
from tests.service.running import Service, wait_until
from tests.worlds import random_match

Json = dict[str, Any]
PATIENCE: Final = 60.0
UNKNOWN: Final = "??"
# Whatever is kept of a queue is told to the test as well, each time that it is written.
TOLD: Final = """
const put = IDBObjectStore.prototype.put;
IDBObjectStore.prototype.put = function (value, key) {
  if (`${key}`.startsWith('queue ')) window.kept(JSON.stringify(value));
  return put.call(this, value, key);
};
"""


def serve(store: Path, port: int) -> None:
    """A service in a process of its own."""
    settings, address = Settings(entries=1_000_000), Address("127.0.0.1", port)
    with Recorder(store) as recorder:
        GracefulServer(application(recorder, settings, out=StringIO()), address).run(sockets=[bound_socket(address)])


class MortalService(Service):
    """A service that can be killed, and is there again at once: its process is forked from one that has all loaded."""

    def __init__(self, store: Path) -> None:
        self._forks = multiprocessing.get_context("forkserver")
        self._forks.set_forkserver_preload([__name__])
        with closing(bound_socket(Address("127.0.0.1", 0))) as free:
            self._port = free.getsockname()[1]
        super().__init__(store)

    def start(self) -> None:
        """Listens at the same place as before."""
        self.url = f"http://127.0.0.1:{self._port}"
        self._process = self._forks.Process(target=serve, args=(self.store, self._port), daemon=True)
        self._process.start()
        wait_until(self._answers, PATIENCE)

    def stop(self) -> None:
        """Stops as systemd stops it."""
        self._process.terminate()
        self._process.join(30)

    def kill(self) -> None:
        """Ends without a last word."""
        self._process.kill()
        self._process.join()

    @property
    def runs(self) -> bool:
        return self._process.is_alive()

    def _answers(self) -> bool:
        try:
            return httpx.get(f"{self.url}/health", timeout=5, trust_env=False).status_code == 200
        except httpx.TransportError:
            return False


def begun(service: Service, game: str, random: Random) -> str:
    """A match with real cards somewhere in its course, as the table knows it."""
    played = random_match(GAMES[game], random, random.choice((0, 3, 10, 40, 100)))
    source = "".join(json.dumps(line) + "\n" for line in exported(played, TABLE)).encode()
    (chunk,) = chunks(BytesIO(source))
    match = Builder(chunk, service.recorder.stamp).match()
    return str(service.recorder.record(match).id)


class Ledger:
    """What a page has kept of its queue, as it was written: what was noted, and what became of it."""

    def __init__(self) -> None:
        self.bodies: dict[str, Json] = {}
        self.confirmed: list[str] = []
        self.now: list[Json] = []

    def take(self, kept: Json) -> None:
        """The queue as it was written."""
        self.now = kept["items"]
        self.bodies |= {one["key"]: one for one in self.now}
        latest = (kept["latest"] or {}).get("after")
        if latest and latest not in self.confirmed:
            self.confirmed.append(latest)

    @property
    def gone(self) -> set[str]:
        """What was noted and is neither confirmed nor waits."""
        return {*self.bodies} - {*self.confirmed} - {one["key"] for one in self.now}


class OfflineRobot(Robot):
    """A finger that goes on whatever happens to the service."""

    def __init__(self, tab: Any, random: Random, ledger: Ledger, service: Service, match: str) -> None:
        super().__init__(tab, random)
        self.ledger, self.service, self.match = ledger, service, match
        self.left: set[str] = set()
        self.noted = 0

    def begins_anew(self, tab: Any) -> None:
        """The page is another one, or loaded again."""
        self.tab = tab
        tab.wait_for_selector("body.home")
        self.taps = tab.evaluate("window.taps || 0")

    def enter(self) -> None:
        """One entry, or an answer to what stops the queue."""
        seen = self.look()
        names = [one["told"] for one in seen["buttons"]]
        if "Leave it" in names:
            self.resolve(seen, names)
        elif "The table" in names:
            # The service may come back while it is put together: then there are other buttons, and it is begun anew.
            with suppress(IndexError, ValueError):
                self.compose()
        elif any("way" in one["kind"].split() for one in seen["buttons"]):
            self.through(seen)
        else:
            self.tab.wait_for_timeout(30)

    def through(self, seen: Json) -> None:
        """An entry by the buttons of what is open."""
        for _ in range(60):
            self.tap(seen, self._any(seen) if seen["home"] or seen["title"].startswith("What was") else self.next(seen))
            seen = self.look()
            if seen["home"]:
                return
            if seen["title"] == "This did not work":
                self.tap(seen, "Back")
                return

    def _any(self, seen: Json) -> int:
        kinds = [(one["kind"].split(), one["in"]) for one in seen["buttons"]]
        return self.random.choice(
            [at for at, (kind, where) in enumerate(kinds) if "way" in kind and where != "pending"]
        )

    def resolve(self, seen: Json, names: list[str]) -> None:
        """An answer to what was not recorded."""
        (first, *_) = self.ledger.now
        ways = [one for one in seen["buttons"] if "way" in one["kind"].split() and one["in"] != "pending"]
        choices = ["Leave it"] * 4 + (["Enter it again"] * 3 if "Enter it again" in names else ["Send it again"])
        if ways:
            choices += ["Enter another instead", "before"] if "Enter another instead" in names else ["before"]
        how = self.random.choice(choices)
        if how == "before":
            self.through(seen)
            return
        self.tap(seen, how)
        if how == "Leave it":
            self.left.add(first["key"])
        elif how == "Enter another instead":
            again = self.look()
            if again["title"].startswith("What was"):
                self.through(again)
                self.left.add(first["key"])

    def compose(self) -> None:
        """An entry of the whole vocabulary, such as could be recorded if nothing else came; else any."""
        match = self._as_noted()
        entry = None if match is None else possible_entry(match, self.random)
        if entry is None:
            self._anything()
            return
        self._put_together(match, entry)

    def _as_noted(self) -> Match | None:
        """The match as it would stand with all that is noted; None where that cannot be."""
        recorder = self.service.recorder
        match = recorder.load(UUID(self.match))
        waiting = [one for one in self.ledger.now if one["kind"] == "actions"]
        try:
            for one in waiting:
                body = one["body"]
                match = decide_entries(recorder, match, body.get("line") or json.dumps(body), TABLE)
        except Exception:
            return None
        return match

    def _anything(self) -> None:
        seen = self.look()
        for kind in ("player", "verb"):
            self.tap(seen, self.any_of(seen, kind))
            seen = self.look()
        for _ in range(30):
            if seen["home"]:
                self.noted += 1
                return
            pad = "key" in [one["kind"] for one in seen["buttons"]]
            self.tap(
                seen,
                self.random.choice(["3", "7", "OK"])
                if pad and "OK" in str(seen["buttons"])
                else "5"
                if pad
                else self.next(seen),
            )
            seen = self.look()

    def _put_together(self, match: Match, entry: Json) -> None:
        """Taps an entry: who, what, each value, what came up."""
        vocabulary = vocabulary_json(match.game.id)["actions"]
        names, codes = list(match.players), list(match.game.deck.by_code)
        verb = next(at for at, one in enumerate(vocabulary) if one["do"] == entry["do"])
        self._tap_kind("player", entry["seat"] - 1 if entry["seat"] else len(names))
        self._tap_kind("verb", verb)
        for field in vocabulary[verb]["fields"]:
            value = entry["fields"].get(field["name"])
            if field["kind"] == "text" or field["kept"]:
                continue
            if field["kind"] == "number":
                self._type(value)
            elif field["kind"] == "list":
                for one in value or ():
                    self._tap_kind("value", codes.index(one))
                self._tap_kind("main", 0)
            else:
                among = {"card": codes, "seat": names, "word": field.get("words", [])}[field["kind"]]
                self._tap_kind("value", len(among) if value is None else among.index(value))
        if entry["drawn"]:
            self._tap_kind("came", 0)
            for one in entry["drawn"]:
                self._outcome(one, codes)
            self._tap_kind("main", 0)
        self._tap_kind("confirm", 0)
        self.noted += 1

    def _outcome(self, one: str | int, codes: list[str]) -> None:
        if one == UNKNOWN:
            self._tap_kind("unseen", 0)
        elif isinstance(one, int):
            self._tap_kind("number", 0)
            self._type(one)
        else:
            self._tap_kind("value", codes.index(one))

    def _tap_kind(self, kind: str, at: int) -> None:
        seen = self.look()
        found = [
            place for place, one in enumerate(seen["buttons"]) if kind in one["kind"].split() and one["in"] != "pending"
        ]
        self.tap(seen, found[at])

    def _type(self, value: int) -> None:
        for digit in str(abs(value)):
            self.tap(self.look(), digit)
        if value < 0:
            self.tap(self.look(), "below nought, or above")
        self.tap(self.look(), "OK")


def possible_entry(match: Match, random: Random) -> Json | None:
    """Something that can be done, with outcomes by chance, as the table knows the match; None where nothing is found."""
    offers = Offers(match, TABLE)
    found = [(seat["seat"], action) for seat in offers.json() for action in seat["actions"] if not action["idle"]]
    random.shuffle(found)
    for seat, action in found[:3]:
        fields = _fields(action, random)
        drawn = None if fields is None else _outcomes(match, seat, action["do"], fields, random)
        if drawn is not None:
            return {"seat": seat, "do": action["do"], "fields": fields, "drawn": drawn}
    return None


def _fields(action: Json, random: Random) -> Json | None:
    """Values for the fields of an action; None where its items have to be picked one by one."""
    if action["ways"]:
        return dict(random.choice(action["ways"])["fields"])
    found: Json = {}
    for name, held in random.choice(action["blocks"]).items():
        if held["kind"] == "picks":
            return None
        if held["kind"] == "number":
            found[name] = random.choice(range(held["min"], held["max"] + 1, held["step"]))
        else:
            found[name] = held["value"] if held["kind"] == "text" else random.choice(held["values"])["value"]
    return found


def _outcomes(match: Match, seat: int, verb: str, fields: Json, random: Random) -> list[Any] | None:
    """What could come up; None where the action cannot be done so."""
    reader, told = Reader(match.game.deck, match.players), []
    raw = {"seat": seat or "table", "do": verb, **fields}
    for _ in range(40):
        try:
            question = draft_entry(match, from_json(match.game, reader, raw, ""), told, TABLE).question
        except Exception:
            return None
        if question is None:
            return told
        among = list(question.among)
        if not among:
            return None
        unseen = question.unseen and isinstance(question.entry, Faces) and random.random() < 0.5
        told.append(UNKNOWN if unseen else random.choice(among))
    return None


class Piece:
    """A piece of a match, recorded while things fail."""

    def __init__(self, chromium: Any, service: MortalService, game: str, random: Random) -> None:
        self.service, self.random = service, random
        self.match = begun(service, game, random)
        self.before = len(service.recorder.load(UUID(self.match)).steps)
        self.ledger = Ledger()
        self.happened: Counter[str] = Counter()
        self.tab = opened(chromium, service, self.match, cards=True)
        self.context = self.tab.context
        self.context.expose_function("kept", lambda text: self.ledger.take(json.loads(text)))
        self.context.add_init_script(TOLD)
        self.context.add_init_script("addEventListener('click', () => { window.taps = (window.taps || 0) + 1; }, true)")
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
        body = {"seat": entry["seat"] or "table", "do": entry["do"], **entry["fields"]} | (
            {"drawn": entry["drawn"]} if entry["drawn"] else {}
        )
        try:
            after = decide_entries(recorder, match, json.dumps(body), TABLE)
        except Exception:
            return
        self.happened["other"] += 1
        recorder.record(after)

    def _settle(self) -> None:
        """Waits until nothing is queued, and answers what is asked."""
        end = monotonic() + PATIENCE
        while monotonic() < end:
            seen = self.robot.look()
            names = [one["told"] for one in seen["buttons"]]
            if "Leave it" in names:
                self.robot.resolve(seen, names)
            elif not seen["home"]:
                self.robot.tap(seen, "Back")
            elif not self.ledger.now and not seen["pending"] and "not reached" not in self.tab.inner_text("#stage"):
                return
            else:
                self.tab.wait_for_timeout(50)
        print(
            self.happened,
            self.tab.evaluate("[navigator.onLine, document.getElementById('link').textContent]"),
            httpx.get(f"{self.service.url}/health", trust_env=False),
            self.tab.evaluate("fetch('/health').then(r=>r.status).catch(e=>''+e)"),
        )
        raise AssertionError(f"the queue never came to its end: {seen}")

    def check(self) -> int:
        """Nothing is lost, nothing doubled, and all in order; how many entries were confirmed."""
        recorder, ledger = self.service.recorder, self.ledger
        assert verify(recorder, UUID(self.match)).ok
        assert ledger.gone == self.robot.left, (ledger.gone, self.robot.left)
        match = recorder.load(UUID(self.match))
        kept = [line for line in list(exported(match, JUDGE))[1 + self.before :] if line.get("by")]
        done = [ledger.bodies[key] for key in ledger.confirmed]
        sent = [body for one in done if one["kind"] == "actions" for body in single(one["body"])]
        assert len(sent) == len(kept), (len(sent), len(kept), self.happened)
        for body, line in zip(sent, kept, strict=True):
            assert same(body, line, match.players), (body, line)
        return len(ledger.confirmed)

    def close(self) -> None:
        self.context.close()
        if not self.service.runs:
            self.service.start()


def single(body: Json) -> list[Json]:
    """Each action of what was sent."""
    if "line" not in body:
        return [body]
    words = [one.split() for one in body["line"].split(";")]
    return [{"seat": int(seat), "do": verb} for seat, verb, *_ in words]


def same(sent: Json, kept: Json, players: tuple[str, ...]) -> bool:
    """Whether an action in the store is what was sent."""
    seat = sent["seat"]
    who = players[seat - 1] if isinstance(seat, int) and seat else seat
    if (who, sent["do"]) != (kept["seat"], kept["do"]):
        return False
    for name, value in sent.items():
        said = players[value - 1] if name == "target" and isinstance(value, int) else value
        if name not in ("seat", "do", "drawn") and not _is_blank(said) and kept.get(name) != said:
            return False
    # What nobody at the scribe's side saw need not be written, and stands in the record in its place.
    named = iter(kept.get("drawn", ()))
    return all(one in named for one in sent.get("drawn", ()) if one != UNKNOWN)


def _is_blank(value: Any) -> bool:
    return value in (UNKNOWN, None, "", "...", {}, []) or (isinstance(value, list) and set(value) == {UNKNOWN})


@contextmanager
def phones(folder: str) -> Any:
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

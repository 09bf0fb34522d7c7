"""The past by the clock of the machine, in two processes: `python -m tests.service.past_live --times 5 --seed 1`.

Two services have the same past, some of which becomes known while they are asked; in the store of the second one much
more is recorded meanwhile. They are asked in pairs, within one grain of their time.
"""

import re
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from subprocess import PIPE, Popen
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Final

import click
import httpx

from ludograph.domain.store.clock import Sources
from ludograph.domain.store.recorder import Recorder
from ludograph.domain.store.url import Place
from ludograph.replay.service.app import application
from ludograph.replay.service.http.settings import CACHE_SECONDS
from tests.service.happenings import Tables
from tests.service.past import Asked, Found, requests

PROGRAM: Final = (sys.executable, "-c", "from ludograph.cli.main import main; main()")

LINKS: Final = "http://a-club.test"


class Clock:
    """The time at which tables are recorded."""

    def __init__(self) -> None:
        self.fixed: datetime | None = None

    def now(self) -> datetime:
        return self.fixed or datetime.now(UTC)


class Heard:
    """Somebody who follows, and what they were sent when."""

    def __init__(self, url: str, path: str) -> None:
        self.got: list[tuple[float, bytes]] = []
        self._client = httpx.Client(base_url=url, timeout=60, trust_env=False)
        self._path = path
        self._thread = Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        with suppress(httpx.TransportError), self._client.stream("GET", self._path) as response:
            rest = b""
            for piece in response.iter_raw():
                *whole, rest = (rest + piece).split(b"\n\n")
                self.got += [(time.time(), one) for one in whole]

    def close(self) -> None:
        """Returns when the service has gone, and with it the connection."""
        self._thread.join(30)
        self._client.close()

    def unlike(self, other: "Heard", end: float, near: float) -> str:
        """What one of the two was told by then and the other not, or not at that time; empty where there is nothing.

        What becomes known in a moment may come as one message or as several, whose numbers are then not the same.
        """
        for one, another in ((self, other), (other, self)):
            for at, message in one.got:
                if at < end - near and not another.was_told(message, at, near):
                    return f"{self._path}: {at:.2f} {message!r} was told to one of the two only: {another.got!r}"
        return ""

    def was_told(self, message: bytes, at: float, near: float) -> bool:
        """Whether the same was told at about that time, under the same number or a later one."""
        number, rest = _numbered(message)
        return any(
            abs(when - at) <= near and found[0] >= number and found[1] == rest
            for when, told in self.got
            for found in (_numbered(told),)
        )


def _numbered(message: bytes) -> tuple[int, bytes]:
    """The number of a message, 0 where it has none, and all else of it."""
    first, _, rest = message.partition(b"\n")
    return (int(first[3:]), rest) if first[:3] == b"id:" else (0, message)


@contextmanager
def served(place: Place, delay: float) -> Iterator[str]:
    """A service in a process of its own; where it is. Its links are those of any other, whatever its port."""
    command = [*PROGRAM, "--store", str(place), "serve", "--port", "0", "--delay", str(delay), "--public-url", LINKS]
    with Popen(command, stderr=PIPE, text=True) as process:
        assert process.stderr is not None
        said = process.stderr
        lines: list[str] = []
        while not lines or "Ctrl-C stops" not in lines[-1]:
            lines.append(said.readline())
        draining = Thread(target=lambda: [None for _ in said], daemon=True)
        draining.start()
        found = re.search(r"http://127\.0\.0\.1:\d+", "".join(lines))
        assert found is not None
        try:
            yield found[0]
        finally:
            process.terminate()
            draining.join(30)


def lived(places: tuple[Place, Place], seed: int, delay: float, near: float) -> Found:
    """Compares two services for nearly as long as the delay; what comes within so many seconds comes at one time."""
    clock, random = Clock(), Random(seed)
    tables = [Tables(Recorder(one, Sources(clock.now, Random(seed).randbytes)), seed) for one in places]
    now = datetime.now(UTC)
    for one in tables:
        clock.fixed = now - timedelta(hours=1)
        one.prepare()
        for at in range(12):
            clock.fixed = now - timedelta(seconds=delay - 4) + timedelta(seconds=(delay - 4) * at / 12)
            one.happen()
    clock.fixed = None
    with ExitStack() as stack:
        urls = [stack.enter_context(served(place, delay)) for place in places]
        followed = ["/api/follow", "/api/tournaments/Cup/follow", f"/api/matches/{tables[0].matches[0]}/follow"]
        began = time.time()
        heard = [[Heard(url, path) for url in urls] for path in followed]
        gone = [one.close for pair in heard for one in pair]
        app = application(tables[0].recorder)
        clients = [stack.enter_context(httpx.Client(base_url=url, timeout=30, trust_env=False)) for url in urls]
        asked, wrong = 0, []
        while time.time() < began + delay - 1.5:
            tables[1].happen()
            for wanted in random.sample(list(requests(app, tables[1].matches, random, 10)), 20):
                if time.time() < began + delay - 1:
                    time.sleep(0.01)
                    difference = _difference(clients, wanted)
                    asked += difference is not None
                    wrong += [difference] if difference else []
        end = began + delay - 1
        wrong += [line for line in (one.unlike(other, end, near) for one, other in heard) if line]
        told = sum(len(one.got) for one, _ in heard)
        apart = tables[0].recorder.store.last_position() != tables[1].recorder.store.last_position()
    for close in (*gone, *(one.recorder.close for one in tables)):
        close()
    return Found(asked, told, wrong, apart)


def _difference(clients: list[httpx.Client], asked: Asked) -> str | None:
    """How the answers differ; empty where they do not, None where they were not given within one grain of time."""
    if asked.token:
        return None
    headers = {"Content-Type": "application/json"} if asked.body else {}
    before = time.monotonic() // CACHE_SECONDS
    found = []
    for client in clients:
        answer = client.request(asked.method, asked.path, content=asked.body or None, headers=headers)
        kept = [one for one in answer.headers.multi_items() if one[0] != "date"]
        found.append((answer.status_code, kept, answer.content))
    if time.monotonic() // CACHE_SECONDS != before:
        return None
    if found[0] == found[1]:
        return ""
    apart = next(
        (at for at, (mine, theirs) in enumerate(zip(*(str(one) for one in found), strict=False)) if mine != theirs), 0
    )
    return f"{asked}: " + " and ".join(f"... {str(one)[max(0, apart - 100) : apart + 300]}" for one in found)


@click.command()
@click.option("--times", default=5, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--delay", default=40.0, show_default=True, help="In seconds; a run takes nearly as long.")
@click.option("--near", default=2.0, show_default=True, help="So many seconds apart is at the same time.")
def main(times: int, seed: int, delay: float, near: float) -> None:
    """Compares processes whose stores differ inside the delay."""
    wrong = 0
    for one in range(seed, seed + times):
        with TemporaryDirectory() as folder:
            found = lived((Path(folder) / "calm.sqlite", Path(folder) / "busy.sqlite"), one, delay, near)
        print(f"seed {one}: {found.asked} answers and {found.told} messages compared, {len(found.wrong)} differ")
        for line in found.wrong[:5]:
            print(f"  {line[:2000]}")
        wrong += len(found.wrong) + (not found.apart)
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()

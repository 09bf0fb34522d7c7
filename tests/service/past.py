"""Two services that differ in what was recorded inside the delay: `python -m tests.service.past --times 20 --seed 1`.

Each is asked by those who are behind, over every route of the application and by streams, with the time that the test
turns on. Both have to give the same bytes at the same times; afterwards, when the delay is over, they do not.
"""

import asyncio
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from io import StringIO
from itertools import zip_longest
from json import dumps
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple
from unittest.mock import patch
from urllib.parse import quote
from uuid import UUID

import click
from msgspec.structs import replace

from ludograph.domain.store.clock import Sources
from ludograph.domain.store.recorder import Recorder
from ludograph.domain.store.url import Place
from ludograph.replay.service.app import application
from ludograph.replay.service.http.settings import Settings
from ludograph.replay.service.http.stream_writer import WRITER, StreamPiece
from ludograph.replay.service.live.change_publisher import ChangePublisher
from ludograph.replay.service.routes.match_feeds import FEEDS
from tests.service.happenings import PREFIX, Tables
from tests.service.test_roles import ANSWERS

DELAY: Final = 60.0
STEP: Final = 0.25
"""The time is turned on by so many seconds at a time."""
BEGUN: Final = datetime(2026, 11, 20, 12, tzinfo=UTC)
Answer = tuple[int, Any, bytes]


class Time:
    """The time of both services and of all who wait in them."""

    def __init__(self) -> None:
        self.at = 0.0
        self.asleep = 0
        self._turned = asyncio.Event()

    def now(self) -> datetime:
        return BEGUN + timedelta(seconds=self.at)

    def monotonic(self) -> float:
        return self.at

    async def wait_for_event(self, event: asyncio.Event, seconds: float) -> bool:
        """Stands for the wait of those who follow."""
        end = self.at + seconds
        self.asleep += 1
        while self.at < end - 1e-6 and not event.is_set():
            await self._turned.wait()
        self.asleep -= 1
        return event.is_set()

    def turn(self, seconds: float) -> None:
        self.at += seconds
        self._turned.set()
        self._turned = asyncio.Event()


class World:
    """A store that is recorded in by others, the service over it, and what those were told who follow."""

    def __init__(self, place: Place, time: Time, seed: int) -> None:
        self._time = time
        self.heard: dict[str, list[tuple[float, bytes]]] = {}
        self.tokens: dict[str, str] = {}
        """The tokens of those who take part elsewhere, by their roles."""
        self.tasks: list[asyncio.Task[None]] = []
        sources = Sources(now=time.now, monotonic=time.monotonic)
        self.tables = Tables(Recorder(place, replace(sources, bytes=Random(seed).randbytes)), seed)
        settings = Settings(delay=timedelta(seconds=DELAY))
        self.app = application(Recorder(place, sources), settings, out=StringIO())
        self._runs: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        self._runs = [
            asyncio.create_task(one) for one in (ChangePublisher(self.app.live).run(), self.app.live.streams.run())
        ]

    async def close(self) -> None:
        self.app.live.subscriptions.close()
        self._time.turn(0)
        for task in self.tasks:
            await task
        for task in self._runs:
            await task
        self.tables.recorder.close()
        self.app.live.recorder.close()

    async def noticed(self) -> None:
        """Returns when the service has noticed all that is recorded."""
        while self.app.live.changes.number(None) < self.tables.recorder.store.last_position():
            await asyncio.sleep(0.002)

    async def ask(self, asked: "Asked") -> Answer:
        """The whole answer to a request."""
        sent: list[dict[str, Any]] = []

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        await self._call(asked, send)
        body = b"".join(one.get("body", b"") for one in sent[1:])
        return sent[0]["status"], sorted(sent[0]["headers"]), body

    def follow(self, asked: "Asked") -> None:
        """Follows from now on."""
        heard = self.heard[f"{asked.path} {asked.token}"] = []

        async def send(message: dict[str, Any]) -> None:
            heard.append((self._time.at, repr(message).encode()))

        self.tasks.append(asyncio.create_task(self._call(asked, send, Pen(self._time, heard))))

    @property
    def waiting(self) -> int:
        """How many loops of the service wait for something to happen, or for a time, where nothing is going on."""
        running = self.app.live.topics.running
        busy = self.app.live.streams.is_catching_up or not all(self.heard.values())
        return -1 if busy else len(running) + 1

    async def _call(self, asked: "Asked", send: Any, pen: "Pen | None" = None) -> None:
        body = [{"type": "http.request", "body": asked.body, "more_body": False}]

        async def receive() -> dict[str, Any]:
            if body:
                return body.pop()
            await self.app.live.subscriptions.closing.wait()
            return {"type": "http.disconnect"}

        headers = [(b"host", b"test"), *([(b"content-type", b"application/json")] if asked.body else [])]
        headers += [(b"content-length", str(len(asked.body)).encode())] if asked.body else []
        headers += [(b"authorization", f"Bearer {self.tokens.get(asked.token)}".encode())] if asked.token else []
        path, _, query = asked.path.partition("?")
        about = {"type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "http", "root_path": ""}
        scope = about | {
            "method": asked.method,
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "headers": headers,
            "client": ("127.0.0.1", 1),
            "server": ("test", 80),
            "extensions": {WRITER: pen or Pen(self._time, [])},
        }
        call: Any = self.app
        await call(scope, receive, send)


class Pen:
    """Stands for the connection of somebody who follows."""

    is_paused = False
    unsent = 0

    def __init__(self, time: Time, heard: list[tuple[float, bytes]]) -> None:
        self._time = time
        self._heard = heard

    def write(self, piece: StreamPiece) -> None:
        self._heard.append((self._time.at, piece.data))

    async def drain(self) -> None:
        """It takes everything at once."""

    def abort(self) -> None:
        """Nothing is unsent."""


class Asked(NamedTuple):
    """A request."""

    method: str
    path: str
    body: bytes = b""
    token: str = ""
    """The role of whoever asks; without any they have no token."""


# What is asked


QUERIES: Final = (
    *("", "", "as=table", "as=Ann", "as=Zoe", "as=judge", "at=0", "at=7", "at=99", "after=1", "after=2", "first=3"),
    *("from=0&to=9", "search=Ann", "search=Zoe", "search=Cup&most=1"),
)


def requests(app: Any, known: list[UUID], random: Random, more: int) -> Iterator[Asked]:
    """A request for each route of the application with each of its methods, and so many more of those that read."""
    routes = [(method, route.path_format) for route in app._app.routes for method in (*route.methods, "HEAD", "PUT")]
    reading = [one for one in routes if one[0] == "GET" and not one[1].endswith("/follow") and "{id}" in one[1]]
    lists = [("GET", path) for path in ("/api/lobby", "/api/matches", "/api/tournaments", "/api/mine", "/health")]
    for method, path in [*routes, *lists, *random.choices(reading, k=more)]:
        if (method, path.rpartition("/")[2]) != ("GET", "follow"):
            body = ANSWERS.get(f"{method} {path}", ("", None))[1]
            token = random.choice(("", "", "", "scribe", "player"))
            yield Asked(method, _filled(path, known, random), b"" if body is None else dumps(body).encode(), token)
    yield Asked("GET", "/api/matches", token="nobody's")


def _filled(path: str, known: list[UUID], random: Random) -> str:
    """A path with something in the place of each parameter, and a query that may fit."""
    ids = [str(random.choice(known)), random.choice(known).hex[:8], PREFIX, PREFIX[:3], "first", "quiet", "second"]
    ids += ["quie", "none", ""]
    cups = ["Cup", "Bowl", "C", "Cu", "Cups", "Bo", "none"]
    values = {
        "id": quote(random.choice(cups if "tournaments" in path else ids)) or "x",
        **{
            "game": "sun-bid",
            "number": "1",
            "at": "1",
            "token": "nobody",
            "device": "nobody",
            "stamp": "x",
            "name": "x.js",
            "path": "x",
        },
    }
    query = random.choice(QUERIES)
    return f"{path.format(**values)}{f'?{query}' if query else ''}"


# A run


class Found(NamedTuple):
    """What came of a run."""

    asked: int
    told: int
    """So many pieces those were sent who follow."""
    wrong: list[str]
    """Where the two differ inside the delay."""
    apart: bool
    """Whether they differ afterwards."""


async def compared(places: tuple[Place, Place], seed: int, more: int) -> Found:
    """Two services with the same past; in the second one much happens, and it is asked before anybody may know it."""
    time, random = Time(), Random(seed)
    with (
        patch("ludograph.replay.service.live.open_streams.wait_for_event", time.wait_for_event),
        patch("ludograph.replay.service.live.open_streams.monotonic", time.monotonic),
        patch("ludograph.replay.service.live.store_watch.POLL", 0.005),
    ):
        worlds = [World(place, time, seed) for place in places]
        for world in worlds:
            world.tokens = world.tables.prepare()
            await world.open()
        try:
            return await _run(worlds, time, random, more)
        finally:
            for world in worlds:
                await world.close()


async def _run(worlds: list[World], time: Time, random: Random, more: int) -> Found:
    asked, wrong = 0, []
    time.turn(DELAY)
    for at in range(int(2 * DELAY / STEP) - 1):
        inside = at * STEP >= DELAY
        if at % 12 == 0:
            for world in worlds[1 if inside else 0 :]:
                world.tables.happen()
        if at * STEP == DELAY - 8:
            _follow(worlds)
        for world in worlds:
            await world.noticed()
        time.turn(STEP)
        await _settled(worlds, time)
        if inside and at % 48 == 25:
            for one in requests(worlds[0].app, worlds[1].tables.matches, random, more):
                first, second = [await world.ask(one) for world in worlds]
                asked += 1
                wrong += [f"{time.at}: {one}: {first} {second}"] if first != second else []
    told, unlike = _heard(*worlds)
    time.turn(2 * DELAY)
    last = [await world.ask(Asked("GET", "/api/matches")) for world in worlds]
    return Found(asked, told, [*wrong, *unlike], last[0] != last[1])


def _follow(worlds: list[World]) -> None:
    """From now on all is followed that can be, by somebody without a token and by somebody who takes part elsewhere."""
    paths = ["/api/follow", "/api/tournaments/Cup/follow", "/api/tournaments/Bowl/follow"]
    ids = worlds[0].tables.matches
    paths += [f"/api/matches/{id}/follow" for id in ids]
    several = [f"on={kind}/{id}//0" for id in ids for kind in FEEDS]
    paths += [f"/api/follow?on=lobby&on=tournament/Cup&on=match/none//0&{'&'.join(several)}"]
    for world in worlds:
        for path in paths:
            world.follow(Asked("GET", path))
            world.follow(Asked("GET", path, token="scribe"))


def _heard(calm: World, busy: World) -> tuple[int, list[str]]:
    """How much those were sent who follow, and where the first difference is."""
    pairs = {path: zip_longest(_ordered(heard), _ordered(busy.heard[path])) for path, heard in calm.heard.items()}
    unlike = (next((pair for pair in pairs[path] if pair[0] != pair[1]), None) for path in pairs)
    wrong = [f"{path}: {pair}" for path, pair in zip(pairs, unlike, strict=True) if pair is not None]
    return sum(map(len, calm.heard.values())), wrong


def _ordered(heard: list[tuple[float, bytes]]) -> list[tuple[float, bytes]]:
    """What was heard at one time by one order: topics on one stream do not wait for each other."""
    return sorted(heard)


async def _settled(worlds: list[World], time: Time) -> None:
    """Returns when all who follow wait."""
    for _ in range(5):
        await asyncio.sleep(0)
    while any(world.waiting < 0 for world in worlds) or time.asleep < sum(world.waiting for world in worlds):
        await asyncio.sleep(0.001)


@click.command()
@click.option("--times", default=20, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--more", default=200, show_default=True, help="So many requests more at each look.")
def main(times: int, seed: int, more: int) -> None:
    """Compares services that differ inside the delay."""
    wrong = 0
    for one in range(seed, seed + times):
        with TemporaryDirectory() as folder:
            places = (Path(folder) / "calm.sqlite", Path(folder) / "busy.sqlite")
            found = asyncio.run(compared(places, one, more))
        print(f"seed {one}: {found.asked} answers and {found.told} messages compared, {len(found.wrong)} differ")
        for line in found.wrong[:5]:
            print(f"  {line[:2000]}")
        wrong += len(found.wrong) + (not found.apart)
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()

"""The service under load: `python -m bench.service`.

So many tables with an action every few seconds each, and so many followers with different eyes, in processes apart from
the service's. Prints whether everybody got every step once and in order, and how long it took from the answer that
confirms a step until a follower has it. `--bend` makes it twice as fast again and again until it bends.
"""

import asyncio
import json
import os
import re
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from io import BytesIO
from itertools import count
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from statistics import median, quantiles
from subprocess import Popen
from typing import Any, Final, NamedTuple
from uuid import UUID

import click

from bench.measuring import folder
from ludograph.domain.bots.moves import Bots
from ludograph.domain.exchange.exporter import exported
from ludograph.domain.exchange.importer import Builder
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import JUDGE
from ludograph.domain.match.aggregate import Match, Setting, start_match
from ludograph.domain.notation.matchfile import chunks
from ludograph.domain.store.recorder import Recorder
from ludograph.domain.store.tokens import Tokens
from ludograph.domain.store.url import Place, Server, server_in
from ludograph.replay.service.http.connections import room_for_connections
from tests.servers import running

NAMES: Final = ("Ann", "Ben", "Cleo", "Dora")
PLAYED: Final = ("sun-bid", "sorcerous-futures", "last-years-magic", "conundruze", "hand-of-the-hanataz", "fools-down")
MOST_OF_TABLE: Final = 500
"""So many at one table are those who have tokens among them, at most."""
SETTLING: Final = 3.0
"""So many seconds followers are given after the last step."""
BENT: Final = 1.0
"""It bends where the slowest hundredth takes longer, in seconds."""


class Table(NamedTuple):
    """A match that is to be recorded, and whose tokens there are."""

    match: str
    lines: list[str]
    scribe: str
    eyes: list[str]
    """Tokens of those who follow: none, a player's, the judge's."""


class Load(NamedTuple):
    """How much is done at once."""

    tables: int
    followers: int
    every: float
    """Seconds between two actions of a table."""
    seconds: float
    pages: str = "none"
    """Whether followers are pages: `pushed` their steps, or such that `asked` for each, as all did once."""


def prepared(place: Place, load: Load) -> list[Table]:
    """A store with matches that have begun, and how they will go on."""
    found, actions = [], int(load.seconds / load.every) + 2
    with Recorder(place) as recorder:
        tokens, until = Tokens(recorder), recorder.sources.now() + timedelta(hours=2)
        for number in range(load.tables):
            match, lines = begun(recorder, number, actions)
            scribe, _ = tokens.make("scribe", match=match.id, observer="judge", until=until)
            player, _ = tokens.make("player", match=match.id, observer=match.players[0], until=until)
            judge, _ = tokens.make("director", observer="judge", until=until)
            found.append(Table(str(match.id), lines, scribe, ["", "", player, "", judge]))
    return found


def begun(recorder: Recorder, number: int, actions: int) -> tuple[Match, list[str]]:
    """A match that has just begun, stored, and the actions to come."""
    for again in count():
        random, game = Random(f"{number}/{again}"), GAMES[PLAYED[number % len(PLAYED)]]
        setting = Setting(NAMES[: 3 if 3 in game.seats else 2], game.options(), None, str(random.random()))
        match = start_match(game, UUID(int=random.getrandbits(128), version=4), setting, recorder.stamp())
        bots = Bots(game, len(match.players), random)
        while len(match.steps) < actions and (move := bots.move(match.state, len(match.steps))) is not None:
            match = match.play(*move, recorder.stamp())
        if len(match.steps) >= actions:
            break
    lines = [json.dumps(line) for line in exported(match, JUDGE)]
    (chunk,) = chunks(BytesIO(f"{lines[0]}\n".encode()))
    return recorder.record(Builder(chunk, recorder.stamp).match()), lines[1:]


# Those who record


class Link:
    """A connection that is kept, and the requests on it."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._turn = asyncio.Lock()

    async def post(self, path: str, body: str, headers: dict[str, str]) -> int:
        """The status of an answer."""
        content = body.encode()
        told = {"Host": "x", "Content-Type": "application/json", "Content-Length": str(len(content))} | headers
        return await self._ask(f"POST {path}", told, content)

    async def get(self, path: str) -> int:
        """The status of an answer, one question after the other."""
        async with self._turn:
            return await self._ask(f"GET {path}", {"Host": "x", "Accept-Encoding": "gzip"}, b"")

    async def _ask(self, what: str, headers: dict[str, str], content: bytes) -> int:
        if not hasattr(self, "_in"):
            self._in, self._out = await asyncio.open_connection("127.0.0.1", self._port)
        head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        self._out.write(f"{what} HTTP/1.1\r\n{head}\r\n".encode() + content)
        answered = await self._in.readuntil(b"\r\n\r\n")
        size = re.search(rb"content-length: (\d+)", answered, re.I)
        assert size
        await self._in.readexactly(int(size[1]))
        return int(answered[9:12])


async def record(port: int, tables: Sequence[Table], load: Load, random: Random) -> list[Any]:
    """Every table records; for each the times at which its steps were sent and confirmed."""
    end = time.monotonic() + load.seconds

    async def one(table: Table, wait: float) -> list[tuple[float, float]]:
        link, done = Link(port), []
        await asyncio.sleep(wait)
        for number, line in enumerate(table.lines):
            began = time.monotonic()
            if began > end:
                break
            headers = {
                "Authorization": f"Bearer {table.scribe}",
                "Idempotency-Key": f"{number}",
                "If-Match": f'"{number + 1}"',
            }
            status = await link.post(f"/api/matches/{table.match}/actions", line, headers)
            assert status == 201, (status, table.match, line)
            done.append((began, time.monotonic()))
            await asyncio.sleep(max(0, began + load.every - time.monotonic()))
        return done

    return await asyncio.gather(*(one(table, random.uniform(0, load.every)) for table in tables))


def recording(pipe: Connection, port: int, tables: Sequence[Table], load: Load) -> None:
    on_core(1)
    pipe.send(asyncio.run(record(port, tables, load, Random(1))))


# Those who follow


class Screen(asyncio.Protocol):
    """Somebody who follows: takes down what came when, and reads it only when all is over."""

    def __init__(self, asked: bytes, asking: Link | None, grown: str) -> None:
        self.heard: list[tuple[float, bytes]] = []
        self._asked = asked
        self._asking = asking
        self._grown = grown
        self._tasks: set[asyncio.Task[int]] = set()

    def connection_made(self, transport: Any) -> None:
        transport.write(self._asked)

    def data_received(self, data: bytes) -> None:
        self.heard.append((time.monotonic(), data))
        if self._asking is not None and b"event: step" in data:
            task = asyncio.get_running_loop().create_task(self._asking.get(self._grown))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    @property
    def got(self) -> list[tuple[int, float]]:
        """When each version came."""
        found, rest = [], b""
        for when, data in self.heard:
            *whole, rest = (rest + data).split(b"\n\n")
            found += [(int(version[1]), when) for one in whole if (version := re.search(rb"^id: (\d+)", one, re.M))]
        return found


async def watch(pipe: Connection, port: int, tables: Sequence[Table], load: Load) -> list[Any]:
    """Everybody follows until the other side of the pipe says that it is enough."""
    screens: list[Screen] = []
    for at in range(load.followers):
        table = tables[at % len(tables)]
        # No more with one token than may follow by it; the rest of the audience has none.
        turn = at // len(tables)
        token = table.eyes[turn % len(table.eyes)] if turn < MOST_OF_TABLE else ""
        shown = f"Authorization: Bearer {token}\r\n" if token else ""
        path = f"follow?on=page/{table.match}//0" if load.pages == "pushed" else f"matches/{table.match}/follow"
        asked = f"GET /api/{path} HTTP/1.1\r\nHost: x\r\n{shown}\r\n".encode()
        asking = Link(port) if load.pages == "asked" else None
        screens.append(Screen(asked, asking, f"/api/matches/{table.match}/grown?first=1&as=table"))
        await asyncio.get_running_loop().create_connection(lambda: screens[-1], "127.0.0.1", port)
        if at % 50 == 0:
            await asyncio.sleep(0.05)
    while not all(b"id: " in b"".join(data for _, data in one.heard) for one in screens):
        await asyncio.sleep(0.2)
    pipe.send("all follow")
    while not pipe.poll():
        await asyncio.sleep(0.05)
    return [one.got for one in screens]


def following(pipe: Connection, port: int, tables: Sequence[Table], load: Load) -> None:
    on_core(1)
    room_for_connections()
    pipe.send(asyncio.run(watch(pipe, port, tables, load)))


# One run


class Figures(NamedTuple):
    """What came of a run; times in seconds."""

    steps: int
    messages: int
    wrong: int
    """Followers who missed a step, got one twice, or in another order."""
    confirming: list[float]
    """From the request to its answer."""
    showing: list[float]
    """From that answer until a follower has the step; below zero where it was there before."""
    cpu: float
    """How much of a processor the service took."""
    system: float
    """How much of that the system took for it, nearly all of it to send."""
    each: float
    """Seconds of a processor for each message, with all that was done besides."""
    late: int
    """Actions that could not be sent in time."""

    @property
    def bends(self) -> bool:
        return bool(self.wrong) or at_99(self.showing) > BENT or at_99(self.confirming) > BENT or self.late > 0


def at_99(values: list[float]) -> float:
    return quantiles(values, n=100)[98]


def run(load: Load, on_server: bool, services: int) -> Figures:
    """A fresh store, a service or several, and everybody."""
    with folder() as where, ExitStack() as stack:
        server = stack.enter_context(running(fsync="on")) if on_server else None
        store = server_in(server.database()) if server else where / "store.sqlite"
        tables = prepared(store, load)
        begun = [stack.enter_context(serving(store, where / f"log{number}")) for number in range(services)]
        return measured(begun, tables, load)


class Serving(NamedTuple):
    """A service that runs."""

    pid: int
    port: int


@contextmanager
def serving(store: Place, log: Path, tree: Path | None = None) -> Iterator[Serving]:
    """A service over a store, at a port of its own: on one processor, or of the program in another folder on all."""
    place = store.url if isinstance(store, Server) else str(store)
    command = [sys.executable, "-m", "ludograph.cli.main", "--store", place, "serve", "--port", "0"]
    command += ["--followers", "16000"]
    with log.open("w") as out:
        env = os.environ | ({} if tree is None else {"PYTHONPATH": str(tree)})
        service = Popen(command, stdout=out, stderr=out, cwd=tree, env=env)
    if tree is None:
        on_core(0, service.pid)
    try:
        while not (found := re.search(r":(\d+)/$", log.read_text(), re.M)):
            time.sleep(0.05)
        yield Serving(service.pid, int(found[1]))
    finally:
        service.terminate()
        service.wait(timeout=30)


def on_core(number: int, process: int = 0) -> None:
    """Keeps a process, by default this, on one processor: those who ask take no time from those who answer."""
    if hasattr(os, "sched_setaffinity") and (os.cpu_count() or 1) > 1:
        os.sched_setaffinity(process, {number})


def measured(services: list[Serving], tables: list[Table], load: Load) -> Figures:
    """Everybody at once; of several services, the first is recorded at and the last followed."""
    context = get_context("spawn")
    (near, far), (ours, theirs) = context.Pipe(), context.Pipe()
    looking = context.Process(target=following, args=(far, services[-1].port, tables, load))
    looking.start()
    assert near.recv() == "all follow"
    before, began = cpu_of(services), time.monotonic()
    writing = context.Process(target=recording, args=(theirs, services[0].port, tables, load))
    writing.start()
    confirmed = ours.recv()
    after = cpu_of(services)
    took, (used, system) = time.monotonic() - began, (after[at] - before[at] for at in (0, 1))
    time.sleep(SETTLING)
    near.send("enough")
    got = near.recv()
    looking.join()
    writing.join()
    return figures(confirmed, got, load, (used / took, system / took, used))


def figures(
    confirmed: list[list[tuple[float, float]]], got: list[Any], load: Load, cpu: tuple[float, float, float]
) -> Figures:
    wrong, messages, showing = 0, 0, []
    for at, seen in enumerate(got):
        steps = confirmed[at % len(confirmed)]
        wrong += [version for version, _ in seen] != list(range(1, len(steps) + 2))
        messages += len(seen)
        showing += [when - steps[version - 2][1] for version, when in seen if 2 <= version <= len(steps) + 1]
    confirming = [after - before for steps in confirmed for before, after in steps]
    due = int(load.seconds / load.every) - 1
    late = sum(max(0, due - len(steps)) for steps in confirmed)
    share, system, used = cpu
    steps, each = sum(map(len, confirmed)), used / messages if messages else 0
    return Figures(steps, messages, wrong, confirming, showing, share, system, each, late)


def cpu_of(services: list[Serving]) -> tuple[float, float]:
    """How many seconds of a processor these have had, and how many of them the system took for them."""
    stats = [Path(f"/proc/{one.pid}/stat").read_text().rpartition(")")[2].split() for one in services]
    return sum(int(one[11]) + int(one[12]) for one in stats) / 100, sum(int(one[12]) for one in stats) / 100


@click.command()
@click.option("--tables", default=200, show_default=True)
@click.option("--followers", default=1000, show_default=True)
@click.option("--every", default=4.0, show_default=True, help="Seconds between two actions of a table.")
@click.option("--seconds", default=60.0, show_default=True, help="How long to measure.")
@click.option("--bend", is_flag=True, help="Twice as fast again and again, until it bends.")
@click.option("--on-server", is_flag=True, help="On a PostgreSQL server, else in a file.")
@click.option("--services", default=1, show_default=True, help="The first is recorded at, the last followed.")
@click.option("--pages", type=click.Choice(["none", "pushed", "asked"]), default="none", help="Followers are pages.")
@click.option("--spectators", is_flag=True, help="Instead: 300 people open one page while 50 tables record.")
@click.option("--beside", default="", help="With --spectators: the same with the service of this commit.")
def main(
    tables: int,
    followers: int,
    every: float,
    seconds: float,
    bend: bool,
    on_server: bool,
    services: int,
    pages: str,
    spectators: bool,
    beside: str,
) -> None:
    """Measures the service with everybody at once."""
    if spectators:
        from bench.spectators import compare  # made of the pieces above

        compare(beside)
        return
    while True:
        load = Load(tables, followers, every, seconds, pages)
        found = run(load, on_server, services)
        click.echo(
            f"{tables} tables, an action every {every:g} s each ({tables / every:.0f}/s), {followers} followers: "
            f"{found.steps} steps, {found.messages} messages, {found.wrong} followers with a gap or a double; "
            f"confirmed after {told(found.confirming)}; shown {told(found.showing)} after that; "
            f"{found.cpu:.1%} of a processor, {found.system:.1%} of it in the system, "
            f"{found.each * 1e6:.0f} µs for each message; {found.late} actions late"
        )
        if not bend or found.bends:
            sys.exit(bool(found.wrong))
        every /= 2


def told(values: list[float]) -> str:
    return f"{median(values) * 1000:.1f} ms (99%: {at_99(values) * 1000:.0f} ms)"


if __name__ == "__main__":
    main()

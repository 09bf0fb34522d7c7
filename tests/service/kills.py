"""Kills the service under load, again and again: `python -m tests.service.kills --times 50`.

Some tables are recorded and followed meanwhile, through a proxy that cuts connections at random. Whoever sends repeats
a request under its key until it is answered; whoever follows goes on after the last event. At the end nothing that was
confirmed may be lost or doubled, and every follower must have had every version once and in order.
"""

import json
import os
import re
import socket
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from io import BytesIO
from pathlib import Path
from random import Random
from signal import SIGKILL, SIGTERM
from subprocess import DEVNULL, Popen
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import NamedTuple
from uuid import UUID

import click
import httpx

from ludograph.domain.exchange.exporter import exported
from ludograph.domain.exchange.importer import Builder
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import JUDGE
from ludograph.domain.notation.matchfile import chunks
from ludograph.domain.store.recorder import Recorder
from ludograph.domain.store.tokens import Tokens
from ludograph.domain.store.url import Place, server_in
from ludograph.domain.verify.verification import verify
from tests.servers import running
from tests.worlds import random_match, stamp

TABLES = 4
PATIENCE = 60.0


class Table(NamedTuple):
    """A match that has begun, the actions to come, and the tokens of those who record and follow it."""

    match: UUID
    lines: list[str]
    scribe: str
    eyes: list[str]


class Proxy:
    """Stands before a service, and cuts each connection after a random number of bytes or seconds."""

    def __init__(self, port: int, random: Random) -> None:
        self._port, self._random = port, random
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        self.cuts = 0
        self._over = False
        Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._over = True
        self._listening.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while not self._over:
                client, _ = self._listening.accept()
                Thread(target=self._carry, args=(client,), daemon=True).start()

    def _carry(self, client: socket.socket) -> None:
        with client, suppress(OSError), socket.create_connection(("127.0.0.1", self._port), timeout=5) as service:
            left = [self._random.choice((1_000, 5_000, 20_000, 200_000))]
            end = time.monotonic() + self._random.choice((0.2, 1, 5))
            back = Thread(target=self._pass, args=(service, client, left, end), daemon=True)
            back.start()
            self._pass(client, service, left, end)
            back.join()
            self.cuts += 1

    @staticmethod
    def _pass(one: socket.socket, other: socket.socket, left: list[int], end: float) -> None:
        with suppress(OSError):
            one.settimeout(0.05)
            while left[0] > 0 and time.monotonic() < end:
                try:
                    data = one.recv(4_096)
                except TimeoutError:
                    continue
                if not data:
                    break
                other.sendall(data[: left[0]])
                left[0] -= len(data)
        left[0] = 0
        for end_ in (one, other):
            with suppress(OSError):
                end_.shutdown(socket.SHUT_RDWR)


class Killed:
    """A service that is killed and started again at the same port."""

    def __init__(self, store: Place) -> None:
        self._store = store
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.start()

    def start(self) -> None:
        command = [
            sys.executable,
            "-m",
            "ludograph.cli.main",
            "--store",
            str(self._store),
            "serve",
            "--port",
            str(self.port),
        ]
        self._process = Popen(command, stdout=DEVNULL, stderr=DEVNULL)
        end = time.monotonic() + PATIENCE
        with client_of(self.port, 5) as client:
            while True:
                assert time.monotonic() < end, "the service does not start"
                with suppress(httpx.TransportError):
                    if client.get("/health").status_code == 200:
                        return
                time.sleep(0.05)

    def kill(self) -> None:
        os.kill(self._process.pid, SIGKILL)
        self._process.wait()

    def stop(self) -> int:
        """Stops it as `systemctl stop` does; its exit code."""
        self._process.send_signal(SIGTERM)
        return self._process.wait(timeout=30)


def prepared(path: Place, random: Random) -> list[Table]:
    """A store with matches of several games that have begun, and how they go on."""
    found = []
    with Recorder(path) as recorder:
        tokens = Tokens(recorder)
        for game in random.sample(list(GAMES), TABLES):
            match = random_match(GAMES[game], random, 500)
            lines = [json.dumps(line) for line in exported(match, JUDGE)]
            (chunk,) = chunks(BytesIO(f"{lines[0]}\n".encode()))
            id = recorder.record(Builder(chunk, stamp).match()).id
            scribe, _ = tokens.make("scribe", match=id, observer="judge")
            player, _ = tokens.make("player", match=id, observer=match.players[0])
            found.append(Table(id, lines[1:], scribe, ["", player, scribe]))
    return found


def client_of(port: int, patience: float) -> httpx.Client:
    """Somebody who asks a service."""
    return httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=patience, trust_env=False, verify=False)


class Recording(Thread):
    """Sends action after action, each again under its key until it is answered."""

    def __init__(self, table: Table, port: int, over: Event) -> None:
        super().__init__(daemon=True)
        self.confirmed: list[int] = []
        self.repeated = 0
        self.wrong = ""
        self._table, self._over = table, over
        self._client = client_of(port, 5)

    def run(self) -> None:
        for number, line in enumerate(self._table.lines):
            if self._over.is_set():
                return
            version = self._sent(number, line)
            if version is None:
                return
            self.confirmed.append(version)
            time.sleep(0.01)

    def close(self) -> None:
        self._client.close()

    def _sent(self, number: int, line: str) -> int | None:
        end = time.monotonic() + PATIENCE
        headers = {
            "Authorization": f"Bearer {self._table.scribe}",
            "Idempotency-Key": f"key-{number}",
            "If-Match": f'"{number + 1}"',
            "Content-Type": "application/json",
        }
        while time.monotonic() < end:
            try:
                answered = self._client.post(f"/api/matches/{self._table.match}/actions", content=line, headers=headers)
                if answered.status_code == 201:
                    return int(answered.json()["version"])
                if answered.status_code != 429:
                    self.wrong = f"{answered.status_code}: {answered.text}"
                    return None
                time.sleep(1)
            except (httpx.TransportError, ValueError):
                self.repeated += 1
                time.sleep(0.02)
        self.wrong = "nobody answered"
        return None


class Following(Thread):
    """Follows as a browser does: connects again after each cut, and tells the last event that came whole."""

    def __init__(self, table: Table, eyes: str, port: int) -> None:
        super().__init__(daemon=True)
        self.got: list[int] = []
        self.connected = 0
        self.over = False
        self.table = table
        self._eyes, self._client = eyes, client_of(port, 2)

    def run(self) -> None:
        while not self.over:
            self.connected += 1
            with suppress(httpx.TransportError):
                self._follow()
            time.sleep(0.05)

    def close(self) -> None:
        self._client.close()

    def _follow(self) -> None:
        headers = {"Last-Event-ID": str(self.got[-1])} if self.got else {}
        headers |= {"Authorization": f"Bearer {self._eyes}"} if self._eyes else {}
        path, text = f"/api/matches/{self.table.match}/follow", ""
        with self._client.stream("GET", path, headers=headers) as answered:
            for piece in answered.iter_text():
                text += piece
                *whole, text = text.split("\n\n")
                self.got += [int(found[1]) for one in whole if (found := re.match(r"id: (\d+)\n", one))]
                if self.over:
                    return


class Outcome(NamedTuple):
    """What a run came to; `wrong` says what was lost or doubled."""

    confirmed: int
    repeated: int
    connected: int
    cuts: int
    wrong: list[str]


def killed(store: Place, times: int, seed: int) -> Outcome:
    """Kills a service so many times while some record and some follow."""
    random, over = Random(seed), Event()
    tables = prepared(store, random)
    service = Killed(store)
    proxy = Proxy(service.port, random)
    recording = [Recording(table, proxy.port, over) for table in tables]
    followers = [Following(table, eyes, proxy.port) for table in tables for eyes in table.eyes]
    for one in (*recording, *followers):
        one.start()
    for _ in range(times):
        time.sleep(random.uniform(0.1, 1))
        service.kill()
        service.start()
    over.set()
    for writer in recording:
        writer.join()
        writer.close()
    wrong = [writer.wrong for writer in recording if writer.wrong]
    done = {table.match: writer for table, writer in zip(tables, recording, strict=True)}
    _await(lambda: all(len(one.got) >= len(done[one.table.match].confirmed) + 1 for one in followers))
    for one in followers:
        one.over = True
    if service.stop():
        wrong.append("the service did not stop cleanly")
    for one in followers:
        one.join()
        one.close()
        expected = list(range(1, len(done[one.table.match].confirmed) + 2))
        wrong += [] if one.got == expected else [f"{one.table.match}: a follower got {one.got}, not {expected}"]
    proxy.close()
    wrong += stored(store, tables, recording)
    return Outcome(
        sum(len(one.confirmed) for one in recording),
        sum(one.repeated for one in recording),
        sum(one.connected for one in followers),
        proxy.cuts,
        wrong,
    )


def stored(store: Place, tables: list[Table], recording: list[Recording]) -> list[str]:
    """What is not in the store as it was confirmed."""
    wrong = []
    with Recorder(store) as recorder:
        for table, writer in zip(tables, recording, strict=True):
            verdict, match = verify(recorder, table.match), recorder.load(table.match)
            count = len(writer.confirmed)
            if not verdict.ok:
                wrong.append(f"{table.match}: {verdict.finding}")
            if writer.confirmed != list(range(2, count + 2)) or match.version != count + 1:
                wrong.append(f"{table.match}: {count} were confirmed and {match.version - 1} are there")
            for line, kept in zip(table.lines, list(exported(match, JUDGE))[1:], strict=False):
                if json.loads(line)["do"] != kept["do"]:
                    wrong.append(f"{table.match}: {kept} is not what was sent")
    return wrong


def _await(true: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not true() and time.monotonic() < end:
        time.sleep(0.05)


@click.command()
@click.option("--times", default=50, help="How often the service is killed.")
@click.option("--seed", default=1)
@click.option("--on-server", is_flag=True, help="On a PostgreSQL server, else in a file.")
def main(times: int, seed: int, on_server: bool) -> None:
    """Kills the service under load, and prints what was lost or doubled."""
    with TemporaryDirectory() as folder, ExitStack() as stack:
        server = stack.enter_context(running(fsync="on")) if on_server else None
        store = server_in(server.database()) if server else Path(folder) / "store.sqlite"
        found = killed(store, times, seed)
    for one in found.wrong:
        click.echo(one, err=True)
    click.echo(
        f"killed {times} times: {found.confirmed} steps confirmed, {found.repeated} requests repeated; {TABLES * 3} "
        f"followers connected {found.connected} times; {found.cuts} connections cut; {len(found.wrong)} wrong"
    )
    sys.exit(bool(found.wrong))


if __name__ == "__main__":
    main()

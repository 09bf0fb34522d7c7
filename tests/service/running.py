"""The service as tests use it: running in a thread, over a store that commands use as well, and asked over sockets."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from io import StringIO
from pathlib import Path
from threading import Thread
from typing import Any, Final
from uuid import UUID

import httpx
from click.testing import CliRunner

from ludograph.cli.main import main
from ludograph.domain.store.clock import Sources
from ludograph.domain.store.devices import Devices
from ludograph.domain.store.recorder import Recorder
from ludograph.domain.store.tokens import Role, Tokens
from ludograph.domain.store.url import Place
from ludograph.replay.service.app import application
from ludograph.replay.service.http.settings import Settings
from ludograph.replay.service.live import builders
from ludograph.replay.service.server import Address, GracefulServer, bound_socket

Message = dict[str, Any]
# Browsers and other tests keep the processors busy here, and are no reason to wait for a page.
builders.NICE = 0
USUAL: Final = Settings()
ANYWHERE: Final = Address("127.0.0.1", 0)


class Clock:
    """The time that a service goes by, which a test may turn on, or set as somebody sets the clock of a machine."""

    def __init__(self, before: Callable[[], object]) -> None:
        """`before` is called before time is turned on: what was recorded until then was recorded before."""
        self._before = before
        self._passed = 0.0
        self._set = timedelta()

    def now(self) -> datetime:
        return datetime.now(UTC) + timedelta(seconds=self._passed) + self._set

    def monotonic(self) -> float:
        return time.monotonic() + self._passed

    def turn(self, seconds: float) -> None:
        """So much time goes by."""
        self._before()
        self._passed += seconds

    def jump(self, seconds: float) -> None:
        """Somebody sets the clock forward, or back."""
        self._set += timedelta(seconds=seconds)


class Service:
    """A service that runs, its store, and whoever asks it."""

    def __init__(self, store: Place, settings: Settings = USUAL, address: Address = ANYWHERE) -> None:
        self.store: Any = store
        self.clock = Clock(self._noticed)
        self.recorder = Recorder(store, Sources(now=self.clock.now, monotonic=self.clock.monotonic))
        self.settings = settings
        self.log = StringIO()
        self._address = address
        self._clients: list[httpx.Client] = []
        self.start()

    def start(self) -> None:
        """Listens; where it did so before, at the same place again."""
        listening = bound_socket(self._address)
        self._address = self._address._replace(port=listening.getsockname()[1])
        self.url = f"http://{self._address.host}:{self._address.port}{self._address.root}"
        self.app = application(self.recorder, self.settings, out=self.log)
        self.server = GracefulServer(self.app, self._address)
        self._thread = Thread(target=self.server.run, kwargs={"sockets": [listening]}, daemon=True)
        self._thread.start()
        wait_until(lambda: self.server.started)

    def stop(self) -> None:
        """Stops as Ctrl-C stops it."""
        self.server.should_exit = True
        self._thread.join(30)
        assert not self._thread.is_alive()

    def pass_time(self, seconds: float) -> None:
        """So much time goes by, and pages that ask are told so: the service tells them the time anew each second."""
        self.clock.turn(seconds)
        now, client = self.recorder.clock.time(), self.client()
        wait_until(lambda: parsedate_to_datetime(client.get("/health").headers["Date"]) > now - timedelta(seconds=2))

    def _noticed(self) -> None:
        """Returns when the service has seen all that is recorded."""
        seen, last = self.app.live.seen, self.recorder.store.last_position()
        wait_until(lambda: not self.settings.delay or seen.last >= last)

    def close(self) -> None:
        """Stops, and lets go of everything."""
        for client in self._clients:
            client.close()
        self.stop()
        self.recorder.close()

    # Who asks

    def client(self, token: str | None = None) -> httpx.Client:
        """Somebody with a token, or with none."""
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        client = httpx.Client(base_url=self.url, headers=headers, timeout=30, trust_env=False)
        self._clients.append(client)
        return client

    def browser(self, *tokens: str) -> httpx.Client:
        """Somebody whose tokens are in the cookie, as after opening their links."""
        client = self.client()
        for token in tokens:
            assert client.post("/api/session", json={"token": token}).status_code == 201
        return client

    def token(
        self,
        role: Role,
        *,
        match: UUID | str | None = None,
        tournament: UUID | str | None = None,
        observer: str = "",
        hours: float = 24,
    ) -> str:
        """A new token; a scribe has the eyes of the table, a director those of the judge."""
        text, _ = Tokens(self.recorder).make(
            role,
            match=UUID(str(match)) if match else None,
            tournament=UUID(str(tournament)) if tournament else None,
            observer=observer or ("judge" if role == "director" else "table"),
            until=self.clock.now() + timedelta(hours=hours),
        )
        return text

    def code(self, token: str) -> str:
        """A code with which the link of a token is opened on further devices."""
        found = Tokens(self.recorder).find_by_link(token)
        assert found is not None
        return Devices(self.recorder).code(token, found)

    def revoke(self, token: str) -> None:
        """Ends a token."""
        found = Tokens(self.recorder).find_by_link(token)
        assert found is not None
        Tokens(self.recorder).revoke(found.id)

    # The same store by commands

    def run(self, *words: str | Path) -> str:
        """What a command that must succeed printed, run on the same store."""
        done = CliRunner().invoke(main, ["--store", str(self.store), *map(str, words)], catch_exceptions=False)
        assert done.exit_code == 0, done.output
        return done.stdout

    def refused(self, *words: str | Path) -> str:
        """What a command that must fail says, run on the same store."""
        done = CliRunner().invoke(main, ["--store", str(self.store), *map(str, words)])
        assert done.exit_code != 0, done.output
        return done.output

    def lines(self, *words: str | Path) -> list[Any]:
        """The objects that a command printed with --json, a line each."""
        return [json.loads(line) for line in self.run(*words, "--json").splitlines()]

    def json(self, *words: str | Path) -> Any:
        """The one object that a command printed with --json."""
        return json.loads(self.run(*words, "--json"))

    def new(self, game: str, *players: str, seed: str | None = "1", more: tuple[str, ...] = ()) -> str:
        """A new match; its id."""
        return self.run("new", game, *players, *(() if seed is None else ("--seed", seed)), *more).strip()

    # Following

    @contextmanager
    def following(
        self, match: str, token: str | None = None, *, since: int | str | None = None, eyes: str = ""
    ) -> Iterator["Follower"]:
        """Somebody who follows a match."""
        headers = {} if since is None else {"Last-Event-ID": str(since)}
        client = self.client(token)
        with client.stream(
            "GET", f"/api/matches/{match}/follow", params={"as": eyes} if eyes else {}, headers=headers, timeout=10
        ) as response:
            if response.status_code != 200:
                response.read()
            yield Follower(response)

    @property
    def followers(self) -> int:
        """How many follow anything now."""
        return self.app.live.streams.count


class Follower:
    """Reads server-sent events."""

    def __init__(self, response: httpx.Response) -> None:
        self.response = response
        self._lines = response.iter_lines()

    def next(self) -> Message:
        """The next message: its `id` and `event` beside what its data say. Raises `StopIteration` at the end.

        That the service is alive is no message.
        """
        found: Message = {}
        for line in self._lines:
            if not line and found.get("event") == "alive":
                found = {}
            elif not line and found:
                return found
            name, _, value = line.partition(": ")
            if name == "data":
                found |= json.loads(value)
            elif name in ("id", "event"):
                found[name] = value
        raise StopIteration

    def take(self, count: int) -> list[Message]:
        """So many messages."""
        return [self.next() for _ in range(count)]

    def rest(self) -> list[Message]:
        """All messages until the connection is closed."""
        found = []
        while True:
            try:
                found.append(self.next())
            except (StopIteration, httpx.RemoteProtocolError):
                return found


def wait_until(true: Any, seconds: float = 10) -> None:
    """Waits until something is so. Raises AssertionError where it never is."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "this never came to be so"
        time.sleep(0.01)


@contextmanager
def running(store: Place, settings: Settings = USUAL, **address: Any) -> Iterator[Service]:
    """A service over a store, until the block ends; `address` as fields of `Address`."""
    service = Service(store, settings, ANYWHERE._replace(**address))
    try:
        yield service
    finally:
        service.close()

"""What there is only so much of: connections, files, places to follow from; recording always finds one."""

import json
import logging
import resource
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import pytest

from ludograph.domain.store.recorder import Recorder
from ludograph.domain.store.tokens import Tokens
from ludograph.replay.service import server
from ludograph.replay.service.http.connections import Connections
from ludograph.replay.service.http.settings import Settings
from ludograph.replay.service.live.delayed_store import DelayedStore
from ludograph.replay.service.sessions.admission import WITH_ONE_TOKEN
from tests.cli.conftest import Ludograph
from tests.large import slow
from tests.service.running import Service, running, wait_until

FILES = 1_024


@contextmanager
def served(store: Path, files: int, log: Path, *more: str) -> Iterator[str]:
    """`serve` as a process that may open so many files; its URL."""
    words = [sys.executable, "-m", "ludograph.cli.main", "--store", str(store), "serve", "--port", "0", *more]
    limited = ["sh", "-c", f'ulimit -n {files}; exec "$@"', "sh", *words]
    with log.open("wb") as out, subprocess.Popen(limited, stdout=out, stderr=out) as process:
        try:
            wait_until(lambda: "http://" in log.read_text() and "stops" in log.read_text(), seconds=60)
            (url, *_) = [line.strip() for line in log.read_text().splitlines() if line.strip().startswith("http://")]
            wait_until(lambda: listens(url), seconds=60)
            yield url.rstrip("/")
        finally:
            process.terminate()


def listens(url: str) -> bool:
    """Whether a service answers there."""
    with suppress(httpx.TransportError):
        return httpx.get(f"{url}health", trust_env=False).status_code == 200
    return False


def asking(url: str, match: str, stack: ExitStack) -> socket.socket:
    """Somebody who asks to follow, by a connection of their own."""
    host, port = url.removeprefix("http://").split(":")
    link = stack.enter_context(socket.create_connection((host, int(port)), timeout=30))
    link.sendall(f"GET /api/matches/{match}/follow HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
    return link


def answer(link: socket.socket) -> bytes:
    """The first of what comes, or nothing where the connection was closed."""
    try:
        return link.recv(65_536)
    except ConnectionError:
        return b""


@contextmanager
def more_files() -> Iterator[None]:
    """Lets this process open enough of them."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4_096, hard), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@slow
def test_recording_goes_on_while_1100_follow_from_one_address_and_1100_say_nothing(tmp_path: Path) -> None:
    ludograph, log = Ludograph(tmp_path), tmp_path / "log"
    match = ludograph("new", "sun-bid", "Ann", "Bob", "--seed", "2").strip()
    with Recorder(ludograph.store) as recorder:
        token, _ = Tokens(recorder).make("scribe")
    with more_files(), ExitStack() as stack, served(ludograph.store, FILES, log) as url:
        links = [asking(url, match, stack) for _ in range(1_100)]
        said = Counter(answer(link)[:12] for link in links)
        most = Settings().most_followers
        assert said.pop(b"HTTP/1.1 200") == most
        assert said[b"HTTP/1.1 429"] > 0
        assert said.keys() <= {b"HTTP/1.1 429", b""}, "of a thousand at once some are sent away before they were read"
        for _ in range(1_100):
            host, port = url.removeprefix("http://").split(":")
            stack.enter_context(socket.create_connection((host, int(port)), timeout=30))
        with httpx.Client(base_url=url, headers={"Authorization": f"Bearer {token}"}, trust_env=False) as scribe:
            for asked, body in (("actions", {"line": "Bob flip"}), ("undo", {"reason": "a slip"})):
                began = time.monotonic()
                done = scribe.post(f"/api/matches/{match}/{asked}", json=body, timeout=20)
                assert done.status_code == 201, done.text
                assert time.monotonic() - began < 10
            with scribe.stream("GET", f"/api/matches/{match}/follow") as following:
                assert following.status_code == 200, "whoever records follows, too"
    lines = [json.loads(line) for line in log.read_text().splitlines() if line.startswith("{")]
    assert [line for line in lines if line["event"] != "request"] == [], "the log stays calm"


@pytest.fixture
def few(tmp_path: Path) -> Iterator[Service]:
    with running(tmp_path / "store.sqlite", Settings(followers=3)) as found:
        yield found


def test_more_than_may_follow_from_an_address_are_told_so_and_the_place_is_free_again(few: Service) -> None:
    match = few.new("sun-bid", "Ann", "Bob")
    with ExitStack() as stack:
        for _ in range(3):
            assert stack.enter_context(few.following(match)).response.status_code == 200
        for path in (f"/api/matches/{match}/follow", "/api/follow"):
            refused = few.client().get(path)
            assert (refused.status_code, refused.headers["connection"]) == (429, "close")
            assert "close one" in refused.json()["message"]
        with few.following(match, few.token("scribe", match=match)) as scribe:
            assert scribe.response.status_code == 200, "those who record are not counted among them"
    wait_until(lambda: few.followers == 0)
    assert few.client().get("/api/matches/none/follow").status_code == 404
    with few.following(match) as again:
        assert again.response.status_code == 200


def test_one_token_holds_so_many_places_and_no_more(few: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(WITH_ONE_TOKEN, "scribe", 2)
    match = few.new("sun-bid", "Ann", "Bob")
    one, other = (few.token("scribe", match=match) for _ in range(2))
    with ExitStack() as stack:
        statuses = [stack.enter_context(few.following(match, token)).response.status_code for token in (one,) * 3]
        assert statuses == [200, 200, 429]
        assert stack.enter_context(few.following(match, other)).response.status_code == 200


class Line:
    """A connection of which only its end is of interest."""

    def __init__(self) -> None:
        self.gone = False

    def abort(self) -> None:
        self.gone = True


def test_a_new_connection_takes_the_place_of_the_one_that_has_said_nothing_for_longest() -> None:
    found: Any = Connections(2)
    answered, silent, new, newest = (Line() for _ in range(4))
    assert found.opened(answered)
    assert found.opened(silent)
    found.answered(answered)
    assert found.opened(new)
    assert [line.gone for line in (answered, silent, new)] == [False, True, False]
    found.closed(silent)
    found.answered(new)
    assert not found.opened(newest), "nobody who is being answered is sent away"
    assert [line.gone for line in (answered, new, newest)] == [False, False, True]


def test_who_comes_in_the_moment_in_which_it_stops_is_sent_away(tmp_path: Path) -> None:
    links: list[socket.socket] = []
    with running(tmp_path / "store.sqlite") as service:
        place = service.client().base_url

        def come() -> None:
            with suppress(OSError):
                while True:
                    links.append(socket.create_connection((place.host, place.port or 80), timeout=1))

        coming = Thread(target=come)
        coming.start()
        wait_until(lambda: len(links) > 20)
    coming.join()
    for link in links:
        with link, suppress(ConnectionError):
            assert link.recv(1) == b""


def test_the_same_fault_again_and_again_is_a_line_in_some_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(server, "monotonic", lambda: now[0])
    said: list[dict[str, Any]] = []
    journal: Any = type("Journal", (), {"say": lambda self, what, **more: said.append(more)})()
    handler = server.ServerLogHandler(journal)
    for second in range(2_500):
        now[0] = second / 100
        handler.emit(logging.makeLogRecord({"msg": "socket.accept() out of system resource\nsocket: 7"}))
    assert [line.get("before", 0) for line in said] == [0, 999, 999]


def test_a_search_of_those_who_are_behind_works_out_no_match_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(tmp_path / "store.sqlite", Settings(delay=timedelta(seconds=60))) as service:
        matches = [service.new("sun-bid", "Ann", "Bob", seed=str(seed)) for seed in range(5)]
        service.clock.turn(100)
        worked = Counter[str]()
        usual = DelayedStore._read

        def counted(self: DelayedStore, id: Any, time: Any, known: Any) -> Any:
            worked[str(id)] += 1
            return usual(self, id, time, known)

        monkeypatch.setattr(DelayedStore, "_read", counted)
        scribe = service.client(service.token("scribe"))
        for match in matches:
            assert scribe.post(f"/api/matches/{match}/notes", json={"text": "?", "step": 0}).status_code == 201
        for word in ("ann", "bob", "sun", "a", "b", "nobody"):
            found = service.client().get("/api/lobby", params={"search": word}).json()
            assert found["running"]["count"] == (0 if word == "nobody" else 5)
        assert max(worked.values()) <= 2, "once, and once more where something was recorded meanwhile"
        assert len(worked) == 5


def test_an_address_that_searches_without_end_is_told_to_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludograph.replay.service.http.rate_limits.SEARCHES", 3)
    with running(tmp_path / "store.sqlite") as service:
        asked = [service.client().get("/api/lobby", params={"search": word}).status_code for word in "abcd"]
        assert asked == [200, 200, 200, 429]
        assert service.client().get("/api/lobby").status_code == 200, "without a search one answer is for all"

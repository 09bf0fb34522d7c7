"""A crowd of viewers, or a broken store, takes nothing from those who record; what is wrong is said in `/health`."""

import asyncio
import re
import socket
import sqlite3
import sys
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from shutil import copyfile
from subprocess import PIPE, STDOUT, Popen
from time import monotonic
from typing import Any

import httpx
import pytest
from click.testing import CliRunner
from msgspec import Struct

from ludograph.cli.main import main
from ludograph.domain.store.recorder import Recorder
from ludograph.replay.service.http import rate_limits
from ludograph.replay.service.http.request_body import RequestBody
from ludograph.replay.service.live import open_streams
from ludograph.replay.service.live.answer_cache import AnswerCache
from ludograph.replay.service.served_address import ServedAddress, served_address
from ludograph.replay.service.sessions import admission
from tests.service.running import Service, wait_until


def test_an_answer_that_many_ask_for_at_once_is_made_once() -> None:
    """Also if the one who asked first goes away while it is made."""
    made = []

    async def make() -> str:
        made.append("made")
        await asyncio.sleep(0)
        return "answer"

    async def crowd() -> list[str]:
        cache = AnswerCache(2)
        first = asyncio.create_task(cache.once(("page",), make))
        others = [asyncio.create_task(cache.once(("page",), make)) for _ in range(5)]
        await asyncio.sleep(0)
        first.cancel()
        return [*await asyncio.gather(*others), await cache.once(("page",), make)]

    assert asyncio.run(crowd()) == ["answer"] * 6
    assert made == ["made"]


def test_an_answer_that_fails_is_not_kept() -> None:
    """The next request tries again."""
    outcomes = [ValueError("first"), None]

    async def make() -> str:
        if wrong := outcomes.pop(0):
            raise wrong
        return "answer"

    async def asked() -> str:
        cache = AnswerCache()
        with pytest.raises(ValueError, match="first"):
            await cache.once(("page",), make)
        return await cache.once(("page",), make)

    def run(work: Coroutine[object, object, str]) -> str:
        return asyncio.run(work)

    assert run(asked()) == "answer"


def test_sixty_viewers_of_a_match_have_its_page_built_once(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """And again only when somebody records; nobody is served the page of other eyes."""
    built: list[object] = []
    builders = service.app.live.builders
    run = builders.run

    async def counted(work: Any, *args: Any) -> Any:
        built.append(work)
        return await run(work, *args)

    monkeypatch.setattr(builders, "run", counted)
    match = service.new("sun-bid", "Ann", "Bob")
    with service.client() as viewer, ThreadPoolExecutor(60) as crowd:
        pages = set(crowd.map(lambda _: viewer.get(f"/matches/{match}").text, range(60)))
        assert len(pages) == len(built) == 1
        service.run("act", match, "Bob flip")
        assert viewer.get(f"/matches/{match}").text not in pages
    with service.client(service.token("player", match=match, observer="Ann")) as ann:
        own = ann.get(f"/matches/{match}?as=Ann")
        assert own.headers["cache-control"] == "no-store"
        assert own.text not in pages
    assert len(built) == 3


def test_a_browser_that_has_the_page_is_told_so(service: Service) -> None:
    """A page that nobody recorded in is not sent again."""
    match = service.new("sun-bid", "Ann", "Bob")
    with service.client() as viewer:
        first = viewer.get(f"/matches/{match}")
        kept = {"If-None-Match": first.headers["etag"]}
        again = viewer.get(f"/matches/{match}", headers=kept)
        assert (again.status_code, again.content) == (304, b"")
        service.run("act", match, "Bob flip")
        assert viewer.get(f"/matches/{match}", headers=kept).status_code == 200


def test_a_topic_counts_once_however_often_it_is_asked_for(service: Service) -> None:
    """By any of its names, and from the earliest version."""
    match = service.new("sun-bid", "Ann", "Bob")
    service.run("act", match, "Bob flip", "Ann flip")
    topics = [f"match/{match}/table/1", f"match/{match[:8]}/table/0", *["lobby"] * 100]
    live = service.app.live
    with service.client() as viewer, viewer.stream("GET", "/api/follow", params={"on": topics}) as stream:
        lines = stream.iter_lines()
        flips = 0
        while flips < 2:
            flips += '"do":"flip"' in next(lines).replace(" ", "")
        assert sorted(len(topic.members) for topic in live.topics.running) == [1, 1]


@pytest.mark.parametrize("path", ["/", "/health", "/matches/{match}", "/matches/{match}/preview.png", "/favicon.ico"])
def test_head_is_answered_as_get_without_a_body(service: Service, path: str) -> None:
    """Link previews and monitors ask that way."""
    match = service.new("sun-bid", "Ann", "Bob")
    with service.client() as viewer:
        asked, got = (viewer.request(method, path.format(match=match)) for method in ("HEAD", "GET"))
        assert asked.status_code == got.status_code < 400
        assert asked.content == b""
        assert asked.headers["content-type"] == got.headers["content-type"]


def entry(service: Service, match: str) -> httpx.Response:
    """Bob flips, by a scribe's link."""
    with service.client(service.token("scribe", match=match)) as scribe:
        return scribe.post(f"/api/matches/{match}/actions", json={"line": "Bob flip"})


def test_nothing_is_confirmed_once_the_store_file_was_replaced(service: Service) -> None:
    """As sync tools and restores do; health says why, and the copy has nothing of it."""
    match = service.new("sun-bid", "Ann", "Bob")
    store = Path(service.store)
    token = service.token("scribe", match=match)
    with sqlite3.connect(store) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    copyfile(store, copy := store.with_name("copy.sqlite"))
    copy.replace(store)
    with service.client(token) as scribe:
        answer = scribe.post(f"/api/matches/{match}/actions", json={"line": "Bob flip"})
        assert answer.status_code == 503
        assert "moved, replaced or deleted" in answer.json()["message"]
        wait_until(lambda: scribe.get("/health").status_code == 503)
        assert "moved, replaced or deleted" in scribe.get("/health").json()["why"]


@pytest.mark.parametrize("gone", ["-wal", "-shm"])
def test_nothing_is_confirmed_once_the_log_of_the_store_was_deleted(service: Service, gone: str) -> None:
    """Entries are there before they are in the file: they would be on no path any more."""
    match = service.new("sun-bid", "Ann", "Bob")
    with service.client(service.token("scribe", match=match)) as scribe:
        path = f"/api/matches/{match}/actions"
        assert scribe.post(path, json={"line": "Bob flip"}).status_code == 201
        Path(f"{service.store}{gone}").unlink()
        answer = scribe.post(path, json={"line": "Ann flip"})
        assert (answer.status_code, "moved, replaced or deleted" in answer.json()["message"]) == (503, True)
        wait_until(lambda: scribe.get("/health").status_code == 503)


def test_health_says_that_the_disk_is_full(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """Until an entry is written again."""
    match = service.new("sun-bid", "Ann", "Bob")
    with monkeypatch.context() as full:

        def refuse(*args: object, **named: object) -> None:
            raise sqlite3.OperationalError("database or disk is full")

        full.setattr("ludograph.domain.store.sqlite.store.SQLiteStore._insert_events", refuse)
        assert entry(service, match).status_code == 503
        with service.client() as viewer:
            health = viewer.get("/health")
        assert health.status_code == 503
        assert "disk of the store is full" in health.json()["why"]
    assert entry(service, match).status_code == 201
    with service.client() as viewer:
        assert viewer.get("/health").json()["ok"]


def test_a_recorder_notices_that_its_file_was_taken_away(tmp_path: Path) -> None:
    """A command that runs for long, as `play` does, confirms nothing either."""
    from ludograph.domain.store.errors import Replaced

    with Recorder(tmp_path / "store.sqlite") as recorder:
        (tmp_path / "store.sqlite").rename(tmp_path / "moved.sqlite")
        with pytest.raises(Replaced, match="moved, replaced or deleted"):
            recorder.store.check_path()


def test_the_first_service_is_still_known_when_the_second_stops(tmp_path: Path) -> None:
    """`token new` prints the address of one that runs."""
    file = tmp_path / "store.served.json"
    with socket.create_server(("127.0.0.1", 0)) as one, socket.create_server(("127.0.0.1", 0)) as other:
        first, second = (ServedAddress(f"http://127.0.0.1:{port}", port) for _, port in map(address_of, (one, other)))
        first.write(file)
        second.write(file)
        assert served_address(file) == second
        second.take_away(file)
        assert served_address(file) == first
        first.take_away(file)
        assert not file.exists()


def address_of(listening: socket.socket) -> tuple[str, int]:
    """Where a socket listens."""
    host, port = listening.getsockname()
    return host, port


def test_a_long_list_is_refused_before_any_work(service: Service) -> None:
    """A preview of a correction with thousands of lines would keep everybody waiting."""
    match = service.new("sun-bid", "Ann", "Bob")
    service.run("act", match, "Bob flip")
    lines = {"step": 1, "lines": ["Bob flip"] * 30_000, "preview": True}
    with service.client(service.token("scribe", match=match)) as scribe:
        answer = scribe.post(f"/api/matches/{match}/amend", json=lines)
    assert answer.status_code == 413
    assert answer.json()["message"] == "This request has 30,000 entries: send at most 200 at once."


def test_every_body_is_limited() -> None:
    """Also one that is added later."""
    bodies = [
        kind
        for name, module in list(sys.modules.items())
        if name.startswith("ludograph.replay.service")
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Struct) and hasattr(kind, "__schema_name__")
    ]
    assert len(set(bodies)) > 20
    assert all(issubclass(body, RequestBody) for body in bodies)


def test_a_player_cannot_fill_a_match_with_remarks(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their link has a quota; the others go on."""
    monkeypatch.setitem(rate_limits.QUOTAS["remarks and agreements"], "player", 3)
    match = service.new("sun-bid", "Ann", "Bob")
    with service.client(service.token("player", match=match, observer="Ann")) as ann:
        remarks = [ann.post(f"/api/matches/{match}/notes", json={"text": f"remark {n}"}) for n in range(4)]
    assert [one.status_code for one in remarks] == [201, 201, 201, 429]
    assert "at most 3 remarks" in remarks[-1].json()["message"]
    assert entry(service, match).status_code == 201


def test_a_service_stops_in_time_whatever_is_running(tmp_path: Path) -> None:
    """Also while a page is built that takes a minute; "Stopped." is the last line."""
    store = tmp_path / "store.sqlite"
    made = CliRunner().invoke(main, ["--store", str(store), "new", "sun-bid", "Ann", "Bob", "--seed", "1"])
    match = made.stdout.strip()
    slow = (
        "import sys, time; from ludograph.replay.service.routes import match_pages; "
        "match_pages.page = lambda *args, **named: time.sleep(60); "
        "from ludograph.cli.main import main; sys.exit(main())"
    )
    words = [sys.executable, "-c", slow, "--store", str(store), "serve", "--port", "0"]
    with Popen(words, stdout=PIPE, stderr=STDOUT, text=True) as process:
        assert process.stdout is not None
        lines = iter(process.stdout.readline, "")
        url = next(line.strip() for line in lines if line.strip().startswith("http://")).rstrip("/")
        with ThreadPoolExecutor(1) as viewer, httpx.Client(base_url=url, timeout=30, trust_env=False) as client:
            wait_until(lambda: client.get("/health").is_success)
            viewer.submit(client.get, f"/matches/{match}")
            wait_until(lambda: client.get("/health").is_success)
            process.terminate()
            began = monotonic()
            assert process.wait(20) == 0
            assert monotonic() - began < 6
        assert list(lines)[-1] == "Stopped. What was confirmed is recorded.\n"


def deaf(service: Service, path: str) -> socket.socket:
    """Somebody who follows and never reads, over a connection that takes little at a time."""
    host, port = service.url.removeprefix("http://").split(":")
    service.server.servers[0].sockets[0].setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    link = socket.socket()
    link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
    link.connect((host, int(port)))
    link.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
    return link


def talkative(service: Service, matches: int, remarks: int) -> list[str]:
    """Matches with long public remarks."""
    found = [service.new("sun-bid", "Ann", "Bob", seed=str(seed)) for seed in range(matches)]
    for match in found:
        for number in range(remarks):
            service.run("note", match, "--public", f"{number} " + "x" * 9_000)
    return found


def ids_of(link: socket.socket, topic: str, last: int, begun: str = "") -> list[int]:
    """The ids of the messages of a topic that arrive, up to the last."""
    text = begun
    link.settimeout(20)
    while f'"topic":"{topic}","version":{last},' not in text.replace(" ", ""):
        data = link.recv(65_536)
        assert data, "the stream ended"
        text += data.decode()
    whole = "".join(line for line in text.split("\r\n") if len(line) > 8)
    told = [one for one in whole.split("\n\n") if topic in one and "event: topics" not in one]
    return [int(re.findall(r"^id: (\d+)", one, re.M)[0]) for one in told]


def test_whoever_never_reads_makes_the_service_keep_little(service: Service) -> None:
    """However much is followed; others get theirs once and in order, and the same stream goes on when it is read."""
    matches = talkative(service, 6, 14)
    query = "&".join(f"on=match/{match}/table/0" for match in matches)
    streams = service.app.live.streams
    links = [deaf(service, f"/api/follow?{query}") for _ in range(5)]
    wait_until(lambda: service.followers == 5 and streams.unsent > 5 * 32_768)
    with service.client(service.token("scribe", match=matches[0])) as scribe, service.following(matches[0]) as reader:
        for number in range(20):
            scribe.post(f"/api/matches/{matches[0]}/notes", json={"text": "y" * 9_000, "public": True})
            assert streams.unsent < 5 * 110_000, number
        assert [int(one["id"]) for one in reader.take(35)] == list(range(1, 36))
    assert ids_of(links[0], f"match/{matches[0]}/table", 35) == list(range(1, 36))
    for link in links:
        link.close()


def test_a_message_longer_than_a_part_arrives_whole(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also to somebody who follows already; signs of life and other messages wait until its end."""
    monkeypatch.setattr(open_streams, "PART", 1_000)
    monkeypatch.setattr(open_streams, "HEARTBEAT", 0)
    match = service.new("sun-bid", "Ann", "Bob")
    with service.following(match) as reader, service.client(service.token("scribe", match=match)) as scribe:
        reader.next()
        for number in range(20):
            text = str(number) * 9_000
            scribe.post(f"/api/matches/{match}/notes", json={"text": text[:9_000], "public": True})
            assert reader.next()["text"] == text[:9_000]


def test_those_without_a_token_are_closed_first_and_come_again_without_a_gap(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where all streams together keep too much."""
    monkeypatch.setattr(open_streams, "MOST_UNSENT", 150_000)
    (match,) = talkative(service, 1, 40)
    scribe = service.token("scribe", match=match)
    links = [deaf(service, f"/api/matches/{match}/follow") for _ in range(3)]
    with service.client(scribe) as client, client.stream("GET", f"/api/matches/{match}/follow") as kept:
        wait_until(lambda: service.followers < 4 and service.app.live.streams.unsent <= 150_000)
        assert next(line for line in kept.iter_lines() if line.startswith("id: ")) == "id: 1"
    for link in links:
        link.close()
    monkeypatch.undo()
    with service.following(match, since=3) as again:
        assert [int(one["id"]) for one in again.take(38)] == list(range(4, 42))


def test_topics_have_limits_and_officials_keep_their_room(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """A viewer is told to come again later, a scribe follows."""
    monkeypatch.setattr(admission, "MOST_DIFFERENT", 16)
    matches = [service.new("sun-bid", "Ann", "Bob", seed=str(seed)) for seed in range(17)]
    first, second = ([f"match/{match}/table/0" for match in some] for some in (matches[:14], matches[14:]))
    token = service.token("scribe", match=matches[15])
    with service.client() as viewer, viewer.stream("GET", "/api/follow", params={"on": first}) as stream:
        assert stream.status_code == 200
        refused = viewer.get("/api/follow", params={"on": second[:1]})
        assert (refused.status_code, refused.headers["retry-after"]) == (503, "10")
        assert "try again" in refused.json()["message"]
        with viewer.stream("GET", "/api/follow", params={"on": first[:3]}) as same:
            assert same.status_code == 200, "a topic that is followed already takes no room"
        with service.client(token) as scribe, scribe.stream("GET", "/api/follow", params={"on": second[1:2]}) as one:
            assert one.status_code == 200
    monkeypatch.setattr(admission, "TOPICS_OF_A_PLACE", 0)
    with service.client() as viewer:
        wait_until(lambda: service.followers == 0)
        assert viewer.get("/api/follow", params={"on": first}).status_code == 429

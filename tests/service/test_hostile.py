"""Requests that mean harm: too large, slow or many, from elsewhere, with scripts in them; others notice nothing."""

import json
import resource
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from threading import Thread
from typing import Any

import httpx
import pytest

from ludograph.replay.service import middleware, server
from ludograph.replay.service.live.match_cache import MatchCache
from tests.large import ALL, slow
from tests.service.running import Service, wait_until

SCRIPTS = ("<script>alert(1)</script>", "</script><img src=x onerror=alert(1)>", "javascript:alert(1)", "'\"&<!--")


@pytest.fixture
def match(service: Service) -> str:
    return service.new("sun-bid", "Ann", "Bob", seed="2")


Connected = Callable[[], socket.socket]


@pytest.fixture
def connected(service: Service) -> Iterator[Connected]:
    """Makes connections that do as they like."""
    host, port = service.url.removeprefix("http://").split(":")
    with ExitStack() as stack:

        def connect() -> socket.socket:
            found = stack.enter_context(socket.create_connection((host, int(port)), timeout=20))
            found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return found

        yield connect


def heard(link: socket.socket) -> bytes:
    """All that comes until the other side closes."""
    found = b""
    try:
        while piece := link.recv(65_536):
            found += piece
    except ConnectionError:
        pass
    return found


@contextmanager
def nobody_notices(service: Service, match: str, most: float = 1.0) -> Iterator[None]:
    """A client beside, which asks all the time and gets good answers soon."""
    slow: list[float] = []
    bad: list[int] = []
    over = False

    def ask() -> None:
        with httpx.Client(base_url=service.url, timeout=30, trust_env=False) as client:
            while not over or len(slow) < 10:
                began = time.monotonic()
                status = client.get(f"/api/matches/{match}").status_code
                slow.append(time.monotonic() - began)
                bad.extend([status] * (status != 200))
                time.sleep(0.02)

    asking = Thread(target=ask)
    asking.start()
    try:
        yield
    finally:
        over = True
        asking.join()
    assert not bad
    assert slow
    assert sorted(slow)[int(len(slow) * 0.9)] < most


@pytest.mark.parametrize("chunked", [False, True])
def test_a_body_of_100_mb_is_refused_early_and_costs_no_memory(
    service: Service, connected: Connected, match: str, chunked: bool
) -> None:
    token = service.token("scribe", match=match)
    service.client(token).get(f"/api/matches/{match}")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    link, sent, piece = connected(), 0, b"x" * 65_536
    length = "Transfer-Encoding: chunked" if chunked else "Content-Length: 100000000"
    head = f"POST /api/matches/{match}/actions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n{length}\r\n"
    with nobody_notices(service, match):
        link.sendall(f"{head}Content-Type: application/json\r\n\r\n".encode())
        try:
            while sent < 100_000_000:
                link.sendall(b"10000\r\n" + piece + b"\r\n" if chunked else piece)
                sent += len(piece)
        except ConnectionError:
            pass
    assert sent < 20_000_000
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 40_000
    link.close()


def test_who_waits_for_leave_hears_that_a_body_is_too_long(service: Service, connected: Connected, match: str) -> None:
    token = service.token("scribe", match=match)
    link = connected()
    head = f"POST /api/matches/{match}/actions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n"
    more = "Content-Length: 100000000\r\nContent-Type: application/json\r\nExpect: 100-continue\r\n\r\n"
    link.sendall((head + more).encode())
    answered = heard(link)
    assert answered.startswith(b"HTTP/1.1 413 ")
    assert b"That is too much: send less." in answered


def test_slow_bodies_and_slow_heads_are_cut_off(
    service: Service, connected: Connected, match: str, monkeypatch: Any
) -> None:
    monkeypatch.setattr(middleware, "REQUEST_TIMEOUT", 0.5)
    monkeypatch.setattr(server, "REQUEST_TIMEOUT", 0.5)
    token = service.token("scribe", match=match)
    head = f"POST /api/matches/{match}/actions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n"
    body = f"{head}Content-Type: application/json\r\nContent-Length: 30\r\n\r\n"
    silent, slow_head, slow_body, second = (connected() for _ in range(4))
    slow_head.sendall(head.encode())
    slow_body.sendall(f'{body}{{"line":'.encode())
    second.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
    answered = b""
    while not answered.endswith(b"}"):
        answered += second.recv(65_536)
    assert answered.startswith(b"HTTP/1.1 200 ")
    second.sendall(b"GET /hea")
    began = time.monotonic()
    with nobody_notices(service, match):
        assert (heard(silent), heard(slow_head), heard(second)) == (b"", b"", b"")
        assert b"The request took too long to arrive" in heard(slow_body)
    assert time.monotonic() - began < 5
    wait_until(lambda: len(service.server.server_state.connections) <= 2)


def test_drops_of_a_head_do_not_keep_a_connection_open(
    service: Service, connected: Connected, monkeypatch: Any
) -> None:
    monkeypatch.setattr(server, "REQUEST_TIMEOUT", 0.5)
    link, began = connected(), time.monotonic()
    with suppress(ConnectionError):
        for letter in "GET /health HTTP/1.1\r\nX: " + "x" * 100:
            link.sendall(letter.encode())
            time.sleep(0.05)
    assert time.monotonic() - began < 4


def test_heads_without_end_are_refused(service: Service, connected: Connected, match: str) -> None:
    with nobody_notices(service, match):
        for bomb in (b"X: " + b"x" * 1_000_000, b"".join(b"X%d: y\r\n" % at for at in range(20_000)), b"\x00" * 50_000):
            link = connected()
            try:
                link.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\n" + bomb + b"\r\n\r\n")
                answered = heard(link)
            except ConnectionError:
                answered = b""
            assert b" 200 " not in answered[:20]
            link.close()


@slow
def test_many_bad_tokens_are_refused_and_nobody_notices(service: Service, connected: Connected, match: str) -> None:
    player = service.client(service.token("player", match=match, observer="Ann"))
    with nobody_notices(service, match), httpx.Client(base_url=service.url, trust_env=False) as thief:
        statuses = set()
        link = connected()
        for at in range(10_000 if ALL else 1_000):
            link.sendall(
                f"GET /api/matches/{match} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ludo_{at:032}\r\n\r\n".encode()
            )
            answered = b""
            while not answered.endswith(b'"}'):
                answered += link.recv(65_536) or b'closed"}'
            statuses.add(answered[9:12])
            if at % 200 == 0:
                assert player.get(f"/api/matches/{match}").json()["observer"] == "Ann"
        assert statuses == {b"401", b"429"}
        assert thief.post("/api/session", json={"token": "ludo_x"}).status_code == 429
        assert thief.get(f"/api/matches/{match}").status_code == 200
        assert player.post(f"/api/matches/{match}/notes", json={"text": "still here"}).status_code == 201


def test_what_comes_from_another_site_is_refused(service: Service, match: str) -> None:
    browser = service.browser(service.token("director"))
    host = service.url.removeprefix("http://")
    act = {"json": {"line": "Bob flip"}}
    for headers in (
        {"Origin": "https://elsewhere.example"},
        {"Origin": "null"},
        {"Origin": f"http://{host}.elsewhere.example"},
        {"Origin": f"http://{host.partition(':')[0]}:1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ):
        answered = browser.post(f"/api/matches/{match}/actions", headers=headers, **act)  # type: ignore[arg-type]
        assert answered.status_code == 403
        assert "another site" in answered.json()["message"]
        assert browser.delete("/api/session", headers=headers).status_code == 403
        assert browser.post("/api/session", headers=headers, json={"token": "x"}).status_code == 403
    own = {"Origin": f"http://{host}", "Sec-Fetch-Site": "same-origin"}
    assert browser.post(f"/api/matches/{match}/actions", headers=own, **act).status_code == 201  # type: ignore[arg-type]
    assert "access-control-allow-origin" not in browser.options(f"/api/matches/{match}", headers=own).headers


def test_cookies_are_for_this_service_and_no_script(service: Service, match: str) -> None:
    token, other = service.token("scribe", match=match), service.token("player", match=match, observer="Ann")
    client = service.client()
    said = client.post("/api/session", json={"token": token}).headers["set-cookie"]
    parts = {one.strip().lower() for one in said.split(";")[1:]}
    assert {"httponly", "samesite=strict", "path=/"} <= parts
    assert "secure" not in parts
    first = client.cookies["ludograph"]
    client.cookies.set("ludograph", f"{first}.{token}.<script>.ludo_none.{'x' * 500}")
    said = client.post("/api/session", json={"token": other}).headers["set-cookie"]
    secrets = said.replace('"', "").partition(";")[0].removeprefix("ludograph=").split(".")
    assert secrets[1:] == [first]
    assert not {token, other} & set(secrets)
    left = client.delete("/api/session")
    assert "max-age=0" in left.headers["set-cookie"].lower()


def test_scripts_in_names_and_remarks_stay_text_in_every_answer(service: Service) -> None:
    names = ("<b>Ann", "</script>Bob", "javascript:Cat")
    made = service.run("new", "last-years-magic", *names, "--seed", "1").strip()
    director = service.browser(service.token("director"))
    for text in SCRIPTS:
        service.run("note", made, "0", text, "--public")
    cup = "<script>alert(2)</script>"
    assert service.json("tournament", "new", cup)["tournament"]
    service.run("tournament", "enter", cup, *names)
    paths = [f"/api/matches/{made}{rest}" for rest in ("", "/log?from=0", "/result", "/grown", "/desk", "?as=<script>")]
    for path in (*paths, "/api/matches", "/api/lobby?search=<script>", "/api/tournaments", "/api/matches/<script>"):
        answered = director.get(path)
        assert answered.headers["content-type"] == "application/json", path
        _well_kept(answered)
    for path in ("/", "/enter", f"/matches/{made}", f"/matches/{made}/scribe", "/matches/<script>", "/x<script>"):
        answered = director.get(path)
        _well_kept(answered)
        for harm in ("<script>alert", "<img src=x", "<b>Ann", "</script>Bob", 'href="javascript:'):
            assert harm not in answered.text or answered.headers["content-type"] == "application/json", path
    with service.following(made) as follower:
        assert follower.response.headers["content-type"].startswith("text/event-stream")
        assert [one.get("text") for one in follower.take(1 + len(SCRIPTS))[1:]] == list(SCRIPTS)
        _well_kept(follower.response)


def _well_kept(answered: httpx.Response) -> None:
    """The headers that keep a browser from taking an answer for something else."""
    headers = answered.headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-frame-options"] == "DENY"
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe-eval" not in policy
    assert "script-src 'unsafe-inline'" not in policy


def test_the_journal_knows_no_token_no_name_and_no_secret(
    service: Service, connected: Connected, match: str, monkeypatch: Any, capfd: Any
) -> None:
    token = service.token("scribe", match=match)
    opened = service.token("scribe", match=match)
    scribe, browser = service.client(token), service.browser(opened)
    for client in (scribe, browser):
        client.get(f"/api/matches/{match}?as=table&token={token}")
        client.post(f"/api/matches/{match}/notes", json={"text": "the Tower lies below"})
        client.get(f"/api/{token}")
        client.post("/api/session", json={"token": token + "x"})
        client.post("/api/session", json={"token": opened, "code": "123456"})

    async def broken(self: MatchCache, id: Any) -> Any:
        raise ValueError(f"the secret order is 9MS 6SY of {match}")

    with service.following(match, token) as follower:
        follower.take(3)
        monkeypatch.setattr(MatchCache, "latest", broken)
        monkeypatch.setattr(MatchCache, "current", broken)
        service.run("act", match, "Bob flip")
        assert follower.rest() == []
    answered = scribe.get(f"/api/matches/{match}")
    assert answered.status_code == 500
    assert answered.json() == {
        "message": "Something went wrong here; nothing was confirmed. Whoever runs this finds it in the log."
    }
    link = connected()
    link.sendall(f"NONSENSE {token}\r\n\r\n".encode())
    heard(link)
    monkeypatch.undo()
    service.stop()
    lines = [json.loads(line) for line in service.log.getvalue().splitlines()]
    assert {"request", "fault", "server"} <= {one["event"] for one in lines}
    assert {one["kind"] for one in lines if one["event"] == "fault"} == {"ValueError"}
    whole = service.log.getvalue() + "".join(capfd.readouterr())
    for secret in (
        token,
        token[5:20],
        opened[5:20],
        "123456",
        "ludo_",
        match,
        "Ann",
        "Bob",
        "9MS",
        "secret",
        "Tower",
        "flip",
    ):
        assert secret not in whole, secret
    service.start()


def test_a_store_that_cannot_be_used_is_told_and_found_again(service: Service, match: str) -> None:
    import sqlite3

    scribe = service.client(service.token("scribe", match=match))
    with service.following(match) as follower:
        follower.next()
        held = sqlite3.connect(service.store, isolation_level=None)
        held.execute("BEGIN IMMEDIATE")
        assert scribe.get(f"/api/matches/{match}").status_code == 200
        held.execute("ROLLBACK")
        held.close()
        assert scribe.post(f"/api/matches/{match}/actions", json={"line": "Bob flip"}).status_code == 201
        assert follower.next()["event"] == "step"

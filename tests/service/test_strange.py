"""Requests full of nonsense: every route answers with a sentence, in JSON under /api, and none with a fault."""

import json
import socket
from http.client import BadStatusLine, HTTPResponse
from random import Random
from typing import Any, Final

import pytest
from litestar import Litestar

from tests.large import ALL
from tests.service.running import Service

NUMBERS: Final = ("-1", "0", "1", str(10**30), str(-(10**30)), "1e400", "nan", "٣", "0x10", " 1", "1_0", "", str(2**63))
TEXTS: Final = (
    *NUMBERS,
    "[",
    "http://[",
    "https://a]b:99999999/",
    "*",
    '"',
    '"12',
    'W/"1"',
    "Bearer",
    "Bearer ",
    "Bearer ludo_é",
    "Basic OTk6",
    "\xff\xfe",
    "é" * 3,
    "a" * 5_000,
    "ludograph=",
    "ludograph=\xff; ludograph=\x80.\x80",
    '=;;=,"',
    "%",
    "\t;\t",
    "abc",
    "application/json; charset=\xff",
    "text/html",
    "chunked",
    "gzip, chunked",
    "100-continue",
)
HEADERS: Final = (
    "Host", "Origin", "Authorization", "Cookie", "If-Match", "Idempotency-Key", "Last-Event-ID", "Content-Length",
    "Transfer-Encoding", "Content-Type", "Accept", "Accept-Encoding", "Sec-Fetch-Site", "X-Forwarded-For", "Expect",
    "X-Forwarded-Proto", "Range", "If-None-Match", "If-Modified-Since", "Connection", "Upgrade", "Forwarded",
)  # fmt: skip
PIECES: Final = (
    *(
        "%00",
        "%ff",
        "%c3%28",
        "%2e%2e",
        "..",
        "%2f",
        "%",
        "%zz",
        "none",
        "%D9%A1",
        "%F0%9F%98%80",
        "~",
        "*",
        "'",
        "a" * 900,
    ),
    *("-1", "0", str(10**30), "00000000-0000-0000-0000-000000000000", "00000000000000000000000000000000", "%0d%0a"),
)
NAMES: Final = ("as", "at", "from", "first", "to", "most", "search", "since", "after", "game", "step", "zzz", "%ff", "")
BODIES: Final = (
    *("", "{}", "[]", "null", "1", '"x"', "{", "\xff", '{"a":' * 400, "1e999", '{"line":1}', '{"line":"\\ud800"}'),
    *('{"step":1e400}', '{"line":"Bob flip","step":null}', '{"hours":1e308,"role":"scribe"}', "[" * 100_000),
    f'{{"step":{10**30},"reason":"x","text":"x","to":{10**30},"lines":["x"]}}',
    f'{{"to":{-(10**30)},"reason":"x","seat":{10**30},"do":"bid"}}',
    f'{{"role":"player","as":"\\u0000","match":"\\u0000","hours":{10**300}}}',
    '{"players":["\\ud83d"],"player":"\\u0000","points":1e400,"reason":"x"}',
    '{"game":"sun-bid","rounds":99999999999999999999,"size":"9999999999999999999999-3","seconds":1e308}',
    '{"scores":{"Ann":1e400},"reason":"x"}',
)


@pytest.fixture
def link(service: Service) -> "Link":
    return Link(service)


class Link:
    """Sends bytes as they are, on a connection each, and reads the head and a piece of the answer."""

    def __init__(self, service: Service) -> None:
        host, port = service.url.removeprefix("http://").split(":")
        self.place = (host, int(port))
        self.host = f"{host}:{port}"

    def ask(
        self, method: str, target: str, headers: list[tuple[str, str]], body: bytes = b""
    ) -> tuple[int, str, bytes]:
        """Status, type and body of the answer; 0 where none came."""
        head = "".join(f"{name}: {value}\r\n" for name, value in headers)
        names = {name.lower() for name, _ in headers}
        head += f"Host: {self.host}\r\n" if "host" not in names else ""
        lengths = names & {"content-length", "transfer-encoding"}
        head += f"Content-Length: {len(body)}\r\n" if body and not lengths else ""
        head += "Content-Type: application/json\r\n" if body and "content-type" not in names else ""
        head += "Connection: close\r\n" if "connection" not in names else ""
        with socket.create_connection(self.place, timeout=1.5) as link:
            link.sendall(f"{method} {target} HTTP/1.1\r\n{head}\r\n".encode("latin-1", "replace") + body)
            return self._answer(link, method)

    def _answer(self, link: socket.socket, method: str) -> tuple[int, str, bytes]:
        answer = HTTPResponse(link, method=method)
        try:
            answer.begin()
        except (ConnectionError, TimeoutError, BadStatusLine):
            return 0, "", b""  # it may wait for a body that never comes
        kind = answer.headers.get("content-type", "")
        return answer.status, kind, b"" if kind.startswith("text/event-stream") else answer.read()


def routes(service: Service) -> list[tuple[str, str]]:
    """Every method and pattern of a path."""
    app: Any = service.app._app
    assert isinstance(app, Litestar)
    found = {(method, route.path_format) for route in app.routes for method in getattr(route, "methods", ())}
    return sorted(found)


def check(asked: object, answer: tuple[int, str, bytes], path: str) -> None:
    """That an answer is no fault, and says what is wrong as everything does but the framework's page of the schema."""
    status, kind, body = answer
    assert status < 500 or status == 501, (asked, answer)
    if path.startswith("/api") and not path.startswith("/api/openapi/") and status >= 400 and body:
        assert kind.startswith("application/json"), (asked, answer)
        assert json.loads(body)["message"].endswith("."), (asked, answer)


def filled(path: str, known: dict[str, str], random: Random) -> str:
    """A path with something in each of its places, often what there is."""
    found = []
    for piece in path.split("/"):
        name = piece.strip("{}").partition(":")[0]
        is_place = piece.startswith("{")
        found.append(
            (known.get(name) if random.random() < 0.7 and name in known else random.choice(PIECES))
            if is_place
            else piece
        )
    return "/".join(str(piece) for piece in found)


def test_no_route_answers_nonsense_with_a_fault(service: Service, link: Link) -> None:
    random = Random(8)
    match = service.new("sun-bid", "Ann", "Bob", seed="2")
    service.run("tournament", "new", "Cup")
    service.run("tournament", "enter", "Cup", "Ann", "Bob")
    director = service.token("director")
    known = {"id": match, "game": "sun-bid", "round": "1", "table": "1"}
    every = routes(service)
    assert len(every) > 40
    for _ in range(20 if ALL else 2):
        for method, path in every:
            known["id"] = "Cup" if "/tournaments" in path else match
            target = filled(path, known, random)
            query = "&".join(f"{random.choice(NAMES)}={random.choice(NUMBERS)}" for _ in range(random.randrange(4)))
            headers = [(random.choice(HEADERS), random.choice(TEXTS)) for _ in range(random.randrange(3))]
            if random.random() < 0.7 and "Authorization" not in dict(headers):
                headers.append(("Authorization", f"Bearer {director}"))
            body = random.choice(BODIES).encode("latin-1") if method not in ("GET", "HEAD", "OPTIONS") else b""
            asked = (method, f"{target}?{query}".replace(" ", "%20").encode("ascii", "replace").decode(), headers, body)
            check(asked, link.ask(*asked), path)
    assert '"event":"fault"' not in service.log.getvalue().replace(" ", "")


@pytest.mark.parametrize("header", HEADERS)
def test_no_header_brings_a_fault(service: Service, link: Link, header: str) -> None:
    match = service.new("sun-bid", "Ann", "Bob", seed="2")
    token = service.token("director")
    for text in TEXTS:
        for method, path in (("GET", f"/api/matches/{match}"), ("POST", f"/api/matches/{match}/notes")):
            if header == "Content-Length" and text == str(2**63):
                continue
            body = b'{"text":"x","step":0}' if method == "POST" else b""
            headers = [(header, text), *([("Authorization", f"Bearer {token}")] * (header != "Authorization"))]
            check((method, header, text), link.ask(method, path, headers, body), path)


def test_an_origin_that_is_no_address_is_foreign(service: Service, link: Link) -> None:
    status, kind, body = link.ask("POST", "/api/session", [("Origin", "http://[")], b"{}")
    assert (status, kind) == (403, "application/json")
    assert "another site" in json.loads(body)["message"]


@pytest.mark.parametrize(
    "lengths",
    [
        [("Content-Length", "2"), ("Transfer-Encoding", "chunked")],
        [("Transfer-Encoding", "chunked"), ("Content-Length", "2")],
        [("Content-Length", "2"), ("Content-Length", "3")],
        [("Content-Length", "2, 3")],
        [("Content-Length", "-2")],
        [("Content-Length", "abc")],
        [("Content-Length", "+2")],
    ],
)
def test_a_body_has_one_length(service: Service, link: Link, lengths: list[tuple[str, str]]) -> None:
    followed_by = b"0\r\n\r\nGET /health HTTP/1.1\r\nHost: x\r\n\r\n"
    status, kind, body = link.ask("POST", "/api/session", [*lengths, ("Connection", "keep-alive")], followed_by)
    assert (status, kind) == (400, "application/json")
    assert json.loads(body)["message"].endswith("."), "and nothing of what came after is taken for a request"

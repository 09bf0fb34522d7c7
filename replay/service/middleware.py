"""What stands before every route: headers for browsers, checks of origin, and how long a body may take."""

import asyncio
from time import perf_counter
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from litestar.types import ASGIApp, Message, Receive, Scope, Send

from ludograph.replay.service.compression import CompressedAnswer
from ludograph.replay.service.http.path_names import routed_path
from ludograph.replay.service.http.responses import BadRequest
from ludograph.replay.service.http.settings import REQUEST_TIMEOUT
from ludograph.replay.service.live.answer_cache import AnswerCache
from ludograph.replay.service.live.live_store import LiveStore
from ludograph.replay.service.live.worker_threads import REQUESTER, Requester
from ludograph.replay.service.request_log import RequestLog
from ludograph.replay.service.sessions.admission import Admission

# Content-Security-Policy: a page runs our own files alone, so templates have no inline script or style. A name or note
# that slipped through as markup could neither run as a script nor send anything away.
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; manifest-src 'self'"
)
HEADERS: Final = {
    b"content-security-policy": POLICY.encode(),
    # The address of a page names a match, and is nobody else's affair.
    b"referrer-policy": b"no-referrer",
    b"x-content-type-options": b"nosniff",
    b"x-frame-options": b"DENY",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"permissions-policy": b"camera=(), microphone=(), geolocation=()",
    # What somebody may see goes by their token: nothing between may keep it for the next one. Files say otherwise.
    b"cache-control": b"no-store",
}
JSON: Final = b"application/json"
COMPRESSED: Final = 60
"""Number of compressed answers kept in memory."""
SAFE: Final = ("GET", "HEAD", "OPTIONS")
CLOSE: Final = (b"connection", b"close")
"""The header after which a connection is not used again."""
NO_ROOM: Final = (429, 503)
"""Whoever may not follow for want of room gives back the connection too."""


class Guard:
    """The ASGI middleware around all routes: it refuses what is ambiguous, adds headers, and writes the log."""

    def __init__(
        self, app: ASGIApp, live: LiveStore, request_log: RequestLog, admission: Admission, connections: int
    ) -> None:
        self._app = app
        self.live = live
        self.request_log = request_log
        self.connections = connections
        """So many connections may be open at once."""
        self._admission = admission
        self._compressed = AnswerCache(COMPRESSED)

    async def __call__(self, whole: Any, receive: Receive, send: Send) -> None:
        """Lets a request through, or refuses it; writes down what came of it."""
        if whole["type"] != "http":
            await self._app(whole, receive, send)
            return
        # A copy, because the server must still see HEAD to leave the body out. Streams never end, so they keep 405.
        is_head = whole["method"] == "HEAD" and not whole["path"].endswith("/follow")
        scope: Any = {**whole, "method": "GET" if is_head else whole["method"], "path": routed_path(whole)}
        began, headers = perf_counter(), dict(scope["headers"])
        # Until the token is looked up, whoever shows one waits with those who have one.
        REQUESTER.set(Requester(is_viewer=b"cookie" not in headers and b"authorization" not in headers))
        has_body = headers.get(b"transfer-encoding") or headers.get(b"content-length", b"0") != b"0"
        body = TimedBody(receive, whole=not has_body)
        method: str = whole["method"]
        if (refused := _refusal(method, headers, body)) is not None:
            await _refuse(send, refused, [CLOSE] if refused.status == 400 else body.closing)
            self.request_log.request(method, refused.route, refused.status, began, follows=False)
            return
        # Until an answer begins: what is written down of a request that failed without one.
        status, answer = 500, CompressedAnswer(send, headers, self._compressed)

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                own = {name for name, _ in message["headers"]}
                more = [(name, value) for name, value in HEADERS.items() if name not in own]
                # Where a body is still to come that nobody reads, the connection cannot be used again.
                closing = [CLOSE] if status in NO_ROOM and _follows(scope) else body.closing
                message["headers"] = [*message["headers"], *more, *closing]
            await answer(message)

        try:
            await self._app(scope, body, sending)
        finally:
            # Here and not in the route: also where a stream was cancelled, or failed before it began.
            self._admission.release(scope)
            route = _route(scope)
            self.request_log.request(method, route, status, began, follows=_follows(scope))


class Refusal(NamedTuple):
    """Why a request goes no further, and what the log calls it."""

    status: int
    message: str
    route: str = "other"


def _refusal(method: str, headers: dict[bytes, bytes], body: "TimedBody") -> Refusal | None:
    """Why a request is refused before anything of it is looked at; None where nothing is.

    Everything behind may rely on what is checked here: a host that can be part of an address, and one length. Where
    both are told, a proxy and this service could each believe another, and take a piece of one request for the next.
    """
    if b"transfer-encoding" in headers and b"content-length" in headers:
        return Refusal(400, "Say how long the body is in one way: Content-Length, or Transfer-Encoding.")
    # It stands in links and is compared with origins; as a part of an address it is read as browsers read one (205).
    if _host_of(b"http://" + headers.get(b"host", b"")) is None:
        return Refusal(400, "The header Host is the name of no host: send the one at which this service is reached.")
    if method not in SAFE and _is_foreign(headers):
        said = "This came from another site: open the page of this service, and do it there."
        return Refusal(403, said, "foreign")
    # A form of another site can send text without asking first, but no JSON: so a body of anything else is not read.
    if not body.is_whole and headers.get(b"content-type", b"").partition(b";")[0].strip() != JSON:
        return Refusal(415, "Send JSON, and say so: Content-Type: application/json.")
    return None


def _is_foreign(headers: dict[bytes, bytes]) -> bool:
    """Whether a browser says that another site's page sends this. Programs send no origin, and no cookie either."""
    origin = headers.get(b"origin")
    if origin is None:
        # Programs send neither header; a browser that leaves out the origin says here which site its request is from.
        return headers.get(b"sec-fetch-site", b"same-origin") not in (b"same-origin", b"none")
    return _host_of(origin) != headers.get(b"host", b"").decode("latin-1")


def _host_of(url: bytes) -> str | None:
    """The host in a URL, with its port; None where it has none that can be read."""
    try:
        found = urlsplit(url.decode("latin-1"))
        _ = found.port  # which is only now looked at
    except ValueError:
        return None
    return found.netloc


class TimedBody:
    """Receives a body, all of which has to come in time; what comes after it, such as the end, may take long."""

    def __init__(self, receive: Receive, *, whole: bool) -> None:
        self._receive = receive
        self._end = perf_counter() + REQUEST_TIMEOUT
        self._whole = whole

    async def __call__(self) -> Any:
        """The next piece of the body. Raises `BadRequest` where it does not come in time."""
        if self._whole:
            return await self._receive()
        try:
            async with asyncio.timeout(max(self._end - perf_counter(), 0)):
                message = await self._receive()
        except TimeoutError:
            raise BadRequest(408, "The request took too long to arrive: send it again.") from None
        self._whole = message["type"] != "http.request" or not message.get("more_body", False)
        return message

    @property
    def is_whole(self) -> bool:
        """Whether nothing of the body is still to come."""
        return self._whole

    @property
    def closing(self) -> list[tuple[bytes, bytes]]:
        """The header that ends a connection on which a body is still to come that nobody wants any more."""
        return [] if self._whole else [CLOSE]


async def _refuse(send: Send, refused: Refusal, more: list[tuple[bytes, bytes]]) -> None:
    body = f'{{"message":"{refused.message}"}}'.encode()
    headers = [(b"content-type", JSON), (b"content-length", b"%d" % len(body)), *HEADERS.items(), *more]
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def _follows(scope: Scope) -> bool:
    """Whether a request is for events as they come."""
    return _route(scope).endswith("/follow")


def _route(scope: Scope) -> str:
    """The pattern of a route, without what stands in it."""
    return str(scope.get("path_template") or "other")

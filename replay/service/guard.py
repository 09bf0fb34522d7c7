"""What stands before every route: headers for browsers, checks of origin, and patience that ends."""

import asyncio
from time import perf_counter
from typing import Any, Final
from urllib.parse import urlsplit

from litestar.types import ASGIApp, Message, Receive, Scope, Send

from replay.service.answers import Wrong
from replay.service.hall import Hall
from replay.service.journal import Journal
from replay.service.settings import SLOWEST

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; manifest-src 'self'"
)
HEADERS: Final = {
    b"content-security-policy": POLICY.encode(),
    b"referrer-policy": b"no-referrer",
    b"x-content-type-options": b"nosniff",
    b"x-frame-options": b"DENY",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"permissions-policy": b"camera=(), microphone=(), geolocation=()",
    b"cache-control": b"no-store",
}
JSON: Final = b"application/json"
SAFE: Final = ("GET", "HEAD", "OPTIONS")


class Guard:
    """The outermost layer of the service."""

    def __init__(self, app: ASGIApp, hall: Hall, journal: Journal) -> None:
        self._app = app
        self.hall = hall
        self.journal = journal

    async def __call__(self, whole: Any, receive: Receive, send: Send) -> None:
        """Lets a request through, or refuses it; writes down what came of it."""
        scope: Scope = whole
        if whole["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, headers = perf_counter(), dict(scope["headers"])
        heard = Heard(
            receive, whole=not (headers.get(b"transfer-encoding") or headers.get(b"content-length", b"0") != b"0")
        )
        method: str = whole["method"]
        if method not in SAFE and _is_foreign(headers):
            await _refuse(
                send, 403, "This came from another site: open the page of this service, and do it there.", heard.closing
            )
            self.journal.request(method, "foreign", 403, began, follows=False)
            return
        if not heard.is_whole and headers.get(b"content-type", b"").partition(b";")[0].strip() != JSON:
            await _refuse(send, 415, "Send JSON, and say so: Content-Type: application/json.", heard.closing)
            self.journal.request(method, "other", 415, began, follows=False)
            return
        status = 500

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                own = {name for name, _ in message["headers"]}
                more = [(name, value) for name, value in HEADERS.items() if name not in own]
                message["headers"] = [*message["headers"], *more, *heard.closing]
            await send(message)

        try:
            await self._app(scope, heard, sending)
        finally:
            route = _route(scope)
            follows = route.endswith("/follow")
            self.journal.request(method, route, status, began, follows=follows)


def _is_foreign(headers: dict[bytes, bytes]) -> bool:
    """Whether a browser says that another site's page sends this. Programs send no origin, and no cookie either."""
    origin = headers.get(b"origin")
    if origin is None:
        return headers.get(b"sec-fetch-site", b"same-origin") not in (b"same-origin", b"none")
    host = headers.get(b"host", b"").decode("latin-1")
    return urlsplit(origin.decode("latin-1")).netloc != host


class Heard:
    """Receives a body, all of which has to come in time; what comes after it, such as the end, may take long."""

    def __init__(self, receive: Receive, *, whole: bool) -> None:
        self._receive = receive
        self._end = perf_counter() + SLOWEST
        self._whole = whole

    async def __call__(self) -> Any:
        """The next piece. Raises `Wrong` where it does not come in time."""
        if self._whole:
            return await self._receive()
        try:
            async with asyncio.timeout(max(self._end - perf_counter(), 0)):
                message = await self._receive()
        except TimeoutError:
            raise Wrong(408, "The request took too long to arrive: send it again.") from None
        self._whole = message["type"] != "http.request" or not message.get("more_body", False)
        return message

    @property
    def is_whole(self) -> bool:
        """Whether nothing of the body is still to come."""
        return self._whole

    @property
    def closing(self) -> list[tuple[bytes, bytes]]:
        """The header that ends a connection on which a body is still to come that nobody wants any more."""
        return [] if self._whole else [(b"connection", b"close")]


async def _refuse(send: Send, status: int, message: str, more: list[tuple[bytes, bytes]]) -> None:
    headers = [(b"content-type", JSON), *HEADERS.items(), *more]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    body = f'{{"message":"{message}"}}'.encode()
    await send({"type": "http.response.body", "body": body, "more_body": False})


def _route(scope: Scope) -> str:
    """The pattern of a route, without what stands in it."""
    return str(scope.get("path_template") or "other")

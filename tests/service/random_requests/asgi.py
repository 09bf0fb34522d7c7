"""The service asked in its own process: no sockets, so that very many requests take little time."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any, Final, NamedTuple
from urllib.parse import quote, urlencode

from ludograph.replay.service.http.stream_writer import WRITER, StreamPiece

HOST: Final = b"localhost"
STREAM: Final = b"text/event-stream"


class Answered(NamedTuple):
    """What came back: of a stream no more than its first pieces."""

    status: int
    body: bytes
    cookie: str = ""

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@asynccontextmanager
async def lifespan(app: Any) -> AsyncIterator[None]:
    """Lets the application begin, and end after the block, as a server does."""
    said: asyncio.Queue[str] = asyncio.Queue()
    heard: asyncio.Queue[Any] = asyncio.Queue()

    async def receive() -> dict[str, str]:
        return {"type": await said.get()}

    task = asyncio.create_task(app({"type": "lifespan", "asgi": {"version": "3.0"}}, receive, heard.put))
    await said.put("lifespan.startup")
    assert (await heard.get())["type"] == "lifespan.startup.complete"
    yield
    await said.put("lifespan.shutdown")
    await task


async def ask(
    app: Any,
    method: str,
    path: str,
    query: dict[str, str],
    headers: dict[str, str],
    body: Any = None,
    pieces: int = 2,
    address: str = "127.0.0.1",
) -> Answered:
    """Sends a request and waits for all of its answer, or for so many pieces of a stream."""
    data = b"" if body is None else json.dumps(body).encode()
    own = [(b"host", HOST), *((name.lower().encode(), value.encode()) for name, value in headers.items())]
    if body is not None:
        own += [(b"content-type", b"application/json"), (b"content-length", str(len(data)).encode())]
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": quote(path, safe="/").encode(),
        "root_path": "",
        "query_string": urlencode(query).encode(),
        "headers": own,
        "client": (address, 1),
        "server": ("localhost", 80),
        "state": {},
    }
    return await _sent(app, scope, data, pieces)


async def _sent(app: Any, scope: dict[str, Any], data: bytes, pieces: int) -> Answered:
    enough, found, got = asyncio.Event(), [b""], dict[str, Any](status=0, stream=False, cookie="")
    sent = False

    async def receive() -> dict[str, Any]:
        nonlocal sent
        if not sent:
            sent = True
            return {"type": "http.request", "body": data, "more_body": False}
        await enough.wait()
        return {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            got["status"] = message["status"]
            got["cookie"] = dict(message["headers"]).get(b"set-cookie", b"").decode("latin-1")
            got["stream"] = dict(message["headers"]).get(b"content-type", b"").startswith(STREAM)
            return
        found.append(message.get("body", b""))
        if not message.get("more_body") or (got["stream"] and len(found) > pieces):
            enough.set()

    class Reader:
        """Stands for the connection of whoever follows."""

        is_paused = False
        unsent = 0

        def write(self, piece: StreamPiece) -> None:
            found.append(piece.data)
            if len(found) > pieces:
                enough.set()

        async def drain(self) -> None:
            """It takes everything at once."""

        def abort(self) -> None:
            """Nothing is unsent."""

    task = asyncio.create_task(app(scope | {"extensions": {WRITER: Reader()}}, receive, send))
    waiting = asyncio.create_task(enough.wait())
    await asyncio.wait({task, waiting}, return_when=asyncio.FIRST_COMPLETED, timeout=30)
    waiting.cancel()
    if got["stream"]:
        task.cancel()
    with suppress(asyncio.CancelledError):
        await task
    return Answered(got["status"], b"".join(found), got["cookie"])

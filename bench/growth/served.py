"""The service in this process, asked without a socket."""

import asyncio
from io import StringIO
from json import dumps
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from ludograph.domain.store.recorder import Recorder
from ludograph.domain.store.tokens import Tokens
from ludograph.replay.service.app import application


class Served:
    """A service over a store, with a director's token; it does not look for what others record."""

    def __init__(self, store: Path) -> None:
        self.recorder = Recorder(store)
        self._token, _ = Tokens(self.recorder).make("director", observer="judge")
        self._application = application(self.recorder, out=StringIO())
        self._loop = asyncio.Runner()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, wrong: BaseException | None, at: TracebackType | None) -> None:
        self._loop.close()
        self.recorder.close()

    def ask(self, method: str, path: str, body: object = None) -> bytes:
        """What is answered. Raises `RuntimeError` where it is no success."""
        return self._loop.run(self._ask(method, path, b"" if body is None else dumps(body).encode()))

    async def _ask(self, method: str, path: str, body: bytes) -> bytes:
        sent: list[Any] = []
        heard = iter([{"type": "http.request", "body": body, "more_body": False}])

        async def receive() -> Any:
            return next(heard, {"type": "http.disconnect"})

        async def send(message: Any) -> None:
            sent.append(message)

        name, _, query = path.partition("?")
        told = {"host": "x", "authorization": f"Bearer {self._token}", "content-type": "application/json"}
        headers = told | {"content-length": str(len(body))}
        scope: Any = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "scheme": "http",
            "path": name, "raw_path": name.encode(), "query_string": query.encode(), "root_path": "",
            "headers": [(key.encode(), value.encode()) for key, value in headers.items()],
            "client": ("127.0.0.1", 1), "server": ("x", 80), "state": {},
        }  # fmt: skip
        await self._application(scope, receive, send)
        answer = b"".join(message.get("body", b"") for message in sent)
        if not 200 <= sent[0]["status"] < 300:
            raise RuntimeError(f"{method} {path}: {sent[0]['status']} {answer.decode()}")
        return answer

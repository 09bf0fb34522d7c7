"""Answers made smaller for the way, where their length cannot tell what is in them."""

import asyncio
import gzip
from functools import partial
from typing import Any, Final

from litestar.types import Message, Send

from ludograph.replay.service.live.answer_cache import AnswerCache

LEAST: Final = 500
"""Shorter answers, in bytes, stay as they are."""
LARGE: Final = 20_000
"""Longer ones are compressed in a thread, so that nobody waits for them."""
KINDS: Final = (
    b"text/html",
    b"text/javascript",
    b"text/css",
    b"image/svg+xml",
    b"application/json",
    b"application/manifest+json",
)


class CompressedAnswer:
    """Sends an answer, compressed where whoever asks takes that and nothing of it is a secret.

    How far a text shrinks depends on whether parts of it are alike. Where a hidden card stands in an answer beside
    words that somebody else chose (a remark, a name), its length would tell whether they guessed the card; and others
    in the hall see how long answers are (BREACH). So only what everybody may know is compressed: answers to those who
    show no token, and what is the same for all.
    """

    def __init__(self, send: Send, headers: dict[bytes, bytes], kept: AnswerCache) -> None:
        self._send = send
        self._kept = kept
        """Compressed bodies by what they were."""
        self._takes = b"gzip" in headers.get(b"accept-encoding", b"")
        self._is_nobody = b"cookie" not in headers and b"authorization" not in headers
        self._start: Any = None

    async def __call__(self, message: Message) -> None:
        """Sends a part of the answer; the first waits until it is known how long the rest is."""
        if message["type"] == "http.response.start" and self._may_shrink(message):
            self._start = message
            return
        if self._start is not None and message["type"] == "http.response.body":
            start, self._start = self._start, None
            body = message["body"]
            if not message.get("more_body") and len(body) >= LEAST:
                body = await self._compressed(body)
                own = [one for one in start["headers"] if one[0] != b"content-length"]
                length = (b"content-length", b"%d" % len(body))
                start["headers"] = [*own, length, (b"content-encoding", b"gzip"), (b"vary", b"accept-encoding")]
                message["body"] = body
            await self._send(start)
        await self._send(message)

    async def _compressed(self, body: bytes) -> bytes:
        """A body compressed, once for all who ask for the same."""
        if len(body) <= LARGE:
            return _gzipped(body)
        return await self._kept.once((body,), partial(asyncio.to_thread, _gzipped, body))

    def _may_shrink(self, start: Any) -> bool:
        headers = dict(start["headers"])
        is_public = self._is_nobody or headers.get(b"cache-control", b"").startswith(b"public")
        return self._takes and is_public and headers.get(b"content-type", b"").startswith(KINDS)


def _gzipped(body: bytes) -> bytes:
    return gzip.compress(body, 6, mtime=0)  # without a time, so that equal stays equal

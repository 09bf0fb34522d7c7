"""The streams that are open now, each a connection that somebody follows on, and the sign of life on each."""

# Concurrency: all of it belongs to the event loop. Nobody wakes for a message: whoever has one writes it into all
# streams that it is for; the task of a request only waits for the end of its own.

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from time import monotonic
from typing import Any, Final

from ludograph.replay.service.http.settings import HEARTBEAT
from ludograph.replay.service.http.stream_writer import ALIVE, BYE, HELLO, StreamPiece, StreamWriter
from ludograph.replay.service.live.subscriptions import Subscriptions

TICK: Final = 0.5
"""After so many seconds it is looked again where an empty line is due."""


class OpenStream:
    """A connection on which events are sent until it `ended`."""

    def __init__(self, writer: StreamWriter) -> None:
        self._writer = writer
        self.ended = asyncio.Event()
        self.due = 0.0
        """When an empty line is due: so long after anything was sent.

        It goes by the clock alone, so that a line tells nothing of what others may not know yet (decision 190).
        """

    def write(self, piece: StreamPiece) -> None:
        """Sends a piece."""
        self._writer.write(piece)
        self.due = monotonic() + HEARTBEAT

    def end(self) -> None:
        """Closes the stream: whoever comes again is looked at anew."""
        self.ended.set()

    @property
    def is_paused(self) -> bool:
        """Whether the other side reads slower than is written."""
        return self._writer.is_paused

    async def drain(self) -> None:
        """Returns once the other side has read, or has gone."""
        await self._writer.drain()


class OpenStreams:
    """All streams of a service."""

    def __init__(self, subscriptions: Subscriptions) -> None:
        self._subscriptions = subscriptions
        self._open: set[OpenStream] = set()

    @property
    def count(self) -> int:
        """How many follow now."""
        return len(self._open)

    async def serve(
        self,
        writer: StreamWriter,
        receive: Callable[[], Awaitable[Any]],
        join: Callable[[OpenStream], Iterable[Callable[[], None]]],
    ) -> None:
        """Keeps a stream open until it ends or whoever reads it has gone.

        `join` lets it follow something, and gives what is to be called afterwards.
        """
        async with self._opened(writer, receive) as stream:
            stream.write(HELLO)
            joined = list(join(stream))
            try:
                await stream.ended.wait()
            finally:
                for leave in joined:
                    leave()
            if self._subscriptions.closing.is_set():
                stream.write(BYE)

    async def run(self) -> None:
        """Sends the empty lines that are due, until the service is closed; then all streams end."""
        while not await wait_for_event(self._subscriptions.closing, TICK):
            now = monotonic()
            for stream in [one for one in self._open if one.due <= now]:
                stream.write(ALIVE)
        self.end_all()

    def end_all(self) -> None:
        """Closes all streams."""
        for stream in self._open:
            stream.end()

    @asynccontextmanager
    async def _opened(self, writer: StreamWriter, receive: Callable[[], Awaitable[Any]]) -> AsyncIterator[OpenStream]:
        stream = OpenStream(writer)
        gone = asyncio.create_task(_end_when_gone(stream, receive))
        self._open.add(stream)
        if self._subscriptions.closing.is_set():
            stream.end()
        try:
            yield stream
        finally:
            # Also where the request was cancelled: a page that is closed leaves nothing behind.
            self._open.discard(stream)
            stream.end()
            gone.cancel()


async def _end_when_gone(stream: OpenStream, receive: Callable[[], Awaitable[Any]]) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    stream.end()


async def wait_for_event(event: asyncio.Event, seconds: float) -> bool:
    """Waits for an event, and no longer than so many seconds; whether it was set."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()
            return True
    return False

"""The streams that are open now, each with one sender, and the limit on what they keep in memory together."""

# Concurrency: all of it belongs to the event loop. Nobody wakes for a message: whoever has one writes it into all
# streams that it is for, and the task of a request only waits for its end. A stream that cannot take a message has one
# task, its sender, which catches up everything followed on it, in turns and no faster than the other side reads.

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, suppress
from time import monotonic
from typing import Any, Final, Protocol

from ludograph.domain.store.errors import StoreError
from ludograph.replay.service.access.rights import Standing
from ludograph.replay.service.http.settings import HEARTBEAT
from ludograph.replay.service.http.stream_writer import ALIVE, BYE, HELLO, PART, StreamPiece, StreamWriter, piece_of
from ludograph.replay.service.live.subscriptions import Subscriptions

TICK: Final = 0.5
"""Seconds between two looks at all streams: which need an empty line, and how much they keep in memory."""
MOST_UNSENT: Final = 32_000_000
"""Bytes that all streams together may keep in memory because nobody has read them."""


class Backlog(Protocol):
    """Something followed on a stream, of which messages were missed."""

    async def next_piece(self) -> bytes | None:
        """Return the next messages that were missed; None if there are none."""


class OpenStream:
    """A connection on which events are sent until it `ended`.

    At most about 100 kB wait unsent on it, whatever is followed: 64 kB until it is paused, and a part of a message.
    Everything else stays where it was made, once for all streams, until the other side has read.
    """

    def __init__(self, writer: StreamWriter, standing: Standing) -> None:
        self._writer = writer
        self._behind: dict[Backlog, None] = {}
        self._sender: asyncio.Task[None] | None = None
        self.standing = standing
        self.ended = asyncio.Event()
        self.due = 0.0
        """When an empty line is due: so long after anything was sent.

        It goes by the clock alone, so that a line tells nothing of what others may not know yet (decision 190).
        """

    @property
    def is_ready(self) -> bool:
        """Whether a message may be written now: the other side reads, and no earlier message is being sent."""
        return self._sender is None and not self._writer.is_paused

    @property
    def is_catching_up(self) -> bool:
        """Whether the sender is at work."""
        return self._sender is not None

    @property
    def unsent(self) -> int:
        """Number of bytes kept in memory because the other side has not read them."""
        return self._writer.unsent

    def write(self, piece: StreamPiece) -> None:
        """Send a piece on a stream that is ready; a long one in parts."""
        if len(piece.data) > PART:
            self._begin(piece.data)
        else:
            self._write(piece)

    def catch_up(self, backlog: Backlog) -> None:
        """Send what was missed of something, as fast as the other side reads."""
        self._behind[backlog] = None
        if self._sender is None:
            self._begin(b"")

    def end(self) -> None:
        """Closes the stream: whoever comes again is looked at anew."""
        self.ended.set()

    def abort(self) -> None:
        """Close the connection at once, with what waits on it; a browser connects again and asks for the rest."""
        self._writer.abort()
        self.end()

    def close(self) -> None:
        """End the sender."""
        self.end()
        if self._sender is not None:
            self._sender.cancel()

    def _begin(self, first: bytes) -> None:
        self._sender = asyncio.create_task(self._send(first))

    async def _send(self, first: bytes) -> None:
        try:
            await self._send_parts(first)
            while self._behind:
                backlog = next(iter(self._behind))
                del self._behind[backlog]
                # Made when there is room for it, so that no stream keeps more than one of them.
                await self._writer.drain()
                missed = await backlog.next_piece()
                if missed is not None:
                    # Everything else followed here has its turn before the next piece of the same.
                    self._behind[backlog] = None
                    await self._send_parts(missed)
        except BaseException as wrong:
            self.end()
            if not isinstance(wrong, StoreError):
                raise
        finally:
            self._sender = None

    async def _send_parts(self, data: bytes) -> None:
        for part in _parts(data):
            await self._writer.drain()
            self._write(piece_of(part))
            # Whoever catches up with a long match lets others have their turn between two pieces.
            await asyncio.sleep(0)

    def _write(self, piece: StreamPiece) -> None:
        self._writer.write(piece)
        self.due = monotonic() + HEARTBEAT


def _parts(data: bytes) -> Iterator[bytes]:
    return (data[at : at + PART] for at in range(0, len(data), PART))


class OpenStreams:
    """All streams of a service."""

    def __init__(self, subscriptions: Subscriptions) -> None:
        self._subscriptions = subscriptions
        self._open: set[OpenStream] = set()
        self._unsent = 0

    @property
    def count(self) -> int:
        """How many follow now."""
        return len(self._open)

    @property
    def unsent(self) -> int:
        """Number of bytes that all streams keep in memory because nobody has read them."""
        return sum(stream.unsent for stream in self._open)

    @property
    def is_full(self) -> bool:
        """Whether more than `MOST_UNSENT` was kept when it was last counted."""
        return self._unsent > MOST_UNSENT

    @property
    def is_catching_up(self) -> bool:
        """Whether any stream is sent what it missed."""
        return any(stream.is_catching_up for stream in self._open)

    async def serve(
        self,
        writer: StreamWriter,
        standing: Standing,
        receive: Callable[[], Awaitable[Any]],
        join: Callable[[OpenStream], Iterable[Callable[[], None]]],
    ) -> None:
        """Keeps a stream open until it ends or whoever reads it has gone.

        `join` lets it follow something, and gives what is to be called afterwards.
        """
        async with self._opened(OpenStream(writer, standing), receive) as stream:
            stream.write(HELLO)
            joined = list(join(stream))
            try:
                await stream.ended.wait()
            finally:
                for leave in joined:
                    leave()
            if not stream.is_ready:
                # Nobody waits for a slow reader to take half a message, and nothing can be said after it.
                stream.abort()
            elif self._subscriptions.closing.is_set():
                stream.write(BYE)

    async def run(self) -> None:
        """Sends the empty lines that are due, until the service is closed; then all streams end."""
        while not await wait_for_event(self._subscriptions.closing, TICK):
            now = monotonic()
            for stream in [one for one in self._open if one.due <= now and one.is_ready]:
                stream.write(ALIVE)
            self._relieve()
        self.end_all()

    def end_all(self) -> None:
        """Closes all streams."""
        for stream in self._open:
            stream.end()

    def _relieve(self) -> None:
        """Close connections while more than `MOST_UNSENT` is kept: those without a token and the fullest first."""
        self._unsent = left = self.unsent
        if not self.is_full:
            return
        waiting = [(stream.standing, -stream.unsent, stream) for stream in self._open if stream.unsent]
        for _, unsent, stream in sorted(waiting, key=lambda one: one[:2]):
            if left <= MOST_UNSENT:
                return
            left += unsent
            stream.abort()

    @asynccontextmanager
    async def _opened(self, stream: OpenStream, receive: Callable[[], Awaitable[Any]]) -> AsyncIterator[OpenStream]:
        gone = asyncio.create_task(_end_when_gone(stream, receive))
        self._open.add(stream)
        if self._subscriptions.closing.is_set():
            stream.end()
        try:
            yield stream
        finally:
            # Also where the request was cancelled: a page that is closed leaves nothing behind.
            self._open.discard(stream)
            stream.close()
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

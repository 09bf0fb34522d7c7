"""The server: it listens, closes connections that say nothing, and ends with every confirmed step on the disk."""

import asyncio
import logging
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.utils import formatdate
from functools import partial
from pathlib import Path
from threading import Timer
from time import monotonic
from types import FrameType
from typing import Any, Final, NamedTuple

import h11
import uvicorn
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.h11_impl import H11Protocol

from ludograph.replay.service.http.connections import BACKLOG, BURST, Connections
from ludograph.replay.service.http.settings import REQUEST_TIMEOUT
from ludograph.replay.service.http.stream_writer import WRITER, StreamPiece
from ludograph.replay.service.middleware import HEADERS, JSON, Guard
from ludograph.replay.service.request_log import RequestLog

LONGEST_HEADERS: Final = 32_768
SEND_TIMEOUT: Final = 60.0
"""So many seconds somebody may read nothing of what was sent."""
REPEAT: Final = 10.0
"""The server says the same no more often than once in so many seconds."""
GRACE: Final = 3
"""So many seconds requests that are being answered have when the service stops."""
TICKS: Final = 10
"""After so many ticks of uvicorn, a second, it makes the headers anew that all answers have."""
OVERTIME: Final = 4.0
"""Seconds after the signal to stop when work that cannot be interrupted, such as a long page, is given up."""


class Address(NamedTuple):
    """Where a service listens, and how it is reached."""

    host: str
    port: int
    root: str = ""
    """The path under which a proxy has it."""
    proxies: str = ""
    """Whose word on where a request comes from is taken, with commas; nobody's by default."""
    certificate: Path | None = None
    key: Path | None = None


class TransportWriter:
    """Writes pieces of an answer straight into its connection, each framed once for all connections.

    The answer has begun, and says nothing of its length: for HTTP/1.1 its body is chunked then, and ends with whatever
    the server sends as the last of it; before, it ends with the connection.
    """

    def __init__(self, transport: asyncio.Transport, flow: FlowControl, version: str) -> None:
        self._transport = transport
        self._flow = flow
        self._chunked = version == "1.1"

    def write(self, piece: StreamPiece) -> None:
        """Sends a piece, or keeps it until the connection takes it."""
        if not self._transport.is_closing():
            self._transport.write(piece.chunk if self._chunked else piece.data)

    @property
    def is_paused(self) -> bool:
        """Whether the other side reads slower than is written."""
        return self._flow.write_paused

    @property
    def unsent(self) -> int:
        """Number of bytes kept in memory because the other side has not read them."""
        return self._transport.get_write_buffer_size()

    async def drain(self) -> None:
        """Returns once it has read, or has gone."""
        await self._flow.drain()

    def abort(self) -> None:
        """Close the connection at once and drop what is unsent."""
        self._transport.abort()


class TimedProtocol(H11Protocol):
    """Closes a connection on which no whole request arrives in time, or whose reader has stopped reading.

    So nobody can hold all of them open. Bodies have their own clock (`TimedBody`), for they may be refused in words.
    """

    _request_timer: asyncio.TimerHandle | None = None
    _send_timer: asyncio.TimerHandle | None = None

    def __init__(self, open: Connections, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._open = open
        self._answering, self.app = self.app, self._answer

    async def _answer(self, scope: Any, receive: Any, send: Any) -> None:
        scope["extensions"] = {WRITER: TransportWriter(self.transport, self.flow, scope["http_version"])}
        await self._answering(scope, receive, send)

    def connection_made(self, transport: Any) -> None:
        """Begins to wait for a request, where there is room for one more connection."""
        super().connection_made(transport)
        if self._open.opened(transport):
            self._request_timer = self.loop.call_later(REQUEST_TIMEOUT, self.transport.abort)

    def data_received(self, data: bytes) -> None:
        """Takes in what was sent; the timer runs while the head of a request is incomplete."""
        super().data_received(data)
        self._set_timers()

    def on_response_complete(self) -> None:
        """Goes on to the next request on the connection."""
        super().on_response_complete()
        self._set_timers()

    def pause_writing(self) -> None:
        """Begins to wait for a reader who has stopped reading."""
        super().pause_writing()
        # Whoever reads nothing has all that is sent to them held in memory, for as long as they like.
        self._send_timer = self._send_timer or self.loop.call_later(SEND_TIMEOUT, self.transport.abort)
        self._open.waits(self.transport)

    def resume_writing(self) -> None:
        """Stops waiting for a reader who reads again."""
        super().resume_writing()
        _stop(self._send_timer)
        self._send_timer = None
        self._set_timers()

    def send_400_response(self, msg: str) -> None:
        """Refuses what is no HTTP as everything is refused here."""
        # The library's own answer is plain text, and has none of the headers that all others have.
        body = b'{"message":"This is no request that can be read: send HTTP/1.1, with one length of the body."}'
        headers = [(b"content-type", JSON), (b"connection", b"close"), *HEADERS.items()]
        for event in (h11.Response(status_code=400, headers=headers), h11.Data(data=body), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stops the timers."""
        _stop(self._request_timer)
        _stop(self._send_timer)
        self._open.closed(self.transport)
        super().connection_lost(exc)

    def _set_timers(self) -> None:
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY) or self._send_timer is not None:
            self._open.waits(self.transport)
        else:
            self._open.answered(self.transport)
        # Only while the head of a request is incomplete; an idle connection has uvicorn's own keep-alive.
        if self.conn.their_state is not h11.IDLE:
            _stop(self._request_timer)
            self._request_timer = None
        elif self._request_timer is None and self.conn.trailing_data[0] and not self.transport.is_closing():
            self._request_timer = self.loop.call_later(REQUEST_TIMEOUT, self.transport.abort)


def _stop(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()


class ServerLogHandler(logging.Handler):
    """Takes what the server says of itself into the log: its first line, and never the text of an exception.

    What is said again and again, such as that there is no file left for a connection, is one line in some seconds.
    """

    def __init__(self, request_log: RequestLog) -> None:
        super().__init__()
        self._request_log = request_log
        self._said: dict[str, tuple[float, int]] = {}
        """When a line was written last, and how often it was left out since."""

    def emit(self, record: logging.LogRecord) -> None:
        """Writes a record of the server as a line of the log."""
        # The text of an exception may hold a token or a body. Its kind does not, nor does the message of the server
        # before anything is put into it: `msg`, not `getMessage()`.
        kind = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else None
        said = str(record.msg).strip().partition("\n")[0]
        last, left_out = self._said.get(said, (-REPEAT, 0))
        if monotonic() - last < REPEAT:
            self._said[said] = (last, left_out + 1)
            return
        self._said[said] = (monotonic(), 0)
        more = {"before": left_out} if left_out else {}
        self._request_log.say("server", level=record.levelname.lower(), said=said, kind=kind, **more)


class GracefulServer(uvicorn.Server):
    """A server that tells all followers that it stops, before it waits for them."""

    def __init__(self, app: Guard, address: Address, on_overtime: Callable[[], object] | None = None) -> None:
        """`on_overtime` is called, in a thread of its own, if the service has not stopped in time; it has to exit."""
        self._guard = app
        self._on_overtime = on_overtime
        super().__init__(
            uvicorn.Config(
                app,
                host=address.host,
                port=address.port,
                root_path=address.root,
                http=partial(TimedProtocol, Connections(app.connections)),  # type: ignore[arg-type]
                ws="none",
                log_config=None,
                access_log=False,
                # Nobody need know which version of what to look for.
                server_header=False,
                # Ours, by the clock of the store (`on_tick`).
                date_header=False,
                # Whoever may set these headers says from which address they come, and limits go by addresses.
                proxy_headers=bool(address.proxies),
                forwarded_allow_ips=address.proxies or None,
                ssl_certfile=address.certificate,
                ssl_keyfile=address.key,
                h11_max_incomplete_event_size=LONGEST_HEADERS,
                timeout_keep_alive=30,
                backlog=BURST,
                timeout_graceful_shutdown=GRACE,
            )
        )

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Listens until it is told to stop; what the server says meanwhile goes into the log."""
        handler = ServerLogHandler(self._guard.request_log)
        loggers = [logging.getLogger(name) for name in ("uvicorn", "asyncio")]
        before = [one.propagate for one in loggers]
        for one in loggers:
            one.addHandler(handler)
            one.propagate = False
        try:
            await super().serve(sockets)
        finally:
            for one, propagate in zip(loggers, before, strict=True):
                one.removeHandler(handler)
                one.propagate = propagate

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begins to listen: asyncio accepts as many at once as the system keeps for it, unless that is told apart."""
        await super().startup(sockets)
        # uvicorn's backlog is also asyncio's number of connections accepted in one go, which has to be small (204).
        for one in sockets or ():
            one.listen(BACKLOG)

    async def on_tick(self, counter: int) -> bool:
        """Tells each answer the time of the store, which pages count by: it does not go back with the machine's."""
        stops = await super().on_tick(counter)
        if counter % TICKS == 0:
            date = formatdate(self._guard.live.recorder.clock.time().timestamp(), usegmt=True).encode()
            self.server_state.default_headers = [(b"date", date), *self.server_state.default_headers]
        return stops

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to stop. A thread cannot be interrupted, so there is a time after which nobody waits for it."""
        if self._on_overtime is not None and not self.should_exit:
            watchdog = Timer(OVERTIME, self._on_overtime)
            watchdog.daemon = True
            watchdog.start()
        super().handle_exit(sig, frame)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Catches the signals that stop the service, and does not raise them again after that."""
        with super().capture_signals():
            yield
            # Raised again it would end the program here, before its store is closed.
            self._captured_signals.clear()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ends the streams, which never end by themselves, then all else."""
        # uvicorn waits for all answers to end, and a stream has no end: so followers are woken and say goodbye first.
        self._guard.live.subscriptions.close()
        # Nobody waits for a page that takes seconds; entries are waited for.
        self._guard.live.close()
        # A connection that is accepted while the server closes is known to nobody, and stays open (Python 3.11). So no
        # more are accepted, those that were are made known, and only then are all of them told.
        for one in sockets or ():
            asyncio.get_running_loop().remove_reader(one)
        for _ in range(2):
            await asyncio.sleep(0)
        await super().shutdown(sockets)


def bound_socket(address: Address) -> socket.socket:
    """A socket that listens there. Raises `OSError`, before anything else is begun."""
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    # With its protocol said, asyncio sends each piece at once; else a body waits 40 ms for word of its head's arrival.
    made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((address.host, address.port))
        # Whoever comes as soon as the address is told waits until the service accepts, and is not refused.
        made.listen(BACKLOG)
    except OSError:
        made.close()
        raise
    return made

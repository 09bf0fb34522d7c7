"""The server: it listens, sends away who says nothing, and ends with every confirmed step on the disk."""

import asyncio
import socket
from pathlib import Path
from typing import Any, Final, NamedTuple

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from replay.service.guard import Guard
from replay.service.settings import SLOWEST

LONGEST_HEADERS: Final = 32_768
GRACE: Final = 5
"""So many seconds requests that are being answered have when the service stops."""


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


class Impatient(H11Protocol):
    """Closes a connection on which no whole request arrives in time: nobody can hold all of them open."""

    def connection_made(self, transport: Any) -> None:
        """Sets the clock."""
        super().connection_made(transport)
        self._alarm = self.loop.call_later(SLOWEST, self._close_idle)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stops the clock."""
        self._alarm.cancel()
        super().connection_lost(exc)

    def _close_idle(self) -> None:
        if getattr(self, "cycle", None) is None and not self.transport.is_closing():
            self.transport.close()


class Server(uvicorn.Server):
    """Tells everybody who follows that it stops, before it waits for them."""

    def __init__(self, app: Guard, address: Address) -> None:
        self._guard = app
        super().__init__(
            uvicorn.Config(
                app,
                host=address.host,
                port=address.port,
                root_path=address.root,
                http=Impatient,
                ws="none",
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=bool(address.proxies),
                forwarded_allow_ips=address.proxies or None,
                ssl_certfile=address.certificate,
                ssl_keyfile=address.key,
                h11_max_incomplete_event_size=LONGEST_HEADERS,
                timeout_keep_alive=30,
                timeout_graceful_shutdown=GRACE,
            )
        )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ends what never ends by itself, then all else."""
        self._guard.hall.close()
        await asyncio.sleep(0)
        await super().shutdown(sockets)


def bound(address: Address) -> socket.socket:
    """A socket that listens there. Raises `OSError`, before anything else is begun."""
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    made = socket.socket(family)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((address.host, address.port))
    except OSError:
        made.close()
        raise
    return made

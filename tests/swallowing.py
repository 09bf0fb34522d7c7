"""A way to a PostgreSQL server that can be made to swallow what is sent, while every connection stays open."""

import math
import socket
from contextlib import suppress
from pathlib import Path
from threading import Thread

from ludograph.domain.store.url import Server


class Way:
    """A proxy from TCP to the socket of a server. Connections of which anything was swallowed stay dead for ever."""

    def __init__(self, folder: Path) -> None:
        self._socket = str(folder / ".s.PGSQL.5432")
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._open: list[socket.socket] = []
        self._left: float = math.inf
        """So many bytes are still carried."""
        self._accepting = Thread(target=self._accept, daemon=True)
        self._accepting.start()

    def die(self, after: int = 0) -> None:
        """Swallows everything from now on, or after so many bytes."""
        self._left = after

    def live(self) -> None:
        """Carries again what comes by new connections, and by those of which nothing was swallowed."""
        self._left = math.inf

    def server(self, url: str, deadline: float) -> Server:
        """The store of this URL, as it is reached on this way."""
        database = url.partition("@/")[2].partition("?")[0]
        port = self._listening.getsockname()[1]
        return Server(f"postgresql://ludograph@127.0.0.1:{port}/{database}?sslmode=disable", deadline)

    def close(self) -> None:
        """Ends it, and all connections."""
        _end(self._listening)
        self._accepting.join()  # what it took in last is in the list then
        for one in self._open:
            _end(one)

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                server = socket.socket(socket.AF_UNIX)
                self._open += [client, server]
                server.connect(self._socket)
                dead = [False]
                for one, other in ((client, server), (server, client)):
                    Thread(target=self._carry, args=(one, other, dead), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket, dead: list[bool]) -> None:
        with suppress(OSError):
            while data := one.recv(65_536):
                self._left -= len(data)
                dead[0] = dead[0] or self._left < 0
                if not dead[0]:
                    other.sendall(data)
            if not dead[0]:
                other.shutdown(socket.SHUT_RDWR)


def _end(one: socket.socket) -> None:
    with suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)
    one.close()

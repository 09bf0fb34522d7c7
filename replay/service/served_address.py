"""Where a store is served now: a small file beside it, from which `token new` knows what its links begin with."""

import socket
from contextlib import suppress
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from msgspec import DecodeError, Struct, json

PATIENCE: Final = 0.5
"""So many seconds a service of the same network has to take a connection."""


class ServedAddress(Struct, frozen=True):
    """How phones reach a service, and where it listens on this machine."""

    url: str
    port: int

    def write(self, file: Path) -> None:
        """Keeps it; a folder in which nothing can be written keeps nothing, and the service runs all the same."""
        with suppress(OSError):
            file.write_bytes(json.encode(self))

    def take_away(self, file: Path) -> None:
        """Removes what was kept, unless another service of the store has written its own since."""
        with suppress(OSError):
            if served_address(file) == self:
                file.unlink()

    @property
    def answers(self) -> bool:
        """Whether anybody listens there now."""
        return takes_connections("127.0.0.1", self.port) or takes_connections(urlsplit(self.url).hostname, self.port)


def served_address(file: Path) -> ServedAddress | None:
    """What a service wrote down when it began, and did not take away when it stopped; None where there is nothing."""
    with suppress(OSError, DecodeError):
        return json.decode(file.read_bytes(), type=ServedAddress)
    return None


def takes_connections(host: str | None, port: int) -> bool:
    """Whether anybody listens at a place."""
    with suppress(OSError), socket.create_connection((host or "", port), timeout=PATIENCE):
        return True
    return False

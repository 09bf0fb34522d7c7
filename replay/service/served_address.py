"""Where a store is served now: a small file next to it, from which `token new` knows how its links begin."""

import socket
from contextlib import suppress
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from msgspec import DecodeError, Struct, json

TIMEOUT: Final = 0.5
"""Seconds that a service of the same network has to accept a connection."""


class ServedAddress(Struct, frozen=True):
    """How phones reach a service, and where it listens on this machine."""

    url: str
    port: int

    def write(self, file: Path) -> None:
        """Add this service to the file, as the newest, and drop those that were killed.

        Without a writable folder nothing is kept, and the service runs all the same.
        """
        _write(file, [*(one for one in _served(file) if one != self and one.answers), self])

    def take_away(self, file: Path) -> None:
        """Remove this service from the file; other services of the same store stay in it."""
        _write(file, [one for one in _served(file) if one != self])

    @property
    def answers(self) -> bool:
        """True if something listens there now."""
        return takes_connections("127.0.0.1", self.port) or takes_connections(urlsplit(self.url).hostname, self.port)


def served_address(file: Path) -> ServedAddress | None:
    """Return the newest service of a store that answers; if none does, the newest that was not stopped, or None."""
    newest_first = _served(file)[::-1]
    return next((one for one in newest_first if one.answers), newest_first[0] if newest_first else None)


def _served(file: Path) -> list[ServedAddress]:
    with suppress(OSError, DecodeError):
        return json.decode(file.read_bytes(), type=list[ServedAddress])
    return []


def _write(file: Path, services: list[ServedAddress]) -> None:
    with suppress(OSError):
        if services:
            file.write_bytes(json.encode(services))
        else:
            file.unlink()


def takes_connections(host: str | None, port: int) -> bool:
    """True if something listens at this host and port."""
    with suppress(OSError), socket.create_connection((host or "", port), timeout=TIMEOUT):
        return True
    return False

"""Requests that were answered: whoever did not hear the answer sends the same again, and nothing is doubled."""

from hashlib import sha256
from typing import Any
from uuid import UUID

from msgspec import Struct


class Request(Struct, frozen=True):
    """A request by the key that its sender chose, and the version that the match has once it is answered."""

    key: str
    match: UUID
    version: int
    asked: str
    """What tells it from another request with the same key."""


class Answer(Struct, frozen=True):
    """How a request was answered that was sent before."""

    version: int
    asked: str


def keep(c: Any, request: Request) -> None:
    """Writes down a request in the transaction of what it recorded; the same a second time is an error of integrity."""
    values = (_digest(request.key), request.match.hex, request.version, request.asked)
    c.execute("INSERT INTO requests VALUES (?,?,?,?)", values)


def answer(c: Any, key: str, match: UUID) -> Answer | None:
    """What answered a request; None where nothing did."""
    c.execute("SELECT version, asked FROM requests WHERE match = ? AND key = ?", (match.hex, _digest(key)))
    row = c.fetchone()
    return None if row is None else Answer(*row)


def _digest(key: str) -> str:
    """Of a key as much as tells it from others, whatever its sender wrote into it."""
    return sha256(key.encode()).hexdigest()[:32]

"""Requests that were answered: whoever did not hear the answer sends the same again, and nothing is doubled."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any
from uuid import UUID

from msgspec import Struct


class IdempotentRequest(Struct, frozen=True):
    """A request by its name, see `request_name`, and the version that the match has once it is answered."""

    name: str
    match: UUID
    version: int
    asked: str
    """What tells it from another request of the same name."""


class Answer(Struct, frozen=True):
    """How a request was answered that was sent before."""

    version: int
    asked: str


def insert_request(c: Any, request: IdempotentRequest) -> None:
    """Writes down a request in the transaction of what it recorded (decision 120). Raises an error of integrity for one
    that is there.
    """
    values = (request.name, request.match.hex, request.version, request.asked)
    c.execute("INSERT INTO requests VALUES (?,?,?,?)", values)


def recorded_answer(c: Any, names: Sequence[str], match: UUID) -> Answer | None:
    """What answered a request that goes by one of these names; None where nothing did."""
    marks = ", ".join("?" * len(names))
    c.execute(f"SELECT version, asked FROM requests WHERE match = ? AND key IN ({marks})", (match.hex, *names))
    row = c.fetchone()
    return None if row is None else Answer(*row)


def request_name(sender: str, key: str) -> str:
    """The name of a request: a digest of who sent it and of the key that they chose, whatever they wrote into it."""
    # The sender belongs to it, so that two who chose the same key are not told of each other (decision 193). No key has
    # a line break, so that none of these is a digest of a key alone, as older programs kept them.
    return sha256(f"{sender}\n{key}".encode()).hexdigest()[:32]

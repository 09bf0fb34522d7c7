"""Events that cannot be read are taken out of a batch, so that one damaged row does not hide all others."""

import re
from typing import Any, Final, NamedTuple
from uuid import UUID

import pyarrow as pa

from analytics.source import Batch
from domain.storage import Damaged, event_in


class Unreadable(NamedTuple):
    """Where an event lies that cannot be read; nothing in it is believed."""

    match: str
    version: int | None
    topic: str | None


HUGE: Final = re.compile(r"[:\[,]-?\d{19,}[,\]}]")
"""A number that is too large for a column."""


def sieved(batch: Batch) -> tuple[Batch, tuple[Unreadable, ...]]:
    """The batch without the events that cannot be read, and those."""
    rows = batch.events.to_pylist()
    bad = [not _readable(row) for row in rows]
    unread = tuple(
        Unreadable(str(row["match"]), row["version"], row["topic"]) for row, out in zip(rows, bad, strict=True) if out
    )
    events = batch.events.filter(pa.array([not out for out in bad]))
    heads = batch.heads.filter(
        pa.array([_is_id(match) for match in batch.heads.column("match").to_pylist()], pa.bool_())
    )
    return batch._replace(events=events, heads=heads), unread


def _readable(row: dict[str, Any]) -> bool:
    if not _is_id(row["match"]) or not isinstance(row["state"], str) or HUGE.search(row["state"]):
        return False
    try:
        event_in(UUID(row["match"]), row["version"], row["topic"], row["state"].encode())
    except Damaged:
        return False
    return True


def _is_id(text: object) -> bool:
    try:
        return isinstance(text, str) and UUID(text).hex == text
    except ValueError:
        return False

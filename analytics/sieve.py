"""Events that cannot be read are taken out of a batch, so that one damaged row does not hide all others."""

from typing import Any, Final, NamedTuple
from uuid import UUID

import pyarrow as pa
from msgspec import DecodeError, json

from analytics.source import Batch
from domain.records.mapping import Damaged, event_in


class Unreadable(NamedTuple):
    """Where an event lies that cannot be read; nothing in it is believed."""

    match: str
    version: int | None
    topic: str | None


LARGEST: Final = 2**63
"""What no number in a column reaches."""


def sieved(batch: Batch) -> tuple[Batch, tuple[Unreadable, ...]]:
    """The batch without the events that cannot be read, and those; results that cannot be are left out too."""
    return without(batch, [not _readable(row) for row in _rows(batch.events)])


def without(batch: Batch, bad: list[bool]) -> tuple[Batch, tuple[Unreadable, ...]]:
    """The batch without some of its events, and those."""
    mask = pa.array(bad, pa.bool_())
    unread = tuple(
        Unreadable(str(row["match"]), row["version"], row["topic"]) for row in _rows(batch.events.filter(mask))
    )
    heads = [row | {"result": _result(row["result"])} for row in _rows(batch.heads) if _is_id(row["match"])]
    sound = batch.events.filter(pa.array([not one for one in bad], pa.bool_()))
    return batch._replace(events=sound, heads=pa.Table.from_pylist(heads, schema=batch.heads.schema)), unread


def _rows(table: pa.Table) -> list[dict[str, Any]]:
    """Rows whose texts may be no UTF-8; what an event says stays bytes."""
    texts = [one.name for one in table.schema if pa.types.is_string(one.type)]
    raw = table.cast(pa.schema([(one.name, pa.binary() if one.name in texts else one.type) for one in table.schema]))
    return [row | {name: _text(row[name]) for name in texts if name != "state"} for row in raw.to_pylist()]


def _text(raw: bytes | None) -> str | None:
    return None if raw is None else raw.decode(errors="replace")


def _readable(row: dict[str, Any]) -> bool:
    if not _is_id(row["match"]) or row["state"] is None:
        return False
    try:
        row["state"].decode()
        event_in(UUID(row["match"]), row["version"], row["topic"], row["state"])
    except (Damaged, UnicodeDecodeError):
        return False
    return _fits(json.decode(row["state"]))


def _result(text: str | None) -> str | None:
    """How a match ended, where its scores can be stored."""
    try:
        return text if text and _fits(json.decode(text)) else None
    except DecodeError:
        return None


def _fits(value: object) -> bool:
    """Whether every number in it is small enough for a column."""
    if isinstance(value, dict | list):
        return all(map(_fits, value.values() if isinstance(value, dict) else value))
    return not isinstance(value, int | float) or -LARGEST <= value < LARGEST


def _is_id(text: object) -> bool:
    try:
        return isinstance(text, str) and UUID(text).hex == text
    except ValueError:
        return False

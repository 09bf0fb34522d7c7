"""Events that cannot be read are taken out of a batch, so that one damaged row does not hide all others.

Whether events follow each other is for `chain_check`, which looks at columns: that is cheap enough for all of them, and
to decode each event is not. Here rows are decoded, one by one, once it is known that something is wrong with a batch.
"""

from typing import Any, Final, NamedTuple
from uuid import UUID

import pyarrow as pa
import pyarrow.compute as pc
from msgspec import DecodeError, json

from ludograph.analytics.extract.source import Batch
from ludograph.domain.store.errors import Damaged
from ludograph.domain.store.event_mapper import event_in


class QuarantinedEvent(NamedTuple):
    """Where an event lies that cannot be read; nothing in it is believed."""

    match: str
    version: int | None
    topic: str | None


LARGEST: Final = 2**63
"""What no number in a column reaches: JSON may hold larger ones, and DuckDB would refuse the batch for one."""


def without_unreadable(batch: Batch) -> tuple[Batch, tuple[QuarantinedEvent, ...]]:
    """The batch without the events that cannot be read, and those; results that cannot be are left out too."""
    return without_events(batch, [not _readable(row) for row in _rows(batch.events)])


def without_altered(
    batch: Batch, gone: set[str], known: set[str]
) -> tuple[Batch, tuple[QuarantinedEvent, ...], set[str]]:
    """The batch without what does not hang together, the events in it that cannot be read, and matches left out.

    What is `gone` already stays so. Where unreadable events explain it, now or because they were `known` before, only
    they are left out: no more is amiss than is said.
    """
    # Only these are decoded one by one: where nothing is wrong with a million events, nothing is paid.
    suspects = pa.array([*batch.altered, *(name.encode() for name in gone)], pa.binary())
    rows = iter(_rows(batch.events.filter(_among(batch.events, suspects))))
    bad = [suspect and not _readable(next(rows)) for suspect in _among(batch.events, suspects).to_pylist()]
    sound, unread = without_events(batch, bad)
    known = known | {row.match for row in unread}
    left_out = gone | {name for name in map(_text, batch.altered) if name is not None and name not in known}
    names = pa.array([name.encode() for name in left_out], pa.binary())
    events, heads = (one.filter(pc.invert(_among(one, names))) for one in (sound.events, sound.heads))
    return sound._replace(events=events, heads=heads), unread, left_out - gone


def _among(table: pa.Table, matches: pa.Array) -> pa.ChunkedArray:
    """For each row whether it is of one of these matches."""
    return pc.is_in(table.column("match").cast(pa.binary()), matches)


def without_events(batch: Batch, bad: list[bool]) -> tuple[Batch, tuple[QuarantinedEvent, ...]]:
    """The batch without some of its events, and those."""
    mask = pa.array(bad, pa.bool_())
    unread = tuple(
        QuarantinedEvent(str(row["match"]), row["version"], row["topic"]) for row in _rows(batch.events.filter(mask))
    )
    # A result that no column holds becomes NULL: the match keeps its row, and all else that is known of it.
    heads = [row | {"result": _result(row["result"])} for row in _rows(batch.heads) if _is_id(row["match"])]
    sound = batch.events.filter(pa.array([not one for one in bad], pa.bool_()))
    return batch._replace(events=sound, heads=pa.Table.from_pylist(heads, schema=batch.heads.schema)), unread


def _rows(table: pa.Table) -> list[dict[str, Any]]:
    """Rows whose texts may be no UTF-8; what an event says stays bytes."""
    # Read as bytes: as texts, one that is no UTF-8 would end the reading of its whole column.
    texts = [one.name for one in table.schema if pa.types.is_string(one.type)]
    raw = table.cast(pa.schema([(one.name, pa.binary() if one.name in texts else one.type) for one in table.schema]))
    return [row | {name: _text(row[name]) for name in texts if name != "state"} for row in raw.to_pylist()]


def _text(raw: bytes | None) -> str | None:
    return None if raw is None else raw.decode(errors="replace")


def _readable(row: dict[str, Any]) -> bool:
    if not _is_id(row["match"]) or row["state"] is None:
        return False
    try:
        # DuckDB refuses a text that is no UTF-8, wherever in the event it stands.
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

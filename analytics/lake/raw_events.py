"""The raw events of a lake: rows as they are stored, with their digests, so that a store can be made of them again.

They are for the judge alone: an event says what every player keeps to themselves.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final
from uuid import UUID

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from duckdb import DuckDBPyConnection

from ludograph.analytics.extract.source import Source
from ludograph.analytics.lake.partitions import MatchExtent, Partition
from ludograph.domain.match.events import broken
from ludograph.domain.store.streams import is_id

EVENTS: Final = "stored_events"
"""What the table is called."""
COLUMNS: Final[Mapping[str, tuple[str, pa.DataType, str]]] = {
    "match": ("VARCHAR", pa.string(), "The id of the match or tournament."),
    "version": ("BIGINT", pa.int64(), "Which event of it this is, 1 first, without gaps."),
    "position": ("BIGINT", pa.int64(), "Where it lay in the store: what was recorded later has a larger one."),
    "topic": ("VARCHAR", pa.string(), "The stable name of its kind, such as `sun-bid.bid`."),
    "state": ("VARCHAR", pa.string(), "The event to the byte: JSON in UTF-8, which ends with the digest."),
    "digest": ("VARCHAR", pa.string(), "Its digest, SHA-256 over the topic, a newline and what is before the digest."),
}
"""The columns, by name: their types in the manifest and in the files, and what they hold."""
SCHEMA: Final = pa.schema(
    [*((name, kind) for name, (_, kind, _) in COLUMNS.items()), ("game", pa.string()), ("month", pa.string())]
)
AT_ONCE: Final = 20_000
"""Events that are read together, and lie together in a row group; a match is never cut for it."""
UNREADABLE: Final = """SELECT match FROM unread UNION SELECT match FROM internal.altered
    UNION SELECT tournament FROM internal.missed"""


class RawEventReader:
    """Reads raw events from the store, of each match as many as the archive knew; what does not fit is left out."""

    def __init__(self, source: Source, connection: DuckDBPyConnection) -> None:
        self._source = source
        names = [name for (name,) in connection.execute(UNREADABLE).fetchall()]
        self.left_out = {str(UUID(name)) for name in names if is_id(name)}
        """The matches and tournaments whose raw events cannot be told, for they are damaged, or of a newer program."""

    def write(self, part: Partition, extents: Mapping[str, MatchExtent], path: Path) -> int:
        """Writes the events of a part into a file, match by match in their order; returns how many."""
        wanted = {match: events for match, events in part.matches.items() if match not in self.left_out}
        written = 0
        with closing(pq.ParquetWriter(path, SCHEMA, compression="zstd")) as file:
            for chunk in _chunks(wanted):
                rows = _with_extent(self._rows(chunk), chunk, extents)
                if rows.num_rows:
                    file.write_table(rows)
                written += rows.num_rows
        return written

    def _rows(self, wanted: Mapping[str, int]) -> pa.Table:
        """The events of these matches, as they lie in the files."""
        names = {UUID(match).hex: match for match in wanted}
        found = self._source.events_of(sorted(names))
        places = _places(found, list(names))
        told = pc.take(pa.array(list(names.values()), pa.string()), places)
        counts = pc.take(pa.array([wanted[match] for match in names.values()], pa.int64()), places)
        rows = found.append_column("id", told).filter(pc.less_equal(found.column("version"), counts))
        whole = _sound(rows, wanted)
        self.left_out |= set(wanted) - whole
        rows = rows.filter(pc.is_in(rows.column("id"), pa.array(sorted(whole), pa.string())))
        digests = pc.utf8_slice_codeunits(rows.column("state"), start=-66, stop=-2)
        columns = [rows.column(name) for name in ("id", "version", "position", "topic", "state")]
        return pa.table([*columns, digests], names=list(COLUMNS))


def _with_extent(rows: pa.Table, wanted: Mapping[str, int], extents: Mapping[str, MatchExtent]) -> pa.Table:
    """Rows with the game of each match, and the month in which it was played."""
    places = pc.index_in(rows.column("match"), pa.array(list(wanted), pa.string()))
    told = ([extents[match].game for match in wanted], [extents[match].month for match in wanted])
    more = [pc.take(pa.array(values, pa.string()), places) for values in told]
    return pa.table([*rows.columns, *more], schema=SCHEMA)


def write_none(path: Path) -> None:
    """Writes a file without any events, which tells the columns."""
    pq.write_table(SCHEMA.empty_table(), path, compression="zstd")


def _chunks(wanted: Mapping[str, int]) -> Iterator[dict[str, int]]:
    """Some matches at a time, so that all their events have room."""
    chunk: dict[str, int] = {}
    size = 0
    for match, events in sorted(wanted.items()):
        if chunk and size + events > AT_ONCE:
            yield chunk
            chunk, size = {}, 0
        chunk[match] = events
        size += events
    if chunk:
        yield chunk


def _places(rows: pa.Table, names: Sequence[str]) -> pa.ChunkedArray:
    """At which place each row's match stands among these names."""
    return pc.index_in(rows.column("match").cast(pa.binary()), pa.array([name.encode() for name in names], pa.binary()))


def _sound(rows: pa.Table, wanted: Mapping[str, int]) -> set[str]:
    """The matches of which all events are there, each as its digest seals it."""
    counted = dict.fromkeys(wanted, 0)
    columns: list[Sequence[Any]] = [rows.column(name).cast(pa.binary()).to_pylist() for name in ("topic", "state")]
    for match, version, topic, state in zip(
        rows.column("id").to_pylist(), rows.column("version").to_pylist(), *columns, strict=True
    ):
        fits = version == counted[match] + 1 and not broken((topic or b"").decode(errors="replace"), state)
        counted[match] += fits
    return {match for match, count in counted.items() if count == wanted[match]}

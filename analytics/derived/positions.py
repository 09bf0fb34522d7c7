"""The tables at steps: made when first asked, from then on kept like the others, match by match.

They cost as much as drawing every table of every match, so that nobody has to wait for them who does not ask. Which
matches are in them, and with how many events, is known; the others, and those that have gone on, are worked out and
put aside, and go into the tables together.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any, Final
from uuid import UUID

import pyarrow as pa
import pyarrow.compute as pc
from duckdb import DuckDBPyConnection
from msgspec import msgpack

from ludograph.analytics.derived.decisions import decisions_of
from ludograph.analytics.derived.intervals import states_at_steps, table_at_steps
from ludograph.analytics.derived.needs import WITHOUT_POSITIONS
from ludograph.analytics.derived.position_staging import Missing, PositionStaging
from ludograph.analytics.derived.position_workers import WorkerPool, pool_for
from ludograph.analytics.extract.concealment import observer_of
from ludograph.analytics.extract.observers import ObserverName
from ludograph.analytics.extract.source import Source
from ludograph.analytics.tables.definitions import AT_STEPS, common_tables
from ludograph.domain.match.aggregate import rebuilt
from ludograph.domain.store.errors import StoreError
from ludograph.domain.store.event_mapper import event_in
from ludograph.domain.store.recorder import UNFOLDABLE

TOGETHER: Final = 2_000
"""Matches of so many events are worked out and put aside at once: no more is lost where a program is killed."""
AT_ONCE: Final = 100
"""Batches whose rows are in memory at once when they go into the tables."""
History = tuple[str, list[tuple[int, str, str]]]
"""A match by its id, and its events: version, topic and state."""
ARROW: Final = {"VARCHAR": pa.string(), "UUID": pa.string(), "BOOLEAN": pa.bool_(), "VARCHAR[]": pa.list_(pa.string())}
"""The types of columns in Arrow; of all others numbers."""


def missing_positions(connection: DuckDBPyConnection) -> list[tuple[str, int]]:
    """The matches that are not in the tables as they stand, each with the number of its events."""
    sql = f"SELECT replace(CAST(match AS VARCHAR), '-', ''), events {WITHOUT_POSITIONS} ORDER BY match"
    return connection.execute(sql).fetchall()


def stage_positions(
    staging: PositionStaging,
    missing: Missing,
    source: Source,
    observer: ObserverName,
    progress: Callable[[float], None] | None,
) -> None:
    """Works out the rows of these matches as far as they are not put aside yet, and puts them aside, some at a time."""
    lacking = staging.lacks(missing)
    total, left = (max(1, sum(events for _, events in some)) for some in (missing, lacking))
    with pool_for(left, batch_rows) as pool:
        for some, rows in _worked_out(lacking, source, observer, pool):
            staging.put(some, rows)
            left -= sum(events for _, events in some)
            if progress:
                progress(1 - left / total)


def _worked_out(
    lacking: Missing, source: Source, observer: ObserverName, pool: WorkerPool
) -> Iterator[tuple[Missing, bytes]]:
    """Matches with their rows, some at a time; the next are read while others work on these."""
    waiting: deque[tuple[Missing, Callable[[], bytes]]] = deque()
    for part in _parts(lacking):
        waiting.append((part, pool.submit(_histories(source, part), observer.name)))
        if len(waiting) >= pool.room:
            done, rows = waiting.popleft()
            yield done, rows()
    for done, rows in waiting:
        yield done, rows()


def _histories(source: Source, part: Missing) -> list[History]:
    found = source.histories([name for name, _ in part])
    return [(name, [(row["version"], row["topic"], row["state"]) for row in rows]) for name, rows in found.items()]


def _parts(lacking: Missing) -> Iterator[Missing]:
    """These matches in parts of about as many events."""
    part: list[tuple[str, int]] = []
    held = 0
    for one in lacking:
        part.append(one)
        held += one[1]
        if held >= TOGETHER:
            yield part
            part, held = [], 0
    if part:
        yield part


def batch_rows(histories: Sequence[History], observer: str) -> bytes:
    """The rows of the tables at steps for these matches, in Arrow's format; nothing of a match that cannot be read."""
    rows: dict[str, list[tuple[Any, ...]]] = {name: [] for name in AT_STEPS}
    for name, events in histories:
        with suppress(StoreError, *UNFOLDABLE):
            id = UUID(name)
            match = rebuilt(None, (event_in(id, version, topic, state.encode()) for version, topic, state in events))
            if match is not None:
                eyes = observer_of(match.history, ObserverName(observer))
                found = table_at_steps(match, eyes)
                found["decisions"] = [*decisions_of(match, states_at_steps(match, eyes))]
                for table, told in found.items():
                    rows[table] += [(name, match.game.id, *row) for row in told]
    return msgpack.encode({name: _in_arrow(schema, rows[name]) for name, schema in _schemas().items() if rows[name]})


def _schemas() -> dict[str, pa.Schema]:
    """The columns of the tables, as their rows have them."""
    return {
        table.name: pa.schema((column.name, ARROW.get(column.type, pa.int64())) for column in table.columns)
        for table in common_tables()
        if table.name in AT_STEPS
    }


def _in_arrow(schema: pa.Schema, rows: list[tuple[Any, ...]]) -> bytes:
    columns = [pa.array(column, field.type) for field, column in zip(schema, zip(*rows, strict=True), strict=True)]
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, schema, options=pa.ipc.IpcWriteOptions(compression="lz4")) as writer:
        writer.write_batch(pa.record_batch(columns, schema=schema))
    return bytes(sink.getvalue())


def make_positions(
    connection: DuckDBPyConnection, source: Source, observer: ObserverName, staging: PositionStaging
) -> None:
    """Puts into the tables what is aside, and works out the rest. Within the transaction that is open."""
    missing = missing_positions(connection)
    stage_positions(staging, missing, source, observer, None)
    _clear(connection, [match for match, _ in missing])
    batches = staging.batches(missing)
    while some := list(islice(batches, AT_ONCE)):
        _put(connection, some)
    connection.register("laid", pa.table({"match": [name for name, _ in missing], "events": [n for _, n in missing]}))
    connection.execute("INSERT INTO internal.laid BY NAME FROM laid")
    connection.unregister("laid")


def _clear(connection: DuckDBPyConnection, matches: list[str]) -> None:
    """Takes out what is there of these matches, as they stood before."""
    for table in ("internal.laid", *AT_STEPS):
        connection.execute(f"DELETE FROM {table} WHERE match IN (SELECT CAST(unnest(?) AS UUID))", [matches])


def _put(connection: DuckDBPyConnection, some: Sequence[tuple[bytes, list[str]]]) -> None:
    """Puts the rows of these matches into the tables."""
    found: dict[str, list[pa.Table]] = {name: [] for name in AT_STEPS}
    for rows, matches in some:
        for name, encoded in msgpack.decode(rows).items():
            table = pa.ipc.open_stream(encoded).read_all()
            found[name].append(table.filter(pc.is_in(table.column("match"), pa.array(matches))))
    for name, tables in found.items():
        if tables:
            connection.register("incoming", pa.concat_tables(tables))
            connection.execute(f"INSERT INTO {name} BY NAME FROM incoming")
            connection.unregister("incoming")

"""The tables at steps: made when first asked, from then on kept like the others, match by match.

They cost as much as drawing every table of every match, so that nobody has to wait for them who does not ask. Which
matches are in them, and with how many events, is known; the others, and those that have gone on, are worked out.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any, Final
from uuid import UUID

import pyarrow as pa
from duckdb import DuckDBPyConnection

from ludograph.analytics.derived.intervals import table_at_steps
from ludograph.analytics.derived.needs import WITHOUT_POSITIONS
from ludograph.analytics.extract.concealment import observer_of
from ludograph.analytics.extract.observers import ObserverName
from ludograph.analytics.extract.source import Source
from ludograph.analytics.tables.definitions import AT_STEPS, common_tables
from ludograph.domain.match.aggregate import Match, rebuilt
from ludograph.domain.store.errors import StoreError
from ludograph.domain.store.event_mapper import event_in
from ludograph.domain.store.recorder import UNFOLDABLE

TOGETHER: Final = 100
"""Matches that are worked out and stored at once."""


def make_positions(
    connection: DuckDBPyConnection, source: Source, observer: ObserverName, progress: Callable[[float], None] | None
) -> None:
    """Works out the matches that are not in them as they stand, some at a time, each time in a transaction."""
    missing = connection.execute(
        f"SELECT replace(CAST(match AS VARCHAR), '-', ''), events {WITHOUT_POSITIONS} ORDER BY match"
    ).fetchall()
    # Taken out first, all of them: killed on the way, some are missing and made the next time, and none is there twice.
    _clear(connection, [match for match, _ in missing])
    for done in range(0, len(missing), TOGETHER):
        if progress:
            progress(done / len(missing))
        some = missing[done : done + TOGETHER]
        _put(connection, some, list(_matches(source, [match for match, _ in some])), observer)


def _clear(connection: DuckDBPyConnection, matches: list[str]) -> None:
    """Takes out what is there of these matches, as they stood before."""
    connection.execute("BEGIN")
    for table in ("internal.laid", *AT_STEPS):
        connection.execute(f"DELETE FROM {table} WHERE match IN (SELECT CAST(unnest(?) AS UUID))", [matches])
    connection.execute("COMMIT")


def _put(connection: DuckDBPyConnection, some: Sequence[Any], matches: list[Match], observer: ObserverName) -> None:
    rows: dict[str, list[Any]] = {name: [] for name in AT_STEPS}
    for match in matches:
        with suppress(*UNFOLDABLE):
            for name, found in table_at_steps(match, observer_of(match.history, observer)).items():
                rows[name] += ((match.id.hex, match.game.id, *row) for row in found)
    connection.execute("BEGIN")
    for table in common_tables():
        if rows.get(table.name):
            columns = zip(*rows[table.name], strict=True)
            names = [column.name for column in table.columns]
            incoming = pa.table(dict(zip(names, map(pa.array, columns), strict=True)))
            connection.register("incoming", incoming)
            connection.execute(f"INSERT INTO {table.name} BY NAME FROM incoming")
            connection.unregister("incoming")
    connection.executemany("INSERT INTO internal.laid VALUES (?, ?)", [list(one) for one in some])
    connection.execute("COMMIT")


def _matches(source: Source, names: list[str]) -> Iterator[Match]:
    """These matches as they stand, without those of which an event cannot be read."""
    for name, rows in sorted(source.histories(names).items()):
        with suppress(StoreError, *UNFOLDABLE):
            id = UUID(name)
            match = rebuilt(None, (event_in(id, row["version"], row["topic"], row["state"].encode()) for row in rows))
            if match is not None:
                yield match

"""The tables at steps: made when first asked, from then on kept like the others, match by match.

They cost as much as drawing every table of every match, so that nobody has to wait for them who does not ask. Which
matches are in them, and with how many events, is known; the others, and those that have gone on, are worked out and
put aside, and go into the tables together.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Final
from uuid import UUID

import pyarrow as pa
from duckdb import DuckDBPyConnection

from ludograph.analytics.derived.decisions import decisions_of
from ludograph.analytics.derived.intervals import states_at_steps, table_at_steps
from ludograph.analytics.derived.needs import WITHOUT_POSITIONS
from ludograph.analytics.derived.position_staging import Missing, PositionStaging, Rows
from ludograph.analytics.extract.concealment import observer_of
from ludograph.analytics.extract.observers import ObserverName
from ludograph.analytics.extract.source import Source
from ludograph.analytics.tables.definitions import AT_STEPS, common_tables
from ludograph.domain.match.aggregate import Match, rebuilt
from ludograph.domain.store.errors import StoreError
from ludograph.domain.store.event_mapper import event_in
from ludograph.domain.store.recorder import UNFOLDABLE

TOGETHER: Final = 10
"""Matches that are put aside at once: no more is lost where a program is killed."""
AT_ONCE: Final = 500
"""Matches whose rows are in memory at once when they go into the tables."""


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
    for done in range(0, len(lacking), TOGETHER):
        if progress:
            progress(1 - (len(lacking) - done) / len(missing))
        some = lacking[done : done + TOGETHER]
        found = {match.id.hex: match for match in _matches(source, [name for name, _ in some])}
        staging.put((name, events, _rows(found.get(name), observer)) for name, events in some)


def make_positions(
    connection: DuckDBPyConnection, source: Source, observer: ObserverName, staging: PositionStaging
) -> None:
    """Puts into the tables what is aside, and works out the rest. Within the transaction that is open."""
    missing = missing_positions(connection)
    stage_positions(staging, missing, source, observer, None)
    _clear(connection, [match for match, _ in missing])
    for at in range(0, len(missing), AT_ONCE):
        _put(connection, missing[at : at + AT_ONCE], staging)


def _rows(match: Match | None, observer: ObserverName) -> Rows:
    """The rows of a match; none of one that cannot be read."""
    with suppress(*UNFOLDABLE):
        if match is not None:
            eyes = observer_of(match.history, observer)
            found = table_at_steps(match, eyes)
            found["decisions"] = list(decisions_of(match, states_at_steps(match, eyes)))
            return {name: [(match.game.id, *row) for row in rows] for name, rows in found.items()}
    return {}


def _clear(connection: DuckDBPyConnection, matches: list[str]) -> None:
    """Takes out what is there of these matches, as they stood before."""
    for table in ("internal.laid", *AT_STEPS):
        connection.execute(f"DELETE FROM {table} WHERE match IN (SELECT CAST(unnest(?) AS UUID))", [matches])


def _put(connection: DuckDBPyConnection, some: Missing, staging: PositionStaging) -> None:
    rows: dict[str, list[Any]] = {name: [] for name in AT_STEPS}
    for match, events in some:
        for name, found in (staging.rows(match, events) or {}).items():
            rows[name] += ((match, *row) for row in found)
    for table in common_tables():
        if rows.get(table.name):
            columns = zip(*rows[table.name], strict=True)
            names = [column.name for column in table.columns]
            incoming = pa.table(dict(zip(names, map(pa.array, columns), strict=True)))
            connection.register("incoming", incoming)
            connection.execute(f"INSERT INTO {table.name} BY NAME FROM incoming")
            connection.unregister("incoming")
    connection.executemany("INSERT INTO internal.laid VALUES (?, ?)", [list(one) for one in some])


def _matches(source: Source, names: list[str]) -> Iterator[Match]:
    """These matches as they stand, without those of which an event cannot be read."""
    for name, rows in sorted(source.histories(names).items()):
        with suppress(StoreError, *UNFOLDABLE):
            id = UUID(name)
            match = rebuilt(None, (event_in(id, row["version"], row["topic"], row["state"].encode()) for row in rows))
            if match is not None:
                yield match

"""What leaves the event store for the archive: rows as Arrow, read by ADBC from one state of the store."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import adbc_driver_sqlite.dbapi as adbc
import pyarrow as pa

from domain.storage import uri_for_reading

BATCH: Final = 100_000
"""Events that are projected in one transaction; together with what is made of them they take some 500 MB."""
DIGEST: Final = "substr(CAST(state AS TEXT), -66, 64)"
EVENTS: Final = (
    "SELECT rowid AS position, CAST(originator_id AS TEXT) AS match, CAST(originator_version AS INTEGER) AS version, "
    "CAST(topic AS TEXT) AS topic, CAST(state AS TEXT) AS state FROM stored_events "
    "WHERE rowid > {after} AND rowid <= {last} ORDER BY rowid LIMIT {batch}"
)
HEADS: Final = (
    "SELECT match, version AS events, steps, over, {result} AS result FROM heads WHERE match IN "
    "(SELECT originator_id FROM stored_events WHERE rowid > {after} AND rowid <= {last})"
)


class Batch(NamedTuple):
    """Events in the order of the store, where the matches stand that they are of, and the last of them.

    `events` has position, match, version, topic and state; `heads` match, events, steps, over and result.
    """

    events: pa.Table
    heads: pa.Table
    position: int
    digest: str


class Source:
    """One state of the store, whatever is recorded meanwhile."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection
        self.last = self._number("SELECT coalesce(max(rowid), 0) AS n FROM stored_events")
        """The position of the newest event."""
        held = self._table("SELECT name FROM pragma_table_info('heads')").column(0).to_pylist()
        self._result = "result" if "result" in held else "NULL"

    def digest_at(self, position: int) -> str:
        """The digest of the event at a position; empty where there is none."""
        found = self._table(f"SELECT {DIGEST} AS digest FROM stored_events WHERE rowid = {position}")
        return str(found.column(0)[0].as_py()) if found.num_rows else ""

    def batches(self, after: int, size: int = BATCH) -> Iterator[Batch]:
        """The events after a position, some at a time."""
        while after < self.last:
            events = self._table(EVENTS.format(after=after, last=self.last, batch=size))
            if not events.num_rows:
                return
            last = events.column("position")[events.num_rows - 1].as_py()
            heads = self._table(HEADS.format(after=after, last=last, result=self._result))
            yield Batch(events, heads, last, self.digest_at(last))
            after = last

    def _number(self, sql: str) -> int:
        return int(self._table(sql).column(0)[0].as_py())

    def _table(self, sql: str) -> pa.Table:
        with closing(self._connection.cursor()) as cursor:
            cursor.execute(sql)
            return cursor.fetch_arrow_table()


@contextmanager
def opened(store: Path) -> Iterator[Source]:
    """The store for reading; it is never written."""
    with closing(adbc.connect(uri_for_reading(store))) as connection:
        yield Source(connection)

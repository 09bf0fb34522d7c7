"""Batches of events into the tables of an archive, whatever is wrong with some of them."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

import duckdb
from duckdb import DuckDBPyConnection
from eventsourcing.persistence import Tracking

from ludograph.analytics.archive.projection import project
from ludograph.analytics.archive.specification import ArchiveSpec
from ludograph.analytics.archive.tracking import UPSTREAM, DuckDBTrackingRecorder
from ludograph.analytics.extract.concealment import Concealer
from ludograph.analytics.extract.observers import position_mark
from ludograph.analytics.extract.quarantine import QuarantinedEvent, without_altered, without_events, without_unreadable
from ludograph.analytics.extract.source import Batch
from ludograph.analytics.tables import schema
from ludograph.analytics.tables.definitions import all_tables
from ludograph.domain.store.errors import Damaged

Progress = Callable[[float], None]
WRONG: Final = (duckdb.DataError, duckdb.ProgrammingError, Damaged, LookupError, ValueError)
"""What is raised where an event is at fault, and not the disk."""
LOST: Final = QuarantinedEvent("", None, None)
"""What is known of an event that lies where the file is damaged."""


class ArchiveWriter:
    """Puts batches into an archive, each in a transaction of its own that holds how far the archive has come.

    What is killed on the way is rolled back whole, and read once more the next time.
    """

    def __init__(self, connection: DuckDBPyConnection, spec: ArchiveSpec, offset: int) -> None:
        observer = spec.observer
        self._connection = connection
        self._forks = spec.forks
        self._observer = observer
        self._offset = offset
        self._tracking = DuckDBTrackingRecorder(connection)
        self._concealer = None if observer.see_all else Concealer(connection, observer)
        self.progress: Progress = lambda done: None

    def write(self, batch: Batch) -> None:
        """Writes a batch; where something in it cannot be read, or was altered, the rest."""
        gone = self._names("internal.altered")
        unread: tuple[QuarantinedEvent, ...] = ()
        if batch.altered or gone:
            batch, unread, left_out = without_altered(batch, gone, self._names("unread"))
            self._leave_out(left_out)
        try:
            self._write(batch, unread)
        except WRONG:  # hardly ever: not before is each event read by itself, which takes much longer
            sound, more = without_unreadable(batch)
            rest = without_events(sound, self._refused(sound))
            self._write(rest[0], (*unread, *more, *rest[1]))

    def _names(self, table: str) -> set[str]:
        """The matches that a table names."""
        return {name for (name,) in self._connection.execute(f"SELECT DISTINCT match FROM {table}").fetchall()}

    def _refused(self, batch: Batch) -> list[bool]:
        """For each event whether the tables refuse it, found by trying ever smaller parts of the batch."""
        # DuckDB says that a batch cannot be stored, but not which row is at fault; by halves a few cost few attempts.
        try:
            self._project(batch)
        except WRONG:
            if batch.events.num_rows == 1:
                return [True]
            half = batch.events.num_rows // 2
            parts = (batch.events.slice(0, half), batch.events.slice(half))
            return [one for part in parts for one in self._refused(batch._replace(events=part))]
        finally:
            self._connection.execute("ROLLBACK")
        return [False] * batch.events.num_rows

    def _write(self, batch: Batch, unread: Sequence[QuarantinedEvent]) -> None:
        connection = self._connection
        try:
            self._project(batch)
            for row in (*unread, *[LOST] * batch.lost):
                # Somebody else than the judge learns that something is left out, but not what: it may be withheld.
                shown = row if self._concealer is None else row._replace(version=None, topic=None)
                connection.execute("INSERT INTO unread VALUES (?, ?, ?)", list(shown))
            # In the transaction of the rows: the position can never be ahead of them, or behind.
            self._tracking.insert_tracking(Tracking(UPSTREAM, batch.position + self._offset))
            connection.execute("DELETE FROM internal.mark")
            connection.execute("INSERT INTO internal.mark VALUES (?)", [position_mark(batch.digest, self._observer)])
        except BaseException:
            with suppress(duckdb.Error):
                connection.execute("ROLLBACK")
            raise
        connection.execute("COMMIT")

    def _leave_out(self, matches: set[str]) -> None:
        """Takes matches out of the tables in which earlier batches put what came before the gap."""
        names = [sorted(matches)]
        self._connection.execute("BEGIN")
        for table in all_tables():
            if table.name != "unread" and any(column.name == "match" for column in table.columns):
                place = schema.stored_in(table)
                self._connection.execute(f"DELETE FROM {place} WHERE match IN (SELECT CAST(unnest(?) AS UUID))", names)
        self._connection.execute("INSERT INTO internal.altered SELECT unnest(?)", names)
        self._connection.execute("COMMIT")

    def _project(self, batch: Batch) -> None:
        """Puts a batch into the tables within a transaction, which is left open."""
        self._connection.execute("BEGIN")
        if self._concealer:
            self._concealer.forget()  # an attempt before may have been rolled back
            batch = self._concealer.concealed(batch)
        project(self._connection, batch, self.progress, forks=self._forks)

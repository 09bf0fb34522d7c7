"""Looking at the store: whether anybody recorded in it, this program or another."""

from sqlite3 import Connection, connect
from typing import Any
from uuid import UUID

from domain.records.connecting import uri_for_reading
from domain.records.heads import is_id
from domain.records.recorder import Recorder


class Watched:
    """A connection that only looks: SQLite tells it at once whether anybody else wrote since it last asked."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._data = -1
        (self.last,) = self._fetch("SELECT coalesce(max(rowid), 0) FROM stored_events")[0]
        """The number of the newest event that was seen; numbers only grow."""

    def changed(self) -> list[UUID]:
        """The matches and tournaments in which anything was recorded since this was asked last.

        Rows are only ever added, so that those behind the last one seen are the new ones.
        """
        ((data,),) = self._fetch("PRAGMA data_version")
        if data == self._data:
            return []
        self._data = data
        rows = self._fetch("SELECT rowid, originator_id FROM stored_events WHERE rowid > ? ORDER BY rowid", self.last)
        self.last = rows[-1][0] if rows else self.last
        return [UUID(id) for id in dict.fromkeys(id for _, id in rows) if is_id(id)]

    def close(self) -> None:
        """Looks no more."""
        self._connection.close()

    def _fetch(self, sql: str, *values: int) -> list[tuple[Any, ...]]:
        return self._connection.execute(sql, values).fetchall()


def watching(recorder: Recorder) -> Watched:
    """A look at the store of a recorder, from now on."""
    uri = uri_for_reading(recorder.path)
    return Watched(connect(uri, uri=True, check_same_thread=False, isolation_level=None))

"""How far a store in a file has come, asked by Python's own SQLite: that starts in no time, and decodes no events."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

from ludograph.analytics.extract.extract_sql import extract_queries
from ludograph.domain.store.sqlite.connections import read_only_uri
from ludograph.domain.store.sqlite.file_check import LAYOUT_OF, check_made

MADE: Final = "SELECT CAST(type AS TEXT), CAST(name AS TEXT) FROM sqlite_schema"


class SqliteState:
    """The newest position of a store and the digests of its events, whatever is recorded meanwhile."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._queries = extract_queries("sqlite")
        self.last = int(self._value(self._queries.last))
        """The position of the newest event."""

    def digest_at(self, position: int) -> str:
        """The digest of the event at a position; empty where there is none."""
        return str(self._value(self._queries.digest_at.format(position=position)) or "")

    def forgot(self, position: int) -> bool:
        """Whether a name was forgotten after a position: who read events before that may have read it."""
        return bool(self._value(self._queries.forgotten.format(position=position)))

    def _value(self, sql: str) -> Any:
        row = self._connection.execute(sql).fetchone()
        return row and row[0]


@contextmanager
def open_state(store: Path) -> Iterator[SqliteState]:
    """The state of a store in a file. Raises `StoreError` where it is none, `sqlite3.Error` where it is damaged.

    It has to be closed before ADBC opens the file: see `source._connected`.
    """
    with closing(sqlite3.connect(read_only_uri(store), uri=True)) as connection:
        (layout,) = connection.execute(LAYOUT_OF).fetchone()
        check_made(store, layout, connection.execute(MADE).fetchall())
        connection.execute("BEGIN")  # all that is asked is answered from one state of the store
        yield SqliteState(connection)

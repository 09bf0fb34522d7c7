"""Where the rows of the tables at steps are put aside, match by match, until they go into the archive together.

A file of SQLite beside the archive: killed on the way, what was worked out is there the next time, and others read how
far it has come meanwhile.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from msgspec import msgpack

MADE: Final = (
    "CREATE TABLE IF NOT EXISTS staged (match TEXT PRIMARY KEY, events INTEGER, rows BLOB) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS made_by (key TEXT)",
)
Missing = Sequence[tuple[str, int]]
"""Matches, each with the number of its events."""
Rows = Mapping[str, Sequence[Sequence[Any]]]
"""The rows of each of these tables, without the match and its game."""


class PositionStaging:
    """Rows that are worked out and not in the archive yet, of matches as they stood with so many events."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def lacks(self, missing: Missing) -> list[tuple[str, int]]:
        """Those of these matches that are not here as they stand."""
        there = set(self._connection.execute("SELECT match, events FROM staged"))
        return [one for one in missing if one not in there]

    def put(self, found: Iterable[tuple[str, int, Rows]]) -> None:
        """Puts rows aside, all of these matches or none."""
        rows = [(match, events, msgpack.encode(rows)) for match, events, rows in found]
        with self._connection:
            self._connection.executemany("INSERT OR REPLACE INTO staged VALUES (?, ?, ?)", rows)

    def rows(self, match: str, events: int) -> Any:
        """The rows of a match as it stands; None where they are not here."""
        sql = "SELECT rows FROM staged WHERE match = ? AND events = ?"
        found = self._connection.execute(sql, (match, events)).fetchone()
        return found and msgpack.decode(found[0])


class StagingFile(NamedTuple):
    """The file, and a key of all that rows follow from besides the events: what was made by another is not used."""

    path: Path
    key: str


@contextmanager
def open_staging(file: StagingFile) -> Iterator[PositionStaging]:
    """What is put aside in a file, which is made; one that is damaged, or made by another, is made anew."""
    try:
        connection = _connected(file)
    except sqlite3.DatabaseError:
        file.path.unlink()
        connection = _connected(file)
    with closing(connection):
        yield PositionStaging(connection)


def staged_count(file: Path) -> int:
    """How many matches are put aside by now; 0 where there is no such file, or nobody can say now."""
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, timeout=0.1)) as connection:
            return int(connection.execute("SELECT count(*) FROM staged").fetchone()[0])
    except sqlite3.Error:
        return 0


def _connected(file: StagingFile) -> sqlite3.Connection:
    connection = sqlite3.connect(file.path)
    connection.execute("PRAGMA synchronous = OFF")  # it may be lost with the machine: then it is worked out again
    for statement in MADE:
        connection.execute(statement)
    with connection:
        if connection.execute("SELECT key FROM made_by").fetchall() != [(file.key,)]:
            connection.execute("DELETE FROM staged")
            connection.execute("DELETE FROM made_by")
            connection.execute("INSERT INTO made_by VALUES (?)", (file.key,))
    return connection

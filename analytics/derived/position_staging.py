"""Where the rows of the tables at steps are put aside, some matches at a time, until they go into the archive together.

A file of SQLite beside the archive: killed on the way, what was worked out is there the next time, and others read how
far it has come meanwhile.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final, NamedTuple

MADE: Final = (
    "CREATE TABLE IF NOT EXISTS sealed (match TEXT PRIMARY KEY, digest TEXT, batch INTEGER) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS batches (batch INTEGER PRIMARY KEY, rows BLOB)",
    "CREATE TABLE IF NOT EXISTS made_by (key TEXT)",
)
EMPTIED: Final = ("sealed", "batches", "made_by")
Missing = Sequence[tuple[str, int]]
"""Matches, each with the number of its events."""
Digests = Callable[[Missing], Mapping[tuple[str, int], str]]
"""Looks up the digests of the newest of these events in the store."""


class PositionStaging:
    """Rows that are worked out and not in the archive yet, of matches as they stood after certain events.

    Events are known by their digests: with as many events a match is another one after an older copy was restored.
    """

    def __init__(self, connection: sqlite3.Connection, digests: Digests) -> None:
        self._connection = connection
        self._digests = digests

    def lacks(self, missing: Missing) -> list[tuple[str, int]]:
        """Those of these matches that are not here as they stand."""
        there = set(self._connection.execute("SELECT match, digest FROM sealed"))
        digests = self._digests(missing)
        return [one for one in missing if (one[0], digests.get(one)) not in there]

    def put(self, matches: Missing, rows: bytes) -> None:
        """Puts the rows of these matches aside, of all or of none."""
        digests = self._digests(matches)
        with self._connection:
            batch = self._connection.execute("INSERT INTO batches (rows) VALUES (?)", (rows,)).lastrowid
            sealed = [(one[0], digests.get(one), batch) for one in matches]
            self._connection.executemany("INSERT OR REPLACE INTO sealed VALUES (?, ?, ?)", sealed)

    def batches(self, wanted: Missing) -> Iterator[tuple[bytes, list[str]]]:
        """What is here of these matches as they stand: rows, with the matches of which they are taken from them."""
        digests, found = self._digests(wanted), defaultdict(list)
        asked = {(one[0], digests.get(one)) for one in wanted}
        for match, digest, batch in self._connection.execute("SELECT match, digest, batch FROM sealed"):
            if (match, digest) in asked:
                found[batch].append(match)
        for batch, matches in found.items():
            (rows,) = self._connection.execute("SELECT rows FROM batches WHERE batch = ?", (batch,)).fetchone()
            yield rows, matches


class StagingFile(NamedTuple):
    """The file, and a key of all that rows follow from besides the events: what was made by another is not used."""

    path: Path
    key: str
    digests: Digests


@contextmanager
def open_staging(file: StagingFile) -> Iterator[PositionStaging]:
    """What is put aside in a file, which is made; one that is damaged, or made by another, is made anew."""
    try:
        connection = _connected(file)
    except sqlite3.DatabaseError:
        file.path.unlink()
        connection = _connected(file)
    with closing(connection):
        yield PositionStaging(connection, file.digests)


def staged_count(file: Path) -> int:
    """How many matches are put aside by now; 0 where there is no such file, or nobody can say now."""
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, timeout=0.1)) as connection:
            return int(connection.execute("SELECT count(*) FROM sealed").fetchone()[0])
    except sqlite3.Error:
        return 0


def _connected(file: StagingFile) -> sqlite3.Connection:
    connection = sqlite3.connect(file.path)
    connection.execute("PRAGMA synchronous = OFF")  # it may be lost with the machine: then it is worked out again
    for statement in MADE:
        connection.execute(statement)
    with connection:
        if connection.execute("SELECT key FROM made_by").fetchall() != [(file.key,)]:
            for table in EMPTIED:
                connection.execute(f"DELETE FROM {table}")
            connection.execute("INSERT INTO made_by VALUES (?)", (file.key,))
    return connection

"""What can still be read of a damaged store: row by row, where the database gives up on all of them."""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple

from eventsourcing.persistence import DatabaseError, OperationalError

Fetch = Callable[[str, Sequence[Any]], list[Any]]
"""Runs SQL and returns the rows. Raises what the library makes of SQLite's errors."""

COLUMNS: Final = {
    "stored_events": ("originator_id", "originator_version", "topic", "state"),
    "heads": ("match", "version", "digest", "game", "steps", "over", "result"),
}
"""The tables of a store."""
HELD: Final = "SELECT rowid, originator_id, originator_version, topic, state FROM stored_events NOT INDEXED"
COUNTS: Final = (
    "SELECT max(rowid) FROM stored_events",
    "SELECT max(rowid) FROM (SELECT rowid FROM stored_events WHERE originator_version > 0)",
    "SELECT sum(version) FROM heads",
)
"""Three ways to tell how many rows there are; one of them can be read, most likely."""


class Position(NamedTuple):
    """A row of the store as it lies there: nothing in it is believed. Of a `lost` one nothing can be read."""

    row: int
    match: Any
    version: Any
    topic: Any
    state: Any
    lost: bool = False


def is_damage(wrong: Exception) -> bool:
    """Whether the file is at fault, a table or a column that it has lost among it, and not a lock or the disk."""
    return isinstance(wrong, DatabaseError) and (not isinstance(wrong, OperationalError) or is_loss(wrong))


def is_loss(wrong: Exception) -> bool:
    """Whether a table or a column of a store is gone."""
    return str(wrong).startswith(("no such table", "no such column"))


class Salvage:
    """One look at a damaged store."""

    def __init__(self, fetch: Fetch) -> None:
        self._fetch = fetch

    def rows(self, match: str) -> list[Position]:
        """The rows of a match, in the order of its events."""
        index = "SELECT rowid, originator_version FROM stored_events WHERE originator_id = ? ORDER BY 2"
        found = self._try(index, match)
        if found is None:
            return [self._row(row) for row in self.table.get(match, [])]
        return [self._row(row, match, version) for row, version in found]

    def topic(self, match: str) -> Any:
        """What the first row that can be read says of what it is; None where none can."""
        return next((row.topic for row in self.rows(match) if not row.lost), None)

    @cached_property
    def table(self) -> dict[Any, list[int]]:
        """By the id of each match its rows, as the table itself has them; what is lost stands under None."""
        found: dict[Any, list[int]] = {}
        counts = [row[0] for sql in COUNTS for row in self._try(sql) or []]
        for row, match in self._between(1, max((one for one in counts if isinstance(one, int)), default=0)):
            found.setdefault(match, []).append(row)
        return found

    def _between(self, first: int, last: int) -> Iterator[tuple[int, Any]]:
        """The rows in a range and the matches that they are of; a range that cannot be read is halved."""
        if first > last:
            return
        sql = "SELECT rowid, originator_id FROM stored_events NOT INDEXED WHERE rowid BETWEEN ? AND ? ORDER BY rowid"
        found = self._try(sql, first, last)
        if found is not None:
            yield from map(tuple, found)
        elif first == last:
            yield first, None
        else:
            half = (first + last) // 2
            yield from self._between(first, half)
            yield from self._between(half + 1, last)

    def _row(self, row: int, match: Any = None, version: Any = None) -> Position:
        found = self._try(f"{HELD} WHERE rowid = ?", row)
        if found is None:
            return Position(row, match, version, None, None, lost=True)
        return Position(*found[0]) if found else Position(row, None, None, None, None)

    def _try(self, sql: str, *values: Any) -> list[Any] | None:
        try:
            return self._fetch(sql, values)
        except DatabaseError as wrong:
            if not is_damage(wrong):
                raise
            return None


def flaws(fetch: Fetch) -> list[str]:
    """What is wrong with the file as such, in sentences: its pages and indexes, and columns that are not ours."""
    found = []
    if fetch("PRAGMA user_version", ())[0][0] == 0:
        found.append("It does not say any more which Ludograph wrote it.")
    for table, columns in COLUMNS.items():
        there = [name for (name,) in fetch("SELECT name FROM pragma_table_info(?)", (table,))]
        if not there:
            found.append(f"The table {table} is gone.")
            continue
        found += [
            f"The table {table} has a column {name!r}, which no Ludograph made."
            for name in there
            if name not in columns
        ]
        found += [f"The table {table} has lost its column {name}." for name in columns if name not in there]
    if (problem := torn(fetch)) is not None:
        found.append(f"The file itself is damaged: {problem}. Copy the store before you go on with it.")
    return found


def torn(fetch: Fetch) -> str | None:
    """What SQLite finds wrong with the pages and indexes of the file; None where nothing is."""
    try:
        said = [str(line).splitlines()[-1] for (line,) in fetch("PRAGMA integrity_check(100)", ())]
    except DatabaseError as wrong:
        if not is_damage(wrong):
            raise
        said = [str(wrong)]
    if said == ["ok"]:
        return None
    return said[0].rstrip(".") + (f", and {len(said) - 1} more" if len(said) > 1 else "")

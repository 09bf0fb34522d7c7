"""What can still be read of a damaged file: row by row, where the database gives up on all of them.

PostgreSQL has nothing like it: a server looks after its files itself.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any

from eventsourcing.persistence import DatabaseError

from ludograph.domain.store.errors import is_damage
from ludograph.domain.store.schema import COLUMNS, column_problems
from ludograph.domain.store.sqlite.connections import STATEMENTS
from ludograph.domain.store.streams import StoredRow

Fetch = Callable[[str, Sequence[Any]], list[Any]]
"""Runs SQL and returns the rows. Raises what the library makes of SQLite's errors."""


class DamagedRowReader:
    """One look at a damaged store."""

    def __init__(self, fetch: Fetch) -> None:
        self._fetch = fetch

    def rows(self, match: str) -> list[StoredRow]:
        """The rows of a match, in the order of its events."""
        found = self._try("versions", match)
        if found is None:
            return [self._row(row) for row in self.row_numbers.get(match, [])]
        return [self._row(row, match, version) for row, version in found]

    def topic(self, match: str) -> Any:
        """What the first row that can be read says of what it is; None where none can."""
        return next((row.topic for row in self.rows(match) if not row.lost), None)

    @cached_property
    def row_numbers(self) -> dict[Any, list[int]]:
        """By the id of each match its rows, as the table itself has them; what is lost stands under None."""
        found: dict[Any, list[int]] = {}
        # Three ways to tell how many rows there are; one of them can be read, most likely.
        ways = ("count_by_rows", "count_by_index", "count_by_heads")
        counts = [row[0] for way in ways for row in self._try(way) or []]
        for row, match in self._between(1, max((one for one in counts if isinstance(one, int)), default=0)):
            found.setdefault(match, []).append(row)
        return found

    def _between(self, first: int, last: int) -> Iterator[tuple[int, Any]]:
        """The rows in a range and the matches that they are of."""
        if first > last:
            return
        found = self._try("row_ids", first, last)
        if found is not None:
            yield from map(tuple, found)
        elif first == last:
            yield first, None
        else:
            # A damaged page fails every query that touches it. Halving finds the rows beside it in few queries.
            half = (first + last) // 2
            yield from self._between(first, half)
            yield from self._between(half + 1, last)

    def _row(self, row: int, match: Any = None, version: Any = None) -> StoredRow:
        found = self._try("row", row)
        if found is None:
            return StoredRow(row, match, version, None, None, lost=True)
        return StoredRow(*found[0]) if found else StoredRow(row, None, None, None, None)

    def _try(self, statement: str, *values: Any) -> list[Any] | None:
        """The rows that a statement finds; None where damage stops it."""
        try:
            return self._fetch(STATEMENTS[statement], values)
        except DatabaseError as wrong:
            if not is_damage(wrong):
                raise
            return None


def file_problems(fetch: Fetch) -> list[str]:
    """What is wrong with the file as such, in sentences: its pages and indexes, and columns that are not ours."""
    found = []
    if fetch("PRAGMA user_version", ())[0][0] == 0:
        found.append("It does not say any more which Ludograph wrote it.")
    for table, columns in COLUMNS.items():
        there = [name for (name,) in fetch(STATEMENTS["columns"], (table,))]
        found += column_problems(table, there, columns)
    if (problem := integrity_problem(fetch)) is not None:
        found.append(f"The file itself is damaged: {problem}. Copy the store before you go on with it.")
    return found


def integrity_problem(fetch: Fetch) -> str | None:
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

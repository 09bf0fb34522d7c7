"""The tables of every store, their columns and indexes, and the version of their layout.

The statements that make them stand in the `schema.sql` of each database. Names, columns and texts in there are storage:
SQLite keeps the text of a statement as it is written, so that only a new layout may change one.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Final

LAYOUT: Final = 4
"""The version of a store's layout; a higher one was written by a newer program.

Since 2, heads hold results, since 3 also what came of them: see `match_summary.MatchSummary`. Since 4
those agree in them who did so after the last ruling that changed the result.
"""
COLUMNS: Final = {
    "stored_events": ("originator_id", "originator_version", "topic", "state"),
    "heads": ("match", "version", "digest", "game", "steps", "over", "result"),
}
"""The tables that every store has."""
OPTIONAL_TABLES: Final = ("requests", "tokens", "token_seats", "links", "devices")
"""Tables that are made when they are needed first: stores of older programs lack them, and are no worse for that."""
INDEXES: Final = ("first_events", "heads_of_tournaments")
"""What is looked up besides by the id of a match, so that nobody reads all events or all heads for it."""


def column_problems(table: str, there: Sequence[str], known: Collection[str]) -> Iterator[str]:
    """What is wrong with the columns that are `there` in a table, beside those `known`, in sentences."""
    if not there:
        yield f"The table {table} is gone."
        return
    yield from (
        f"The table {table} has a column {one!r}, which no Ludograph made." for one in there if one not in known
    )
    yield from (f"The table {table} has lost its column {one}." for one in known if one not in there)

"""Tables that SQL alone cannot fill: made when they are first asked for, and kept until something new is recorded."""

import re
from collections.abc import Callable, Collection, Mapping
from functools import cache
from typing import Final

from duckdb import DuckDBPyConnection

from analytics.ratings import RATED, fill_ratings
from analytics.views import views

MADE: Final[Mapping[str, tuple[tuple[str, ...], Callable[[DuckDBPyConnection], None]]]] = {
    "ratings": (RATED, fill_ratings),
}
"""What is made together: its tables, and what fills them."""
WORD: Final = re.compile(r"\w+")


def needed(sql: str) -> frozenset[str]:
    """What has to be made before SQL is run: all whose tables it may name, itself or by a view."""
    words = {word.casefold() for word in WORD.findall(sql)}
    return frozenset(need for need, names in _names().items() if words & names)


@cache
def _names() -> dict[str, set[str]]:
    """The names by which what is made can be asked: those of its tables, and of views that use them."""
    found = {need: set(tables) for need, (tables, _) in MADE.items()}
    for view in views():
        words = set(WORD.findall(view.sql))
        for names in found.values():
            if words & names:
                names.add(view.name)
    return found


def lacking(connection: DuckDBPyConnection, needs: Collection[str]) -> list[str]:
    """What of this is not made."""
    made = {name for (name,) in connection.execute("SELECT name FROM internal.made").fetchall()}
    return sorted(set(needs) - made)


def make(connection: DuckDBPyConnection, needs: Collection[str]) -> None:
    """Makes what is not made of this, each in a transaction of its own."""
    for need in lacking(connection, needs):
        connection.execute("BEGIN")
        MADE[need][1](connection)
        connection.execute("INSERT INTO internal.made VALUES (?)", [need])
        connection.execute("COMMIT")


def forget(connection: DuckDBPyConnection) -> None:
    """Empties what was made: something new was recorded, and it would not be true any more."""
    connection.execute("BEGIN")
    for need, (tables, _) in MADE.items():
        if need not in lacking(connection, [need]):
            for table in tables:
                connection.execute(f"DELETE FROM {table}")
    connection.execute("DELETE FROM internal.made")
    connection.execute("COMMIT")

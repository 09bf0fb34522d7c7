"""What the columns of views hold, and by which of them a row is known, as `columns.txt` beside the views says.

A file begins with names that mean the same in all views of its folder; then come views, `[name] key, columns`, each
with what is said of it alone. What a folder does not say stands in the file of all games.
"""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from ludograph.analytics.tables.definitions import MAIN

FILE: Final = "columns.txt"
FOLDER: Final = "sql/views"


class Meaning(NamedTuple):
    """What is said of a view: its key, and what its columns hold, as far as that is its own."""

    key: tuple[str, ...]
    columns: Mapping[str, str]


def view_key(schema: str, view: str) -> tuple[str, ...]:
    """The columns by which a row of a view is known."""
    found = meanings(schema).get(view)
    return found.key if found else ()


def meaning_of(schema: str, view: str, column: str) -> str:
    """What a column of a view holds: what is said of it there, in its folder, or for all."""
    said = (
        meaning for where, name in ((schema, view), (schema, ""), (MAIN, "")) if (meaning := meanings(where).get(name))
    )
    return next((one.columns[column] for one in said if column in one.columns), "")


@cache
def meanings(schema: str) -> dict[str, Meaning]:
    """What the file of a folder says, view by view; under no name what holds for all of them."""
    folder = files("ludograph.analytics").joinpath(FOLDER)
    file = (folder if schema == MAIN else folder.joinpath(schema)).joinpath(FILE)
    columns: dict[str, str] = {}
    said = {"": Meaning((), columns)}
    for line in file.read_text(encoding="utf-8").splitlines() if file.is_file() else ():
        if line.startswith("["):
            name, _, key = line[1:].partition("]")
            columns = {}
            said[name] = Meaning(tuple(one.strip() for one in key.split(",")), columns)
        elif not line.startswith("#") and ": " in line:
            column, text = line.split(": ", 1)
            columns[column] = text
    return said

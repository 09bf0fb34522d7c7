"""SQL over some of the matches: every table and view that it names holds what it would if no others were recorded.

Tables are narrowed where they are read, and views are worked out again from those, so that what counts over several
matches, such as ratings and the order in time, counts the chosen ones alone. The archive stays as it is.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from typing import Final, NamedTuple

from ludograph.analytics.tables.columns import quoted
from ludograph.analytics.tables.definitions import MAIN, all_tables, named_tables
from ludograph.analytics.tables.schema import qualified_name
from ludograph.analytics.tables.tournament_rows import TOURNAMENTS
from ludograph.analytics.tables.views import views

CHOSEN: Final = "chosen_matches"
"""A temporary table with the matches that are chosen, in its column `match`."""
AMONG: Final = f"match IN (SELECT match FROM temp.{CHOSEN})"
RATED: Final[Mapping[str, str]] = {"ratings": "chosen_ratings", "rating_history": "chosen_rating_history"}
"""Temporary tables in which the ratings are as the chosen matches alone make them."""
HELD: Final = f"tournament IN (SELECT tournament FROM main.seatings WHERE {AMONG})"
NAME: Final = re.compile(r"(?<![\w.$])(?:(\w+)\.)?(\w+)")
BEGINNING: Final = re.compile(r"WITH\s+(RECURSIVE\s+)?", re.IGNORECASE)


class _Source(NamedTuple):
    """A table or view: what it is called within narrowed SQL, its SQL there, and of which others it is made."""

    name: str
    sql: str
    uses: tuple[str, ...]
    stored: bool


def names_used(sql: str) -> frozenset[str]:
    """The tables and views that SQL may name, itself or by a view."""
    found: set[str] = set()
    left = [*_named(sql)]
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += _sources()[name].uses
    return frozenset(found)


def narrowed(sql: str) -> str:
    """The SQL over the matches in `chosen_matches` alone."""
    used = names_used(sql)
    made = [
        f"{quoted(one.name)} AS {'NOT MATERIALIZED ' if one.stored else ''}({one.sql})"
        for name, one in _sources().items()
        if name in used
    ]
    own = _renamed(sql)
    begun = BEGINNING.match(own)
    recursive = "RECURSIVE " if begun and begun[1] else ""
    rest = f", {own[begun.end() :]}" if begun else f" {own}"
    return f"WITH {recursive}{', '.join(made)}{rest}" if made else own


@cache
def _sources() -> Mapping[str, _Source]:
    """Every table and view by its full name, those first that others use."""
    tables = {table.full_name: table for table in (*named_tables(), *(table.stored for table in all_tables()))}
    found: dict[str, _Source] = {}
    for name, table in tables.items():
        where = _condition(name, {column.name for column in table.columns})
        place = RATED.get(name)
        rows = f"temp.{place}" if place else _whole(table.schema, table.name)
        if place or where:
            found[name] = _Source(_short(name), f"SELECT * FROM {rows}{where}", (), stored=True)
    known = {*found, *(view.full_name for view in views())}
    for view in views():
        uses = tuple(sorted(_among(view.sql, known) - {view.full_name}))
        found[view.full_name] = _Source(_short(view.full_name), _renamed(view.sql, known), uses, stored=False)
    return found


def _condition(name: str, columns: set[str]) -> str:
    """What chooses the rows of a table; nothing where it is about no matches."""
    if name == "byes":
        return " WHERE false"  # nobody plays in one
    if "match" in columns and name != "unread":
        return f" WHERE {AMONG}"
    return f" WHERE {HELD}" if name in TOURNAMENTS else ""


def _whole(schema: str, name: str) -> str:
    return f"{MAIN}.{quoted(name)}" if schema == MAIN else qualified_name(schema, name)


def _named(sql: str) -> Iterator[str]:
    yield from _among(sql, _sources().keys())


def _among(sql: str, known: Collection[str]) -> set[str]:
    names = {f"{schema}.{name}" if schema else name for schema, name in NAME.findall(sql)}
    return {name for name in names if name in known}


def _renamed(sql: str, known: Collection[str] | None = None) -> str:
    """SQL in which names with a schema are those of the narrowed tables, which have none."""
    every = _sources().keys() if known is None else known

    def put(found: re.Match[str]) -> str:
        return _short(found[0]) if found[1] and found[0] in every else found[0]

    return NAME.sub(put, sql)


def _short(name: str) -> str:
    """What a table is called within narrowed SQL: there is no schema there."""
    return name.replace(".", "__")

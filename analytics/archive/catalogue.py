"""What can be asked: the tables and views of an archive with their columns, as their comments tell."""

from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import Final, NamedTuple

from duckdb import DuckDBPyConnection

from ludograph.analytics.derived.derived_tables import TABLES
from ludograph.analytics.derived.needs import not_made
from ludograph.analytics.tables import column_meanings
from ludograph.analytics.tables.definitions import ENTERED, HISTORY, MAIN, all_tables, named_tables, schema_of
from ludograph.analytics.tables.macros import MEANINGS
from ludograph.analytics.tables.schema import qualified_name
from ludograph.analytics.tables.views import views
from ludograph.domain.games import GAMES

ITEMS: Final = """SELECT schema_name, table_name, 'table', coalesce(comment, '') FROM duckdb_tables()
    WHERE NOT internal AND NOT temporary AND schema_name <> 'internal'
    UNION ALL SELECT schema_name, view_name, 'view', coalesce(comment, '') FROM duckdb_views()
    WHERE NOT internal AND NOT temporary ORDER BY ALL"""
WORDS: Final = """SELECT schema_name, table_name, column_name, coalesce(comment, '') FROM duckdb_columns()
    WHERE NOT internal ORDER BY schema_name, table_name, column_index"""
COLUMNS: Final = """SELECT column_name, data_type, coalesce(comment, '') FROM duckdb_columns()
    WHERE schema_name = $schema AND table_name = $name AND NOT internal ORDER BY column_index"""

FUNCTIONS: Final = """SELECT function_name, parameters FROM duckdb_functions()
    WHERE NOT internal AND function_type LIKE '%macro' AND schema_name = 'main' ORDER BY ALL"""


class Item(NamedTuple):
    """A table or view, and what it holds."""

    schema: str
    name: str
    kind: str
    about: str

    @property
    def full_name(self) -> str:
        """Its name as a query needs it."""
        return self.name if self.schema == MAIN else f"{self.schema}.{self.name}"


class ArchiveFunction(NamedTuple):
    """A function that SQL can use here besides those of DuckDB."""

    name: str
    parameters: tuple[str, ...]
    about: str

    @property
    def call(self) -> str:
        """How it is called: `percent_from(n, of_all)`."""
        return f"{self.name}({', '.join(self.parameters)})"


def archive_functions(connection: DuckDBPyConnection, word: str = "") -> list[ArchiveFunction]:
    """The functions of the archive with a word in their name or in what they give."""
    wanted = word.strip().replace("-", "_").casefold()
    rows = connection.execute(FUNCTIONS).fetchall()
    every = [ArchiveFunction(name, tuple(parameters), MEANINGS.get(name, "")) for name, parameters in rows]
    return [one for one in every if wanted in one.name or word.strip().casefold() in one.about.casefold()]


class Described(NamedTuple):
    """A column: its name, its type, and what it holds."""

    name: str
    type: str
    about: str


def items(connection: DuckDBPyConnection) -> list[Item]:
    """Every table and view: those about all games, then game by game; tables come before views.

    What stands of a table, and what was superseded, counts as a table; how both are stored is nobody's business.
    """
    order = [MAIN, *(schema_of(game) for game in GAMES), HISTORY, ENTERED]
    halves = {table[:2] for table in named_tables()}
    found = [Item(*row) for row in connection.execute(ITEMS).fetchall()]
    told = [item._replace(kind="table") if item[:2] in halves else item for item in found if item.schema in order]
    return sorted(told, key=lambda item: (order.index(item.schema), item.kind))


def row_counts(connection: DuckDBPyConnection, found: Iterable[Item]) -> dict[str, int]:
    """How many rows each table has; a view would have to be worked out, and so what is only made when it is asked."""
    later = {table for need in not_made(connection, TABLES) for table in TABLES[need]}
    tables = [item for item in found if item.kind == "table" and item.full_name not in later]
    if not tables:
        return {}
    counts = (f"SELECT {at} AS at_, count(*) AS n FROM {qualified_name(*item[:2])}" for at, item in enumerate(tables))
    rows = connection.execute(" UNION ALL ".join(counts)).fetchall()
    return {tables[at].full_name: count for at, count in rows}


def item_key(item: Item) -> tuple[str, ...]:
    """The columns by which a row is known."""
    tables = (one for table in all_tables() for one in (table.standing, table.history, table.stored))
    found = next((table.key for table in tables if table[:2] == item[:2]), None)
    return found if found is not None else column_meanings.view_key(item.schema, item.name)


def search(connection: DuckDBPyConnection, word: str) -> list[tuple[Item, tuple[str, ...]]]:
    """Tables and views with a word in their name, their columns or what these hold, the nearest first.

    With each the columns where it was found; what was superseded is left out, it has the same.
    """
    wanted = word.strip().replace("-", "_").casefold()
    every = {item[:2]: item for item in items(connection) if item.schema not in (HISTORY, ENTERED)}
    columns: dict[tuple[str, str], list[str]] = {}
    for schema, name, column, about in connection.execute(WORDS).fetchall():
        if (schema, name) in every and (wanted in column.casefold() or word.casefold() in about.casefold()):
            columns.setdefault((schema, name), []).append(column)
    named_so = [place for place, item in every.items() if wanted in item.name.casefold()]
    told = [place for place, item in every.items() if word.casefold() in item.about.casefold()]
    exact = sorted(named_so, key=lambda place: place[1] != wanted)
    return [(every[place], tuple(columns.get(place, ()))) for place in dict.fromkeys((*exact, *told, *columns))]


def described_columns(connection: DuckDBPyConnection, item: Item) -> list[Described]:
    """The columns of a table or view."""
    rows = connection.execute(COLUMNS, {"schema": item.schema, "name": item.name}).fetchall()
    return [Described(*row) for row in rows]


def sql_of(item: Item) -> str | None:
    """The SQL of a view."""
    return next((view.sql for view in views() if (view.schema, view.name) == item[:2]), None)


def items_named(found: Iterable[Item], name: str) -> list[Item]:
    """The table or view of a name, or all of a game; where the name alone does not tell, all that have it."""
    every = list(found)
    wanted = name.strip().replace('"', "").replace("-", "_").casefold()
    wanted = wanted.removeprefix(f"{MAIN}.")
    return (
        [item for item in every if item.full_name == wanted]
        or [item for item in every if item.schema == wanted != MAIN]
        or [item for item in every if item.name == wanted]
    )


def like(found: Iterable[Item], name: str) -> list[str]:
    """Names that look like one that there is not."""
    names: dict[str, list[str]] = {}
    for item in found:
        for one in (item.full_name, item.name, item.schema):
            names.setdefault(one, []).append(item.full_name if one != item.schema else item.schema)
    close = get_close_matches(name.replace("-", "_").casefold(), names, 3)
    return list(dict.fromkeys(full for one in close for full in names[one]))[:3]


def grouped(found: Iterable[Item]) -> Iterator[tuple[str, list[Item]]]:
    """Tables and views by game, each group with its title."""
    titles = {
        MAIN: "All games",
        **{schema_of(game.id): f"{game.title}: {schema_of(game.id)}" for game in GAMES.values()},
        HISTORY: "What was superseded, taken back or put right: history",
        ENTERED: "All that was ever entered, what stands and what does not: entered",
    }
    groups: dict[str, list[Item]] = {}
    for item in found:
        groups.setdefault(item.schema, []).append(item)
    for schema, group in groups.items():
        yield titles[schema], group

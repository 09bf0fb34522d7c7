"""What lies in which folder of a lake: a table alone, or those of a game together in one wide table.

What is wide has the columns of all its tables, and says in `table_name` of which of them a row is. So there are few
files however many kinds of actions and facts games have.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from duckdb import DuckDBPyConnection
from msgspec import Struct

from ludograph.analytics.lake.raw_events import COLUMNS, EVENTS
from ludograph.analytics.tables.column_meanings import meaning_of
from ludograph.analytics.tables.columns import quoted, text_literal
from ludograph.analytics.tables.definitions import AT_STEPS, HISTORY, MAIN, Table, actions_of, named_tables, schema_of
from ludograph.analytics.tables.judgement_rows import JUDGEMENTS
from ludograph.analytics.tables.schema import qualified_name
from ludograph.analytics.tables.tournament_rows import TOURNAMENTS
from ludograph.analytics.tables.views import views

WHOLE: Final = ("games", "cards", "decks", "rating_history", "ratings", "unread", *TOURNAMENTS)
"""Tables that belong to no match: a file each, as of each view."""
NARROWER: Final = {"UUID": "VARCHAR", "HUGEINT": "BIGINT"}
"""Types that not every reader knows, and what they are in the files."""
TABLE_NAME: Final = "table_name"
"""The column of a wide table that says of which table a row is."""
ACTIONS, FACTS, VIEWS = "actions", "facts", "views"
"""What the wide tables of a game are called."""
ORDER: Final = ("match", "version", "step", "nr")
"""By what the rows of a wide table are in order, as far as it has these."""


class LakeColumn(Struct, frozen=True):
    """A column of a table."""

    name: str
    type: str
    about: str


WHEN_PLAYED: Final = (
    LakeColumn("game", "VARCHAR", "The id of the game."),
    LakeColumn("month", "VARCHAR", "The month in which the match was played, such as 2026-11."),
)
"""The last columns of all that is about matches."""


class LakeTable(NamedTuple):
    """A table or view of the archive as it lies in a lake: its place there and columns, the first of them its key."""

    name: str
    place: str
    own: str
    """Its name without that of the schema."""
    key: tuple[str, ...]
    columns: tuple[LakeColumn, ...]


class Within(Struct, frozen=True):
    """Where a table lies that has no folder of its own: in which, and how its columns are called there if otherwise."""

    folder: str
    table_name: str
    columns: dict[str, str] = {}


class LakeFolder(NamedTuple):
    """A folder of the lake, whose files have the same columns: those of its tables, one or several."""

    name: str
    tables: tuple[LakeTable, ...]
    whole: bool = False
    """Whether it lies in one file and not in parts, for it belongs to no match."""
    game: str = ""
    view: bool = False
    wide: bool = False

    @property
    def columns(self) -> tuple[LakeColumn, ...]:
        """What the files have."""
        found: dict[str, LakeColumn] = {}
        for table in self.tables:
            names = self.names(table)
            for column in table.columns:
                name = names[column.name]
                found.setdefault(name, column if name == column.name else LakeColumn(name, column.type, column.about))
        told = (LakeColumn(TABLE_NAME, "VARCHAR", "Of which table the row is."),) if self.wide else ()
        return (*told, *found.values(), *(() if self.whole else WHEN_PLAYED))

    def names(self, table: LakeTable) -> dict[str, str]:
        """How the columns of a table are called in the files: one that has another type elsewhere has its name too."""
        types: dict[str, str] = {}
        for other in self.tables:
            for column in other.columns:
                types.setdefault(column.name, column.type)
        return {
            one.name: one.name if types[one.name] == one.type else f"{one.name}_{table.own}" for one in table.columns
        }

    def within(self) -> Iterator[tuple[str, Within]]:
        """Where its tables lie, if there are several."""
        for table in self.tables if self.wide else ():
            others = {name: called for name, called in self.names(table).items() if name != called}
            yield table.name, Within(self.name, table.own, others)

    @property
    def sql(self) -> str:
        """All its rows; of what lies in parts those of the matches that were chosen."""
        chosen = "" if self.whole else " JOIN chosen USING (match)"
        told = "" if self.whole else ", chosen.game AS game, chosen.month AS month"
        rows = []
        for table in self.tables:
            names = self.names(table)
            columns = ", ".join(f"{_read(one)} AS {quoted(names[one.name])}" for one in table.columns)
            mark = f"{text_literal(table.own)} AS {TABLE_NAME}, " if self.wide else ""
            rows.append(f"SELECT {mark}{columns}{told} FROM {table.place} AS rows{chosen}")
        columns = ", ".join(quoted(column.name) for column in self.columns)
        return f"SELECT {columns} FROM ({' UNION ALL BY NAME '.join(rows)})"

    @property
    def order(self) -> str:
        """In which order its rows lie: by month first, so that a reader finds those of one together."""
        if self.whole:
            return " ORDER BY ALL" if self.view else ""
        there = {column.name for column in self.columns}
        keys = (*(one for one in ORDER if one in there), TABLE_NAME) if self.wide else self.tables[0].key
        return f" ORDER BY month, {', '.join(map(quoted, keys))}"


RAW: Final = LakeFolder(
    EVENTS,
    (
        LakeTable(
            EVENTS, "", EVENTS, (), tuple(LakeColumn(name, kind, about) for name, (kind, _, about) in COLUMNS.items())
        ),
    ),
)
"""The raw events, which no SQL tells: they come from the store itself."""


def lake_folders(connection: DuckDBPyConnection, at_steps: bool, raw: bool) -> list[LakeFolder]:
    """All that a lake has, with the tables at steps and the raw events or without."""
    return [*_tables(connection, at_steps), *_views(connection), *([RAW] if raw else [])]


def _tables(connection: DuckDBPyConnection, at_steps: bool) -> Iterator[LakeFolder]:
    together: dict[str, list[LakeTable]] = defaultdict(list)
    games: dict[str, str] = {}
    for table in named_tables():
        if table.name == JUDGEMENTS or (table.name in AT_STEPS and not at_steps):
            continue  # judgements come and go without an event, by which alone a lake knows what is new
        whole = table.name in WHOLE
        about = {column.name: column.about for column in table.columns}
        own = table.name.removeprefix(f"{schema_of(table.game)}_") if table.game else table.name
        place = qualified_name(table.schema, table.name)
        columns = _columns(connection, place, about, "" if whole else "game")
        found = LakeTable(table.full_name, place, own, table.key, columns)
        if not table.game:
            yield LakeFolder(table.full_name, (found,), whole)
        else:
            folder = _folder_of(table)
            together[folder].append(found)
            games[folder] = table.game
    for name, tables in together.items():
        yield LakeFolder(name, tuple(tables), game=games[name], wide=True)


def _folder_of(table: Table) -> str:
    """Where a table of a game lies: with its actions, its facts, or all that was superseded."""
    schema = schema_of(table.game)
    if table.schema == HISTORY:
        return f"{HISTORY}.{schema}"
    return f"{schema}.{ACTIONS if table.kind in actions_of(table.game) else FACTS}"


def _views(connection: DuckDBPyConnection) -> Iterator[LakeFolder]:
    together: dict[str, list[LakeTable]] = defaultdict(list)
    for view in views():
        place = qualified_name(view.schema, view.name)
        names = [name for name, *_ in connection.execute(f"DESCRIBE {place}").fetchall()]
        about = {name: meaning_of(view.schema, view.name, name) or "" for name in names}
        found = LakeTable(view.full_name, place, view.name, (), _columns(connection, place, about, ""))
        if view.schema == MAIN:
            yield LakeFolder(view.full_name, (found,), whole=True, view=True)
        else:
            together[f"{view.schema}.{VIEWS}"].append(found)
    for name, tables in together.items():
        yield LakeFolder(name, tuple(tables), whole=True, view=True, wide=True)


def _columns(
    connection: DuckDBPyConnection, place: str, about: Mapping[str, str], without: str
) -> tuple[LakeColumn, ...]:
    """The columns of a table or view, in types that every reader knows."""
    return tuple(
        LakeColumn(name, NARROWER.get(type_, type_), about.get(name, ""))
        for name, type_, *_ in connection.execute(f"DESCRIBE {place}").fetchall()
        if name != without
    )


def _read(column: LakeColumn) -> str:
    """The SQL for a column in the type that it has in the files; for one that has it already that is nothing to do."""
    name = f"rows.{quoted(column.name)}"
    return f"CAST({name} AS {column.type})" if column.type in NARROWER.values() else name

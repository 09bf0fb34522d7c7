"""The archive's tables and views in DuckDB: made from their descriptions, with comments, and known by a fingerprint."""

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from typing import Any, Final

from duckdb import DuckDBPyConnection

from ludograph.analytics.tables.column_meanings import meaning_of, meanings, view_key
from ludograph.analytics.tables.columns import quoted, text_literal
from ludograph.analytics.tables.definitions import ENTERED, FALLEN, HISTORY, MAIN, MARK, Table, all_tables, schema_of
from ludograph.analytics.tables.macros import MACROS
from ludograph.analytics.tables.views import views
from ludograph.domain.games import GAMES

LAYOUT: Final = 3
"""Changed when rows are made in another way though the tables look the same."""
INTERNAL: Final = (
    "CREATE SCHEMA internal",
    "CREATE TABLE internal.archive (fingerprint VARCHAR, observer VARCHAR)",
    "CREATE TABLE internal.tracking (application_name VARCHAR, notification_id BIGINT)",
    "CREATE TABLE internal.mark (digest VARCHAR)",
    "CREATE TABLE internal.altered (match VARCHAR)",
    "CREATE TABLE internal.forks (match UUID)",
    "CREATE TABLE internal.made (name VARCHAR)",
    "CREATE TABLE internal.missed (tournament VARCHAR)",
    "CREATE TABLE internal.laid (match UUID, events INTEGER)",
    "CREATE TABLE internal.judged (mark VARCHAR)",
    "CREATE TABLE internal.rated (of_all INTEGER, game VARCHAR, match UUID, day DATE, at_time TIMESTAMPTZ, "
    "seat INTEGER, player VARCHAR, place DOUBLE)",
    "CREATE TABLE internal.rating_history (game VARCHAR, match UUID, day DATE, seat INTEGER, player VARCHAR, "
    "match_number INTEGER, of_all INTEGER, rating_before DOUBLE, rating DOUBLE, skill DOUBLE, uncertainty DOUBLE)",
)
"""What the archive keeps for itself: what it was made by, how far it has come, the digest of the event
there, the matches that are left out whole, the forks that are left out, what was made that SQL cannot say, the
tournaments that are left out of that, the matches that are in the tables
at steps, with how many events, from what file judgements were taken, and what ratings were worked out from, with all
of them."""


def schema_statements() -> Iterator[str]:
    """The SQL that makes an empty archive."""
    yield from INTERNAL
    for schema in (ENTERED, HISTORY, *map(schema_of, GAMES)):
        yield f"CREATE SCHEMA {schema}"
    for table in all_tables():
        yield from _table(table.stored)
        if table.marked:
            yield from _halves(table)
    yield from MACROS
    for view in views():
        yield f"CREATE VIEW {qualified_name(view.schema, view.name)} AS {view.sql}"
        yield _comment(
            "VIEW", qualified_name(view.schema, view.name), view.about + _keyed(view_key(view.schema, view.name))
        )


@cache
def schema_fingerprint() -> str:
    """What changes when the archive would be made otherwise: one that has another is made anew."""
    said = [meanings(schema) for schema in (MAIN, *map(schema_of, GAMES))]
    whole = "\n".join((*schema_statements(), repr([*_games(), *_cards(), *said]), str(LAYOUT)))
    return sha256(whole.encode()).hexdigest()


def create(connection: DuckDBPyConnection) -> None:
    """Makes an empty archive, with what is known before any match is recorded."""
    connection.execute("BEGIN")
    for statement in schema_statements():
        connection.execute(statement)
    for statement in list(_meanings(connection)):
        connection.execute(statement)
    connection.executemany(f"INSERT INTO games VALUES ({_marks(8)})", list(_games()))
    connection.executemany(f"INSERT INTO cards VALUES ({_marks(6)})", list(_cards()))
    connection.execute("COMMIT")


def qualified_name(schema: str, name: str) -> str:
    """The name of a table or view as SQL has it."""
    return quoted(name) if schema == MAIN else f"{schema}.{quoted(name)}"


def stored_in(table: Table) -> str:
    """The name of the table in which the rows of one lie, as SQL has it."""
    return qualified_name(*table.stored[:2])


def _table(table: Table) -> Iterator[str]:
    columns = ", ".join(f"{quoted(column.name)} {column.type}" for column in table.columns)
    yield f"CREATE TABLE {qualified_name(*table[:2])} ({columns})"
    yield from _comments("TABLE", table)


def _halves(table: Table) -> Iterator[str]:
    """What stands of a table, and what was superseded, as views of where both lie."""
    for half, without, where in ((table.standing, FALLEN, f"NOT {MARK}"), (table.history, (MARK,), MARK)):
        left_out = ", ".join(column.name for column in table.columns if column.name in without)
        rows = f"SELECT * EXCLUDE ({left_out}) FROM {stored_in(table)} WHERE {where}"
        yield f"CREATE VIEW {qualified_name(*half[:2])} AS {rows}"
        yield from _comments("VIEW", half)


def _comments(kind: str, table: Table) -> Iterator[str]:
    place = qualified_name(*table[:2])
    yield _comment(kind, place, table.about + _keyed(table.key))
    for column in table.columns:
        if column.about:
            yield _comment("COLUMN", f"{place}.{quoted(column.name)}", column.about)


def _keyed(key: tuple[str, ...]) -> str:
    """A key as a sentence."""
    return f" Key: {', '.join(key)}." if key else ""


def _meanings(connection: DuckDBPyConnection) -> Iterator[str]:
    """The SQL that says what the columns of views hold."""
    columns = (
        "SELECT schema_name, table_name, column_name FROM duckdb_columns() WHERE schema_name = ? AND table_name = ?"
    )
    for view in views():
        for schema, name, column in connection.execute(columns, [view.schema, view.name]).fetchall():
            if meaning := meaning_of(schema, name, column):
                yield _comment("COLUMN", f"{qualified_name(schema, name)}.{quoted(column)}", meaning)


def _comment(kind: str, place: str, text: str) -> str:
    return f"COMMENT ON {kind} {place} IS {text_literal(text)}"


def _marks(count: int) -> str:
    return ", ".join("?" * count)


def _games() -> Iterator[list[Any]]:
    for game in GAMES.values():
        seats = (game.seats[0], game.seats[-1])
        yield [game.id, game.title, schema_of(game.id), game.deck.id, *seats, game.version, game.fewest]


def _cards() -> Iterator[list[Any]]:
    for deck in {game.deck.id: game.deck for game in GAMES.values()}.values():
        for face in deck.faces:
            names = [deck.suit_names[suit] for suit in face.suits]
            yield [deck.id, face.code, face.name, face.rank, list(face.suits), names]

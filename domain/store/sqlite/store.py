"""A store in a file of SQLite."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import cached_property
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Final, TypeVar
from uuid import UUID

from eventsourcing.persistence import DatabaseError, OperationalError, PersistenceError, StoredEvent
from eventsourcing.sqlite import (
    SQLiteApplicationRecorder,
    SQLiteCursor,
    SQLiteFactory,
)
from eventsourcing.utils import Environment

from ludograph.domain.store.base import INDEXES, LATER, Cursor, StoreRecorder, in_use, telling_store_errors
from ludograph.domain.store.event_mapper import StoreError
from ludograph.domain.store.idempotency_keys import IdempotentRequest
from ludograph.domain.store.salvage import COLUMNS, Position, Salvage, flaws, is_damage, torn
from ludograph.domain.store.schema_check import LAYOUT, LAYOUT_OF, SCHEMA, check_made, check_stranger
from ludograph.domain.store.sqlite.connections import (
    TROUBLE,
    Pool,
    check_file,
    decoded_text,
    for_one_alone,
    is_held,
    log_of,
)
from ludograph.domain.store.streams import Head
from ludograph.domain.store.url import DEADLINE

T = TypeVar("T")
IMPATIENCE: Final = 2
"""Seconds to wait for others to close the file, where nobody else may have it open."""
QUICK: Final = [
    f"CREATE INDEX IF NOT EXISTS {name} ON {what.format(numbered='originator_version')}"
    for name, what in INDEXES.items()
]
"""The indexes of a store; in each a row is found by its number as well."""


class SQLiteStore(StoreRecorder, SQLiteApplicationRecorder):
    """The library's recorder, and a table of where each match stands, written in the same transaction."""

    position = "rowid"
    _held: SQLiteCursor | None = None

    def construct_create_table_statements(self) -> list[str]:
        """The library's table, and our own."""
        return [
            *super().construct_create_table_statements(),
            "CREATE TABLE IF NOT EXISTS heads (match TEXT PRIMARY KEY, version INTEGER, digest TEXT, game TEXT, "
            "steps INTEGER, over INTEGER, result TEXT) WITHOUT ROWID",
            *QUICK,
            f"PRAGMA user_version={LAYOUT}",
        ]

    def _insert_events(
        self,
        c: SQLiteCursor,
        stored_events: Sequence[StoredEvent],
        *,
        heads: Sequence[Head] = (),
        tournaments: int | None = None,
        request: IdempotentRequest | None = None,
        **_: Any,
    ) -> Sequence[int] | None:
        """Inserts all at once, where the library goes row by row: within a transaction positions follow each other."""
        rows = [(_name_of(one), one.originator_version, one.topic, one.state) for one in stored_events]
        c.executemany(self.insert_events_statement, rows)
        if heads:
            self.check_heads(c, stored_events)
        self.write_beside(c, heads, tournaments, request)
        c.execute(self.select_max_notification_id_statement)
        last = c.fetchone()[0] or 0
        return list(range(last - len(rows) + 1, last + 1))

    @contextmanager
    def cursor(self, *, writing: bool = False) -> Iterator[Cursor]:
        """A transaction of its own, or the one within which this is asked."""
        if self._held is not None:
            yield self._held
            return
        with self.datastore.transaction(commit=writing) as c:
            yield c

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """What is asked within is answered from one state of the store, whatever others record meanwhile.

        Where the file is damaged this raises what the library makes of it.
        """
        if self._held is not None:
            yield
            return
        with self.datastore.transaction(commit=False) as held:
            self._held = held
            try:
                yield
            finally:
                self._held = None

    @contextmanager
    def alone(self) -> Iterator[Cursor]:
        """One transaction, while no other connection is there; then the file is written anew, without free pages.

        Rows keep their places by that only where there are no gaps between them, so that with gaps nothing is begun.
        """
        pool = self.datastore.pool
        assert isinstance(pool, Pool)
        pool.let_go()
        with closing(self._locked(pool.db_name)) as connection:
            self._held = SQLiteCursor(connection.cursor())
            try:
                self._check_gaps()
                yield self._held
                connection.execute("COMMIT")
            finally:
                self._held = None
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
            connection.execute("VACUUM")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _locked(self, name: str) -> sqlite3.Connection:
        """A connection within a transaction, beside which there can be no other. Raises `StoreError` where there is."""
        try:
            return for_one_alone(name, IMPATIENCE)
        except sqlite3.OperationalError as wrong:
            if not is_held(wrong):
                raise
            raise in_use(Path(name)) from wrong

    def _check_gaps(self) -> None:
        if self.removed():
            raise StoreError(
                "Events of this store were deleted, and writing it anew would hide that: `ludograph verify --all` says "
                "more. Nothing was changed."
            )

    def fetch(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        """The rows that a query finds."""
        return self._fetched(sql, values)

    def _fetched(self, sql: str, values: Sequence[Any], kind: type[sqlite3.Row] | None = None) -> list[Any]:
        """The rows that a query finds, as tuples unless something else is asked for."""
        if self._held is not None:
            return _rows(self._held, sql, values, kind)
        with self.datastore.transaction(commit=False) as c:
            return _rows(c, sql, values, kind)

    def named(self, sql: str, values: Sequence[Any] = ()) -> list[dict[str, Any]]:
        """The rows that a query finds, by the names of their columns."""
        return [dict(row) for row in self._fetched(sql, values, sqlite3.Row)]

    def has(self, c: Cursor, table: str) -> bool:
        """Whether there is one of the tables that may be made later."""
        if table not in self._there:
            c.execute("SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ?", (table,))
            if c.fetchone()[0]:
                self._there.add(table)  # no program ever drops one
        return table in self._there

    @cached_property
    def _there(self) -> set[str]:
        return set()

    def ensure(self, c: Cursor, table: str) -> None:
        """Makes one of those tables where it is not there."""
        c.execute(f"CREATE TABLE IF NOT EXISTS {table} {LATER[table]} WITHOUT ROWID")

    def rows(self, match: UUID) -> list[Position]:
        """Every row that the index has for a match, in its order, as the table itself holds it.

        The database keeps ids and versions twice; whoever altered them in one place is found by asking the other.
        """
        sql = (
            "SELECT held.rowid, held.originator_id, held.originator_version, held.topic, held.state "
            "FROM stored_events AS found JOIN stored_events AS held NOT INDEXED ON held.rowid = found.rowid "
            "WHERE found.originator_id = ? ORDER BY found.originator_version"
        )
        return self._or_salvaged(
            lambda: [Position(*row) for row in self.fetch(sql, (match.hex,))], lambda: self.salvage.rows(match.hex)
        )

    @property
    def layout(self) -> int:
        """The version of the store's layout."""
        return int(self.fetch(LAYOUT_OF)[0][0])

    @property
    def columns(self) -> set[str]:
        """What the table of heads holds."""
        return {name for (name,) in self.fetch("SELECT name FROM pragma_table_info('heads')")}

    @property
    def journal(self) -> str:
        """How SQLite writes what it does before it does it."""
        return str(self.fetch("PRAGMA journal_mode")[0][0])

    def unsettled(self) -> bool:
        """Whether the store is of an older layout, can be written, and has lost nothing of its heads."""
        layout = self.layout
        if not 1 <= layout < LAYOUT or self.datastore.pool.unwritable is not None:  # type: ignore[attr-defined]
            return False
        return self.columns.issuperset(COLUMNS["heads"][: 6 if layout == 1 else 7])

    def settle(self, heads: Sequence[Head]) -> None:
        """Brings the store to this layout; nothing happens where somebody else just did."""
        with self.datastore.transaction(commit=True) as c:
            c.execute(LAYOUT_OF)
            layout = c.fetchone()[0]
            if layout == LAYOUT:
                return
            if layout == 1:
                c.execute("ALTER TABLE heads ADD COLUMN result TEXT")
            c.executemany("UPDATE heads SET result=? WHERE match=?", [(head.result, head.match.hex) for head in heads])
            c.execute(f"PRAGMA user_version={LAYOUT}")

    def checkpoint(self) -> None:
        """Takes what stands in the log into the file, so that this alone is whole; waits for nobody.

        Where it cannot be done now nothing is lost: what was confirmed stands in the log, and SQLite tries again.
        """
        pool = self.datastore.pool
        if pool.reading or pool.unwritable is not None or self.logged_at() is None:  # type: ignore[attr-defined]
            return
        with suppress(PersistenceError, *TROUBLE), self.datastore.get_connection(commit=False) as connection:
            cursor = connection.cursor()
            cursor.execute("PRAGMA wal_checkpoint(PASSIVE)")
            cursor.fetchall()

    def logged_at(self) -> float | None:
        """When the log was written last, as its time of change; None where it is not there or empty."""
        try:
            found = log_of(Path(self.datastore.pool.db_name)).stat()
        except OSError:
            return None
        return found.st_mtime if found.st_size else None

    def tournament_ids(self) -> list[UUID]:
        """Every tournament that the table of heads knows; none where that part of the file is damaged."""
        nothing: list[UUID] = []
        return self._or_salvaged(super().tournament_ids, lambda: nothing)

    def beside(self, match: UUID) -> list[UUID]:
        """The ids before and after an id; none where that part of the file is damaged."""
        whole = super().beside
        nothing: list[UUID] = []
        return self._or_salvaged(lambda: whole(match), lambda: nothing)

    def topic_of(self, match: UUID) -> Any:
        """What the first row that is left of a match or a tournament says of what it is; None where none is left."""
        whole = super().topic_of
        return self._or_salvaged(lambda: whole(match), lambda: self.salvage.topic(match.hex))

    def traces(self) -> list[UUID]:
        """Every match of which there is any trace: events, or only a row in the table of heads."""
        nothing: list[Head] = []
        heads = self._or_salvaged(self.heads, lambda: nothing)
        return list(dict.fromkeys([*self.matches(), *(head.match for head in heads)]))

    def names(self) -> list[Any]:
        """What stands in the place of ids of matches, in the order in which they began."""
        return self._or_salvaged(super().names, lambda: [name for name in self.salvage.table if name is not None])

    def _or_salvaged(self, whole: Callable[[], T], left: Callable[[], T]) -> T:
        """What is asked for; where the file is damaged there, what is left of it."""
        try:
            return whole()
        except DatabaseError as wrong:
            if not is_damage(wrong):
                raise
            return left()

    @cached_property
    def salvage(self) -> Salvage:
        """What can be read where the file is damaged."""
        return Salvage(self.fetch)

    def flaws(self) -> list[str]:
        """What is wrong with the file besides what its rows say, in sentences."""
        return flaws(self.fetch)

    def torn(self) -> str | None:
        """What SQLite finds wrong with the file itself; None where nothing is."""
        return torn(self.fetch)

    def removed(self) -> int:
        """How many rows were deleted before the newest: nothing here ever deletes one, so positions have no gaps."""
        sql = "SELECT coalesce(max(rowid), 0) - count(*) FROM stored_events NOT INDEXED"
        gaps = self._or_salvaged(lambda: int(self.fetch(sql)[0][0]), int)  # what is lost is told as that
        return max(0, gaps)


def _name_of(event: StoredEvent) -> str:
    """The id of an event's match as it is stored."""
    assert isinstance(event.originator_id, UUID)
    return event.originator_id.hex


def _rows(c: SQLiteCursor, sql: str, values: Sequence[Any], kind: type[sqlite3.Row] | None) -> list[Any]:
    c.sqlite_cursor.row_factory = kind
    connection = c.sqlite_cursor.connection
    connection.text_factory = str  # much quicker, and nearly always all is UTF-8
    try:
        return _run(c, sql, values)
    except sqlite3.OperationalError as wrong:
        if "UTF-8" not in str(wrong):
            raise
    finally:
        connection.text_factory = decoded_text
    return _run(c, sql, values)


def _run(c: SQLiteCursor, sql: str, values: Sequence[Any]) -> list[Any]:
    c.execute(sql, values)
    found: list[Any] = c.fetchall()
    return found


class Factory(SQLiteFactory):
    """Makes the infrastructure for one SQLite file, whatever the environment says about other stores."""

    application_recorder_class = SQLiteStore

    def __init__(self, path: Path, *, reading: bool = False) -> None:
        where = {self.SQLITE_DBNAME: str(path.absolute()), self.CREATE_TABLE: "no"}
        super().__init__(Environment("ludograph", where))
        self.datastore.pool.close()
        self.datastore.pool = Pool(path, DEADLINE)
        self.datastore.pool.reading = reading


def open_factory(path: Path, *, reading: bool = False) -> Factory:
    """The infrastructure for a store, which is made if it is not there, unless it is only for reading.

    Raises `StoreError`.
    """
    check_file(path)
    check_stranger(path)
    if reading and not path.exists():
        raise StoreError(f"There is no store {path}.")
    with telling_store_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        return _patiently(lambda: _opened(path, reading))


def _opened(path: Path, reading: bool) -> Factory:
    factory = Factory(path, reading=reading)
    with factory.datastore.transaction(commit=False) as c:
        there = _check(c, path)
    if not there and reading:
        raise StoreError(f"{path} is empty: no match was ever recorded in it.")
    if not there:
        factory.application_recorder_class(factory.datastore).create_table()
    elif not reading and not there.issuperset(INDEXES):
        _quicken(factory)
    return factory


def _quicken(factory: Factory) -> None:
    """Makes the indexes of a store that an older program made; where that cannot be, all is found as it was before."""
    with suppress(PersistenceError), factory.datastore.transaction(commit=True) as c:
        for sql in QUICK:
            c.execute(sql)


def _patiently(work: Callable[[], T]) -> T:
    """Tries again while somebody else makes the same store: SQLite does not wait by itself there."""
    end = monotonic() + DEADLINE
    while True:
        try:
            return work()
        except (OperationalError, sqlite3.OperationalError) as wrong:
            if "locked" not in str(wrong) or monotonic() > end:
                raise
            sleep(0.02)


def _check(c: SQLiteCursor, path: Path) -> set[str]:
    """What the tables and indexes of a store are called, nothing where there are none yet.

    Raises `StoreError` where the file is somebody else's.
    """
    c.execute(LAYOUT_OF)
    layout = c.fetchone()[0]
    c.execute(SCHEMA)
    found = [(kind, name) for kind, name in c.fetchall()]
    return {name for _, name in found} if check_made(path, layout, found) else set()

"""A store in a file of SQLite."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import cached_property
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Final, TypeVar
from uuid import UUID

from eventsourcing.persistence import OperationalError, PersistenceError, StoredEvent
from eventsourcing.sqlite import (
    SQLiteApplicationRecorder,
    SQLiteCursor,
    SQLiteFactory,
)
from eventsourcing.utils import Environment

from ludograph.domain.store.base import Cursor, Store, in_use_error, translated_store_errors
from ludograph.domain.store.errors import StoreError
from ludograph.domain.store.idempotency_keys import IdempotentRequest
from ludograph.domain.store.schema import COLUMNS, INDEXES, LAYOUT
from ludograph.domain.store.sqlite.connections import (
    SQLITE_ERRORS,
    STATEMENTS,
    Pool,
    check_file,
    decoded_text,
    exclusive_connection,
    is_locked,
    wal_path,
)
from ludograph.domain.store.sqlite.damaged_rows import DamagedRowReader, file_problems, integrity_problem
from ludograph.domain.store.sqlite.file_check import LAYOUT_OF, SCHEMA_OBJECTS, check_foreign_file, check_made
from ludograph.domain.store.statements import load_statements
from ludograph.domain.store.streams import StoredRow, StreamHead
from ludograph.domain.store.url import DEADLINE

T = TypeVar("T")
SCHEMA: Final = load_statements(Path(__file__).with_name("schema.sql"))
"""What makes the tables and indexes, by their names."""
IMPATIENCE: Final = 2
"""Seconds to wait for others to close the file, where nobody else may have it open."""
RETRY: Final = 0.02
"""Seconds between two tries to open a file that somebody else is making."""


class SQLiteStore(Store, SQLiteApplicationRecorder):
    """The library's recorder, and a table of where each match stands, written in the same transaction."""

    statements = STATEMENTS
    _held: SQLiteCursor | None = None

    def construct_create_table_statements(self) -> list[str]:
        """The library's table, and our own."""
        return [
            *super().construct_create_table_statements(),
            SCHEMA["heads"],
            *(SCHEMA[index] for index in INDEXES),
            f"PRAGMA user_version={LAYOUT}",
        ]

    def _insert_events(
        self,
        c: SQLiteCursor,
        stored_events: Sequence[StoredEvent],
        *,
        heads: Sequence[StreamHead] = (),
        tournaments: int | None = None,
        request: IdempotentRequest | None = None,
        **_: Any,
    ) -> Sequence[int] | None:
        """Inserts events and what goes with them in one transaction; returns their positions."""
        # All at once, where the library goes row by row and asks for each position. Within a transaction they follow
        # each other, for SQLite lets only one write at a time.
        rows = [(_name_of(one), one.originator_version, one.topic, one.state) for one in stored_events]
        c.executemany(self.insert_events_statement, rows)
        if heads:
            self.check_heads(c, stored_events)
        self.write_with_events(c, heads, tournaments, request)
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
    def read_snapshot(self) -> Iterator[None]:
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
    def exclusive_transaction(self) -> Iterator[Cursor]:
        """One transaction to change what is recorded, while no other connection is there.

        Once it is done, the file is written anew. Raises `StoreError` where another program has it open, or rows of it
        were deleted.
        """
        pool = self.datastore.pool
        assert isinstance(pool, Pool)
        pool.close_idle()
        with closing(self._locked(pool.db_name)) as connection:
            self._held = SQLiteCursor(connection.cursor())
            try:
                # VACUUM gives rows without a number of their own new ones: they keep their positions only where there
                # are no gaps between them, and gaps are how `verify` knows that rows were deleted.
                self._check_gaps()
                yield self._held
                connection.execute("COMMIT")
            finally:
                self._held = None
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
            # Free pages and the log may still say what rows said before. A run that is cut short here is completed by
            # the same command again (decision 197).
            connection.execute("VACUUM")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _locked(self, name: str) -> sqlite3.Connection:
        """A connection within a transaction, beside which there can be no other. Raises `StoreError` where there is."""
        try:
            return exclusive_connection(name, IMPATIENCE)
        except sqlite3.OperationalError as wrong:
            if not is_locked(wrong):
                raise
            raise in_use_error(Path(name)) from wrong

    def _check_gaps(self) -> None:
        if self.deleted_count():
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

    def fetch_dicts(self, sql: str, values: Sequence[Any] = ()) -> list[dict[str, Any]]:
        """The rows that a query finds, by the names of their columns."""
        return [dict(row) for row in self._fetched(sql, values, sqlite3.Row)]

    def has_table(self, c: Cursor, table: str) -> bool:
        """Whether one of the optional tables was made yet."""
        if table not in self._there:
            c.execute(STATEMENTS["has_table"], (table,))
            if c.fetchone()[0]:
                self._there.add(table)  # no program ever drops one
        return table in self._there

    @cached_property
    def _there(self) -> set[str]:
        return set()

    def ensure_table(self, c: Cursor, table: str) -> None:
        """Makes one of the optional tables where it is not there."""
        c.execute(SCHEMA[table])

    def stored_rows(self, match: UUID) -> list[StoredRow]:
        """Every row that the index has for a match, in its order, as the table itself holds it."""
        return self.unless_damaged(
            lambda: [StoredRow(*row) for row in self.fetch(STATEMENTS["stored_rows"], (match.hex,))],
            lambda: self._damaged_rows.rows(match.hex),
        )

    @property
    def layout(self) -> int:
        """The version of the store's layout."""
        return int(self.fetch(LAYOUT_OF)[0][0])

    @property
    def head_columns(self) -> set[str]:
        """The columns of the table of heads."""
        return {name for (name,) in self.fetch(STATEMENTS["columns"], ("heads",))}

    @property
    def journal_mode(self) -> str:
        """How SQLite writes what it does before it does it."""
        return str(self.fetch("PRAGMA journal_mode")[0][0])

    def needs_migration(self) -> bool:
        """Whether the store is of an older layout, can be written, and has lost nothing of its heads."""
        layout = self.layout
        if not 1 <= layout < LAYOUT or self.datastore.pool.unwritable is not None:  # type: ignore[attr-defined]
            return False
        return self.head_columns.issuperset(COLUMNS["heads"][: 6 if layout == 1 else 7])

    def migrate(self, heads: Sequence[StreamHead]) -> None:
        """Brings the store to this layout, with these heads; nothing happens where somebody else just did."""
        with self.datastore.transaction(commit=True) as c:
            c.execute(LAYOUT_OF)  # again, in the transaction: two programs may have found the older layout at once
            layout = c.fetchone()[0]
            if layout == LAYOUT:
                return
            if layout == 1:
                c.execute(SCHEMA["add_result"])
            c.executemany(STATEMENTS["update_result"], [(head.result, head.match.hex) for head in heads])
            c.execute(f"PRAGMA user_version={LAYOUT}")

    def check_path(self) -> None:
        """Raise `Replaced` if the path no longer leads to the open file."""
        self.datastore.pool.check_path()  # type: ignore[attr-defined]

    def checkpoint(self) -> None:
        """Takes what stands in the log into the file, so that this alone is whole; waits for nobody (decision 187)."""
        pool = self.datastore.pool
        if pool.reading or pool.unwritable is not None or self.log_changed_at() is None:  # type: ignore[attr-defined]
            return
        with suppress(PersistenceError, *SQLITE_ERRORS), self.datastore.get_connection(commit=False) as connection:
            # PASSIVE takes what nobody reads any more. Where that fails nothing is lost: what was confirmed stands in
            # the log, and SQLite tries again with each commit.
            cursor = connection.cursor()
            cursor.execute("PRAGMA wal_checkpoint(PASSIVE)")
            cursor.fetchall()

    def log_changed_at(self) -> float | None:
        """When the log was written last, as its time of change; None where it is not there or empty."""
        try:
            found = wal_path(Path(self.datastore.pool.db_name)).stat()
        except OSError:
            return None
        return found.st_mtime if found.st_size else None

    def tournament_ids(self) -> list[UUID]:
        """Every tournament that the table of heads knows; none where that part of the file is damaged."""
        nothing: list[UUID] = []
        return self.unless_damaged(super().tournament_ids, lambda: nothing)

    def neighbours(self, match: UUID) -> list[UUID]:
        """The ids before and after an id; none where that part of the file is damaged."""
        whole = super().neighbours
        nothing: list[UUID] = []
        return self.unless_damaged(lambda: whole(match), lambda: nothing)

    def first_topic(self, match: UUID) -> Any:
        """What the first row that is left of a match or a tournament says of what it is; None where none is left."""
        whole = super().first_topic
        return self.unless_damaged(lambda: whole(match), lambda: self._damaged_rows.topic(match.hex))

    def known_match_ids(self) -> list[UUID]:
        """Every match of which there is any trace: events, or only a row in the table of heads."""
        nothing: list[StreamHead] = []
        heads = self.unless_damaged(self.match_heads, lambda: nothing)
        return list(dict.fromkeys([*self.match_ids(), *(head.match for head in heads)]))

    def stored_ids(self) -> list[Any]:
        """What stands in the place of ids of matches, in the order in which they began."""
        return self.unless_damaged(
            super().stored_ids, lambda: [name for name in self._damaged_rows.row_numbers if name is not None]
        )

    @cached_property
    def _damaged_rows(self) -> DamagedRowReader:
        """What can be read where the file is damaged."""
        return DamagedRowReader(self.fetch)

    def problems(self) -> list[str]:
        """What is wrong with the file besides what its rows say, in sentences."""
        return file_problems(self.fetch)

    def integrity_problem(self) -> str | None:
        """What SQLite finds wrong with the file itself; None where nothing is."""
        return integrity_problem(self.fetch)

    def deleted_count(self) -> int:
        """How many rows were deleted before the newest."""
        # Nothing here ever deletes one, so that positions have no gaps; a row that is lost is told as that.
        gaps = self.unless_damaged(lambda: int(self.fetch(STATEMENTS["deleted_count"])[0][0]), int)
        return max(0, gaps)


def _name_of(event: StoredEvent) -> str:
    """The id of an event's match as it is stored."""
    assert isinstance(event.originator_id, UUID)
    return event.originator_id.hex


def _rows(c: SQLiteCursor, sql: str, values: Sequence[Any], kind: type[sqlite3.Row] | None) -> list[Any]:
    c.sqlite_cursor.row_factory = kind
    connection = c.sqlite_cursor.connection
    # Texts are decoded in C, which is much quicker than by a function of ours. Where that fails somebody altered bytes:
    # the query is run again by `decoded_text`, so that one text that is no UTF-8 does not hide all others.
    connection.text_factory = str
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
    check_foreign_file(path)
    if reading and not path.exists():
        raise StoreError(f"There is no store {path}.")
    with translated_store_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        return _with_retries(lambda: _opened(path, reading))


def _opened(path: Path, reading: bool) -> Factory:
    factory = Factory(path, reading=reading)
    with factory.datastore.transaction(commit=False) as c:
        there = _check(c, path)
    if not there and reading:
        raise StoreError(f"{path} is empty: no match was ever recorded in it.")
    if not there:
        factory.application_recorder_class(factory.datastore).create_table()
    elif not reading and not there.issuperset(INDEXES):
        _make_indexes(factory)
    return factory


def _make_indexes(factory: Factory) -> None:
    """Makes the indexes of a store that an older program made; where that cannot be, all is found as it was before."""
    with suppress(PersistenceError), factory.datastore.transaction(commit=True) as c:
        for index in INDEXES:
            c.execute(SCHEMA[index])


def _with_retries(work: Callable[[], T]) -> T:
    """What work returns; tries again while somebody else makes the same store."""
    # SQLite waits for locks (the connection's timeout), but not where two switch a new file to a log at once: then it
    # says at once that the file is locked.
    end = monotonic() + DEADLINE
    while True:
        try:
            return work()
        except (OperationalError, sqlite3.OperationalError) as wrong:
            if "locked" not in str(wrong) or monotonic() > end:
                raise
            sleep(RETRY)


def _check(c: SQLiteCursor, path: Path) -> set[str]:
    """What the tables and indexes of a store are called, nothing where there are none yet.

    Raises `StoreError` where the file is somebody else's.
    """
    c.execute(LAYOUT_OF)
    layout = c.fetchone()[0]
    c.execute(SCHEMA_OBJECTS)
    found = [(kind, name) for kind, name in c.fetchall()]
    return {name for _, name in found} if check_made(path, layout, found) else set()

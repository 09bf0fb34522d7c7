"""A store in a database of a PostgreSQL server, for many programs on many machines at once.

The library's way with a function in the database is not used: it takes no lock on the table, so that of two that write
at once the one with the lower numbers may be seen last, and a reader who follows the numbers would miss its events.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count, islice
from pathlib import Path
from threading import local
from time import monotonic, sleep
from typing import Any, Final, TypeVar
from uuid import UUID

import psycopg
from eventsourcing.persistence import IntegrityError, InterfaceError, OperationalError, StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore
from psycopg.rows import tuple_row

from ludograph.domain.store.base import Cursor, Store, first_of_each_match, in_use_error
from ludograph.domain.store.idempotency_keys import IdempotentRequest
from ludograph.domain.store.postgres.statements import STATEMENTS, psycopg_sql
from ludograph.domain.store.schema import COLUMNS, INDEXES, LAYOUT, OPTIONAL_TABLES, column_problems
from ludograph.domain.store.statements import load_statements
from ludograph.domain.store.streams import StoredRow, StreamHead
from ludograph.domain.store.url import Server

T = TypeVar("T")
SCHEMA: Final = load_statements(Path(__file__).with_name("schema.sql"))
"""What makes the tables and indexes, by their names."""
LEAVING: Final = 1.0
"""So many seconds a server may take to let go of a connection that was closed."""
PAUSE: Final = 0.25
"""Seconds between two tries."""
IDLE: Final = 30
"""Seconds after which the server ends a transaction that only reads, and holds nobody up, where nothing happens."""
PORTION: Final = 2_000
"""Events that are sent at once: a server takes no message of a gigabyte, and a whole store may come in one go."""
MAKING: Final = 0x6C75646F
"""The lock under which tables are made."""
TABLES: Final = ("stored_events", "heads", *OPTIONAL_TABLES)
CONNECTION_LOST: Final = (InterfaceError, OperationalError)
"""What the library raises where a connection was lost, or could not be made."""


def _others_stay(cursor: psycopg.Cursor[Any]) -> bool:
    """Whether other programs are connected; one that has just ended is waited for, as the server takes a moment."""
    until = monotonic() + LEAVING
    while cursor.execute(STATEMENTS["other_programs"]).fetchall():
        if monotonic() > until:
            return True
        sleep(PAUSE)
        cursor.execute("SELECT pg_stat_clear_snapshot()")
    return False


class _Cursor:
    """A cursor as `Cursor` has it: `?` where a value goes, and ids as 32 digits."""

    def __init__(self, cursor: psycopg.Cursor[Any]) -> None:
        self._cursor = cursor

    def execute(self, sql: str, values: Sequence[Any] = ()) -> None:
        """Runs a statement."""
        self._cursor.execute(psycopg_sql(sql), values)

    def executemany(self, sql: str, values: Any) -> None:
        """Runs a statement for each of these values."""
        self._cursor.executemany(psycopg_sql(sql), values)

    def fetchone(self) -> Any:
        """The next row; None where there is none."""
        row = self._cursor.fetchone()
        return None if row is None else _plain(row)

    def fetchall(self) -> list[Any]:
        """All rows that are left."""
        return [_plain(row) for row in self._cursor.fetchall()]

    @property
    def names(self) -> list[str]:
        """The columns of the rows."""
        return [column.name for column in self._cursor.description or ()]


class PostgresStore(Store, PostgresApplicationRecorder):
    """The library's recorder, and a table of where each match stands, written in the same transaction."""

    statements = STATEMENTS

    def __init__(self, datastore: PostgresDatastore, deadline: float, **more: Any) -> None:
        super().__init__(datastore, **more)
        self._deadline = deadline
        self._held = local()  # threads share this store, and each is in a transaction of its own
        self._there: set[str] = set()
        # The library would make a function in the database that inserts events without the lock on the table.
        self.sql_create_statements.remove(self.sql_create_pg_function_insert_events)

    def _create_table(self, curs: psycopg.Cursor[Any]) -> None:
        """The library's tables, and our own."""
        super()._create_table(curs)
        for name in ("heads", "ludograph", *OPTIONAL_TABLES, *INDEXES):
            curs.execute(SCHEMA[name], prepare=False)
        curs.execute(psycopg_sql(SCHEMA["first_row"]), (LAYOUT,), prepare=False)

    def insert_events(self, stored_events: Sequence[StoredEvent], **more: Any) -> Sequence[int] | None:
        """Inserts all events and what goes with them, or nothing. Raises `IntegrityError` where others were faster."""

        def insert(tried: int) -> Sequence[int] | None:
            try:
                with self.datastore.transaction(commit=True) as cursor:
                    return self._insert_all(cursor, stored_events, **more)
            except IntegrityError:
                # Where the answer to a commit was lost, nobody knows whether it was done: the second try finds the
                # events there. They are ours if they are the same to the byte (decision 151).
                if not tried or not self._are_recorded(stored_events):
                    raise
                return None

        return self._with_retries(insert)

    def _with_retries(self, work: Callable[[int], T]) -> T:
        """What work returns, which is told how often it was tried; tries again where connections were lost."""
        # Until the deadline, of which silence may have taken all: then it is not tried again (decision 195). Nor after
        # a lock timeout, for which the library raises the same as for a lost connection: others are still writing.
        end = monotonic() + self._deadline
        for tried in count():
            try:
                return work(tried)
            except CONNECTION_LOST as wrong:
                if monotonic() + PAUSE > end or "lock timeout" in str(wrong):
                    raise
            sleep(PAUSE)
        raise AssertionError

    def _are_recorded(self, stored_events: Sequence[StoredEvent]) -> bool:
        """Whether exactly these events are recorded."""
        # Each has random bytes of its own, so that nobody else can have recorded the same.
        return all(
            self.fetch(STATEMENTS["same_event"], (event.originator_id, event.originator_version, event.state))
            for event in stored_events
        )

    def _insert_all(
        self,
        cursor: psycopg.Cursor[Any],
        stored_events: Sequence[StoredEvent],
        *,
        heads: Sequence[StreamHead] = (),
        tournaments: int | None = None,
        request: IdempotentRequest | None = None,
        **more: Any,
    ) -> Sequence[int] | None:
        """Inserts events, and before them what goes with them, in one transaction; returns their numbers."""
        # One at a time holds this lock, until its commit. So numbers appear in their order, and a reader who follows
        # them misses nothing; and what is checked here still holds when the events are inserted (decision 151).
        self._lock_table(cursor)
        with cursor.connection.cursor(row_factory=tuple_row) as beside:
            c = _Cursor(beside)
            if heads:
                self._check_free(c, stored_events)
                self.check_heads(c, stored_events)
            self.write_with_events(c, heads, tournaments, request)
            c.execute(STATEMENTS["count_events"], (len(stored_events),))  # decision 152
        # Not by the library's pipeline, which sends everything before it reads an answer: of some hundred thousand
        # bytes neither side would read any more what the other sends (decision 150).
        numbers: list[int] = []
        rows = iter(stored_events)
        while portion := list(islice(rows, PORTION)):
            self._insert_stored_events(cursor, portion, **more)
            numbers += self._fetch_ids_after_insert_events(cursor, portion, **more) or ()
        return numbers or None

    def _check_free(self, c: Cursor, stored_events: Sequence[StoredEvent]) -> None:
        """Raises `IntegrityError` where somebody else recorded the next event of one of these matches."""
        for match, event in first_of_each_match(stored_events).items():
            there = self.newest_version(c, match)
            if there is not None and there[0] >= event.originator_version:
                raise IntegrityError(f"{match} has {there[0]} events")

    @contextmanager
    def cursor(self, *, writing: bool = False) -> Iterator[Cursor]:
        """A transaction of its own, or the one within which this is asked."""
        if self._within is not None:
            yield self._within
            return
        with self.datastore.get_connection() as connection, connection.transaction(force_rollback=not writing):
            with connection.cursor(row_factory=tuple_row) as cursor:
                yield _Cursor(cursor)
            if writing:  # tokens and devices are news too; the notification is sent with the commit
                self._notify_channel(connection.cursor())

    @contextmanager
    def read_snapshot(self) -> Iterator[None]:
        """What is asked within is answered from one state of the store, whatever others record meanwhile."""
        if self._within is not None:
            yield
            return
        with self.datastore.get_connection() as connection, connection.transaction(force_rollback=True):
            # By default (READ COMMITTED) each statement would see what others committed before it.
            connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            connection.execute(f"SET LOCAL idle_in_transaction_session_timeout = '{IDLE}s'")
            with connection.cursor(row_factory=tuple_row) as cursor:
                self._held.cursor = _Cursor(cursor)
                try:
                    yield
                finally:
                    del self._held.cursor

    @contextmanager
    def exclusive_transaction(self) -> Iterator[Cursor]:
        """One transaction to change what is recorded, with every table locked; then each is written anew.

        Raises `StoreError` where another program has a connection to the database.
        """
        with self.datastore.get_connection() as connection:
            with connection.transaction(), connection.cursor(row_factory=tuple_row) as cursor:
                cursor.execute(f"LOCK TABLE {', '.join(TABLES)} IN ACCESS EXCLUSIVE MODE")
                if _others_stay(cursor):
                    raise in_use_error(Server(str(self.datastore.pool.conninfo)))
                self._held.cursor = c = _Cursor(cursor)
                try:
                    yield c
                finally:
                    del self._held.cursor
                self._notify_channel(connection.cursor())
            # An update leaves the row of before in the table's file; VACUUM FULL makes another, and cannot run within a
            # transaction. The server's own log of writes keeps it for as long as that is set up to.
            for table in TABLES:
                connection.execute(f"VACUUM FULL {table}")

    def rewrite_stream(self, c: Cursor, stored_events: Sequence[StoredEvent], head: StreamHead) -> None:
        """Puts other events in the place of those of a record; one more is counted then."""
        super().rewrite_stream(c, stored_events, head)
        c.execute(STATEMENTS["count_events"], (1,))

    def fetch(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        """The rows that a query finds."""
        return self._asked(sql, values)[1]

    def fetch_dicts(self, sql: str, values: Sequence[Any] = ()) -> list[dict[str, Any]]:
        """The rows that a query finds, by the names of their columns."""
        names, rows = self._asked(sql, values)
        return [dict(zip(names, row, strict=True)) for row in rows]

    @property
    def _within(self) -> _Cursor | None:
        """The cursor of the transaction in which this thread is asking; None where it is in none."""
        found: _Cursor | None = getattr(self._held, "cursor", None)
        return found

    def _asked(self, sql: str, values: Sequence[Any]) -> tuple[list[str], list[Any]]:
        held = self._within
        if held is not None:
            held.execute(sql, values)
            return held.names, held.fetchall()
        return self._with_retries(lambda _: self._asked_once(sql, values))

    def _asked_once(self, sql: str, values: Sequence[Any]) -> tuple[list[str], list[Any]]:
        with self.datastore.get_connection() as connection, connection.cursor(row_factory=tuple_row) as cursor:
            c = _Cursor(cursor)
            c.execute(sql, values)
            return c.names, c.fetchall()

    def has_table(self, c: Cursor, table: str) -> bool:
        """Whether one of the optional tables was made yet: an older program made the store without it."""
        if table not in self._there:
            c.execute(STATEMENTS["has_table"], (f"public.{table}",))
            if c.fetchone()[0]:
                self._there.add(table)  # no program ever drops one
        return table in self._there

    def ensure_table(self, c: Cursor, table: str) -> None:
        """Makes one of the optional tables where it is not there (decision 182)."""
        if not self.has_table(c, table):
            c.execute(STATEMENTS["lock_until_commit"], (MAKING,))
            c.execute(SCHEMA[table])

    def stored_rows(self, match: UUID) -> list[StoredRow]:
        """Every row that there is for a match, in the order of its events."""
        return [StoredRow(*row) for row in self.fetch(STATEMENTS["stored_rows"], (match,))]

    @property
    def layout(self) -> int:
        """The version of the store's layout; 0 where it does not say any more."""
        found = self.fetch(STATEMENTS["layout"])
        return int(found[0][0]) if found else 0

    @property
    def head_columns(self) -> set[str]:
        """The columns of the table of heads."""
        return set(self._columns("heads"))

    @property
    def journal_mode(self) -> str:
        """How PostgreSQL writes what it does before it does it."""
        return "wal"

    def _columns(self, table: str) -> list[str]:
        return [name for (name,) in self.fetch(STATEMENTS["columns"], (table,))]

    def needs_migration(self) -> bool:
        """Whether the store is of an older layout, and can be written by this role."""
        return 0 < self.layout < LAYOUT and bool(self.fetch(STATEMENTS["may_migrate"])[0][0])

    def migrate(self, heads: Sequence[StreamHead]) -> None:
        """Brings the store to this layout, with these heads; nothing happens where somebody else just did."""
        with (
            self.datastore.transaction(commit=True) as cursor,
            cursor.connection.cursor(row_factory=tuple_row) as beside,
        ):
            c = _Cursor(beside)
            c.execute(STATEMENTS["raise_layout"], (LAYOUT, LAYOUT))
            if c.fetchone() is not None:
                c.executemany(
                    STATEMENTS["update_result"], [(head.result, head.match.hex, head.version) for head in heads]
                )

    def problems(self) -> list[str]:
        """What is wrong with the tables besides what their rows say, in sentences."""
        found = [] if self.layout else ["It does not say any more which Ludograph wrote it."]
        for table, columns in COLUMNS.items():
            known = {*columns, "notification_id"} if table == "stored_events" else {*columns}
            found += column_problems(table, self._columns(table), sorted(known))
        return found

    def integrity_problem(self) -> str | None:
        """None: the server looks after its files itself."""
        return None

    def deleted_count(self) -> int:
        """How many rows were deleted: so many more were recorded than are there."""
        ((gaps,),) = self.fetch(STATEMENTS["deleted_count"])
        return max(0, int(gaps))


def _plain(row: Sequence[Any]) -> tuple[Any, ...]:
    """A row with ids as 32 digits."""
    return tuple(value.hex if isinstance(value, UUID) else value for value in row)

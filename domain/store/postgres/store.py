"""A store in a database of a PostgreSQL server, for many programs on many machines at once.

The library's way with a function in the database is not used: it takes no lock on the table, so that of two that write
at once the one with the lower numbers may be seen last, and a reader who follows the numbers would miss its events.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count, islice
from threading import local
from time import monotonic, sleep
from typing import Any, Final, TypeVar
from uuid import UUID

import psycopg
from eventsourcing.persistence import IntegrityError, InterfaceError, OperationalError, StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore
from psycopg.rows import tuple_row

from ludograph.domain.store.base import INDEXES, LATER, Cursor, StoreRecorder, firsts, in_use
from ludograph.domain.store.idempotency_keys import IdempotentRequest
from ludograph.domain.store.salvage import COLUMNS, Position
from ludograph.domain.store.schema_check import LAYOUT
from ludograph.domain.store.streams import Head
from ludograph.domain.store.url import Server

T = TypeVar("T")
PAUSE: Final = 0.25
"""Seconds between two tries."""
IDLE: Final = 30
"""Seconds after which the server ends a transaction that only reads, and holds nobody up, where nothing happens."""
PORTION: Final = 2_000
"""Events that are sent at once: a server takes no message of a gigabyte, and a whole store may come in one go."""
HEADS: Final = (
    'CREATE TABLE IF NOT EXISTS heads (match text COLLATE "C" PRIMARY KEY, version bigint, digest text, game text, '
    "steps bigint, over integer, result text)"
)
ABOUT: Final = "CREATE TABLE IF NOT EXISTS ludograph (layout integer NOT NULL, events bigint NOT NULL)"
"""One row: the layout, and how many events were ever recorded, for numbers that are given in order may have gaps."""
MAKING: Final = 0x6C75646F
"""The lock under which tables are made."""
TABLES: Final = ("stored_events", "heads", *LATER)
OTHERS: Final = """SELECT pid FROM pg_stat_activity WHERE datname = current_database()
    AND application_name LIKE 'ludograph%' AND application_name <> current_setting('application_name')"""
"""The other programs of ours that have a connection to this database."""
GONE: Final = (InterfaceError, OperationalError)


class _Cursor:
    """A cursor as `Cursor` has it: `?` where a value goes, and ids as 32 digits."""

    def __init__(self, cursor: psycopg.Cursor[Any]) -> None:
        self._cursor = cursor

    def execute(self, sql: str, values: Sequence[Any] = ()) -> None:
        """Runs a statement."""
        self._cursor.execute(_marked(sql), values)

    def executemany(self, sql: str, values: Any) -> None:
        """Runs a statement for each of these values."""
        self._cursor.executemany(_marked(sql), values)

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


class PostgresStore(StoreRecorder, PostgresApplicationRecorder):
    """The library's recorder, and a table of where each match stands, written in the same transaction."""

    position = "notification_id"

    def __init__(self, datastore: PostgresDatastore, deadline: float, **more: Any) -> None:
        super().__init__(datastore, **more)
        self._deadline = deadline
        self._held = local()
        self._there: set[str] = set()
        self.sql_create_statements.remove(self.sql_create_pg_function_insert_events)  # nobody shall write by it

    def _create_table(self, curs: psycopg.Cursor[Any]) -> None:
        """The library's tables, and our own."""
        super()._create_table(curs)
        later = (f"CREATE TABLE IF NOT EXISTS {name} {LATER[name]}" for name in LATER)
        quick = (
            f"CREATE INDEX IF NOT EXISTS {name} ON {what.format(numbered=self.position)}"
            for name, what in INDEXES.items()
        )
        for sql in (HEADS, ABOUT, *later, *quick):
            curs.execute(sql, prepare=False)
        curs.execute(
            f"INSERT INTO ludograph SELECT {LAYOUT}, (SELECT count(*) FROM stored_events) "
            "WHERE NOT EXISTS (SELECT FROM ludograph)",
            prepare=False,
        )

    def insert_events(self, stored_events: Sequence[StoredEvent], **more: Any) -> Sequence[int] | None:
        """All of it or nothing. Where the answer of the server was lost, it is asked whether it recorded them.

        The library sends everything before it reads an answer; of some hundred thousand bytes neither side would read
        any more what the other sends.
        """

        def insert(tried: int) -> Sequence[int] | None:
            try:
                with self.datastore.transaction(commit=True) as cursor:
                    return self._insert_all(cursor, stored_events, **more)
            except IntegrityError:
                if not tried or not self._stand(stored_events):
                    raise
                return None

        return self._patiently(insert)

    def _patiently(self, work: Callable[[int], T]) -> T:
        """Does something again while connections are lost, until the deadline; it is told how often it was tried.

        Where the server was heard of no more, the deadline is over: it is not asked again.
        """
        end = monotonic() + self._deadline
        for tried in count():
            try:
                return work(tried)
            except GONE as wrong:
                if monotonic() + PAUSE > end or "lock timeout" in str(wrong):
                    raise
            sleep(PAUSE)
        raise AssertionError

    def _stand(self, stored_events: Sequence[StoredEvent]) -> bool:
        """Whether exactly these events are recorded: each has random bytes of its own, so that nobody else did it."""
        return all(
            self.fetch(
                "SELECT 1 FROM stored_events WHERE originator_id = ? AND originator_version = ? AND state = ?",
                (event.originator_id, event.originator_version, event.state),
            )
            for event in stored_events
        )

    def _insert_all(
        self,
        cursor: psycopg.Cursor[Any],
        stored_events: Sequence[StoredEvent],
        *,
        heads: Sequence[Head] = (),
        tournaments: int | None = None,
        request: IdempotentRequest | None = None,
        **more: Any,
    ) -> Sequence[int] | None:
        """Events, and before them what goes with them: under the lock nothing can come in between."""
        self._lock_table(cursor)
        with cursor.connection.cursor(row_factory=tuple_row) as beside:
            c = _Cursor(beside)
            if heads:
                self._check_free(c, stored_events)
                self.check_heads(c, stored_events)
            self.write_beside(c, heads, tournaments, request)
            c.execute("UPDATE ludograph SET events = events + ?", (len(stored_events),))
        numbers: list[int] = []
        rows = iter(stored_events)
        while portion := list(islice(rows, PORTION)):
            self._insert_stored_events(cursor, portion, **more)
            numbers += self._fetch_ids_after_insert_events(cursor, portion, **more) or ()
        return numbers or None

    def _check_free(self, c: Cursor, stored_events: Sequence[StoredEvent]) -> None:
        """Raises `IntegrityError` where somebody else recorded the next event of one of these matches."""
        for match, event in firsts(stored_events).items():
            there = self.stands(c, match)
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
            if writing:
                self._notify_channel(connection.cursor())

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """What is asked within is answered from one state of the store, whatever others record meanwhile."""
        if self._within is not None:
            yield
            return
        with self.datastore.get_connection() as connection, connection.transaction(force_rollback=True):
            connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            connection.execute(f"SET LOCAL idle_in_transaction_session_timeout = '{IDLE}s'")
            with connection.cursor(row_factory=tuple_row) as cursor:
                self._held.cursor = _Cursor(cursor)
                try:
                    yield
                finally:
                    del self._held.cursor

    @contextmanager
    def alone(self) -> Iterator[Cursor]:
        """One transaction with every table locked; then each is written anew, without the rows of before.

        The server keeps in its log what it wrote, as long as it is set up to.
        """
        with self.datastore.get_connection() as connection:
            with connection.transaction(), connection.cursor(row_factory=tuple_row) as cursor:
                cursor.execute(f"LOCK TABLE {', '.join(TABLES)} IN ACCESS EXCLUSIVE MODE")
                if cursor.execute(OTHERS).fetchall():
                    raise in_use(Server(str(self.datastore.pool.conninfo)))
                self._held.cursor = c = _Cursor(cursor)
                try:
                    yield c
                finally:
                    del self._held.cursor
                self._notify_channel(connection.cursor())
            for table in TABLES:
                connection.execute(f"VACUUM FULL {table}")

    def rewrite(self, c: Cursor, stored_events: Sequence[StoredEvent], head: Head) -> None:
        """Puts other events in the place of those of a record; one more is counted then."""
        super().rewrite(c, stored_events, head)
        c.execute("UPDATE ludograph SET events = events + 1")

    def fetch(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        """The rows that a query finds."""
        return self._asked(sql, values)[1]

    def named(self, sql: str, values: Sequence[Any] = ()) -> list[dict[str, Any]]:
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
        return self._patiently(lambda _: self._asked_once(sql, values))

    def _asked_once(self, sql: str, values: Sequence[Any]) -> tuple[list[str], list[Any]]:
        with self.datastore.get_connection() as connection, connection.cursor(row_factory=tuple_row) as cursor:
            c = _Cursor(cursor)
            c.execute(sql, values)
            return c.names, c.fetchall()

    def has(self, c: Cursor, table: str) -> bool:
        """Whether there is one of the tables that may be made later: an older program made the store without it."""
        if table not in self._there:
            c.execute("SELECT to_regclass(?) IS NOT NULL", (f"public.{table}",))
            if c.fetchone()[0]:
                self._there.add(table)  # no program ever drops one
        return table in self._there

    def ensure(self, c: Cursor, table: str) -> None:
        """Makes one of those tables where it is not there, while others who would do the same wait."""
        if not self.has(c, table):
            c.execute("SELECT pg_advisory_xact_lock(?)", (MAKING,))
            c.execute(f"CREATE TABLE IF NOT EXISTS {table} {LATER[table]}")

    def rows(self, match: UUID) -> list[Position]:
        """Every row that there is for a match, in the order of its events."""
        found = self.fetch(
            "SELECT notification_id, originator_id, originator_version, topic, state FROM stored_events "
            "WHERE originator_id = ? ORDER BY originator_version",
            (match,),
        )
        return [Position(*row) for row in found]

    @property
    def layout(self) -> int:
        """The version of the store's layout; 0 where it does not say any more."""
        found = self.fetch("SELECT layout FROM ludograph")
        return int(found[0][0]) if found else 0

    @property
    def columns(self) -> set[str]:
        """What the table of heads holds."""
        return set(self._columns("heads"))

    @property
    def journal(self) -> str:
        """How PostgreSQL writes what it does before it does it."""
        return "wal"

    def _columns(self, table: str) -> list[str]:
        sql = "SELECT column_name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = ?"
        return [name for (name,) in self.fetch(sql, (table,))]

    def unsettled(self) -> bool:
        """No older layout was ever kept on a server."""
        return False

    def settle(self, heads: Sequence[Head]) -> None:
        """No older layout was ever kept on a server."""

    def flaws(self) -> list[str]:
        """What is wrong with the tables besides what their rows say, in sentences."""
        found = [] if self.layout else ["It does not say any more which Ludograph wrote it."]
        for table, columns in COLUMNS.items():
            known = {*columns, self.position} if table == "stored_events" else {*columns}
            there = self._columns(table)
            if not there:
                found.append(f"The table {table} is gone.")
                continue
            found += [
                f"The table {table} has a column {one!r}, which no Ludograph made." for one in there if one not in known
            ]
            found += [f"The table {table} has lost its column {one}." for one in sorted(known) if one not in there]
        return found

    def torn(self) -> str | None:
        """The server looks after its files itself."""
        return None

    def removed(self) -> int:
        """How many rows were deleted: so many more were recorded than are there."""
        ((gaps,),) = self.fetch(
            "SELECT coalesce((SELECT max(events) FROM ludograph), 0) - (SELECT count(*) FROM stored_events)"
        )
        return max(0, int(gaps))


def _marked(sql: str) -> str:
    """SQL with the marks for values that psycopg has."""
    return sql.replace("%", "%%").replace("?", "%s")


def _plain(row: Sequence[Any]) -> tuple[Any, ...]:
    """A row with ids as 32 digits."""
    return tuple(value.hex if isinstance(value, UUID) else value for value in row)

"""A store in a database of a PostgreSQL server, for many programs on many machines at once.

The library's way with a function in the database is not used: it takes no lock on the table, so that of two that write
at once the one with the lower numbers may be seen last, and a reader who follows the numbers would miss its events.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from threading import local
from time import sleep
from typing import Any, Final
from uuid import UUID

import psycopg
from eventsourcing.persistence import IntegrityError, InterfaceError, OperationalError, StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore, PostgresFactory
from eventsourcing.utils import Environment, retry
from psycopg.rows import tuple_row

from domain.records.answering import told_by_server
from domain.records.heads import Head
from domain.records.holding import INDEXES, LATER, Cursor, StoreRecorder, firsts
from domain.records.mapping import StoreError
from domain.records.ownership import LAYOUT
from domain.records.places import Server, ServerCondition
from domain.records.requests import Request
from domain.records.salvage import COLUMNS, Position

PATIENCE: Final = 10
"""Seconds to wait for others that write."""
REACH: Final = 5
"""Seconds to wait for a connection."""
IDLE: Final = 30
"""Seconds after which the server ends a transaction in which nothing happens: it may hold others up."""
TRIES: Final = 4
"""So often something is asked of a server that does not answer."""
PAUSE: Final = 0.25
"""Seconds between two tries."""
PORTION: Final = 2_000
"""Events that are sent at once: a server takes no message of a gigabyte, and a whole store may come in one go."""
MAKING: Final = 0x6C75646F
"""The lock under which the tables are made."""
HEADS: Final = (
    'CREATE TABLE IF NOT EXISTS heads (match text COLLATE "C" PRIMARY KEY, version bigint, digest text, game text, '
    "steps bigint, over integer, result text)"
)
ABOUT: Final = "CREATE TABLE IF NOT EXISTS ludograph (layout integer NOT NULL, events bigint NOT NULL)"
"""One row: the layout, and how many events were ever recorded, for numbers that are given in order may have gaps."""
ON_DISK: Final = (
    "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
)
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


class Datastore(PostgresDatastore):
    """Connections to one database, by its URL, so that all that libpq knows can stand there."""

    def __init__(self, server: Server, *, reading: bool) -> None:
        super().__init__(
            "", "", "", "", "",
            connect_timeout=REACH, idle_in_transaction_session_timeout=IDLE, max_overflow=9, lock_timeout=PATIENCE,
        )  # fmt: skip
        self.pool.conninfo = server.url
        self.pool.kwargs = {
            "row_factory": self.pool.kwargs["row_factory"],  # type: ignore[index]
            "connect_timeout": REACH,
            "application_name": "ludograph",
        }
        self.reading = reading

    def after_connect_func(self) -> Callable[[psycopg.Connection[Any]], None]:
        """What every connection is told: that what it confirms is on the disk, and which tables are meant."""
        begin = super().after_connect_func()

        def connected(connection: psycopg.Connection[Any]) -> None:
            begin(connection)
            connection.execute("SET search_path TO public")
            connection.execute(ON_DISK)

        return connected


class PostgresStore(StoreRecorder, PostgresApplicationRecorder):
    """The library's recorder, and a table of where each match stands, written in the same transaction."""

    position = "notification_id"

    def __init__(self, datastore: PostgresDatastore, **more: Any) -> None:
        super().__init__(datastore, **more)
        self._held = local()
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
        for tried in range(TRIES):
            try:
                with self.datastore.transaction(commit=True) as cursor:
                    return self._insert_all(cursor, stored_events, **more)
            except GONE as wrong:
                if tried == TRIES - 1 or "lock timeout" in str(wrong):
                    raise
                sleep(PAUSE)
            except IntegrityError:
                if not tried or not self._stand(stored_events):
                    raise
                return None
        return None

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
        request: Request | None = None,
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
        """A transaction of its own."""
        with self.datastore.get_connection() as connection, connection.transaction(force_rollback=not writing):
            with connection.cursor(row_factory=tuple_row) as cursor:
                yield _Cursor(cursor)
            if writing:
                self._notify_channel(connection.cursor())

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """What is asked within is answered from one state of the store, whatever others record meanwhile."""
        with self.datastore.get_connection() as connection, connection.transaction(force_rollback=True):
            connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            with connection.cursor(row_factory=tuple_row) as cursor:
                self._held.cursor = _Cursor(cursor)
                try:
                    yield
                finally:
                    del self._held.cursor

    def fetch(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        """The rows that a query finds."""
        return self._asked(sql, values)[1]

    def named(self, sql: str, values: Sequence[Any] = ()) -> list[dict[str, Any]]:
        """The rows that a query finds, by the names of their columns."""
        names, rows = self._asked(sql, values)
        return [dict(zip(names, row, strict=True)) for row in rows]

    def _asked(self, sql: str, values: Sequence[Any]) -> tuple[list[str], list[Any]]:
        held: _Cursor | None = getattr(self._held, "cursor", None)
        if held is not None:
            held.execute(sql, values)
            return held.names, held.fetchall()
        found: tuple[list[str], list[Any]] = self._patiently(sql, values)
        return found

    @retry(GONE, max_attempts=TRIES, wait=PAUSE)
    def _patiently(self, sql: str, values: Sequence[Any]) -> tuple[list[str], list[Any]]:
        """Asks by itself, again where a connection was lost."""
        with self.datastore.get_connection() as connection, connection.cursor(row_factory=tuple_row) as cursor:
            c = _Cursor(cursor)
            c.execute(sql, values)
            return c.names, c.fetchall()

    def has(self, c: Cursor, table: str) -> bool:
        """All tables are made with the store."""
        return True

    def ensure(self, c: Cursor, table: str) -> None:
        """All tables are made with the store."""

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


class Factory(PostgresFactory):
    """Makes the infrastructure for one database, whatever the environment says about others."""

    def __init__(self, server: Server, *, reading: bool = False) -> None:
        nowhere = dict.fromkeys(
            (self.POSTGRES_DBNAME, self.POSTGRES_HOST, self.POSTGRES_USER, self.POSTGRES_PASSWORD), "none"
        )
        super().__init__(Environment("ludograph", {**nowhere, self.CREATE_TABLE: "no"}))
        self.datastore.close()
        self.datastore = Datastore(server, reading=reading)

    def application_recorder(self) -> PostgresStore:
        """The recorder of this database, under whose name the events lie wherever they are kept."""
        return PostgresStore(self.datastore, events_table_name="stored_events")


def open_factory(server: Server, *, reading: bool = False, making: bool = True) -> Factory:
    """The infrastructure for a store, whose tables are made if they are not there, unless they are not to be.

    Raises `StoreError`.
    """
    if reading:
        check_readable(server)
        return Factory(server, reading=True)
    with _connected(server) as connection:
        if not _check(connection, server):
            if not making:
                raise StoreError(_nothing(server))
            _make(connection, server)
    return Factory(server)


def check_readable(server: Server) -> None:
    """Raises `StoreError` where there is no store in the database, or it cannot be read."""
    with _connected(server) as connection:
        made = _check(connection, server)
    if not made:
        raise StoreError(_nothing(server))


def _nothing(server: Server) -> str:
    return f"Nothing is recorded yet in {server}: start with `ludograph new` or `ludograph import`."


def condition(server: Server) -> ServerCondition:
    """Which server it is, and how it keeps what it confirms. Raises `StoreError`."""
    with _connected(server) as connection:
        told = connection.execute(
            "SELECT current_setting('server_version'), pg_is_in_recovery(), "
            "array(SELECT name FROM unnest(%s::text[]) AS name WHERE current_setting(name) = 'off')",
            (["fsync", "full_page_writes"],),
        ).fetchone()
    assert told is not None
    version, replica, careless = told
    return ServerCondition(version, replica, tuple(careless))


@contextmanager
def _connected(server: Server) -> Iterator[psycopg.Connection[Any]]:
    """A connection of its own, by which the server is asked what it holds. Raises `StoreError`."""
    try:
        with psycopg.connect(server.url, connect_timeout=REACH, application_name="ludograph") as connection:
            yield connection
    except psycopg.Error as wrong:
        raise StoreError(told_by_server(server, wrong)) from wrong


def _make(connection: psycopg.Connection[Any], server: Server) -> None:
    """Makes the tables, while others who would do the same wait."""
    connection.execute("SELECT pg_advisory_lock(%s)", (MAKING,))
    with Factory(server) as factory:
        factory.application_recorder().create_table()


def _check(connection: psycopg.Connection[Any], server: Server) -> bool:
    """Whether the tables are there. Raises `StoreError` where they are somebody else's, or were altered."""
    there = {
        name
        for (name,) in connection.execute(
            "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'"
        ).fetchall()
    }
    if "ludograph" in there:
        found = connection.execute("SELECT layout FROM public.ludograph").fetchall()
        if any(layout > LAYOUT for (layout,) in found):
            raise StoreError(f"{server} was written by a newer Ludograph: update this one to use it.")
    elif "stored_events" in there and not {"heads", *LATER} <= there:
        raise StoreError(f"{server} holds events of another program: name another database with --store.")
    elif ours := there & {"heads", *LATER}:
        raise StoreError(f"{server} has a table {min(ours)} of another program: name another database with --store.")
    _check_untouched(connection, server)
    return "stored_events" in there


def _check_untouched(connection: psycopg.Connection[Any], server: Server) -> None:
    """Raises `StoreError` where somebody put something on the tables that could change or hide what is recorded."""
    tables = ["stored_events", "heads", "ludograph", *LATER]
    found = connection.execute(
        "SELECT 'trigger', tgname FROM pg_trigger WHERE NOT tgisinternal AND tgrelid = ANY("
        "SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relname = ANY(%s)) "
        "UNION ALL SELECT 'rule', rulename FROM pg_rules WHERE schemaname = 'public' AND tablename = ANY(%s)",
        (tables, tables),
    ).fetchall()
    for kind, name in found:
        raise StoreError(
            f"{server} has a {kind} ({name}), which could change or hide what is recorded: no store has any. "
            "Find out who made it, or name another database with --store."
        )


def _marked(sql: str) -> str:
    """SQL with the marks for values that psycopg has."""
    return sql.replace("%", "%%").replace("?", "%s")


def _plain(row: Sequence[Any]) -> tuple[Any, ...]:
    """A row with ids as 32 digits."""
    return tuple(value.hex if isinstance(value, UUID) else value for value in row)

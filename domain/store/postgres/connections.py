"""The way to a PostgreSQL server: connections, and whether what is there is a store."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from secrets import token_hex
from typing import Any, Final

import psycopg
from eventsourcing.postgres import PostgresDatastore, PostgresFactory
from eventsourcing.utils import Environment

from ludograph.domain.store.errors import Empty, StoreError
from ludograph.domain.store.postgres.deadlines import CONNECTION_ERRORS, BoundedConnection, connected, parameters
from ludograph.domain.store.postgres.errors import postgres_error
from ludograph.domain.store.postgres.statements import STATEMENTS, psycopg_sql
from ludograph.domain.store.postgres.store import MAKING, PostgresStore
from ludograph.domain.store.schema import LAYOUT, OPTIONAL_TABLES
from ludograph.domain.store.url import Server, ServerCondition

REACH: Final = 5
"""Seconds to wait for a connection, or for others to give one back."""


class Datastore(PostgresDatastore):
    """Connections to one database, by its URL, so that all that libpq knows can stand there."""

    def __init__(self, server: Server) -> None:
        super().__init__(
            "", "", "", "", "",
            connect_timeout=min(REACH, server.deadline), max_overflow=9, lock_timeout=server.patience,
            # Whoever stands still in the middle, or is heard of no more, holds others up; the server ends that in time.
            idle_in_transaction_session_timeout=server.patience,
            pre_ping=True,  # a server that was restarted has closed the connections that lie there
        )  # fmt: skip
        self.pool.reconnect_timeout = REACH  # then whoever comes next tries anew, not minutes after a long break
        self.pool.connection_class = BoundedConnection
        self.pool.conninfo = server.url
        self.pool.kwargs = {
            "row_factory": self.pool.kwargs["row_factory"],  # type: ignore[index]
            "deadline": server.deadline,
            "application_name": f"ludograph {token_hex(4)}",  # tells the connections of one program from others
            **parameters(server),
        }

    def close(self) -> None:
        """Closes all connections, and waits for none that is being made on a way that may be dead."""
        with suppress(AttributeError):
            self.pool.close(timeout=1)

    def after_connect_func(self) -> Callable[[psycopg.Connection[Any]], None]:
        """What every connection is told: that what it confirms is on the disk, and which tables are meant."""
        begin = super().after_connect_func()

        def connected(connection: psycopg.Connection[Any]) -> None:
            begin(connection)
            connection.execute("SET search_path TO public")
            connection.execute(STATEMENTS["confirm_on_disk"])

        return connected


class Factory(PostgresFactory):
    """Makes the infrastructure for one database, whatever the environment says about others."""

    def __init__(self, server: Server) -> None:
        nowhere = dict.fromkeys(
            (self.POSTGRES_DBNAME, self.POSTGRES_HOST, self.POSTGRES_USER, self.POSTGRES_PASSWORD), "none"
        )
        super().__init__(Environment("ludograph", {**nowhere, self.CREATE_TABLE: "no"}))
        self.datastore.close()
        self.datastore = Datastore(server)
        self._deadline = server.deadline

    def application_recorder(self) -> PostgresStore:
        """The recorder of this database, under whose name the events lie wherever they are kept."""
        return PostgresStore(self.datastore, self._deadline, events_table_name="stored_events")


def open_factory(server: Server, *, reading: bool = False, making: bool = True) -> Factory:
    """The infrastructure for a store, whose tables are made if they are not there, unless they are not to be.

    Raises `StoreError`.
    """
    if reading:
        check_readable(server)
        return Factory(server)
    with _connected(server) as connection:
        if not _check(connection, server):
            if not making:
                raise _nothing(server)
            _make(connection, server)
    return Factory(server)


def check_readable(server: Server) -> None:
    """Raises `StoreError` where there is no store in the database, or it cannot be read."""
    with _connected(server) as connection:
        made = _check(connection, server)
    if not made:
        raise _nothing(server)


def _nothing(server: Server) -> Empty:
    return Empty(f"Nothing is recorded yet in {server}: start with `ludograph new` or `ludograph import`.")


def read_condition(server: Server) -> ServerCondition:
    """Which server it is, and how it keeps what it confirms. Raises `StoreError`."""
    with _connected(server) as connection:
        found = connection.execute(psycopg_sql(STATEMENTS["condition"]), (["fsync", "full_page_writes"],)).fetchone()
    assert found is not None
    version, replica, careless = found
    return ServerCondition(version, replica, tuple(careless))


@contextmanager
def _connected(server: Server) -> Iterator[psycopg.Connection[Any]]:
    """A connection of its own, by which the server is asked what it holds. Raises `StoreError`."""
    try:
        with connected(server) as connection:
            yield connection
    except psycopg.Error as wrong:
        raise postgres_error(server, wrong, CONNECTION_ERRORS) from wrong


def _make(connection: psycopg.Connection[Any], server: Server) -> None:
    """Makes the tables, while others who would do the same wait."""
    # CREATE TABLE IF NOT EXISTS fails where two run it at once. The lock belongs to this connection, and ends with it.
    connection.execute(psycopg_sql(STATEMENTS["lock_until_close"]), (MAKING,))
    with Factory(server) as factory:
        factory.application_recorder().create_table()


def _check(connection: psycopg.Connection[Any], server: Server) -> bool:
    """Whether the tables are there. Raises `StoreError` where they are somebody else's, or were altered."""
    there = {name for (name,) in connection.execute(STATEMENTS["tables"]).fetchall()}
    if "ludograph" in there:
        found = connection.execute(STATEMENTS["layout"]).fetchall()
        if any(layout > LAYOUT for (layout,) in found):
            raise StoreError(f"{server} was written by a newer Ludograph: update this one to use it.")
    elif {"stored_events", "heads"} <= there and there.intersection(OPTIONAL_TABLES):
        pass  # `verify` tells what is gone
    elif "stored_events" in there:
        raise StoreError(f"{server} holds events of another program: name another database with --store.")
    elif ours := there & {"heads", *OPTIONAL_TABLES}:
        raise StoreError(f"{server} has a table {min(ours)} of another program: name another database with --store.")
    _check_untouched(connection, server)
    return "stored_events" in there


def _check_untouched(connection: psycopg.Connection[Any], server: Server) -> None:
    """Raises `StoreError` where somebody put something on the tables that could change or hide what is recorded."""
    tables = ["stored_events", "heads", "ludograph", *OPTIONAL_TABLES]
    found = connection.execute(psycopg_sql(STATEMENTS["triggers_and_rules"]), (tables, tables)).fetchall()
    # A trigger or a rule runs within whatever is recorded or read, and could do anything to it.
    for kind, name in found:
        raise StoreError(
            f"{server} has a {kind} ({name}), which could change or hide what is recorded: no store has any. "
            "Find out who made it, or name another database with --store."
        )

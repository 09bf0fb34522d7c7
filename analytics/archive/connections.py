"""Connections to archives: what DuckDB is told at first, and what it says where others have the file open."""

from pathlib import Path
from typing import Final

import duckdb
from duckdb import DuckDBPyConnection

from ludograph.analytics.queries.queries import lock_up
from ludograph.analytics.tables.errors import ArchiveError

MEMORY: Final = "1GB"
"""What DuckDB may take while it catches up; batches take some 500 MB besides."""
SETTINGS: Final = (
    "SET GLOBAL TimeZone = 'UTC'",
    "SET python_enable_replacements = false",  # else SQL could ask any variable of the program by its name
    "SET autoinstall_known_extensions = false",
    "SET autoload_known_extensions = false",
)

LOCKED: Final = """SELECT current_setting('lock_configuration'), current_setting('enable_external_access')"""
"""Whether this program has the file open already, for DuckDB opens it once, and whether SQL reaches files by that."""


def open_for_writing(path: Path) -> DuckDBPyConnection:
    """A connection that writes to an archive. Raises `duckdb.Error`."""
    connection = duckdb.connect(path)
    for setting in (*SETTINGS, f"SET memory_limit = '{MEMORY}'"):
        connection.execute(setting)
    return connection


def open_read_only(path: Path) -> DuckDBPyConnection:
    """A connection that only reads an archive. Raises `duckdb.Error`."""
    return duckdb.connect(path, read_only=True)


def restrict(connection: DuckDBPyConnection, files: bool, memory: str | None) -> None:
    """Readies a connection for a user's SQL: whether it may reach `files`, and how much memory it may take."""
    ((locked, reaches),) = connection.execute(LOCKED).fetchall()
    if not locked:
        for setting in SETTINGS:
            connection.execute(setting)
        lock_up(connection, files, memory)
    elif reaches != files:
        raise ArchiveError("This archive is open in this program with other rights to files: close that one first.")


def is_in_use(wrong: duckdb.Error) -> bool:
    """Whether an error says that others have the file open, or that this program has it open to read."""
    # DuckDB has no kinds of errors for it: one process may write, or several read, and a lock on the file sees to that;
    # within a process it is another configuration that is refused.
    others = isinstance(wrong, duckdb.IOException) and "lock" in str(wrong).lower()
    return others or (isinstance(wrong, duckdb.ConnectionException) and "configuration" in str(wrong))

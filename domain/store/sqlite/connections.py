"""Connections to a store: for writing, and where that cannot be, for reading without leaving anything behind."""

import os
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from threading import Lock
from typing import Final

from eventsourcing.persistence import OperationalError, PersistenceError
from eventsourcing.sqlite import SQLiteConnection, SQLiteConnectionPool

from ludograph.domain.store.errors import BrokenFile, DiskFull, ReadOnly, Replaced, StoreError, Unanswered
from ludograph.domain.store.statements import statements_of
from ludograph.domain.store.url import DEADLINE

STATEMENTS: Final = statements_of(Path(__file__).with_name("statements.sql"), "rowid")
"""All SQL that a store in a file is asked with, by name."""


class Pool(SQLiteConnectionPool):
    """Connections whose commits are on the disk before they are confirmed; where nothing can be written, for reading.

    `unwritable` is why the store could not be opened for writing, which whoever would write is told.
    """

    unwritable: Exception | None = None
    reading = False
    """Whether nothing is to be written, whatever could be."""

    def __init__(self, path: Path, timeout: float) -> None:
        super().__init__(db_name=str(path.absolute()), lock_timeout=int(timeout), pool_timeout=timeout)
        self._turn = Lock()
        self._opened: tuple[int, int] | None = None
        """The file that the first connection opened (device and number): its path may lead elsewhere later."""
        self._log: list[tuple[int, int] | None] = []
        """In the same way the write-ahead log beside it and its index, since a connection was open last."""

    def check_path(self) -> None:
        """Raise `Replaced` if the path no longer leads to what is open, as after `mv` or a restored copy.

        Entries are in the log first: if somebody deletes that, they are on no path any more.
        """
        # SQLite deletes the log by itself only as the last connection closes.
        is_open = bool(self._pool or self._in_use)
        is_other_log = is_open and any(self._log) and self._log != self._log_files()
        if is_other_log or (self._opened is not None and self._opened != _identity(self.db_name)):
            raise Replaced(
                f"{self.db_name} or its log was moved, replaced or deleted while it was open, so nothing was recorded: "
                "start this program again to use the file that is there now."
            )

    def get_connection(self, timeout: float | None = None, *, is_writer: bool | None = None) -> SQLiteConnection:
        """A connection; for a writer only if it can write. Raises `OperationalError`."""
        if is_writer and self.unwritable is not None:
            raise OperationalError(str(self.unwritable)) from self.unwritable
        if is_writer:
            self.check_path()
        # Writers wait for each other before they ask the library, whose own lock for writers also holds up whoever only
        # reads: in WAL mode readers need to wait for nobody.
        if is_writer and not self._turn.acquire(timeout=self.pool_timeout if timeout is None else timeout):
            raise OperationalError("timed out waiting for those who write")
        try:
            return super().get_connection(timeout, is_writer=is_writer)
        except BaseException:
            if is_writer:
                self._turn.release()
            raise

    def put_connection(self, conn: SQLiteConnection) -> None:
        """Takes a connection back."""
        is_writer = conn.is_writer  # asked before, for the library forgets it as it takes the connection back
        try:
            super().put_connection(conn)
        finally:
            if is_writer:
                self._turn.release()
        if is_writer:
            # Again after the commit: a file that was replaced meanwhile took the entry with it.
            self.check_path()
            if not any(self._log):
                self._log = self._log_files()

    def close_idle(self) -> None:
        """Closes the connections that nobody uses: they would count as another program that has the file open."""
        with self._put_condition:
            while self._pool:
                self._pool.pop().close()

    def _create_connection(self) -> SQLiteConnection:
        # SQLite would open the new file, and the pool would then hold connections to two stores.
        self.check_path()
        try:
            if self.reading or _is_write_protected(Path(self.db_name)):
                raise OperationalError("attempt to write a readonly database")
            connection = SQLiteConnection(writable_connection(self.db_name, self.pool_timeout), self.max_age)
            cursor = connection.cursor()
            # SQLite opens a file only when it is first asked, so that the probe finds out whether this one can be used.
            for sql in (*(f"PRAGMA {pragma}" for pragma in PRAGMAS), PROBE):
                cursor.execute(sql)
        except (sqlite3.OperationalError, PersistenceError) as wrong:
            path = Path(self.db_name)
            if not path.exists() or not message_contains(wrong, FULL + UNWRITABLE):
                raise
            opened = _read_connection_that_cleans_up if self.reading and _has_empty_log(path) else _read_connection
            connection = SQLiteConnection(opened(path, self.pool_timeout), self.max_age)
            self.unwritable = wrong
        connection.cursor().sqlite_cursor.connection.text_factory = decoded_text
        self._opened = self._opened or _identity(self.db_name)
        if not any(self._log) or not (self._pool or self._in_use):
            self._log = self._log_files()
        return connection

    def _log_files(self) -> list[tuple[int, int] | None]:
        log = str(wal_path(Path(self.db_name)))
        return [_identity(log), _identity(f"{log.removesuffix('-wal')}-shm")]


def _identity(name: str) -> tuple[int, int] | None:
    try:
        found = Path(name).stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


ANY_WRITE = 0o222
"""The permissions of a file that anybody may write to."""
# What is confirmed survives a loss of power: some builds of SQLite confirm in WAL mode before the log is on the disk
# (synchronous=NORMAL), and macOS calls that done while it still lies in the disk's cache (fullfsync). Functions that
# somebody wrote into the schema are not run (trusted_schema).
PRAGMAS = ("synchronous=FULL", "fullfsync=ON", "trusted_schema=OFF")
PROBE = "SELECT count(*) FROM sqlite_schema"
SQLITE_ERRORS = (sqlite3.Error, OSError)
"""What is raised where a file cannot be used, besides what the library makes of it."""
FULL = ("full", "no space", "disk i/o error")
BROKEN = ("not a database", "malformed", "encrypted")
LOCKED = ("locked", "busy", "timed out waiting")
UNWRITABLE = ("readonly", "read-only", "permission", "unable to open")


def decoded_text(stored: bytes) -> str:
    """A text of the store; one in which a byte was altered, so that it is no UTF-8, hides no others."""
    return str(stored, "utf-8", "backslashreplace")


def message_contains(wrong: Exception, words: Sequence[str]) -> bool:
    """Whether any of these words is in the message of an error: SQLite tells most of them apart in no other way."""
    return any(word in str(wrong).lower() for word in words)


def is_locked(wrong: Exception) -> bool:
    """Whether a database says that somebody else holds it, or that so many of our own threads wait for it."""
    return message_contains(wrong, LOCKED)


def writable_connection(name: str, timeout: float) -> sqlite3.Connection:
    """A connection for anything, as the library makes it but for its cache of statements."""
    # The library lets sqlite3 keep one prepared statement; a command uses a dozen of them again and again.
    connection = sqlite3.connect(name, uri=True, check_same_thread=False, isolation_level=None, timeout=timeout)
    connection.row_factory = sqlite3.Row
    # With a log readers see the last state that was confirmed while somebody writes, and neither waits for the other.
    # The mode stays in the file: to set it again would need a lock that others may hold.
    if connection.execute("PRAGMA journal_mode").fetchone()[0].lower() != "wal":
        connection.execute("PRAGMA journal_mode=WAL")
    return connection


def exclusive_connection(name: str, timeout: float) -> sqlite3.Connection:
    """A connection within a transaction, beside which there is no other; it leaves nothing of what it changes."""
    # In WAL mode BEGIN EXCLUSIVE alone still lets others read; with locking_mode=EXCLUSIVE the index of the log is not
    # shared, so that none may have the file open. secure_delete writes zeros over what a forgotten name leaves free.
    connection = sqlite3.connect(name, uri=True, isolation_level=None, timeout=timeout)
    try:
        for pragma in ("locking_mode=EXCLUSIVE", "secure_delete=ON", *PRAGMAS):
            connection.execute(f"PRAGMA {pragma}")
        connection.execute("BEGIN EXCLUSIVE")
    except BaseException:
        connection.close()
        raise
    return connection


def _read_connection(path: Path, timeout: float) -> sqlite3.Connection:
    """A connection that only reads; where the files beside the store cannot be made either, without them."""
    return _connected(read_only_uri(path, timeout), timeout)


def _read_connection_that_cleans_up(path: Path, timeout: float) -> sqlite3.Connection:
    """A connection that only reads, and takes away the files again that are made beside a store to read it."""
    # SQLite removes its log and the index of that as the last connection closes, but only one that may write does so.
    connection = _connected(f"{path.absolute().as_uri()}?mode=rw", timeout)
    connection.execute("PRAGMA query_only=ON")
    return connection


def _connected(uri: str, timeout: float) -> sqlite3.Connection:
    connection = sqlite3.connect(uri, uri=True, check_same_thread=False, isolation_level=None, timeout=timeout)
    connection.execute("PRAGMA trusted_schema=OFF")
    connection.row_factory = sqlite3.Row
    return connection


def _has_empty_log(path: Path) -> bool:
    """Whether nothing of a store stands in its log, so that nothing would be written when it is closed."""
    return not _is_write_protected(path) and os.access(path.parent, os.W_OK) and not _has_log(path)


def _has_log(path: Path) -> bool:
    """Whether events stand in the log of a store that are not yet in its file."""
    log = wal_path(path)
    return log.exists() and log.stat().st_size > 0


def wal_path(path: Path) -> Path:
    """The write-ahead log of a store: where a link leads to a store, beside that."""
    real = Path(os.path.realpath(path))
    return real.with_name(f"{real.name}-wal")


def _is_write_protected(path: Path) -> bool:
    """Whether we may only read a store. Opened otherwise, files would stay beside it that nobody can write to."""
    return path.exists() and not os.access(path, os.W_OK)


def check_file(path: Path) -> None:
    """Raises `StoreError` where something is there that is no file: a folder, a device, a pipe."""
    if path.exists() and not path.is_file():
        raise StoreError(f"{path} is no file, so it cannot be a store: name a file with --store.")


def read_only_uri(path: Path, timeout: float = DEADLINE) -> str:
    """What names a store to SQLite so that it can be read and is never written. Raises `StoreError`."""
    check_file(path)
    # `immutable` reads a file without locks and without a log, so that nothing is made beside it (decision 44): good
    # where nobody can be writing, and wrong where newest events stand in a log that it would not see.
    recent = _has_log(path)
    alone = _is_write_protected(path) or (path.exists() and not path.stat().st_mode & ANY_WRITE)
    modes = ("mode=ro&immutable=1", "mode=ro") if alone else ("mode=ro", "mode=ro&immutable=1")
    for mode in ("mode=ro",) if recent else modes:
        uri = f"{path.absolute().as_uri()}?{mode}"
        try:
            with closing(sqlite3.connect(uri, uri=True, timeout=timeout)) as connection:
                connection.execute(PROBE)
        except sqlite3.OperationalError:
            continue
        return uri
    if recent:
        raise StoreError(
            f"{path} cannot be read where nothing can be written, for its newest events stand in {path.name}-wal: "
            "copy both to another folder, and name the copy with --store."
        )
    raise StoreError(f"{path} cannot be read: check the file and its permissions, or name another with --store.")


def sqlite_error(path: Path, wrong: Exception) -> StoreError:
    """Return what a database says as an error of the right kind, with a sentence that says what to do."""
    text = str(wrong).lower()
    if message_contains(wrong, BROKEN):
        return BrokenFile(
            f"{path} is no Ludograph store, or it is damaged: `ludograph verify` says what can be read, "
            "or name another file with --store."
        )
    if message_contains(wrong, FULL):
        return DiskFull(
            f"The disk is full or takes no more, so nothing was recorded in {path}: make room and try again."
        )
    if is_locked(wrong):
        return Unanswered(f"Another program is writing to {path} and does not stop: try again in a moment.")
    if message_contains(wrong, UNWRITABLE):
        return ReadOnly(
            f"{path} cannot be opened for writing, so nothing was recorded: check the folder and its permissions, "
            "or name another with --store."
        )
    if "column" in text or "no such table" in text:
        other = "columns" if "column" in text else "tables"
        return BrokenFile(
            f"{path} has other {other} than a store of Ludograph: it was altered, so nothing was recorded. "
            "`ludograph verify --all` says what can be read."
        )
    return StoreError(f"{path} cannot be used as a store: {wrong}.")

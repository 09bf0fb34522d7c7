"""The archive: a DuckDB file beside the store that is caught up before every question, and may be deleted at any time.

Only one program at a time catches up, holding a lock. Where others are just reading, so that DuckDB lets nobody
write, a private copy is caught up instead.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Final, NamedTuple

import duckdb
from duckdb import DuckDBPyConnection
from filelock import FileLock, Timeout

from ludograph.analytics.archive.connections import InUse, open_read_only, restrict
from ludograph.analytics.archive.identity import StoreState, archive_fits, archive_position
from ludograph.analytics.archive.specification import ArchiveSpec, archive_file_of
from ludograph.analytics.archive_paths import lock_file
from ludograph.analytics.derived.needs import ORGANISED, not_made
from ludograph.analytics.extract.store_state import open_state
from ludograph.analytics.tables.errors import ArchiveError, telling_disk_errors
from ludograph.domain.games import GAMES
from ludograph.domain.store.errors import StoreError

Progress = Callable[[float], None]
PATIENCE: Final = 120
"""Seconds to wait for another program that catches up."""
NEWER: Final = """SELECT count(*) FROM unread
    WHERE regexp_full_match(topic, '[a-z-]+\\.[a-z_-]+') AND NOT list_contains(?, split_part(topic, '.', 1))"""
"""Events whose kinds are written as ours are, of games that are not here."""
MISSED: Final = "SELECT tournament FROM internal.missed ORDER BY tournament"


class Archive(NamedTuple):
    """An archive that is caught up, open for reading.

    `unread` events of the store could not be read, `newer` of them because this program does not know their game;
    `altered` matches do not hang together; `missed` are the tournaments that the tables about them leave out.
    """

    connection: DuckDBPyConnection
    path: Path
    position: int
    unread: int
    newer: int = 0
    altered: int = 0
    missed: tuple[str, ...] = ()


class _Opened(NamedTuple):
    """An archive that is caught up, open for reading, so that nobody can write to it."""

    connection: DuckDBPyConnection
    path: Path
    position: int


@contextmanager
def archive(spec: ArchiveSpec, progress: Progress | None = None) -> Iterator[Archive]:
    """The archive of a store, caught up. Raises `ArchiveError`, or `StoreError` where the store cannot be read."""
    with ExitStack() as stack:
        opened = _of_then(spec, spec.as_of, stack, progress) if spec.as_of else _of_now(spec, stack, progress)
        connection = opened.connection
        # From here on the connection is a user's: what SQL may do is settled before any of theirs is run.
        restrict(connection, spec.files)
        unread, newer = _number(connection, "SELECT count(*) FROM unread"), _number(connection, NEWER, list(GAMES))
        altered = _number(connection, "SELECT count(*) FROM internal.altered")
        missed = tuple(name for (name,) in connection.execute(MISSED).fetchall()) if ORGANISED in spec.needs else ()
        yield Archive(*opened, unread, newer, altered, missed)


def _of_now(spec: ArchiveSpec, stack: ExitStack, progress: Progress | None) -> _Opened:
    """The archive of what stands now; it stays open with the stack, which throws away a private copy of it."""
    path = archive_file_of(spec)
    with ExitStack() as lock:
        # Also to look whether it is current: a program that begins to write would be refused by who reads just then.
        lock.enter_context(_alone(path))
        current = _current_by_file(path, spec.store, spec, stack) if isinstance(spec.store, Path) else None
        return current or _caught_up(path, spec, stack, lock, progress)


def _current_by_file(path: Path, store: Path, spec: ArchiveSpec, stack: ExitStack) -> _Opened | None:
    """The archive where it is current by what Python's own SQLite says; what that cannot read is told later."""
    with suppress(sqlite3.Error, StoreError, OSError), open_state(store) as state:
        return _if_current(path, state, spec, stack)
    return None


def _if_current(path: Path, store: StoreState, spec: ArchiveSpec, stack: ExitStack) -> _Opened | None:
    """The archive that is there, where nothing was recorded since it was caught up, so that it only has to be read."""
    if spec.rebuild or not path.exists():
        return None
    with ExitStack() as looking, suppress(duckdb.Error):
        connection = looking.enter_context(closing(open_read_only(path)))
        if (
            archive_fits(connection, store, spec.observer)
            and archive_position(connection, store, spec.observer) == store.last
            and not not_made(connection, spec.needs)
        ):
            stack.push(looking.pop_all())  # it stays open: while anybody reads, DuckDB lets nobody write
            return _Opened(connection, path, store.last)
    return None


def _caught_up(path: Path, spec: ArchiveSpec, stack: ExitStack, lock: ExitStack, progress: Progress | None) -> _Opened:
    """The archive after it has caught up; where others read it, a private copy of it."""
    # Loaded here, for they load Arrow and all games: that takes longer than to ask an archive that is current.
    from ludograph.analytics.archive.catch_up import catch_up, copy_of_archive
    from ludograph.analytics.extract.source import open_source

    source = lock.enter_context(open_source(spec.store))
    if not isinstance(spec.store, Path) and (current := _if_current(path, source, spec, stack)):
        return current
    with telling_disk_errors(path):
        try:
            catch_up(path, source, spec, progress)
        except InUse:
            path = copy_of_archive(path, _private(stack))
            catch_up(path, source, spec, progress)
    # Before the lock is let go: else another program may begin to write, and this one could not open the file.
    return _Opened(stack.enter_context(closing(open_read_only(path))), path, source.last)


def _of_then(spec: ArchiveSpec, time: datetime, stack: ExitStack, progress: Progress | None) -> _Opened:
    """An archive of what was recorded until a time, which is thrown away with the stack."""
    from ludograph.analytics.archive.catch_up import catch_up
    from ludograph.analytics.extract.as_of_source import AsOfSource
    from ludograph.analytics.extract.source import open_source

    # Not kept: each time that somebody names would leave a whole archive behind.
    path = _private(stack) / "then.duckdb"
    with open_source(spec.store, partial(AsOfSource, time=time)) as source:
        with telling_disk_errors(path):
            catch_up(path, source, spec, progress)
        return _Opened(stack.enter_context(closing(open_read_only(path))), path, source.last)


def _private(stack: ExitStack) -> Path:
    """A folder of our own, removed with the stack."""
    folder = Path(mkdtemp(prefix="ludograph-"))
    stack.callback(rmtree, folder, ignore_errors=True)
    return folder


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Nobody else catches up meanwhile. Raises `ArchiveError` where somebody does so for too long."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # The system lets go of it when a program is killed, so that nobody ever waits for one that is gone.
        lock = FileLock(lock_file(path), timeout=PATIENCE)
        with lock:
            yield
    except Timeout:
        raise ArchiveError(
            f"Another program has been catching up {path} for more than {PATIENCE} seconds: try again later."
        ) from None


def _number(connection: DuckDBPyConnection, sql: str, *values: object) -> int:
    return int(connection.execute(sql, values or None).fetchall()[0][0])


__all__ = ["Archive", "ArchiveSpec", "archive", "archive_file_of"]

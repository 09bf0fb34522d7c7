"""The archive: a DuckDB file beside the store that is caught up before every question, and may be deleted at any time.

Only one program at a time catches up, holding a lock, in a draft that takes the place of the archive when it is whole.
Whoever asks meanwhile is answered from the archive as it is, and told how far that goes. The tables at steps are worked
out aside, under a lock of their own, before they go into the archive.
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

from ludograph.analytics.archive.connections import open_read_only, restrict
from ludograph.analytics.archive.identity import StoreState, archive_fits, archive_position
from ludograph.analytics.archive.specification import ArchiveSpec, archive_file_of
from ludograph.analytics.archive_paths import judgements_file, lock_file, staging_file
from ludograph.analytics.derived.needs import ORGANISED, STEP_BY_STEP, not_made
from ludograph.analytics.extract.store_state import open_state
from ludograph.analytics.tables.errors import ArchiveError, telling_disk_errors
from ludograph.domain.games import GAMES
from ludograph.domain.store.errors import StoreError

Progress = Callable[[float], None]
Tell = Callable[[str], None]
PATIENCE: Final = 120
"""Seconds to wait for another program that catches up."""
LONG: Final = 5_000
"""Events of which tables at steps take a second or more to be made."""
LOOKING: Final = 0.2
"""Seconds between two looks at how far another program has come."""
NEWER: Final = """SELECT count(*) FROM unread
    WHERE regexp_full_match(topic, '[a-z-]+\\.[a-z_-]+') AND NOT list_contains(?, split_part(topic, '.', 1))"""
"""Events whose kinds are written as ours are, of games that are not here."""
MISSED: Final = "SELECT tournament FROM internal.missed ORDER BY tournament"


class Archive(NamedTuple):
    """An archive that is caught up, open for reading.

    `unread` events of the store could not be read, `newer` of them because this program does not know their game;
    `altered` matches do not hang together; `missed` are the tournaments that the tables about them leave out. It is
    `behind` where another program takes in what was recorded since, and `replaced` if it was made anew because the
    store has another history than before.
    """

    connection: DuckDBPyConnection
    path: Path
    position: int
    unread: int
    newer: int = 0
    altered: int = 0
    missed: tuple[str, ...] = ()
    behind: bool = False
    replaced: bool = False


class _Opened(NamedTuple):
    """An archive that is open for reading, whether more was recorded since, and whether the history was replaced."""

    connection: DuckDBPyConnection
    path: Path
    position: int
    behind: bool = False
    replaced: bool = False


def _say_nothing(sentence: str) -> None:
    """For whoever need not know what is waited for."""


@contextmanager
def archive(spec: ArchiveSpec, progress: Progress | None = None, tell: Tell = _say_nothing) -> Iterator[Archive]:
    """The archive of a store, caught up; `tell` gets the sentence that says what is waited for, where something is.

    Raises `ArchiveError`, or `StoreError` where the store cannot be read.
    """
    with ExitStack() as stack:
        opened = _of_then(spec, spec.as_of, stack, progress) if spec.as_of else _of_now(spec, stack, progress, tell)
        connection = opened.connection
        # From here on the connection is a user's: what SQL may do is settled before any of theirs is run.
        restrict(connection, spec.files, spec.memory)
        unread, newer = _number(connection, "SELECT count(*) FROM unread"), _number(connection, NEWER, list(GAMES))
        altered = _number(connection, "SELECT count(*) FROM internal.altered")
        missed = tuple(name for (name,) in connection.execute(MISSED).fetchall()) if ORGANISED in spec.needs else ()
        yield Archive(*opened[:3], unread, newer, altered, missed, *opened[3:])


def _of_now(spec: ArchiveSpec, stack: ExitStack, progress: Progress | None, tell: Tell = _say_nothing) -> _Opened:
    """The archive of what stands now; it stays open with the stack, which throws away a private copy of it."""
    path = archive_file_of(spec)
    path.parent.mkdir(parents=True, exist_ok=True)
    replaced = STEP_BY_STEP in spec.needs and not spec.rebuild and _stage(path, spec, progress, tell)
    with ExitStack() as lock:
        # Also to look whether it is current: a draft of another may take its place just then.
        if not _locked(path, lock, 0):
            if not (spec.fresh or spec.rebuild) and (found := _as_it_is(path, spec, stack)):
                return found
            tell(f"Another program is catching up {path.name}: waiting for it.")
            _wait(path, lock)
        opened = _by_file(path, spec, stack) or _caught_up(path, spec, stack, lock, progress)
        return opened._replace(replaced=opened.replaced or replaced)


def _stage(path: Path, spec: ArchiveSpec, progress: Progress | None, tell: Tell) -> bool:
    """Work out aside what the tables at steps lack, while others ask and take in what is new.

    Return whether the history was replaced.
    """
    from ludograph.analytics.derived.positions import missing_positions

    with ExitStack() as stack:
        found = _of_now(spec._replace(needs=frozenset(), rebuild=False), stack, None)
        missing = missing_positions(found.connection)
    if not missing:
        return found.replaced
    from ludograph.analytics.archive.catch_up import stage_missing
    from ludograph.analytics.derived.position_staging import staged_count

    file = staging_file(path)
    with ExitStack() as lock:
        alone = _locked(file, lock, 0)
        if not alone:
            tell(f"Another program is making the tables at steps of {len(missing):,} matches: waiting for it.")
        elif sum(events for _, events in missing) >= LONG:
            tell(f"This asks for tables at steps, which are made once: now of {len(missing):,} matches.")
        while not alone and not (alone := _locked(file, lock, LOOKING)):
            if progress:  # another program works them out, match by match
                progress(min(0.99, staged_count(file) / len(missing)))
        # Whoever had the lock may have done all of it by now: then there is nothing left but to take it in.
        if not _by_file(path, spec, stack):
            with telling_disk_errors(file):
                stage_missing(path, spec, missing, progress)
        stack.close()
    return found.replaced


def _by_file(path: Path, spec: ArchiveSpec, stack: ExitStack, *, behind: bool = False) -> _Opened | None:
    """The archive where it is current by what Python's own SQLite says; what that cannot read is told later."""
    if isinstance(spec.store, Path):
        with suppress(sqlite3.Error, StoreError, OSError), open_state(spec.store) as state:
            return _if_current(path, state, spec, stack, behind=behind)
    return None


def _as_it_is(path: Path, spec: ArchiveSpec, stack: ExitStack) -> _Opened | None:
    """The archive that is there, however far it has come; None where none fits."""
    if isinstance(spec.store, Path):
        return _by_file(path, spec, stack, behind=True)
    if not path.exists():
        return None
    from ludograph.analytics.extract.source import open_source

    with open_source(spec.store) as source:
        return _if_current(path, source, spec, stack, behind=True)


def _if_current(
    path: Path, store: StoreState, spec: ArchiveSpec, stack: ExitStack, *, behind: bool = False
) -> _Opened | None:
    """The archive that is there, where nothing was recorded since it was caught up, so that it only has to be read.

    With `behind` more may have been recorded since.
    """
    if spec.rebuild or not path.exists():
        return None
    with ExitStack() as looking, suppress(duckdb.Error):
        connection = looking.enter_context(closing(open_read_only(path)))
        kept = judgements_file(spec.store)
        if archive_fits(connection, store, spec) and not not_made(connection, spec.needs, kept):
            position = archive_position(connection, store, spec.observer)
            if position == store.last or (behind and position):
                stack.push(looking.pop_all())
                return _Opened(connection, path, position, position < store.last)
    return None


def _caught_up(path: Path, spec: ArchiveSpec, stack: ExitStack, lock: ExitStack, progress: Progress | None) -> _Opened:
    """The archive after it has caught up."""
    # Loaded here, for they load Arrow and all games: that takes longer than to ask an archive that is current.
    from ludograph.analytics.archive.catch_up import catch_up, copy_of_archive
    from ludograph.analytics.extract.source import open_source

    source = lock.enter_context(open_source(spec.store))
    if not isinstance(spec.store, Path) and (current := _if_current(path, source, spec, stack)):
        return current
    with telling_disk_errors(path):
        replaced = catch_up(path, source, spec, progress)
        kept = spec._replace(rebuild=False)
        if current := _if_current(path, source, kept, stack):
            return current._replace(replaced=replaced)
        # This program itself reads the archive as it was before, and DuckDB opens a file of a name only once.
        path = copy_of_archive(path, _private(stack))
    return _Opened(stack.enter_context(closing(open_read_only(path))), path, source.last, replaced=replaced)


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


def _locked(path: Path, stack: ExitStack, seconds: float) -> bool:
    """Whether nobody else works on a file, as long as the stack lasts, after waiting so long at most."""
    try:
        # The system lets go of it when a program is killed, so that nobody ever waits for one that is gone.
        stack.enter_context(FileLock(lock_file(path), timeout=seconds))
    except Timeout:
        return False
    return True


def _wait(path: Path, stack: ExitStack) -> None:
    """Waits until nobody else catches up. Raises `ArchiveError` where somebody does so for too long."""
    if not _locked(path, stack, PATIENCE):
        raise ArchiveError(
            f"Another program has been catching up {path} for more than {PATIENCE} seconds: try again later."
        )


def _number(connection: DuckDBPyConnection, sql: str, *values: object) -> int:
    return int(connection.execute(sql, values or None).fetchall()[0][0])


__all__ = ["Archive", "ArchiveSpec", "archive", "archive_file_of"]

"""The archive: a DuckDB file beside the store that is caught up before every question, and may be deleted at any time.

Only one program at a time catches up, holding a lock. Where others are just reading, so that DuckDB lets nobody
write, a private copy is caught up instead.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from shutil import copyfile, rmtree
from tempfile import mkdtemp
from typing import Final, NamedTuple

import duckdb
from duckdb import DuckDBPyConnection
from eventsourcing.persistence import Tracking
from filelock import FileLock, Timeout

from ludograph.analytics.archive.empty_template import empty
from ludograph.analytics.archive.identity import archive_fits, archive_position, mark, ours, shift
from ludograph.analytics.archive.projection import project
from ludograph.analytics.archive.tracking import UPSTREAM, DuckDBTrackingRecorder
from ludograph.analytics.archive_paths import archive_file, lock_file
from ludograph.analytics.derived.derived_tables import ORGANISED, DerivationSource, forget, lacking, make_tables
from ludograph.analytics.extract.as_of_source import AsOfSource
from ludograph.analytics.extract.concealment import Concealer, Eyes
from ludograph.analytics.extract.quarantine import QuarantinedEvent, believed, sieved, without_events
from ludograph.analytics.extract.source import BATCH, Batch, Source, open_source
from ludograph.analytics.queries.queries import lock_up
from ludograph.analytics.tables import schema
from ludograph.analytics.tables.definitions import all_tables
from ludograph.analytics.tables.errors import ArchiveError, telling_disk_errors
from ludograph.domain.games import GAMES
from ludograph.domain.store.errors import Damaged
from ludograph.domain.store.sidecar_files import FRESH, LOG
from ludograph.domain.store.url import Place

Progress = Callable[[float], None]
PATIENCE: Final = 120
"""Seconds to wait for another program that catches up."""
DECODED: Final = 100_000
"""Events that are decoded at once, to be concealed; they take more memory than those that stay JSON."""
MEMORY: Final = "1GB"
"""What DuckDB may take while it catches up; batches take some 500 MB besides."""
SETTINGS: Final = (
    "SET TimeZone = 'UTC'",
    "SET python_enable_replacements = false",
    "SET autoinstall_known_extensions = false",
    "SET autoload_known_extensions = false",
)
NEWER: Final = """SELECT count(*) FROM unread
    WHERE regexp_full_match(topic, '[a-z-]+\\.[a-z_-]+') AND NOT list_contains(?, split_part(topic, '.', 1))"""
"""Events whose kinds are written as ours are, of games that are not here."""
MISSED: Final = "SELECT tournament FROM internal.missed ORDER BY tournament"
WRONG: Final = (duckdb.DataError, duckdb.ProgrammingError, Damaged, LookupError, ValueError)
"""What is raised where an event is at fault, and not the disk."""


LOST: Final = QuarantinedEvent("", None, None)
"""What is known of an event that lies where the file is damaged."""


class ArchiveSpec(NamedTuple):
    """Which archive: of which store, as whom, in which file (by default one beside the store), made anew or not.

    With `files` the user's SQL may read and write files. With `as_of` it is one of what was recorded until then, which
    is made anew each time and thrown away. `needs` names what has to be made of `made.MADE`.
    """

    store: Place
    eyes: Eyes = Eyes("judge")
    file: Path | None = None
    rebuild: bool = False
    files: bool = False
    as_of: datetime | None = None
    needs: frozenset[str] = frozenset()


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


@contextmanager
def archive(wanted: ArchiveSpec, progress: Progress | None = None) -> Iterator[Archive]:
    """The archive of a store, caught up. Raises `ArchiveError`, or `StoreError` where the store cannot be read."""
    with ExitStack() as stack:
        made = _of_then(wanted, stack, progress) if wanted.as_of else _of_now(wanted, stack, progress)
        connection = stack.enter_context(closing(_for_reading(made.path, wanted.files)))
        made.lock.close()
        unread, newer = _number(connection, "SELECT count(*) FROM unread"), _number(connection, NEWER, list(GAMES))
        altered = _number(connection, "SELECT count(*) FROM internal.altered")
        missed = tuple(name for (name,) in connection.execute(MISSED).fetchall()) if ORGANISED in wanted.needs else ()
        yield Archive(connection, made.path, made.position, unread, newer, altered, missed)


class _Made(NamedTuple):
    """An archive that is caught up, and what keeps others from it until it is open."""

    path: Path
    position: int
    lock: ExitStack


def _of_now(wanted: ArchiveSpec, stack: ExitStack, progress: Progress | None) -> _Made:
    """The archive of what stands now; a private copy of it is thrown away with the stack."""
    path = archive_file_of(wanted)
    lock = stack.enter_context(ExitStack())
    lock.enter_context(_alone(path))
    source = lock.enter_context(open_source(wanted.store))
    if not _is_current(path, source, wanted, lock):
        with telling_disk_errors(path):
            try:
                _catch_up(path, source, wanted, progress)
            except _InUse:
                path = _copied(path, _private(stack))
                _catch_up(path, source, wanted, progress)
    return _Made(path, source.last, lock)


def _of_then(wanted: ArchiveSpec, stack: ExitStack, progress: Progress | None) -> _Made:
    """An archive of what was recorded until a time, which is thrown away with the stack."""
    assert wanted.as_of is not None
    path = _private(stack) / "then.duckdb"
    lock = stack.enter_context(ExitStack())
    source = lock.enter_context(open_source(wanted.store, partial(AsOfSource, time=wanted.as_of)))
    with telling_disk_errors(path):
        _catch_up(path, source, wanted, progress)
    return _Made(path, source.last, lock)


def _private(stack: ExitStack) -> Path:
    """A folder of our own, removed with the stack."""
    folder = Path(mkdtemp(prefix="ludograph-"))
    stack.callback(rmtree, folder, ignore_errors=True)
    return folder


def archive_file_of(wanted: ArchiveSpec) -> Path:
    """The file of an archive: the one that is named, or one beside the store, or where that cannot be, in a cache."""
    return archive_file(wanted.store, wanted.eyes.name, wanted.file)


class _InUse(Exception):
    """Somebody reads the file, so that nobody can write to it."""


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Nobody else catches up meanwhile."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(lock_file(path), timeout=PATIENCE)
        with lock:
            yield
    except Timeout:
        raise ArchiveError(
            f"Another program has been catching up {path} for more than {PATIENCE} seconds: try again later."
        ) from None


def _is_current(path: Path, source: Source, wanted: ArchiveSpec, lock: ExitStack) -> bool:
    """Whether nothing was recorded since the archive was caught up, so that it only has to be read.

    Then it stays open as long as the lock is held, for who opens it meanwhile need not read what is in it again.
    """
    if wanted.rebuild or not path.exists():
        return False
    with ExitStack() as looking, suppress(duckdb.Error):
        connection = looking.enter_context(closing(duckdb.connect(path, read_only=True)))
        if (
            archive_fits(connection, source, wanted.eyes)
            and archive_position(connection, source, wanted.eyes) == source.last
            and not lacking(connection, wanted.needs)
        ):
            lock.push(looking.pop_all())
            return True
    return False


def _catch_up(path: Path, source: Source, wanted: ArchiveSpec, progress: Progress | None) -> None:
    """Brings the archive up to the newest event of the source; one that does not fit is made anew."""
    connection = _for_writing(path, source, wanted)
    desk = connection.cursor()
    try:
        taker = _Taker(connection, wanted.eyes, shift(source, wanted.eyes))
        done = archive_position(connection, source, wanted.eyes)
        for batch in source.batches(desk, done, BATCH if wanted.eyes.see_all else DECODED):
            begun, rest = done / source.last, (batch.position - done) / source.last
            if progress:
                taker.progress = partial(_told, progress, begun, rest)
            forget(connection)
            taker.take(batch)
            done = batch.position
        make_tables(connection, wanted.needs, DerivationSource(source, wanted.eyes, progress))
    finally:
        desk.close()
        connection.close()


def _told(progress: Progress, begun: float, rest: float, done: float) -> None:
    """Says how much is done in all, where that much of a batch is."""
    progress(begun + rest * done)


class _Taker:
    """Takes in batches, each in a transaction of its own that holds how far the archive has come."""

    def __init__(self, connection: DuckDBPyConnection, eyes: Eyes, shift: int) -> None:
        self._connection = connection
        self._eyes = eyes
        self._shift = shift
        self._tracking = DuckDBTrackingRecorder(connection)
        self._concealer = None if eyes.see_all else Concealer(connection, eyes)
        self.progress: Progress = lambda done: None

    def take(self, batch: Batch) -> None:
        """Takes in a batch; where something in it cannot be read, or was altered, the rest."""
        gone = self._names("internal.altered")
        unread: tuple[QuarantinedEvent, ...] = ()
        if batch.altered or gone:
            batch, unread, left_out = believed(batch, gone, self._names("unread"))
            self._leave_out(left_out)
        try:
            self._take(batch, unread)
        except WRONG:
            sound, more = sieved(batch)
            rest = without_events(sound, self._refused(sound))
            self._take(rest[0], (*unread, *more, *rest[1]))

    def _names(self, table: str) -> set[str]:
        """The matches that a table names."""
        return {name for (name,) in self._connection.execute(f"SELECT DISTINCT match FROM {table}").fetchall()}

    def _refused(self, batch: Batch) -> list[bool]:
        """For each event whether the tables refuse it, found by trying ever smaller parts of the batch."""
        try:
            self._project(batch)
        except WRONG:
            if batch.events.num_rows == 1:
                return [True]
            half = batch.events.num_rows // 2
            parts = (batch.events.slice(0, half), batch.events.slice(half))
            return [one for part in parts for one in self._refused(batch._replace(events=part))]
        finally:
            self._connection.execute("ROLLBACK")
        return [False] * batch.events.num_rows

    def _take(self, batch: Batch, unread: Sequence[QuarantinedEvent]) -> None:
        connection = self._connection
        try:
            self._project(batch)
            for row in (*unread, *[LOST] * batch.lost):
                told = row if self._concealer is None else row._replace(version=None, topic=None)
                connection.execute("INSERT INTO unread VALUES (?, ?, ?)", list(told))
            self._tracking.insert_tracking(Tracking(UPSTREAM, batch.position + self._shift))
            connection.execute("DELETE FROM internal.mark")
            connection.execute("INSERT INTO internal.mark VALUES (?)", [mark(batch.digest, self._eyes)])
        except BaseException:
            with suppress(duckdb.Error):
                connection.execute("ROLLBACK")
            raise
        connection.execute("COMMIT")

    def _leave_out(self, matches: set[str]) -> None:
        """Takes matches out of the tables in which earlier batches put what came before the gap."""
        names = [sorted(matches)]
        self._connection.execute("BEGIN")
        for table in all_tables():
            if table.name != "unread" and any(column.name == "match" for column in table.columns):
                place = schema.stored_in(table)
                self._connection.execute(f"DELETE FROM {place} WHERE match IN (SELECT CAST(unnest(?) AS UUID))", names)
        self._connection.execute("INSERT INTO internal.altered SELECT unnest(?)", names)
        self._connection.execute("COMMIT")

    def _project(self, batch: Batch) -> None:
        """Puts a batch into the tables within a transaction, which is left open."""
        self._connection.execute("BEGIN")
        if self._concealer:
            self._concealer.forget()
            batch = self._concealer.concealed(batch)
        project(self._connection, batch, self.progress)


def _for_writing(path: Path, source: Source, wanted: ArchiveSpec) -> DuckDBPyConnection:
    """A connection to an archive that fits; what does not fit is removed before, if it is ours to remove."""
    connection = _fitting(path, source, wanted)
    if connection is None:
        for old in (path, path.with_name(f"{path.name}{LOG}")):
            _check_unused(old)
            old.unlink(missing_ok=True)
        fresh = path.with_name(f"{path.name}{FRESH}")
        fresh.write_bytes(empty())
        fresh.replace(path)
        connection = _connected(path)
        made = [schema.schema_fingerprint(), wanted.eyes.name.casefold()]
        connection.execute("INSERT INTO internal.archive VALUES (?, ?)", made)
    return connection


def _fitting(path: Path, source: Source, wanted: ArchiveSpec) -> DuckDBPyConnection | None:
    """A connection to the archive that is there; None where there is none, or one that has to be made anew."""
    if not path.exists() or (wanted.rebuild and wanted.file is None):
        return None
    try:
        connection = _connected(path)
    except duckdb.Error as wrong:
        if _in_use(wrong):
            raise _InUse from wrong
        _own_file(wanted, path)
        return None
    try:
        if not ours(connection):
            _own_file(wanted, path)
        elif not wanted.rebuild and archive_fits(connection, source, wanted.eyes):
            return connection
    except duckdb.Error:
        _own_file(wanted, path)
    except ArchiveError:
        connection.close()
        raise
    connection.close()
    return None


def _own_file(wanted: ArchiveSpec, path: Path) -> None:
    """Whether this may be removed: a file beside the store is ours, one that the user named may be anything."""
    if wanted.file is not None:
        raise ArchiveError(f"{path} is no archive of Ludograph: name another file, or remove it.")


def _connected(path: Path) -> DuckDBPyConnection:
    connection = duckdb.connect(path)
    for setting in (*SETTINGS, f"SET memory_limit = '{MEMORY}'"):
        connection.execute(setting)
    return connection


def _check_unused(path: Path) -> None:
    """Raises `_InUse` where somebody reads a file that is to be removed."""
    if path.exists():
        try:
            duckdb.connect(path).close()
        except duckdb.Error as wrong:
            if _in_use(wrong):
                raise _InUse from wrong


def _copied(path: Path, folder: Path) -> Path:
    """A copy of an archive that others read, in a folder of our own; nobody can write to it meanwhile."""
    for name in (path.name, f"{path.name}{LOG}"):
        with suppress(FileNotFoundError):
            copyfile(path.with_name(name), folder / name)
    return folder / path.name


def _for_reading(path: Path, files: bool) -> DuckDBPyConnection:
    connection = duckdb.connect(path, read_only=True)
    for setting in SETTINGS:
        connection.execute(setting)
    if not files:
        lock_up(connection, files=False)
    return connection


def _in_use(wrong: duckdb.Error) -> bool:
    """Whether it says that others read the file, or that we do so ourselves."""
    others = isinstance(wrong, duckdb.IOException) and "lock" in str(wrong).lower()
    return others or (isinstance(wrong, duckdb.ConnectionException) and "configuration" in str(wrong))


def _number(connection: DuckDBPyConnection, sql: str, *values: object) -> int:
    return int(connection.execute(sql, values or None).fetchall()[0][0])

"""Bringing an archive up to the newest event of its store, batch by batch; one that does not fit is made anew."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from shutil import copyfile
from typing import Final

import duckdb
from duckdb import DuckDBPyConnection

from ludograph.analytics.archive.batch_writer import ArchiveWriter
from ludograph.analytics.archive.connections import InUse, check_unused, is_in_use, open_for_writing
from ludograph.analytics.archive.empty_template import empty
from ludograph.analytics.archive.identity import (
    archive_fits,
    archive_position,
    is_archive,
    position_offset,
)
from ludograph.analytics.archive.program import schema_facts
from ludograph.analytics.archive.specification import ArchiveSpec
from ludograph.analytics.derived.derived_tables import DerivationSource, invalidate_tables, make_tables
from ludograph.analytics.extract.source import BATCH, Source
from ludograph.analytics.tables.errors import ArchiveError
from ludograph.domain.store.sidecar_files import FRESH, LOG

Progress = Callable[[float], None]
DECODED: Final = 100_000
"""Events that are decoded at once, to be concealed; they take more memory than those that stay JSON."""


def catch_up(path: Path, source: Source, spec: ArchiveSpec, progress: Progress | None) -> None:
    """Brings the archive up to the newest event of the source; one that does not fit is made anew."""
    connection = _for_writing(path, source, spec)
    reading = connection.cursor()  # the next batch is read by another thread, while this one writes
    try:
        writer = ArchiveWriter(connection, spec.observer, position_offset(source, spec.observer))
        done = archive_position(connection, source, spec.observer)
        for batch in source.batches(reading, done, BATCH if spec.observer.see_all else DECODED):
            begun, rest = done / source.last, (batch.position - done) / source.last
            if progress:
                writer.progress = partial(_in_all, progress, begun, rest)
            invalidate_tables(connection)  # before: killed after the batch, they would be believed to be up to date
            writer.write(batch)
            done = batch.position
        # Last: they are made of what all batches came to, and only where somebody asks for them.
        make_tables(connection, spec.needs, DerivationSource(source, spec.observer, progress))
    finally:
        reading.close()
        connection.close()


def _in_all(progress: Progress, begun: float, rest: float, done: float) -> None:
    """Says how much is done in all, where that much of a batch is."""
    progress(begun + rest * done)


def _for_writing(path: Path, source: Source, spec: ArchiveSpec) -> DuckDBPyConnection:
    """A connection to an archive that fits; what does not fit is removed before, if it is ours to remove."""
    connection = _fitting(path, source, spec)
    if connection is None:
        # The log goes too: DuckDB would apply it to the new file. Killed in between, the next program comes here again.
        for old in (path, path.with_name(f"{path.name}{LOG}")):
            check_unused(old)
            old.unlink(missing_ok=True)
        fresh = path.with_name(f"{path.name}{FRESH}")
        fresh.write_bytes(empty())  # beside it, and renamed when whole: nobody ever opens half an archive
        fresh.replace(path)
        connection = open_for_writing(path)
        made = [schema_facts().fingerprint, spec.observer.name.casefold()]
        connection.execute("INSERT INTO internal.archive VALUES (?, ?)", made)
    return connection


def _fitting(path: Path, source: Source, spec: ArchiveSpec) -> DuckDBPyConnection | None:
    """A connection to the archive that is there; None where there is none, or one that has to be made anew."""
    if not path.exists() or (spec.rebuild and spec.file is None):
        return None
    try:
        connection = open_for_writing(path)
    except duckdb.Error as wrong:
        # DuckDB lets nobody write while others read, and says so with the error of any file that it cannot open.
        if is_in_use(wrong):
            raise InUse from wrong
        _check_removable(spec, path)
        return None
    try:
        if not is_archive(connection):
            _check_removable(spec, path)
        elif not spec.rebuild and archive_fits(connection, source, spec.observer):
            return connection
    except duckdb.Error:
        _check_removable(spec, path)
    except ArchiveError:
        connection.close()
        raise
    connection.close()
    return None


def _check_removable(spec: ArchiveSpec, path: Path) -> None:
    """Raises `ArchiveError` for a file that the user named: it may be anything, while one beside the store is ours."""
    if spec.file is not None:
        raise ArchiveError(f"{path} is no archive of Ludograph: name another file, or remove it.")


def copy_of_archive(path: Path, folder: Path) -> Path:
    """A copy of an archive that others read, in a folder of our own; nobody can write to it meanwhile."""
    for name in (path.name, f"{path.name}{LOG}"):
        with suppress(FileNotFoundError):  # there is a log only where a program was killed
            copyfile(path.with_name(name), folder / name)
    return folder / path.name

"""Bringing an archive up to the newest event of its store, batch by batch; one that does not fit is made anew."""

from collections.abc import Callable
from contextlib import closing, suppress
from functools import partial
from hashlib import sha256
from pathlib import Path
from shutil import copyfile
from typing import Final

import duckdb
from duckdb import DuckDBPyConnection

from ludograph.analytics.archive.batch_writer import ArchiveWriter
from ludograph.analytics.archive.connections import is_in_use, open_for_writing, open_read_only
from ludograph.analytics.archive.empty_template import empty
from ludograph.analytics.archive.identity import (
    archive_fits,
    archive_position,
    is_archive,
    position_offset,
    was_replaced,
)
from ludograph.analytics.archive.program import schema_facts
from ludograph.analytics.archive.specification import ArchiveSpec
from ludograph.analytics.archive_paths import draft_file, judgements_file, staging_file
from ludograph.analytics.derived.derived_tables import DerivationSource, invalidate_tables, make_tables
from ludograph.analytics.derived.needs import positions_are_made
from ludograph.analytics.derived.position_staging import Missing, StagingFile, open_staging
from ludograph.analytics.derived.positions import stage_positions
from ludograph.analytics.extract.source import BATCH, Source, open_source
from ludograph.analytics.tables.errors import ArchiveError
from ludograph.domain.store.sidecar_files import LOG

Progress = Callable[[float], None]
DECODED: Final = 100_000
"""Events that are decoded at once, to be concealed; they take more memory than those that stay JSON."""


def catch_up(path: Path, source: Source, spec: ArchiveSpec, progress: Progress | None) -> bool:
    """Bring the archive up to the newest event of the source; return whether it was of another history.

    The draft takes the place of the archive when it is whole; open readers keep the old file. If this is killed, the
    next run continues with the draft.
    """
    draft, staging = draft_file(path), staging_of(path, source, spec)
    replaced = _is_of_another_history(path, source, spec)
    if spec.rebuild:
        _remove(staging.path)
    connection = _for_writing(path, draft, source, spec)
    reading = connection.cursor()  # the next batch is read by another thread, while this one writes
    try:
        writer = ArchiveWriter(connection, spec, position_offset(source, spec.observer))
        done = archive_position(connection, source, spec.observer)
        for batch in source.batches(reading, done, BATCH if spec.observer.see_all else DECODED):
            begun, rest = done / source.last, (batch.position - done) / source.last
            if progress:
                writer.progress = partial(_in_all, progress, begun, rest)
            invalidate_tables(connection)  # before: killed after the batch, they would be believed to be up to date
            writer.write(batch)
            done = batch.position
        # Last: they are made of what all batches came to, and only where somebody asks for them.
        kept = judgements_file(spec.store)
        make_tables(connection, spec.needs, DerivationSource(source, spec.observer, staging, kept))
        made = positions_are_made(connection)
    finally:
        reading.close()
        connection.close()
    _remove(path.with_name(f"{path.name}{LOG}"))  # of an older program: DuckDB would apply it to the new file
    draft.replace(path)
    if made:
        _remove(staging.path)
    return replaced


def _is_of_another_history(path: Path, source: Source, spec: ArchiveSpec) -> bool:
    """Whether the archive that is there has events that the store does not have any more."""
    with suppress(duckdb.Error):
        if path.exists() and not spec.rebuild:
            with closing(open_read_only(path)) as connection:
                return is_archive(connection) and was_replaced(connection, source, spec)
    return False


def stage_missing(path: Path, spec: ArchiveSpec, missing: Missing, progress: Progress | None) -> None:
    """Puts aside the rows that the tables at steps of an archive lack of these matches."""
    with open_source(spec.store) as source, open_staging(staging_of(path, source, spec)) as staging:
        stage_positions(staging, missing, source, spec.observer, progress)


def staging_of(path: Path, source: Source, spec: ArchiveSpec) -> StagingFile:
    """Where the rows of the tables at steps of an archive are put aside, by this program, for that observer."""
    made_by = f"{schema_facts().fingerprint} {spec.made_for} {source.digest_at(1)}"
    return StagingFile(staging_file(path), sha256(made_by.encode()).hexdigest(), source.digests)


def _in_all(progress: Progress, begun: float, rest: float, done: float) -> None:
    """Says how much is done in all, where that much of a batch is."""
    progress(begun + rest * done)


def _for_writing(path: Path, draft: Path, source: Source, spec: ArchiveSpec) -> DuckDBPyConnection:
    """A connection to a draft: one that was left, a copy of the archive, or where neither fits, an empty one."""
    there = _is_fitting(path, source, spec)
    if spec.rebuild or not _is_left(draft, source, spec):
        _remove(draft)
        _remove(draft.with_name(f"{draft.name}{LOG}"))
        if there:
            _copy(path, draft)
        else:
            _make_empty(draft, spec)
    return open_for_writing(draft)


def _make_empty(draft: Path, spec: ArchiveSpec) -> None:
    draft.write_bytes(empty())
    with closing(open_for_writing(draft)) as connection:
        made = [schema_facts().fingerprint, spec.made_for]
        connection.execute("INSERT INTO internal.archive VALUES (?, ?)", made)


def _is_left(draft: Path, source: Source, spec: ArchiveSpec) -> bool:
    """Whether a draft was left that can be gone on with."""
    with suppress(duckdb.Error):
        if draft.exists():
            with closing(open_for_writing(draft)) as connection:  # what its log holds is applied to it
                return is_archive(connection) and archive_fits(connection, source, spec)
    return False


def _is_fitting(path: Path, source: Source, spec: ArchiveSpec) -> bool:
    """Whether there is an archive that can be gone on with. Raises `ArchiveError` for what is none, and not ours."""
    if not path.exists() or (spec.rebuild and spec.file is None):
        return False
    try:
        with closing(open_read_only(path)) as connection:
            if is_archive(connection):
                return not spec.rebuild and archive_fits(connection, source, spec)
    except duckdb.Error as wrong:
        if is_in_use(wrong):  # somebody writes to it who is none of ours, or an older program
            raise ArchiveError(
                f"Another program writes to {path}: end it, or name another file with --cache."
            ) from wrong
    _check_removable(spec, path)
    return False


def _check_removable(spec: ArchiveSpec, path: Path) -> None:
    """Raises `ArchiveError` for a file that the user named: it may be anything, while one beside the store is ours."""
    if spec.file is not None:
        raise ArchiveError(f"{path} is no archive of Ludograph: name another file, or remove it.")


def copy_of_archive(path: Path, folder: Path) -> Path:
    """A copy of an archive in a folder of our own."""
    _copy(path, folder / path.name)
    return folder / path.name


def _copy(path: Path, to: Path) -> None:
    for ending in ("", LOG):
        with suppress(FileNotFoundError):  # there is a log only where an older program was killed
            copyfile(path.with_name(f"{path.name}{ending}"), to.with_name(f"{to.name}{ending}"))


def _remove(file: Path) -> None:
    file.unlink(missing_ok=True)

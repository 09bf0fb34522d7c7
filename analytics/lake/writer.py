"""The archive as a lake: Parquet files by table, which DuckDB, Spark or pandas read without us.

Each run has a folder of its own with everything in it; what did not change is linked there from the run before. The
link `now` leads to the newest whole one and is replaced at once, last of all, so that a reader finds the old lake or
the new one and a run that is killed changes nothing. The folders of the tables are links through it.
"""

import os
import re
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

from duckdb import DuckDBPyConnection
from filelock import FileLock, Timeout
from msgspec import json
from msgspec.structs import replace

from ludograph.analytics.extract.observers import ObserverName
from ludograph.analytics.extract.source import open_source
from ludograph.analytics.lake.files import LakeFileWriter, Progress
from ludograph.analytics.lake.folders import WHEN_PLAYED, LakeFolder, lake_folders
from ludograph.analytics.lake.history import DecidedEvents, LakeHistory
from ludograph.analytics.lake.manifest import MANIFEST, NOW, RUNS, VERSION, LakeError, Manifest, read_manifest
from ludograph.analytics.lake.partitions import (
    MatchExtent,
    Partition,
    match_extents,
    missing_matches,
    planned_partitions,
)
from ludograph.analytics.lake.raw_events import RawEventReader
from ludograph.analytics.lake.view_script import SCRIPT
from ludograph.analytics.tables.schema import schema_fingerprint
from ludograph.domain.store.url import Place

LOCK: Final = ".lock"
DRAFT: Final = ".link"
OWN: Final = (LOCK, MANIFEST, SCRIPT, NOW, RUNS, DRAFT)
"""What lies at the top of a lake besides its tables."""
RUN: Final = re.compile(r"\d{6,}")


class LakeRun(NamedTuple):
    """What a run did: files in the lake, how many of them are new, how many old ones went, and the rows in all."""

    files: int
    new: int
    removed: int
    rows: int
    bytes: int
    left_out: int
    """The matches and tournaments whose raw events cannot be read."""
    replaced: int = 0
    """The matches and tournaments of which the lake had events that the store does not have any more."""


class LakeOptions(NamedTuple):
    """How a lake is to be written: for which observer, and with the tables at steps or not.

    With `compact` in as few files as can be; with `force` over the lake of another observer or store; with `anew` all
    of it, so that nothing of what was there before is left.
    """

    observer: str
    at_steps: bool = False
    compact: bool = False
    force: bool = False
    anew: bool = False

    @property
    def raw(self) -> bool:
        """Whether the raw events belong to it."""
        return ObserverName(self.observer).see_all


class LakeSource(NamedTuple):
    """What a lake is made from: the archive, which must be open for files, the store behind it, and the time."""

    archive: DuckDBPyConnection
    store: Place
    now: datetime


def write_lake(source: LakeSource, folder: Path, options: LakeOptions, progress: Progress | None = None) -> LakeRun:
    """Brings a lake up to the archive. Raises `LakeError`."""
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(folder / LOCK, timeout=0):
            return _write(source, folder, options, progress or (lambda done: None))
    except Timeout:
        raise LakeError(f"Another program is writing to {folder}: try again when it is done.") from None


def has_steps(folder: Path) -> bool:
    """Whether a lake has the tables at steps, which then are brought along. Raises `LakeError`."""
    path = folder / NOW / MANIFEST
    return path.exists() and read_manifest(path).at_steps


def lake_observer(folder: Path) -> str:
    """The observer for whom a lake was written. Raises `LakeError` where there is none."""
    return read_manifest(folder / NOW / MANIFEST).observer


def _write(source: LakeSource, folder: Path, options: LakeOptions, progress: Progress) -> LakeRun:
    before = _newest_run(folder)
    old = _manifest(folder, before, options)
    extents = match_extents(source.archive, options.raw)
    if not options.force and (gone := missing_matches(old.parts, extents)):
        raise LakeError(
            f"The lake in {folder} has {len(gone)} match{'' if len(gone) == 1 else 'es'} of which this store knows "
            "nothing, or less: name another folder, or replace it by --force."
        )
    _remove_old_runs(folder, before)
    with open_source(source.store) as store:
        history = LakeHistory(store, source.archive, ObserverName(options.observer))
        replaced = 0 if options.anew else history.replaced(old.parts, old.decided)
        plan = _planned(history, old, history.sealed(extents), options)
        if plan.known.files and plan.same:
            return _summary(plan.known, plan.known)
        target = folder / RUNS / f"{plan.run:06}"
        found = lake_folders(source.archive, plan.steps, options.raw)
        with _removed_on_failure(target):
            events = RawEventReader(store, source.archive) if options.raw else None
            writer = LakeFileWriter(source.archive, target, before or target, plan.known.files, progress, events)
            files = writer.write(found, plan.wanted, extents, plan.run)
    new = Manifest(
        VERSION, options.observer, schema_fingerprint(), source.now, plan.run, plan.steps, tuple(plan.wanted),
        tuple(files), decisions=sum(one.events for one in plan.decided.values()), decided=plan.decided,
        restorable=options.raw, left_out=_left_out(events, plan.known, plan.wanted), **_described(found),
    )  # fmt: skip
    _finish(folder, target, new, found)
    if before is not None and (options.anew or read_manifest(before / MANIFEST).observer != options.observer):
        shutil.rmtree(before)  # what one observer knows is not left for readers of another's lake
    return _summary(new, old)._replace(replaced=replaced)


class _Plan(NamedTuple):
    """What a run is to write: which files stay, which parts there are to be, and whether nothing has changed."""

    run: int
    steps: bool
    known: Manifest
    wanted: list[Partition]
    decided: dict[str, DecidedEvents]
    same: bool


def _planned(history: LakeHistory, old: Manifest, extents: dict[str, MatchExtent], options: LakeOptions) -> _Plan:
    """What a run is to write of matches and tournaments that stand like this."""
    steps = options.at_steps or old.at_steps
    stays = _made_alike(old) and old.at_steps == steps and not options.anew
    known = old if stays else replace(old, parts=(), files=(), left_out=())
    run, decided = old.runs + 1, history.decided()
    wanted = planned_partitions(known.parts, extents, run, options.compact)
    same = [part.id for part in wanted] == [part.id for part in known.parts] and decided == known.decided
    return _Plan(run, steps, known, wanted, decided, same)


def _described(found: Sequence[LakeFolder]) -> dict[str, Any]:
    """What the manifest says of tables, folders, what lies within which, and views."""
    tables = {
        table.name: (*table.columns, *(() if folder.whole else WHEN_PLAYED))
        for folder in found
        for table in folder.tables
    }
    return {
        "tables": tables,
        "folders": {folder.name: folder.columns for folder in found},
        "within": dict(one for folder in found for one in folder.within()),
        "views": tuple(table.name for folder in found if folder.view for table in folder.tables),
    }


def _made_alike(old: Manifest) -> bool:
    """Whether files of a lake can stay: they are as this program would write them."""
    return old.ludograph_lake == VERSION and old.made_by == schema_fingerprint()


@contextmanager
def _removed_on_failure(target: Path) -> Iterator[None]:
    """What was written is not left lying about where it did not become whole."""
    try:
        yield
    except BaseException:
        shutil.rmtree(target, ignore_errors=True)
        raise


def _left_out(events: RawEventReader | None, known: Manifest, wanted: Sequence[Partition]) -> tuple[str, ...]:
    """What has no raw events here: what was found just now, and what was in the parts that lie still."""
    if events is None:
        return ()
    still = {part.id for part in known.parts} & {part.id for part in wanted}
    lie = {match for part in known.parts if part.id in still for match in part.matches}
    return tuple(sorted(events.left_out | lie.intersection(known.left_out)))


def _newest_run(folder: Path) -> Path | None:
    """The folder of the newest whole run."""
    link = folder / NOW
    return folder / RUNS / link.readlink().name if link.is_symlink() else None


def _manifest(folder: Path, before: Path | None, options: LakeOptions) -> Manifest:
    """The manifest that is there, or that of an empty lake where there is none."""
    empty = Manifest(VERSION, options.observer, schema_fingerprint())
    if (folder / RUNS).is_symlink():
        raise LakeError(f"{folder / RUNS} leads elsewhere: name another folder.")
    if before is None:
        if (folder / MANIFEST).exists():
            read_manifest(folder / MANIFEST)
            raise LakeError(f"The lake in {folder} is of an older Ludograph: name another folder, or remove it.")
        if any(path.name not in (LOCK, RUNS, DRAFT) for path in folder.iterdir()):
            raise LakeError(f"{folder} is not empty, and no lake: name another folder.")
        return empty
    old = read_manifest(before / MANIFEST)
    if old.observer == options.observer:
        return old
    if not options.force:
        raise LakeError(
            f"The lake in {folder} is as {old.observer} knows it: name another folder for {options.observer}, or "
            "replace it by --force."
        )
    return replace(empty, runs=old.runs)


def _remove_old_runs(folder: Path, before: Path | None) -> None:
    """Removes runs before the newest, and what a run left behind that was cut short."""
    (folder / DRAFT).unlink(missing_ok=True)
    runs = folder / RUNS
    for path in runs.iterdir() if runs.is_dir() else ():
        if RUN.fullmatch(path.name) and path != before and not path.is_symlink():
            shutil.rmtree(path)


def _finish(folder: Path, target: Path, new: Manifest, found: list[LakeFolder]) -> None:
    """Writes the manifest, links the tables that are new, and has `now` lead to this run."""
    with (target / MANIFEST).open("wb") as written:
        written.write(json.format(json.encode(new), indent=1))
        written.flush()
        os.fsync(written.fileno())
    names = {one.name for one in found}
    for name in (*sorted(names), SCRIPT, MANIFEST):
        if not (folder / name).is_symlink():
            _link(folder, name, Path(NOW) / name)
    _link(folder, NOW, Path(RUNS) / target.name)
    for path in folder.iterdir():
        if path.is_symlink() and path.name not in (*names, *OWN) and path.readlink().parent == Path(NOW):
            path.unlink()


def _link(folder: Path, name: str, target: Path) -> None:
    """Has a name lead to something, at once, whatever it led to before."""
    draft = folder / DRAFT
    draft.symlink_to(target)
    draft.replace(folder / name)


def _summary(new: Manifest, old: Manifest) -> LakeRun:
    paths, before = {file.path for file in new.files}, {file.path for file in old.files}
    rows, size = sum(file.rows for file in new.files), sum(file.bytes for file in new.files)
    return LakeRun(len(paths), len(paths - before), len(before - paths), rows, size, len(new.left_out))

"""A lake for reading: whether its files are those that were written, and the chains that its raw events make."""

from collections.abc import Iterator
from hashlib import file_digest
from itertools import groupby
from pathlib import Path
from typing import Any, Final, NamedTuple
from uuid import UUID

import pyarrow as pa
import pyarrow.parquet as pq

from ludograph.analytics.lake.files import LakeFile
from ludograph.analytics.lake.manifest import MANIFEST, NOW, RAW_SINCE, LakeError, Manifest, read_manifest
from ludograph.analytics.lake.partitions import Partition
from ludograph.analytics.lake.raw_events import AT_ONCE, COLUMNS, EVENTS, SCHEMA
from ludograph.domain.kernel.sentences import counted
from ludograph.domain.match.events import TOURNAMENT
from ludograph.domain.store.streams import StoredRow
from ludograph.domain.tournaments.verification import TOURNAMENTS
from ludograph.domain.verify.verification import MATCHES, Chain, Finding, StreamKind, follow_chain

SCHEMAS: Final = (SCHEMA, pa.schema(list(SCHEMA)[: len(COLUMNS)]))
"""The columns of files with raw events: in lakes of version 3 folders told game and month."""
TAIL = slice(-66, -2)
"""Where the digest stands in an event."""


class LakeRecord(NamedTuple):
    """A match or a tournament as it lies in a file of the lake."""

    id: UUID
    kind: StreamKind
    chain: Chain
    file: str


class UnreadableFile(Exception):
    """What is in a file is no table of raw events; the message says why."""


class Lake(NamedTuple):
    """The newest whole run of a lake, which stays as it is while others write the next."""

    folder: Path
    manifest: Manifest

    def flaw(self, file: LakeFile) -> str | None:
        """What is wrong with a file, as a sentence; None where it is the one that was written."""
        path = self.folder / file.path
        if not path.resolve().is_relative_to(self.folder.resolve()):
            return f"{file.path} would lie outside of the lake."
        try:
            size = path.stat().st_size
            with path.open("rb") as opened:
                digest = file_digest(opened, "sha256").hexdigest()
        except FileNotFoundError:
            return f"{file.path} is missing."
        except OSError as wrong:
            return f"{file.path} cannot be read: {wrong.strerror}."
        if size < file.bytes:
            return f"{file.path} was cut: {size:,} of {file.bytes:,} bytes are left."
        if digest != file.sha256:
            return f"{file.path} was altered: its SHA-256 is not the one that the manifest names."
        return None

    def strangers(self) -> list[str]:
        """The files in the lake that the manifest does not name: who reads a folder would take their rows along."""
        known = {MANIFEST, *(file.path for file in self.manifest.files)}
        found = (path.relative_to(self.folder).as_posix() for path in self.folder.rglob("*") if path.is_file())
        return sorted(set(found) - known)

    def ids(self) -> list[UUID]:
        """Every match and tournament of which there are raw events."""
        gone = set(self.manifest.left_out)
        return [_id(name) for part in self.manifest.parts for name in part.matches if name not in gone]

    @property
    def raw_files(self) -> list[LakeFile]:
        """The files of the raw events."""
        return [file for file in self.manifest.files if file.table == EVENTS]

    def records(self, only: UUID | None = None) -> Iterator[LakeRecord]:
        """Every match and tournament, or one of them; what cannot be read has a finding."""
        for part in self.manifest.parts:
            if only is None or str(only) in part.matches:
                yield from (one for one in self._of_part(part) if only in (None, one.id))

    def _of_part(self, part: Partition) -> Iterator[LakeRecord]:
        """What lies in a part, and of what does not lie there that it is gone."""
        kind = TOURNAMENTS if part.game == TOURNAMENT else MATCHES
        gone = set(self.manifest.left_out)
        wanted = {_id(name): events for name, events in part.matches.items() if name not in gone}
        file = next((file.path for file in self.raw_files if file.part == part.id), "")
        why = ""
        try:
            for id, rows in _histories(self.folder / file) if file else ():
                events = wanted.pop(id, None)
                yield LakeRecord(id, kind, _checked(kind, id, rows, events), file)
        except UnreadableFile as wrong:
            why = f"The file in which it lies cannot be read ({wrong})."
        for id in wanted:
            lost = follow_chain(kind, id, [])
            yield LakeRecord(id, kind, lost._replace(finding=Finding(None, 1, why)) if why else lost, file)


def open_lake(folder: Path) -> Lake:
    """The newest run of a lake that holds raw events. Raises `LakeError`."""
    place = (folder / NOW).resolve() if (folder / NOW).exists() else folder
    if not (place / MANIFEST).exists():
        raise LakeError(f"There is no lake in {folder}: name the folder that `ludograph lake` wrote.")
    told = read_manifest(place / MANIFEST)
    if told.ludograph_lake < RAW_SINCE:
        raise LakeError(
            f"The lake in {folder} is of an older Ludograph, which wrote no raw events: bring it up by "
            f"`ludograph lake {folder}` where its store is."
        )
    if not told.restorable:
        raise LakeError(
            f"The lake in {folder} is as {told.observer} knows it, without the raw events, which are for the judge "
            "alone: name the judge's lake."
        )
    lake = Lake(place, told)
    if len(set(names := lake.ids())) != len(names):
        raise LakeError(f"{place / MANIFEST} names a match twice: it was altered.")
    return lake


def _id(name: str) -> UUID:
    try:
        return UUID(name)
    except ValueError:
        raise LakeError(f"The manifest names a match {name!r}, which is no id: it was altered.") from None


def _checked(kind: StreamKind, id: UUID, rows: list[StoredRow], events: int | None) -> Chain:
    """The chain of these rows, of which there should be so many; None where there should be none."""
    found = follow_chain(kind, id, rows)
    if found.finding is not None:
        return found
    there = len(found.events)
    if events is None:
        return found._replace(
            finding=Finding(None, 1, "It lies there a second time, or the manifest does not know it.")
        )
    if there < events:
        missing = f"events {there + 1} to {events} are missing"
        return found._replace(finding=Finding(None, there + 1, f"The end was removed: {missing}."))
    if there > events:
        told = f"The manifest knows of {counted(events, 'event')} alone."
        return found._replace(finding=Finding(None, events + 1, told))
    return found


def _histories(path: Path) -> Iterator[tuple[UUID, list[StoredRow]]]:
    """The rows of each match in a file, in the order in which they lie there. Raises `Unreadable`."""
    for name, rows in groupby(_rows(path), key=lambda row: row.match):
        try:
            id = UUID(name)
        except (TypeError, ValueError, AttributeError):
            raise UnreadableFile(f"{name!r} is no id of a match") from None
        yield id, [row._replace(match=id.hex) for row in rows]


def _rows(path: Path) -> Iterator[StoredRow]:
    """The rows of a file."""
    try:
        with pq.ParquetFile(path) as opened:
            if opened.schema_arrow not in SCHEMAS:
                raise UnreadableFile("its columns are not those of raw events")
            for batch in opened.iter_batches(AT_ONCE):
                yield from _in_batch(batch)
    except (pa.ArrowException, OSError, UnicodeDecodeError) as wrong:
        raise UnreadableFile(str(wrong).splitlines()[0]) from wrong


def _in_batch(batch: pa.RecordBatch) -> Iterator[StoredRow]:
    columns: list[Any] = [batch.column(name) for name in ("match", "version", "position", "topic", "digest")]
    states = batch.column("state").cast(pa.binary()).to_pylist()
    for match, version, position, topic, digest, state in zip(
        *(one.to_pylist() for one in columns), states, strict=True
    ):
        lost = position is None or state is None or state[TAIL] != (digest or "").encode()
        yield StoredRow(position or 0, match, version, topic, state, lost)

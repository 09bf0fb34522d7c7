"""The files of a lake: each folder by parts, what belongs to no match and the views whole, in Parquet."""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import file_digest
from pathlib import Path
from shutil import copy2

from duckdb import DuckDBPyConnection
from msgspec import Struct

from ludograph.analytics.lake.folders import RAW, LakeFolder
from ludograph.analytics.lake.partitions import MatchExtent, Partition
from ludograph.analytics.lake.raw_events import RawEventReader, write_none
from ludograph.analytics.lake.view_script import SCRIPT, view_script
from ludograph.analytics.tables.columns import text_literal
from ludograph.domain.match.events import TOURNAMENT

Progress = Callable[[float], None]


class LakeFile(Struct, frozen=True):
    """A file of the lake: where it lies, which rows it holds, and what it should be; `table` is its folder there."""

    path: str
    table: str
    part: str
    rows: int
    bytes: int
    sha256: str


class LakeFileWriter:
    """Writes the files of a run into a folder of its own; what an earlier run has written already is linked there."""

    def __init__(
        self,
        connection: DuckDBPyConnection,
        folder: Path,
        before: Path,
        old: Sequence[LakeFile],
        progress: Progress,
        events: RawEventReader | None,
    ) -> None:
        self._connection = connection
        self._event_reader = events
        self._folder = folder
        self._before = before
        self._old = {file.path: file for file in old}
        self._same = {(file.table, file.sha256): file for file in old}
        self._progress = progress

    def write(
        self, found: Sequence[LakeFolder], parts: Sequence[Partition], extents: Mapping[str, MatchExtent], run: int
    ) -> list[LakeFile]:
        """The files of all folders for these parts."""
        ids = {part.id for part in parts}
        files = [self._linked(file) for file in self._old.values() if file.part in ids]
        done = {file.part for file in files}
        fresh = [part for part in parts if part.id not in done]
        parted = [folder for folder in found if not folder.whole]
        steps = len(fresh) * len(parted) + len(found)
        self._choose(extents, ())
        for at, part in enumerate(fresh):
            self._choose(extents, part.matches)
            games = {extents[match].game for match in part.matches}
            for place, folder in enumerate(parted, start=1):
                if folder is RAW:
                    files += self._raw(part, extents, run)
                elif part.game != TOURNAMENT and (not folder.game or folder.game in games):
                    files += self._filled(folder, part, run)
                self._progress((at * len(parted) + place) / steps)
        written = {file.table for file in files}
        for at, folder in enumerate(found, start=1):
            if folder.whole:
                files.append(self._whole(folder, run))
            elif folder.name not in written:
                files.append(self._empty(folder))
            self._progress((steps - len(found) + at) / steps)
        return [*files, self._script(found)]

    def _choose(self, extents: Mapping[str, MatchExtent], matches: Iterable[str]) -> None:
        """Says which matches are written, of which game, and in which month they were played."""
        self._connection.execute("CREATE OR REPLACE TEMP TABLE chosen (match UUID, game VARCHAR, month VARCHAR)")
        columns = zip(*((match, extents[match].game, extents[match].month) for match in matches), strict=True)
        if rows := [list(column) for column in columns]:
            rows_of = "SELECT unnest(CAST(? AS UUID[])), unnest(CAST(? AS VARCHAR[])), unnest(CAST(? AS VARCHAR[]))"
            self._connection.execute(f"INSERT INTO chosen {rows_of}", rows)

    def _filled(self, folder: LakeFolder, part: Partition, run: int) -> list[LakeFile]:
        """The rows of a part in a file of their own; where there are none, no file is left."""
        return self._kept(self._copied(folder, f"{folder.sql}{folder.order}", _name(folder, part, run), part.id))

    def _raw(self, part: Partition, extents: Mapping[str, MatchExtent], run: int) -> list[LakeFile]:
        """The raw events of a part in a file of their own, as in other tables."""
        if self._event_reader is None:
            return []
        path = _name(RAW, part, run)
        rows = self._event_reader.write(part, extents, self._place(path))
        return self._kept(self._sealed(RAW.name, rows, path, part.id))

    def _kept(self, file: LakeFile) -> list[LakeFile]:
        """A file, unless it has no rows: then it is removed."""
        if not file.rows:
            self._drop(file.path)
        return [file] if file.rows else []

    def _whole(self, folder: LakeFolder, run: int) -> LakeFile:
        """A file with all rows; where they are those of the run before, it is the file of that."""
        path = f"{folder.name}/{folder.name}-{run:06}.parquet"
        file = self._copied(folder, f"{folder.sql}{folder.order}", path, "")
        same = self._same.get((file.table, file.sha256))
        if same is None or same.path == path:
            return file
        self._drop(path)
        return self._linked(same)

    def _empty(self, folder: LakeFolder) -> LakeFile:
        """The file of a folder without rows, which tells its columns."""
        path = f"{folder.name}/empty.parquet"
        old = self._old.get(path)
        if old:
            return self._linked(old)
        if folder is RAW:
            write_none(self._place(path))
            return self._sealed(folder.name, 0, path, "")
        return self._copied(folder, f"{folder.sql} LIMIT 0", path, "")

    def _script(self, found: Sequence[LakeFolder]) -> LakeFile:
        """The file by which DuckDB has all that was found under its names."""
        self._place(SCRIPT).write_text(view_script(found))
        return self._sealed(SCRIPT, 0, SCRIPT, "")

    def _copied(self, folder: LakeFolder, sql: str, path: str, part: str) -> LakeFile:
        ((rows,),) = self._connection.execute(
            f"COPY ({sql}) TO {text_literal(str(self._place(path)))} (FORMAT parquet, COMPRESSION zstd)"
        ).fetchall()
        return self._sealed(folder.name, rows, path, part)

    def _sealed(self, folder: str, rows: int, path: str, part: str) -> LakeFile:
        """A file that was written, once it is on the disk."""
        target = self._folder / path
        with target.open("rb") as file:
            digest = file_digest(file, "sha256").hexdigest()
            os.fsync(file.fileno())
        return LakeFile(path, folder, part, rows, target.stat().st_size, digest)

    def _place(self, path: str) -> Path:
        """Where a file is to be written, in a folder that is there."""
        target = self._folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        return target

    def _drop(self, path: str) -> None:
        (self._folder / path).unlink()

    def _linked(self, file: LakeFile) -> LakeFile:
        """A file of the run before, which is there a second time by a link, or where there are none by a copy."""
        target = self._place(file.path)
        try:
            target.hardlink_to(self._before / file.path)
        except OSError:
            copy2(self._before / file.path, target)
        return file


def _name(folder: LakeFolder, part: Partition, run: int) -> str:
    """Where the rows of a part lie in a folder."""
    return f"{folder.name}/part-{run:06}-{part.label}.parquet"

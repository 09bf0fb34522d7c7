"""The files of a lake: each table by parts, those that belong to no match and the views whole, in Parquet."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import file_digest
from pathlib import Path
from shutil import copy2
from typing import Final, NamedTuple

from duckdb import DuckDBPyConnection
from msgspec import Struct

from ludograph.analytics.lake.partitions import Partition
from ludograph.analytics.lake.raw_events import COLUMNS, EVENTS, RawEventReader, write_none
from ludograph.analytics.tables.column_meanings import meaning_of
from ludograph.analytics.tables.columns import quoted, text_literal
from ludograph.analytics.tables.definitions import AT_STEPS, named_tables
from ludograph.analytics.tables.schema import qualified_name
from ludograph.analytics.tables.tournament_rows import TOURNAMENTS
from ludograph.analytics.tables.views import views
from ludograph.domain.match.events import TOURNAMENT

WHOLE: Final = ("games", "cards", "decks", "rating_history", "ratings", "unread", *TOURNAMENTS)
"""Tables that belong to no match: a file each, as of each view."""
NONE: Final = "none"
"""The month, and of tables of all games the game, of the file that a table has which has no rows."""
AS: Final = {"UUID": "VARCHAR", "HUGEINT": "BIGINT"}
"""Types that not every reader knows, and what they are in the files."""
Progress = Callable[[float], None]


class LakeFile(Struct, frozen=True):
    """A file of the lake: where it lies in the folder, which rows it holds, and what it should be."""

    path: str
    table: str
    part: str
    rows: int
    bytes: int
    sha256: str


class LakeColumn(Struct, frozen=True):
    """A column of a table."""

    name: str
    type: str
    about: str


class LakeTable(NamedTuple):
    """What has a folder in the lake, a table or a view: its SQL, its key, its columns, and whether it lies in parts."""

    name: str
    sql: str
    key: tuple[str, ...]
    columns: tuple[LakeColumn, ...]
    whole: bool
    game: str = ""
    view: bool = False


RAW: Final = LakeTable(
    EVENTS, "", ("match", "version"),
    tuple(LakeColumn(name, type_, about) for name, (type_, _, about) in COLUMNS.items()), whole=False,
)  # fmt: skip
"""The raw events, which no SQL tells: they come from the store itself."""


def lake_tables(connection: DuckDBPyConnection, at_steps: bool, raw: bool) -> list[LakeTable]:
    """All that a lake has, with the raw events or without."""
    return [*_tables(connection, at_steps), *_views(connection), *([RAW] if raw else [])]


def _tables(connection: DuckDBPyConnection, at_steps: bool) -> Iterator[LakeTable]:
    for table in named_tables():
        if table.name in AT_STEPS and not at_steps:
            continue
        whole = table.name in WHOLE
        about = {column.name: column.about for column in table.columns}
        told = "game" if not whole and not table.game else ""
        sql, columns = _selected(connection, qualified_name(table.schema, table.name), about, told)
        yield LakeTable(table.full_name, sql, table.key, columns, whole, table.game)


def _views(connection: DuckDBPyConnection) -> Iterator[LakeTable]:
    for view in views():
        place = qualified_name(view.schema, view.name)
        names = [name for name, *_ in connection.execute(f"DESCRIBE {place}").fetchall()]
        about = {name: meaning_of(view.schema, view.name, name) or "" for name in names}
        sql, columns = _selected(connection, place, about, "")
        yield LakeTable(view.full_name, sql, ("ALL",), columns, whole=True, view=True)


def _selected(
    connection: DuckDBPyConnection, place: str, about: Mapping[str, str], told: str
) -> tuple[str, tuple[LakeColumn, ...]]:
    """The SQL for rows in types that every reader knows, without the column that a folder tells; and its columns."""
    chosen, columns = [], []
    for name, type_, *_ in connection.execute(f"DESCRIBE {place}").fetchall():
        if name != told:
            kind = AS.get(type_, type_)
            chosen.append(f"CAST({quoted(name)} AS {kind}) AS {quoted(name)}" if type_ in AS else quoted(name))
            columns.append(LakeColumn(name, kind, about.get(name, "")))
    return f"SELECT {', '.join(chosen)} FROM {place}", tuple(columns)


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

    def write(self, found: Sequence[LakeTable], parts: Sequence[Partition], run: int) -> list[LakeFile]:
        """The files of all lake_tables for these parts."""
        ids = {part.id for part in parts}
        files = [self._linked(file) for file in self._old.values() if file.part in ids]
        done = {file.part for file in files}
        fresh = [part for part in parts if part.id not in done]
        parted = [sheet for sheet in found if not sheet.whole and sheet is not RAW]
        filled = [sheet for sheet in parted if self._has_rows(sheet)] if fresh else []
        for at, part in enumerate(fresh):
            self._choose(part)
            where = f"game={part.game}/month={part.month}/part-{run:06}-{part.kind}.parquet"
            for sheet in filled if part.game != TOURNAMENT else ():
                if sheet.game in ("", part.game):
                    files += self._filled(sheet, part, f"{sheet.name}/{where}")
            if self._event_reader is not None:
                files += self._raw(self._event_reader, part, f"{RAW.name}/{where}")
            self._progress((at + 1) / (len(fresh) + 1))
        written = {file.table for file in files}
        for sheet in found:
            if sheet.whole:
                files.append(self._whole(sheet, run))
            elif sheet.name not in written:
                files.append(self._empty(sheet))
        return files

    def _has_rows(self, sheet: LakeTable) -> bool:
        return bool(self._connection.execute(f"SELECT 1 FROM ({sheet.sql}) LIMIT 1").fetchall())

    def _choose(self, part: Partition) -> None:
        self._connection.execute("CREATE OR REPLACE TEMP TABLE chosen (match UUID)")
        self._connection.execute("INSERT INTO chosen SELECT unnest(CAST(? AS UUID[]))", [list(part.matches)])

    def _filled(self, sheet: LakeTable, part: Partition, path: str) -> list[LakeFile]:
        """A table's rows of a part in a file of their own; where there are none, no file is left."""
        keys = ", ".join(quoted(key) for key in sheet.key)
        file = self._copied(sheet, f"{sheet.sql} SEMI JOIN chosen USING (match) ORDER BY {keys}", path, part.id)
        return self._kept(file)

    def _raw(self, events: RawEventReader, part: Partition, path: str) -> list[LakeFile]:
        """The raw events of a part in a file of their own, as in other tables."""
        rows = events.write(part, self._place(path))
        return self._kept(self._sealed(RAW, rows, path, part.id))

    def _kept(self, file: LakeFile) -> list[LakeFile]:
        """A file, unless it has no rows: then it is removed."""
        if not file.rows:
            self._drop(file.path)
        return [file] if file.rows else []

    def _whole(self, sheet: LakeTable, run: int) -> LakeFile:
        """A file with all rows; where they are those of the run before, it is the file of that."""
        order = " ORDER BY ALL" if sheet.view else ""
        path = f"{sheet.name}/{sheet.name}-{run:06}.parquet"
        file = self._copied(sheet, f"{sheet.sql}{order}", path, "")
        same = self._same.get((file.table, file.sha256))
        if same is None or same.path == path:
            return file
        self._drop(path)
        return self._linked(same)

    def _empty(self, sheet: LakeTable) -> LakeFile:
        """The file of a table without rows, which tells its columns."""
        path = f"{sheet.name}/game={sheet.game or NONE}/month={NONE}/empty.parquet"
        old = self._old.get(path)
        if old:
            return self._linked(old)
        if sheet is RAW:
            write_none(self._place(path))
            return self._sealed(sheet, 0, path, "")
        return self._copied(sheet, f"{sheet.sql} LIMIT 0", path, "")

    def _copied(self, sheet: LakeTable, sql: str, path: str, part: str) -> LakeFile:
        ((rows,),) = self._connection.execute(
            f"COPY ({sql}) TO {text_literal(str(self._place(path)))} (FORMAT parquet, COMPRESSION zstd)"
        ).fetchall()
        return self._sealed(sheet, rows, path, part)

    def _sealed(self, sheet: LakeTable, rows: int, path: str, part: str) -> LakeFile:
        """A file that was written, once it is on the disk."""
        target = self._folder / path
        with target.open("rb") as file:
            digest = file_digest(file, "sha256").hexdigest()
            os.fsync(file.fileno())
        return LakeFile(path, sheet.name, part, rows, target.stat().st_size, digest)

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

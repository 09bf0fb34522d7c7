"""The archive as a lake: Parquet files by table, game and month, which DuckDB, Spark or pandas read without us.

Rows are written match by match: a part holds all rows of some matches that began in the same month. A match that has
gone on since is written again with its part; matches under way have a part of their own, so that those that are over
lie still. The manifest names every file that belongs to the lake, and is replaced last.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from hashlib import file_digest
from pathlib import Path
from typing import Final, NamedTuple

from duckdb import DuckDBPyConnection
from filelock import FileLock, Timeout
from msgspec import DecodeError, Struct, json
from msgspec.structs import replace

from analytics.columns import literal, quoted
from analytics.schema import fingerprint, place_of
from analytics.tables import AT_STEPS, Table, named_tables

VERSION: Final = 1
MANIFEST: Final = "manifest.json"
UNFINISHED: Final = ".unfinished"
LOCK: Final = ".lock"
OWN: Final = (LOCK, MANIFEST, MANIFEST + UNFINISHED)
"""What lies at the top of a lake besides its tables."""
WHOLE: Final = ("games", "cards", "decks", "rating_history", "ratings", "unread")
"""Tables that belong to no match: a file each, written anew whenever something else is."""
FOLDERS: Final = ("game", "month")
"""What the names of folders tell; a field of a game that is called the same has `_` behind its name in the files."""
KEYS: Final = ("match", "version", "step", "nr", "seat")
Progress = Callable[[float], None]


class LakeError(Exception):
    """The lake cannot be written; the message says why and what to do."""


class LakeFile(Struct, frozen=True):
    """A file of the lake: where it lies in the folder, which rows it holds, and what it should be."""

    path: str
    table: str
    part: str
    rows: int
    bytes: int
    sha256: str


class Part(Struct, frozen=True):
    """Some matches of a game that began in a month, each with how many events it had when they were written."""

    id: str
    game: str
    month: str
    running: bool
    matches: dict[str, int]


class Column(Struct, frozen=True):
    """A column of a table."""

    name: str
    type: str
    about: str


class Manifest(Struct, frozen=True):
    """What belongs to a lake. `made_by` changes when the tables do; then everything is written anew."""

    ludograph_lake: int
    observer: str
    made_by: str
    written_at: datetime | None = None
    runs: int = 0
    parts: tuple[Part, ...] = ()
    files: tuple[LakeFile, ...] = ()
    tables: dict[str, tuple[Column, ...]] = {}


class Written(NamedTuple):
    """What a run did: files in the lake, how many of them are new, how many old ones went, and the rows in all."""

    files: int
    new: int
    removed: int
    rows: int
    bytes: int


def write_lake(
    connection: DuckDBPyConnection, folder: Path, observer: str, now: datetime, progress: Progress | None = None
) -> Written:
    """Brings a lake up to the archive, which must be open for files. Raises `LakeError`."""
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(folder / LOCK, timeout=0):
            return _write(connection, folder, observer, now, progress)
    except Timeout:
        raise LakeError(f"Another program is writing to {folder}: try again when it is done.") from None


def _write(
    connection: DuckDBPyConnection, folder: Path, observer: str, now: datetime, progress: Progress | None
) -> Written:
    old = _manifest(folder, observer)
    _sweep(folder, old)
    parts = list(_parts(connection, old))
    kept = {part.id for part in old.parts} & {part.id for part in parts}
    fresh = [part for part in parts if part.id not in kept]
    if not fresh and len(kept) == len(old.parts) and old.files:
        return _summary(old, 0, 0)
    lake = _Writer(connection, folder, progress or (lambda done: None))
    files = [file for file in old.files if file.part in kept]
    files += lake.write(fresh, old.runs + 1)
    tables = _described(connection)
    new = replace(old, written_at=now, runs=old.runs + 1, parts=tuple(parts), files=tuple(files), tables=tables)
    _finish(folder, new, old)
    gone = {file.path for file in old.files} - {file.path for file in files}
    return _summary(new, len(files) - sum(file.part in kept for file in files), len(gone))


def files_of(folder: Path) -> tuple[LakeFile, ...]:
    """The files that belong to a lake. Raises `LakeError` where there is none."""
    path = folder / MANIFEST
    if not path.exists():
        raise LakeError(f"There is no lake in {folder}: `ludograph lake {folder}` writes one.")
    return _read(path).files


def _manifest(folder: Path, observer: str) -> Manifest:
    """The manifest that is there, or that of an empty lake where there is none or the tables are others now."""
    empty = Manifest(VERSION, observer, fingerprint())
    path = folder / MANIFEST
    if not path.exists():
        strange = any(path.name != LOCK for path in folder.iterdir()) and not any(folder.glob(f"**/*{UNFINISHED}"))
        if strange:
            raise LakeError(f"{folder} is not empty, and no lake: name another folder.")
        return empty
    old = _read(path)
    if old.observer != observer:
        raise LakeError(f"The lake in {folder} is as {old.observer} knows it: name another folder for {observer}.")
    return old if old.made_by == empty.made_by else replace(empty, runs=old.runs, files=old.files)


def _read(path: Path) -> Manifest:
    try:
        manifest = json.decode(path.read_bytes(), type=Manifest)
    except DecodeError as wrong:
        raise LakeError(f"{path} is no manifest of a lake ({wrong}): name another folder, or remove it.") from wrong
    if manifest.ludograph_lake > VERSION:
        raise LakeError(f"{path} was written by a newer Ludograph: update this one to use it.")
    return manifest


def _sweep(folder: Path, old: Manifest) -> None:
    """Removes what a run left behind that was cut short."""
    known = {file.path for file in old.files}
    for path in folder.glob("**/*"):
        name = path.relative_to(folder).as_posix()
        ours = name.endswith(UNFINISHED) or (name.endswith(".parquet") and name not in known)
        if ours and (path.is_file() or path.is_symlink()):  # what is written through a link lands elsewhere
            path.unlink()


def _parts(connection: DuckDBPyConnection, old: Manifest) -> Iterator[Part]:
    """The parts that the lake should have: old ones in which nothing changed, and new ones for all other matches."""
    rows = connection.execute(
        "SELECT CAST(match AS VARCHAR), game, strftime(started_at, '%Y-%m'), NOT over, events FROM matches ORDER BY 1"
    ).fetchall()
    left = {match: (game, month, running, events) for match, game, month, running, events in rows}
    for part in old.parts:
        wanted = ((part.game, part.month, part.running, events) for events in part.matches.values())
        if all(left.get(match) == one for match, one in zip(part.matches, wanted, strict=True)):
            yield part
            for match in part.matches:
                del left[match]
    groups: dict[tuple[str, str, bool], dict[str, int]] = {}
    for match, (game, month, running, events) in left.items():
        groups.setdefault((game, month, running), {})[match] = events
    for (game, month, running), matches in sorted(groups.items()):
        number = f"{old.runs + 1:06}"
        yield Part(f"{number}-{game}-{month}{'-running' if running else ''}", game, month, running, matches)


class _Writer:
    """Writes parts, each table of each of them into a file with an unfinished name."""

    def __init__(self, connection: DuckDBPyConnection, folder: Path, progress: Progress) -> None:
        self._connection = connection
        self._folder = folder
        self._progress = progress

    def write(self, parts: Sequence[Part], run: int) -> list[LakeFile]:
        """The files of these parts, and of the tables that belong to no match."""
        tables = list(_tables())
        files = [self._file(table, None, f"{table.name}-{run:06}.parquet") for table in tables if table.name in WHOLE]
        for done, part in enumerate(parts):
            self._choose(part)
            for at, table in enumerate(tables):
                if table.name not in WHOLE and table.game in ("", part.game):
                    kind = "running" if part.running else "over"
                    files.append(self._file(table, part, f"part-{run:06}-{kind}.parquet"))
                self._progress((done + at / len(tables)) / len(parts))
        return [file for file in files if file.rows or file.table in WHOLE]

    def _choose(self, part: Part) -> None:
        self._connection.execute("CREATE OR REPLACE TEMP TABLE chosen (match UUID)")
        self._connection.execute("INSERT INTO chosen SELECT unnest(CAST(? AS UUID[]))", [list(part.matches)])

    def _file(self, table: Table, part: Part | None, name: str) -> LakeFile:
        """A table's rows of a part in a file of their own; where there are none, no file is left."""
        where = Path(table.full_name)
        if part is not None:
            where = where / f"game={part.game}" / f"month={part.month}"
        path = (where / name).as_posix()
        chosen = _selected(table)
        if part is not None:
            keys = [column.name for column in table.columns if column.name in KEYS]
            chosen += f" SEMI JOIN chosen USING (match) ORDER BY {', '.join(keys)}"
        target = self._folder / f"{path}{UNFINISHED}"
        target.parent.mkdir(parents=True, exist_ok=True)
        ((rows,),) = self._connection.execute(
            f"COPY ({chosen}) TO {literal(str(target))} (FORMAT parquet, COMPRESSION zstd)"
        ).fetchall()
        if not rows and part is not None:
            target.unlink()
            return LakeFile(path, table.full_name, part.id, 0, 0, "")
        with target.open("rb") as file:
            digest = file_digest(file, "sha256").hexdigest()
            os.fsync(file.fileno())
        return LakeFile(path, table.full_name, part.id if part else "", rows, target.stat().st_size, digest)


def _finish(folder: Path, new: Manifest, old: Manifest) -> None:
    """Gives new files their names, then replaces the manifest, then removes files that belong to it no more."""
    for file in new.files:
        target = folder / file.path
        unfinished = target.with_name(target.name + UNFINISHED)
        if unfinished.exists():
            unfinished.replace(target)
    draft = folder / f"{MANIFEST}{UNFINISHED}"
    with draft.open("wb") as written:
        written.write(json.format(json.encode(new), indent=1))
        written.flush()
        os.fsync(written.fileno())
    draft.replace(folder / MANIFEST)
    for path in {file.path for file in old.files} - {file.path for file in new.files}:
        (folder / path).unlink(missing_ok=True)
        for empty in (folder / path).parents:
            if empty == folder:
                break
            with suppress(OSError):
                empty.rmdir()


def _selected(table: Table) -> str:
    """The SQL for the rows of a table without what its folders tell; ids as text, which every reader knows."""
    place = place_of(table.schema, table.name)
    columns = ", ".join(_selected_column(table, name) for name in _names(table))
    return f"SELECT {columns} FROM {place}"


def _selected_column(table: Table, name: str) -> str:
    if name == "match":
        return "CAST(match AS VARCHAR) AS match"
    return f"{quoted(name)} AS {quoted(f'{name}_')}" if name in FOLDERS and table.name not in WHOLE else quoted(name)


def _names(table: Table) -> list[str]:
    """The columns of a table that are in its files: all but the id of the game, which its folder tells."""
    return [column.name for column in table.columns if column.name != "game" or table.game or table.name in WHOLE]


def _described(connection: DuckDBPyConnection) -> dict[str, tuple[Column, ...]]:
    """The columns of all tables as their files have them."""
    return {table.full_name: tuple(_columns(connection, table)) for table in _tables()}


def _tables() -> Iterator[Table]:
    """The tables of a lake: all but those that are made only when somebody asks."""
    return (table for table in named_tables() if table.name not in AT_STEPS)


def _columns(connection: DuckDBPyConnection, table: Table) -> Iterator[Column]:
    about = {column.name: column.about for column in table.columns}
    for name, type_, *_ in connection.execute(f"DESCRIBE {_selected(table)}").fetchall():
        yield Column(name, type_, about.get(name) or about.get(name.removesuffix("_"), ""))


def _summary(manifest: Manifest, new: int, removed: int) -> Written:
    rows, size = sum(file.rows for file in manifest.files), sum(file.bytes for file in manifest.files)
    return Written(len(manifest.files), new, removed, rows, size)

"""Whether a file is a store: what has to be in it, and what must not be."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from ludograph.domain.store.errors import StoreError
from ludograph.domain.store.schema import LAYOUT
from ludograph.domain.store.sqlite.connections import read_only_uri, wal_path

LAYOUT_OF: Final = "PRAGMA user_version"
SCHEMA_OBJECTS: Final = "SELECT type, name FROM sqlite_schema"
WRITE_AHEAD: Final = 2
"""What stands at byte 18 of a file whose journal is a log, as that of every store is."""


def check_made(path: Path, layout: int, made: Sequence[tuple[str, str]]) -> bool:
    """Whether anything was made in a file yet; `made` are kinds and names. Raises `StoreError` where it is no store."""
    if layout > LAYOUT:
        raise StoreError(f"{path} was written by a newer Ludograph: update this one to use it.")
    for kind, name in made:
        if kind in ("trigger", "view"):
            raise StoreError(
                f"{path} has a {kind} ({name}), which could change or hide what is recorded: no store has any. "
                "Find out who made it, or name another file with --store."
            )
    tables = [name for kind, name in made if kind == "table"]
    ours = "stored_events" in tables and (layout > 0 or "heads" in tables)  # what else is lost is for `verify` to say
    if tables and not ours:
        raise StoreError(f"{path} is a database of another program: name another file with --store.")
    return bool(tables)


def check_foreign_file(path: Path) -> None:
    """Raises `StoreError` where a file is another program's, before it is opened as a store."""
    # A connection of ours turns the journal of whatever it opens into a log, which would alter a stranger's file. So
    # its first bytes are read before, and only what is no log already, and so no store, is looked into.
    layout, made = 0, []
    # Nor where a log lies beside it. Whoever closes a file loses the locks that other connections of this process have
    # on it (POSIX), and another program could then delete the log under them.
    if wal_path(path).exists():
        return
    with suppress(OSError, sqlite3.Error, StoreError):  # what is wrong with the file is said once it is opened
        with path.open("rb") as file:
            head = file.read(20)
        if head.startswith(b"SQLite format 3\0") and head[18] != WRITE_AHEAD:
            with closing(sqlite3.connect(read_only_uri(path), uri=True)) as database:
                (layout,) = database.execute(LAYOUT_OF).fetchone()
                made = database.execute(SCHEMA_OBJECTS).fetchall()
    check_made(path, layout, made)

"""Whether a file is a store: what has to be in it, and what must not be."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from ludograph.domain.store.event_mapper import StoreError
from ludograph.domain.store.sqlite.connections import uri_for_reading

LAYOUT: Final = 3
"""The version of a store's layout; a higher one was written by a newer program.

Since 2, heads hold results, and since 3 also what came of them: see `kept.Kept`.
"""
LAYOUT_OF: Final = "PRAGMA user_version"
SCHEMA: Final = "SELECT type, name FROM sqlite_schema"
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


def check_stranger(path: Path) -> None:
    """Raises `StoreError` as `check_made` does, before anything of a file is set: opening one turns its journal."""
    layout, made = 0, []
    with suppress(OSError, sqlite3.Error, StoreError):  # what is wrong with the file is said once it is opened
        with path.open("rb") as file:
            head = file.read(20)
        if head.startswith(b"SQLite format 3\0") and head[18] != WRITE_AHEAD:
            with closing(sqlite3.connect(uri_for_reading(path), uri=True)) as database:
                (layout,) = database.execute(LAYOUT_OF).fetchone()
                made = database.execute(SCHEMA).fetchall()
    check_made(path, layout, made)

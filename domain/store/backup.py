"""A copy of a store as it stands at one moment, while others go on recording."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple

from eventsourcing.persistence import PersistenceError

from ludograph.domain.match.events import TOURNAMENT
from ludograph.domain.store.base import LATER
from ludograph.domain.store.event_mapper import StoreError
from ludograph.domain.store.recorder import Recorder
from ludograph.domain.store.sqlite.connections import says
from ludograph.domain.store.sqlite.store import SQLiteStore
from ludograph.domain.store.url import Server

PAGES: Final = 2_000
"""So many pages are copied before it is told how far it has come."""
ROWS: Final = 10_000
"""So many events of a server are copied before it is told how far it has come."""
DAMAGE: Final = ("malformed", "not a database", "no such table")
COUNTS: Final = (
    "SELECT (SELECT count(*) FROM stored_events), (SELECT count(*) FROM heads WHERE game IS NOT :tournament), "
    "(SELECT count(*) FROM heads WHERE game = :tournament)"
)
KINDS: Final = {"tournament": TOURNAMENT}


class Copied(NamedTuple):
    """What a copy holds."""

    events: int
    matches: int
    tournaments: int


def back_up(store: Recorder, file: Path, told: Callable[[float], None]) -> Copied:
    """Copies a store into a file that is not there, and checks that; `told` hears how far it has come, from 0 to 1.

    Raises `StoreError` where it cannot be copied, or what came of it is not what was there.
    """
    try:
        held = _brought(store, file, told) if isinstance(store.place, Server) else _copy(store, file, told)
        with closing(sqlite3.connect(file)) as copy:
            copy.execute("PRAGMA journal_mode=WAL")
            said = [line for (line,) in copy.execute("PRAGMA integrity_check")]
            there = copy.execute(COUNTS, KINDS).fetchone()
    except (sqlite3.Error, PersistenceError, OSError) as wrong:
        if says(wrong, DAMAGE):
            raise _damaged(store) from wrong
        raise StoreError(f"The copy cannot be written: {wrong}. Make room, or name another file.") from wrong
    if said != ["ok"] or there != held:
        raise _damaged(store)
    return Copied(*held)


def _damaged(store: Recorder) -> StoreError:
    return StoreError(
        f"{store.place} is damaged, and so would be the copy: nothing was kept of it. `ludograph verify` says what can "
        "be read."
    )


def _copy(store: Recorder, file: Path, told: Callable[[float], None]) -> tuple[int, int, int]:
    """Copies from one snapshot, so that others may write meanwhile; returns how much was in it, as `Copied` has it."""
    assert isinstance(store.heads, SQLiteStore)
    with store.heads.datastore.transaction(commit=False) as cursor:
        cursor.execute(COUNTS, KINDS)
        held = tuple(cursor.fetchone())
        with closing(sqlite3.connect(file)) as copy:
            cursor.sqlite_cursor.connection.backup(
                copy, pages=PAGES, progress=lambda _, left, all: told(1 - left / max(all, 1))
            )
    return held


def _brought(store: Recorder, file: Path, told: Callable[[float], None]) -> tuple[int, int, int]:
    """Brings what a server holds into a file, from one snapshot; returns how much that was, as `Copied` has it."""
    events = 0
    with store.heads.cursor() as asked:
        later = [table for table in LATER if store.heads.has(asked, table)]
    with Recorder(file) as copy, store.heads.at_once():
        last = max(store.heads.last(), 1)
        for rows in store.heads.batches(ROWS):
            copy.store(rows, [])
            events += len(rows)
            told(min(events / last, 1))
        matches, tournaments = store.heads.heads(), store.heads.tournaments()
        copy.store([], [*matches, *tournaments])
        with copy.heads.cursor(writing=True) as c:
            for table in later:
                rest = store.heads.fetch(f"SELECT * FROM {table}")
                copy.heads.ensure(c, table)
                if rest:
                    c.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(rest[0]))})", rest)
    return events, len(matches), len(tournaments)

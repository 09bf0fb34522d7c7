"""A copy of a store as it stands at one moment, while others go on recording."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple

from eventsourcing.persistence import PersistenceError

from ludograph.domain.match.events import TOURNAMENT
from ludograph.domain.store.errors import StoreError
from ludograph.domain.store.recorder import Recorder
from ludograph.domain.store.schema import OPTIONAL_TABLES
from ludograph.domain.store.sqlite.connections import message_contains
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


class BackupCounts(NamedTuple):
    """What a copy holds."""

    events: int
    matches: int
    tournaments: int


def back_up(recorder: Recorder, file: Path, progress: Callable[[float], None]) -> BackupCounts:
    """Copies a store into a file that is not there, and checks that; `progress` is told how far it is, from 0 to 1.

    Raises `StoreError` where it cannot be copied, or what came of it is not what was there.
    """
    try:
        held = (
            _fetch_copy(recorder, file, progress)
            if isinstance(recorder.place, Server)
            else _copy_file(recorder, file, progress)
        )
        # What was counted in the snapshot must be in the copy: that of a damaged store might take the place of a good
        # one (decision 64).
        with closing(sqlite3.connect(file)) as copy:
            copy.execute("PRAGMA journal_mode=WAL")
            said = [line for (line,) in copy.execute("PRAGMA integrity_check")]
            there = copy.execute(COUNTS, KINDS).fetchone()
    except (sqlite3.Error, PersistenceError, OSError) as wrong:
        if message_contains(wrong, DAMAGE):
            raise _damaged(recorder) from wrong
        raise StoreError(f"The copy cannot be written: {wrong}. Make room, or name another file.") from wrong
    if said != ["ok"] or there != held:
        raise _damaged(recorder)
    return BackupCounts(*held)


def _damaged(recorder: Recorder) -> StoreError:
    return StoreError(
        f"{recorder.place} is damaged, and so would be the copy: nothing was kept of it. `ludograph verify` says what "
        "can be read."
    )


def _copy_file(recorder: Recorder, file: Path, progress: Callable[[float], None]) -> tuple[int, int, int]:
    """Copies a file from one snapshot, while others may write; returns counts as `BackupCounts` has them."""
    assert isinstance(recorder.store, SQLiteStore)
    with recorder.store.datastore.transaction(commit=False) as cursor:
        cursor.execute(COUNTS, KINDS)
        held = tuple(cursor.fetchone())
        with closing(sqlite3.connect(file)) as copy:
            cursor.sqlite_cursor.connection.backup(
                copy, pages=PAGES, progress=lambda _, left, all: progress(1 - left / max(all, 1))
            )
    return held


def _fetch_copy(recorder: Recorder, file: Path, progress: Callable[[float], None]) -> tuple[int, int, int]:
    """Brings what a server holds into a file, from one snapshot; returns counts as `BackupCounts` has them."""
    events = 0
    with recorder.store.cursor() as asked:
        later = [table for table in OPTIONAL_TABLES if recorder.store.has_table(asked, table)]
    with Recorder(file) as copy, recorder.store.read_snapshot():
        last = max(recorder.store.last_position(), 1)
        for rows in recorder.store.event_batches(ROWS):
            copy.insert(rows, [])
            events += len(rows)
            progress(min(events / last, 1))
        matches, tournaments = recorder.store.match_heads(), recorder.store.tournament_heads()
        copy.insert([], [*matches, *tournaments])
        with copy.store.cursor(writing=True) as c:
            for table in later:
                rest = recorder.store.fetch(f"SELECT * FROM {table}")
                copy.store.ensure_table(c, table)
                if rest:
                    c.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(rest[0]))})", rest)
    return events, len(matches), len(tournaments)

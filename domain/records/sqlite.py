"""Where events are kept: SQLite with a table of heads."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from time import monotonic, sleep
from typing import Any, TypeVar
from uuid import UUID

from eventsourcing.persistence import DatabaseError, IntegrityError, OperationalError, PersistenceError, StoredEvent
from eventsourcing.sqlite import (
    SQLiteApplicationRecorder,
    SQLiteCursor,
    SQLiteFactory,
)
from eventsourcing.utils import Environment

from domain.records.connecting import Pool, check_file, told, uri_for_reading
from domain.records.events import TOURNAMENT, Event, previous_of
from domain.records.heads import Head, head_in, is_id
from domain.records.mapping import Damaged, StoreError, event_in
from domain.records.ownership import LAYOUT, LAYOUT_OF, SCHEMA, check_made, check_stranger
from domain.records.requests import Answer, Request, answer, keep
from domain.records.salvage import COLUMNS, Position, Salvage, flaws, is_damage, torn

T = TypeVar("T")

BEYOND = "g"
"""What comes after every digit of an id."""


class Clash(StoreError):
    """Somebody else recorded the same match at the same time; nothing was recorded."""


class HeadsRecorder(SQLiteApplicationRecorder):
    """The library's recorder, and a table of where each match stands, written in the same transaction."""

    _held: SQLiteCursor | None = None

    def construct_create_table_statements(self) -> list[str]:
        """The library's table, and our own."""
        return [
            *super().construct_create_table_statements(),
            "CREATE TABLE IF NOT EXISTS heads (match TEXT PRIMARY KEY, version INTEGER, digest TEXT, game TEXT, "
            "steps INTEGER, over INTEGER, result TEXT) WITHOUT ROWID",
            f"PRAGMA user_version={LAYOUT}",
        ]

    def _insert_events(
        self,
        c: SQLiteCursor,
        stored_events: Sequence[StoredEvent],
        *,
        heads: Sequence[Head] = (),
        tournaments: int | None = None,
        request: Request | None = None,
        **_: Any,
    ) -> Sequence[int] | None:
        c.executemany(self.insert_events_statement, map(_row, stored_events))
        self._check_heads(c, stored_events)
        if tournaments is not None:
            self._check_tournaments(c, tournaments)
        c.executemany(
            "INSERT INTO heads VALUES (?,?,?,?,?,?,?) ON CONFLICT (match) DO UPDATE SET version=excluded.version, "
            "digest=excluded.digest, steps=excluded.steps, over=excluded.over, result=excluded.result",
            [(head.match.hex, *head[1:]) for head in heads],
        )
        if request is not None:
            keep(c, request)
        return None

    def answered(self, key: str, match: UUID) -> Answer | None:
        """How a request was answered; None where it never was."""
        with self.datastore.transaction(commit=False) as c:
            return answer(c, key, match)

    def _check_heads(self, c: SQLiteCursor, stored_events: Sequence[StoredEvent]) -> None:
        """Raises `StoreError` where a match would be gone on with from another event than its head: that was altered.

        Else the next entry would hide that rows were removed, or that a head was exchanged.
        """
        first: dict[str, StoredEvent] = {}
        for event in stored_events:
            first.setdefault(_id_of(event), event)
        for match, event in first.items():
            if event.originator_version == 1:
                continue
            c.execute("SELECT version, digest FROM heads WHERE match = ?", (match,))
            row = c.fetchone()
            if row is None or tuple(row) != (event.originator_version - 1, previous_of(event.state)):
                raise StoreError(
                    f"Match {UUID(match)} is damaged: its newest event is not the one that was recorded last, so "
                    f"nothing was recorded. `ludograph verify {UUID(match)}` says more."
                )

    def _check_tournaments(self, c: SQLiteCursor, tournaments: int) -> None:
        """Raises `Clash` where there are not so many tournaments any more as whoever opens another one has seen."""
        c.execute("SELECT count(*) FROM heads WHERE game = ?", (TOURNAMENT,))
        if c.fetchone()[0] != tournaments:
            raise Clash("Somebody else opened a tournament at the same time, so nothing was recorded: try again.")

    def events(self, match: UUID, after: int = 0) -> Iterator[Event]:
        """The events of a match after that version; `Damaged` where a row cannot be read.

        Loading waits for this, so that it does without the library's objects between a row and its event.
        """
        with self.datastore.transaction(commit=False) as c:
            c.execute(
                "SELECT originator_version, topic, state FROM stored_events "
                "WHERE originator_id = ? AND originator_version > ? ORDER BY originator_version",
                (match.hex, after),
            )
            rows = c.fetchall()
        return (event_in(match, *row) for row in rows)

    def rows(self, match: UUID) -> list[Position]:
        """Every row that the index has for a match, in its order, as the table itself holds it.

        The database keeps ids and versions twice; whoever altered them in one place is found by asking the other.
        """
        try:
            found = self._fetch(
                "SELECT held.rowid, held.originator_id, held.originator_version, held.topic, held.state "
                "FROM stored_events AS found JOIN stored_events AS held NOT INDEXED ON held.rowid = found.rowid "
                "WHERE found.originator_id = ? ORDER BY found.originator_version",
                (match.hex,),
            )
        except DatabaseError as wrong:
            if not is_damage(wrong):
                raise
            return self.salvage.rows(match.hex)
        return [Position(*row) for row in found]

    def heads(self, prefix: str = "") -> list[Head]:
        """Where each match stands whose id begins like this, in the order of ids."""
        return [head for head in self._heads(prefix) if head.game != TOURNAMENT]

    def tournaments(self, prefix: str = "") -> list[Head]:
        """Where each tournament stands whose id begins like this, in the order of ids."""
        return [head for head in self._heads(prefix) if head.game == TOURNAMENT]

    def _heads(self, prefix: str) -> list[Head]:
        sql = "SELECT * FROM heads WHERE match >= ? AND match < ? ORDER BY match"
        found = self._fetch(sql, (prefix, prefix + BEYOND))
        return [head_in(row) for row in found if is_id(row["match"])]

    @property
    def layout(self) -> int:
        """The version of the store's layout."""
        return int(self._fetch("PRAGMA user_version")[0][0])

    @property
    def columns(self) -> set[str]:
        """What the table of heads holds."""
        return {name for (name,) in self._fetch("SELECT name FROM pragma_table_info('heads')")}

    def unsettled(self) -> bool:
        """Whether the store is of an older layout, can be written, and has lost nothing of its heads."""
        layout = self.layout
        if not 1 <= layout < LAYOUT or self.datastore.pool.unwritable is not None:  # type: ignore[attr-defined]
            return False
        return self.columns.issuperset(COLUMNS["heads"][: 6 if layout == 1 else 7])

    def settle(self, heads: Sequence[Head]) -> None:
        """Brings the store to this layout; nothing happens where somebody else just did."""
        with self.datastore.transaction(commit=True) as c:
            c.execute("PRAGMA user_version")
            layout = c.fetchone()[0]
            if layout == LAYOUT:
                return
            if layout == 1:
                c.execute("ALTER TABLE heads ADD COLUMN result TEXT")
            c.executemany("UPDATE heads SET result=? WHERE match=?", [(head.result, head.match.hex) for head in heads])
            c.execute(f"PRAGMA user_version={LAYOUT}")

    def matches(self) -> list[UUID]:
        """Every match of which any event is stored, in the order in which they began."""
        others = set(self.tournament_ids())
        return [match for match in (UUID(name) for name in self._names() if is_id(name)) if match not in others]

    def tournament_ids(self) -> list[UUID]:
        """Every tournament that the table of heads knows; none where that part of the file is damaged."""
        try:
            return [head.match for head in self.tournaments()]
        except DatabaseError as wrong:
            if not is_damage(wrong):
                raise
            return []

    def topic_of(self, match: UUID) -> Any:
        """What the first row that is left of a match or a tournament says of what it is; None where none is left."""
        sql = "SELECT topic FROM stored_events WHERE originator_id = ? ORDER BY originator_version LIMIT 1"
        try:
            found = self._fetch(sql, (match.hex,))
        except DatabaseError as wrong:
            if not is_damage(wrong):
                raise
            found = [(row.topic,) for row in self.salvage.rows(match.hex) if not row.lost]
        return found[0][0] if found else None

    def traces(self) -> list[UUID]:
        """Every match of which there is any trace: events, or only a row in the table of heads."""
        found = self.matches()
        try:
            found += [head.match for head in self.heads()]
        except DatabaseError as wrong:
            if not is_damage(wrong):
                raise
        return list(dict.fromkeys(found))

    @cached_property
    def salvage(self) -> Salvage:
        """What can be read where the file is damaged."""
        return Salvage(self._fetch)

    def flaws(self) -> list[str]:
        """What is wrong with the file besides what its rows say, in sentences."""
        return flaws(self._fetch)

    def torn(self) -> str | None:
        """What SQLite finds wrong with the file itself; None where nothing is."""
        return torn(self._fetch)

    def strays(self) -> list[str]:
        """What stands in the place of a match's id but is none: such rows were altered, or put there."""
        return [str(name) for name in self._names() if not is_id(name)]

    def removed(self) -> int:
        """How many rows were deleted before the newest: nothing here ever deletes one, so positions have no gaps."""
        try:
            (row,) = self._fetch("SELECT coalesce(max(rowid), 0) - count(*) FROM stored_events NOT INDEXED")
        except DatabaseError as wrong:
            if not is_damage(wrong):
                raise
            return 0  # what is lost is told as that
        return max(0, int(row[0]))

    def _names(self) -> list[Any]:
        try:
            found = self._fetch("SELECT originator_id FROM stored_events GROUP BY originator_id ORDER BY min(rowid)")
            heads = self._fetch("SELECT match FROM heads ORDER BY match")
        except DatabaseError as wrong:
            if not is_damage(wrong):
                raise
            return [name for name in self.salvage.table if name is not None]
        return [name for (name,) in found] + [name for (name,) in heads if not is_id(name)]

    def starts(self) -> Iterator[StoredEvent]:
        """The first event of every match, in the order in which they were recorded."""
        columns = ", ".join(COLUMNS["stored_events"])
        rows = self._fetch(
            f"SELECT {columns} FROM stored_events WHERE originator_version = 1 AND coalesce(topic, '') NOT GLOB ? "
            "ORDER BY rowid",
            (f"{TOURNAMENT}.*",),
        )
        return (StoredEvent(UUID(id), version, topic, state) for id, version, topic, state in rows if is_id(id))

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """What is asked within is answered from one state of the store, whatever others record meanwhile.

        Where the file is damaged this raises what the library makes of it.
        """
        with self.datastore.transaction(commit=False) as held:
            self._held = held
            try:
                yield
            finally:
                self._held = None

    def _fetch(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        if self._held is not None:
            self._held.execute(sql, values)
            return list(self._held.fetchall())
        with self.datastore.transaction(commit=False) as c:
            c.execute(sql, values)
            found: list[Any] = c.fetchall()
        return found


def _id_of(event: StoredEvent) -> str:
    assert isinstance(event.originator_id, UUID)
    return event.originator_id.hex


def _row(event: StoredEvent) -> tuple[str, int, str, bytes]:
    assert isinstance(event.originator_id, UUID)
    return event.originator_id.hex, event.originator_version, event.topic, event.state


class Factory(SQLiteFactory):
    """Makes the infrastructure for one SQLite file, whatever the environment says about other stores."""

    application_recorder_class = HeadsRecorder

    def __init__(self, path: Path, *, reading: bool = False) -> None:
        where = {self.SQLITE_DBNAME: str(path.absolute()), self.SQLITE_LOCK_TIMEOUT: "10", self.CREATE_TABLE: "no"}
        super().__init__(Environment("ludograph", where))
        self.datastore.pool.close()
        self.datastore.pool = Pool(db_name=str(path.absolute()), lock_timeout=10)
        self.datastore.pool.reading = reading


def open_factory(path: Path, *, reading: bool = False) -> Factory:
    """The infrastructure for a store, which is made if it is not there, unless it is only for reading.

    Raises `StoreError`.
    """
    check_file(path)
    check_stranger(path)
    if reading and not path.exists():
        raise StoreError(f"There is no store {path}.")
    with telling(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        return _patiently(lambda: _opened(path, reading))


def _opened(path: Path, reading: bool) -> Factory:
    factory = Factory(path, reading=reading)
    with factory.datastore.transaction(commit=False) as c:
        made = _check(c, path)
    if not made and reading:
        raise StoreError(f"{path} is empty: no match was ever recorded in it.")
    if not made:
        factory.application_recorder_class(factory.datastore).create_table()
    return factory


def _patiently(work: Callable[[], T]) -> T:
    """Tries again while somebody else makes the same store: SQLite does not wait by itself there."""
    end = monotonic() + 10
    while True:
        try:
            return work()
        except (OperationalError, sqlite3.OperationalError) as wrong:
            if "locked" not in str(wrong) or monotonic() > end:
                raise
            sleep(0.02)


@contextmanager
def telling(path: Path) -> Iterator[None]:
    """Turns what a database says into a `StoreError` that says what to do."""
    try:
        yield
    except IntegrityError as wrong:
        raise Clash(
            "Somebody else recorded this match at the same time, so nothing was recorded: look and try again."
        ) from wrong
    except (PersistenceError, sqlite3.Error, OSError) as wrong:
        raise StoreError(told(path, wrong)) from wrong


def _check(c: SQLiteCursor, path: Path) -> bool:
    """Whether the tables are there. Raises `StoreError` where the file is somebody else's."""
    c.execute(LAYOUT_OF)
    layout = c.fetchone()[0]
    c.execute(SCHEMA)
    return check_made(path, layout, [(kind, name) for kind, name in c.fetchall()])


__all__ = [
    "Clash",
    "Damaged",
    "Factory",
    "Head",
    "HeadsRecorder",
    "StoreError",
    "check_file",
    "open_factory",
    "telling",
    "uri_for_reading",
]

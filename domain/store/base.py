"""What every store has and answers, wherever it is kept: events, and a table of where each match stands."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any, ClassVar, Final, Protocol
from uuid import UUID

from eventsourcing.persistence import (
    ApplicationRecorder,
    IntegrityError,
    InterfaceError,
    OperationalError,
    PersistenceError,
    StoredEvent,
)

from ludograph.domain.match.events import TOURNAMENT, Event, previous_of
from ludograph.domain.store.event_mapper import StoreError, Unanswered, event_in
from ludograph.domain.store.idempotency_keys import Answer, IdempotentRequest, keep, recorded_answer
from ludograph.domain.store.salvage import COLUMNS, Position
from ludograph.domain.store.sqlite.connections import TROUBLE, is_held, sqlite_error_told
from ludograph.domain.store.streams import Head, head_in, is_id
from ludograph.domain.store.url import Place, Server

BEYOND: Final = "g"
"""What comes after every digit of an id."""
LATER: Final = {
    "requests": "(key TEXT, match TEXT, version INTEGER, asked TEXT, PRIMARY KEY (match, key))",
    "tokens": "(id TEXT PRIMARY KEY, digest TEXT UNIQUE, role TEXT, match TEXT, tournament TEXT, observer TEXT, "
    "made_at TEXT, until TEXT, revoked_at TEXT)",
    "token_seats": "(token TEXT PRIMARY KEY, seat INTEGER)",
    "links": "(token TEXT PRIMARY KEY, code TEXT)",
    "devices": "(id TEXT PRIMARY KEY, token TEXT, digest TEXT UNIQUE, attempt TEXT, browser TEXT, made_at TEXT, "
    "ended_at TEXT)",
}
"""Tables that stores may have besides, with their columns."""


INDEXES: Final = {
    "first_events": "stored_events ({numbered}) WHERE originator_version = 1",
    "heads_of_tournaments": f"heads (match) WHERE game = '{TOURNAMENT}'",
}
"""What is looked up besides by the id of a match, so that nobody reads all events or all heads for it."""
PAGE: Final = 200
"""So many first events are read at a time where only the newest matches are wanted."""


class Clash(StoreError):
    """Somebody else recorded the same match at the same time; nothing was recorded."""


class Cursor(Protocol):
    """What SQL is run with, `?` where a value goes; rows are tuples, and ids of matches in them 32 digits."""

    def execute(self, sql: str, values: Sequence[Any] = ..., /) -> Any:
        """Runs a statement."""

    def executemany(self, sql: str, values: Any, /) -> Any:
        """Runs a statement for each of these values."""

    def fetchone(self) -> Any:
        """The next row; None where there is none."""

    def fetchall(self) -> Any:
        """All rows that are left."""


class StoreRecorder(ApplicationRecorder, ABC):
    """What is asked of a store that the library's recorder has no word for. SQL in here is that of every database."""

    position: ClassVar[str]
    """The column of the events that numbers them in the order in which they were recorded."""

    @abstractmethod
    def cursor(self, *, writing: bool = False) -> AbstractContextManager[Cursor]:
        """A transaction of its own, or the one within which this is asked."""

    @abstractmethod
    def at_once(self) -> AbstractContextManager[None]:
        """What is asked within is answered from one state of the store, whatever others record meanwhile."""

    @abstractmethod
    def alone(self) -> AbstractContextManager[Cursor]:
        """One transaction to change what is recorded, while no other program has the store open.

        What is asked within is answered as it stands in it. Once it is done, what rows said before is overwritten.
        Raises `StoreError` where another program has the store open.
        """

    @abstractmethod
    def fetch(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        """The rows that a query finds."""

    @abstractmethod
    def named(self, sql: str, values: Sequence[Any] = ()) -> list[dict[str, Any]]:
        """The rows that a query finds, by the names of their columns."""

    @abstractmethod
    def has(self, c: Cursor, table: str) -> bool:
        """Whether there is one of the tables that may be made later."""

    @abstractmethod
    def ensure(self, c: Cursor, table: str) -> None:
        """Makes one of those tables where it is not there."""

    @abstractmethod
    def rows(self, match: UUID) -> list[Position]:
        """Every row that there is for a match, in the order of its events, as it lies there."""

    @property
    @abstractmethod
    def layout(self) -> int:
        """The version of the store's layout."""

    @property
    @abstractmethod
    def columns(self) -> set[str]:
        """What the table of heads holds."""

    @property
    @abstractmethod
    def journal(self) -> str:
        """How the database writes what it does before it does it."""

    @abstractmethod
    def unsettled(self) -> bool:
        """Whether the store is of an older layout, can be written, and has lost nothing of its heads."""

    @abstractmethod
    def settle(self, heads: Sequence[Head]) -> None:
        """Brings the store to this layout; nothing happens where somebody else just did."""

    @abstractmethod
    def flaws(self) -> list[str]:
        """What is wrong with the store besides what its rows say, in sentences."""

    @abstractmethod
    def torn(self) -> str | None:
        """What the database finds wrong with its own file; None where nothing is."""

    @abstractmethod
    def removed(self) -> int:
        """How many rows were deleted before the newest: nothing here ever deletes one."""

    def checkpoint(self) -> None:
        """Takes what stands in a log into the store's own file, as far as others leave that free; waits for nobody."""

    def logged_at(self) -> float | None:
        """When the log beside the store's file was written last, as its time of change; None where there is none."""
        return None

    def write_beside(
        self,
        c: Cursor,
        heads: Sequence[Head],
        tournaments: int | None = None,
        request: IdempotentRequest | None = None,
    ) -> None:
        """Writes what goes with events, in their transaction: where matches stand now, and the request they answer.

        Raises `Clash` where there are not so many `tournaments` any more as whoever opens another one has seen.
        """
        if tournaments is not None:
            self._check_tournaments(c, tournaments)
        c.executemany(
            "INSERT INTO heads (match, version, digest, game, steps, over, result) VALUES (?,?,?,?,?,?,?) "
            "ON CONFLICT (match) DO UPDATE SET version=excluded.version, digest=excluded.digest, "
            "steps=excluded.steps, over=excluded.over, result=excluded.result",
            [(head.match.hex, *head[1:5], int(head.over), head.result) for head in heads],
        )
        if request is not None:
            self.ensure(c, "requests")
            keep(c, request)

    def rewrite(self, c: Cursor, stored_events: Sequence[StoredEvent], head: Head) -> None:
        """Puts other events in the place of those of a record, the last of which is new, with its head."""
        *others, new = stored_events
        c.executemany(
            "UPDATE stored_events SET state = ? WHERE originator_id = ? AND originator_version = ?",
            [(one.state, head.match.hex, one.originator_version) for one in others],
        )
        c.execute(
            "INSERT INTO stored_events (originator_id, originator_version, topic, state) VALUES (?,?,?,?)",
            (head.match.hex, new.originator_version, new.topic, new.state),
        )
        self.write_beside(c, [head])

    def check_heads(self, c: Cursor, stored_events: Sequence[StoredEvent]) -> None:
        """Raises `StoreError` where a match would be gone on with from another event than its head: that was altered.

        Else the next entry would hide that rows were removed, or that a head was exchanged.
        """
        for match, event in firsts(stored_events).items():
            if event.originator_version == 1:
                continue
            found = self.stands(c, match)
            if found != (event.originator_version - 1, previous_of(event.state)):
                raise StoreError(
                    f"Match {match} is damaged: its newest event is not the one that was recorded last, so "
                    f"nothing was recorded. `ludograph verify {match}` says more."
                )

    def stands(self, c: Cursor, match: UUID) -> tuple[int, str] | None:
        """The version of a match, and the digest of that, as its head has them; None where it has none."""
        c.execute("SELECT version, digest FROM heads WHERE match = ?", (match.hex,))
        row = c.fetchone()
        return None if row is None else (row[0], row[1])

    def _check_tournaments(self, c: Cursor, tournaments: int) -> None:
        c.execute(f"SELECT count(*) FROM heads WHERE game = '{TOURNAMENT}'")
        if c.fetchone()[0] != tournaments:
            raise Clash("Somebody else opened a tournament at the same time, so nothing was recorded: try again.")

    def answered(self, names: Sequence[str], match: UUID) -> Answer | None:
        """How a request was answered that goes by one of these names; None where it never was."""
        with self.cursor() as c:
            return recorded_answer(c, names, match) if self.has(c, "requests") else None

    def events(self, match: UUID, after: int = 0) -> Iterator[Event]:
        """The events of a match after that version; `Damaged` where a row cannot be read.

        Loading waits for this, so that it does without the library's objects between a row and its event.
        """
        rows = self.fetch(
            "SELECT originator_version, topic, state FROM stored_events "
            "WHERE originator_id = ? AND originator_version > ? ORDER BY originator_version",
            (match.hex, after),
        )
        return (event_in(match, version, topic, state) for version, topic, state in rows)

    def heads(self, prefix: str = "") -> list[Head]:
        """Where each match stands whose id begins like this, in the order of ids."""
        return [head for head in self._heads(prefix) if head.game != TOURNAMENT]

    def tournaments(self, prefix: str = "") -> list[Head]:
        """Where each tournament stands whose id begins like this, in the order of ids."""
        return self._heads(prefix, f"game = '{TOURNAMENT}' AND ")  # a literal, for so the index knows

    def _heads(self, prefix: str, where: str = "") -> list[Head]:
        sql = f"SELECT * FROM heads WHERE {where}match >= ? AND match < ? ORDER BY match"
        return _read(self.named(sql, (prefix, prefix + BEYOND)))

    def heads_among(self, matches: Sequence[UUID]) -> list[Head]:
        """Where these matches stand, as far as they are matches."""
        sql = f"SELECT * FROM heads WHERE match IN ({', '.join('?' * len(matches))})"
        return [head for head in _read(self.named(sql, [one.hex for one in matches])) if head.game != TOURNAMENT]

    def beside(self, match: UUID) -> list[UUID]:
        """The matches or tournaments whose ids come before and after an id."""
        sides = ("< ? ORDER BY match DESC", "> ? ORDER BY match")
        found = [self.fetch(f"SELECT match FROM heads WHERE match {side} LIMIT 1", (match.hex,)) for side in sides]
        return [UUID(name) for rows in found for (name,) in rows if is_id(name)]

    def corrected(self) -> set[UUID]:
        """The matches of whose start a list says something else than their first event."""
        found = self.fetch("""SELECT match FROM heads WHERE result LIKE '%"start":%'""")
        return {UUID(name) for (name,) in found if is_id(name)}

    def matches(self) -> list[UUID]:
        """Every match of which any event is stored, in the order in which they began."""
        others = set(self.tournament_ids())
        return [match for match in (UUID(name) for name in self.names() if is_id(name)) if match not in others]

    def tournament_ids(self) -> list[UUID]:
        """Every tournament that the table of heads knows."""
        return [head.match for head in self.tournaments()]

    def topic_of(self, match: UUID) -> Any:
        """What the first row that is left of a match or a tournament says of what it is; None where none is left."""
        sql = "SELECT topic FROM stored_events WHERE originator_id = ? ORDER BY originator_version LIMIT 1"
        found = self.fetch(sql, (match.hex,))
        return found[0][0] if found else None

    def traces(self) -> list[UUID]:
        """Every match of which there is any trace: events, or only a row in the table of heads."""
        return list(dict.fromkeys([*self.matches(), *(head.match for head in self.heads())]))

    def strays(self) -> list[str]:
        """What stands in the place of a match's id but is none: such rows were altered, or put there."""
        return [str(name) for name in self.names() if not is_id(name)]

    def names(self) -> list[Any]:
        """What stands in the place of ids of matches, in the order in which they began."""
        found = self.fetch(
            f"SELECT originator_id FROM stored_events GROUP BY originator_id ORDER BY min({self.position})"
        )
        heads = self.fetch("SELECT match FROM heads ORDER BY match")
        return [name for (name,) in found] + [name for (name,) in heads if not is_id(name)]

    def starts(self) -> Iterator[StoredEvent]:
        """The first event of every match, in the order in which they were recorded."""
        return (event for _, event in self._starts(f"ORDER BY {self.position}"))

    def newest_starts(self) -> Iterator[list[StoredEvent]]:
        """The first events of matches, the newest first, some at a time."""
        order = f"ORDER BY {self.position} DESC LIMIT {PAGE}"
        page = list(self._starts(order))
        while page:
            yield [event for _, event in page]
            page = list(self._starts(f"AND {self.position} < ? {order}", page[-1][0]))

    def _starts(self, which: str, *values: int) -> Iterator[tuple[int, StoredEvent]]:
        """First events with their positions."""
        columns, mark = ", ".join(COLUMNS["stored_events"]), f"{TOURNAMENT}."
        rows = self.fetch(
            f"SELECT {self.position}, {columns} FROM stored_events WHERE originator_version = 1 "
            f"AND substr(coalesce(topic, ''), 1, {len(mark)}) <> ? {which}",
            (mark, *values),
        )
        return ((at, StoredEvent(UUID(id), *event)) for at, id, *event in rows if is_id(id))

    def batches(self, size: int) -> Iterator[list[StoredEvent]]:
        """All events in the order in which they were recorded, so many at a time."""
        columns, after = ", ".join(COLUMNS["stored_events"]), 0
        sql = (
            f"SELECT {self.position}, {columns} FROM stored_events WHERE {self.position} > ? "
            f"ORDER BY {self.position} LIMIT ?"
        )
        while rows := self.fetch(sql, (after, size)):
            yield [StoredEvent(UUID(id), version, topic, state) for _, id, version, topic, state in rows]
            after = rows[-1][0]

    def last(self) -> int:
        """The position of the newest event."""
        return int(self.fetch(f"SELECT coalesce(max({self.position}), 0) FROM stored_events")[0][0])


def in_use(place: Place) -> StoreError:
    """What is said where a store is to be changed that others have open."""
    return StoreError(
        f"Another program has {place} open, such as a service, a replay or a query: stop it first, for it would go on "
        "telling what it has read. Nothing was changed."
    )


def firsts(stored_events: Sequence[StoredEvent]) -> dict[UUID, StoredEvent]:
    """The first of these events of each match."""
    found: dict[UUID, StoredEvent] = {}
    for event in stored_events:
        assert isinstance(event.originator_id, UUID)
        found.setdefault(event.originator_id, event)
    return found


def _read(rows: Sequence[dict[str, Any]]) -> list[Head]:
    """The heads in these rows, without those that stand for nothing."""
    return [head_in(row) for row in rows if is_id(row["match"])]


@contextmanager
def telling_store_errors(place: Place) -> Iterator[None]:
    """Turns what a database says into a `StoreError` that says what to do."""
    try:
        yield
    except IntegrityError as wrong:
        raise Clash(
            "Somebody else recorded this match at the same time, so nothing was recorded: look and try again."
        ) from wrong
    except (PersistenceError, *TROUBLE) as wrong:
        if isinstance(place, Server):
            from ludograph.domain.store.postgres.errors import error_of

            raise error_of(place, wrong, (OperationalError, InterfaceError)) from wrong
        raise (Unanswered if is_held(wrong) else StoreError)(sqlite_error_told(place, wrong)) from wrong

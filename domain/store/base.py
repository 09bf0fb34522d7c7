"""The interface of every store, wherever it lies: events, and a table of where each match stands.

Statements that all databases understand are run here; those in one dialect stand in the `statements.sql` of each.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from typing import Any, ClassVar, Final, Protocol, TypeVar
from uuid import UUID

from eventsourcing.persistence import (
    ApplicationRecorder,
    DatabaseError,
    IntegrityError,
    InterfaceError,
    OperationalError,
    PersistenceError,
    StoredEvent,
)

from ludograph.domain.match.events import TOURNAMENT, Event, previous_of, seals
from ludograph.domain.store.errors import Conflict, Severed, StoreError, is_damage
from ludograph.domain.store.event_mapper import event_in, recorded_at
from ludograph.domain.store.idempotency_keys import Answer, IdempotentRequest, insert_request, recorded_answer
from ludograph.domain.store.sqlite.connections import SQLITE_ERRORS, sqlite_error
from ludograph.domain.store.streams import StoredRow, StreamHead, is_id, stream_head
from ludograph.domain.store.url import Place, Server

T = TypeVar("T")
BEYOND: Final = "g"
"""What comes after every digit of an id."""
PAGE: Final = 200
"""So many first events are read at a time where only the newest matches are wanted."""
HIGHEST: Final = 2**63 - 1
"""No position is higher, in either database."""


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


class Store(ApplicationRecorder, ABC):
    """What is asked of a store that the library's recorder has no word for."""

    statements: ClassVar[Mapping[str, str]]
    """The SQL of this database by name: what all understand alike, and what is in its own dialect."""

    @abstractmethod
    def cursor(self, *, writing: bool = False) -> AbstractContextManager[Cursor]:
        """A transaction of its own, or the one within which this is asked."""

    @abstractmethod
    def read_snapshot(self) -> AbstractContextManager[None]:
        """One transaction for reading: all that is asked within is answered from one state, whatever others record."""

    @abstractmethod
    def exclusive_transaction(self) -> AbstractContextManager[Cursor]:
        """One transaction to change what is recorded, while no other program has the store open.

        What is asked within is answered as it stands in it. Once it is done, what rows said before is overwritten.
        Raises `StoreError` where another program has the store open.
        """

    @abstractmethod
    def fetch(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        """The rows that a query finds, as tuples."""

    @abstractmethod
    def fetch_dicts(self, sql: str, values: Sequence[Any] = ()) -> list[dict[str, Any]]:
        """The rows that a query finds, each by the names of its columns."""

    @abstractmethod
    def has_table(self, c: Cursor, table: str) -> bool:
        """Whether one of the optional tables was made yet."""

    @abstractmethod
    def ensure_table(self, c: Cursor, table: str) -> None:
        """Makes one of the optional tables where it is not there."""

    @abstractmethod
    def stored_rows(self, match: UUID) -> list[StoredRow]:
        """Every row that there is for a match, in the order of its events, as it lies there."""

    @property
    @abstractmethod
    def layout(self) -> int:
        """The version of the store's layout."""

    @property
    @abstractmethod
    def head_columns(self) -> set[str]:
        """The columns of the table of heads."""

    @property
    @abstractmethod
    def journal_mode(self) -> str:
        """How the database writes what it does before it does it, as SQLite names the ways."""

    @abstractmethod
    def needs_migration(self) -> bool:
        """Whether the store is of an older layout, can be written, and has lost nothing of its heads."""

    @abstractmethod
    def migrate(self, heads: Sequence[StreamHead]) -> None:
        """Brings the store to this layout, with these heads; nothing happens where somebody else just did."""

    @abstractmethod
    def problems(self) -> list[str]:
        """What is wrong with the store besides what its rows say, in sentences."""

    @abstractmethod
    def integrity_problem(self) -> str | None:
        """What the database finds wrong with its own file; None where nothing is."""

    @abstractmethod
    def deleted_count(self) -> int:
        """How many rows were deleted before the newest: nothing here ever deletes one."""

    def check_path(self) -> None:
        """Raise `Replaced` if the path of a store in a file no longer leads to the open file."""

    def checkpoint(self) -> None:
        """Takes what stands in a log into the store's own file, as far as others leave that free; waits for nobody."""

    def log_changed_at(self) -> float | None:
        """When the log beside the store's file was written last, as its time of change; None where there is none."""
        return None

    def unless_damaged(self, whole: Callable[[], T], otherwise: Callable[[], T]) -> T:
        """What is asked for; where the database is damaged there, what can be said otherwise."""
        try:
            return whole()
        except DatabaseError as wrong:
            if not is_damage(wrong):
                raise
            return otherwise()

    def write_with_events(
        self,
        c: Cursor,
        heads: Sequence[StreamHead],
        tournaments: int | None = None,
        request: IdempotentRequest | None = None,
    ) -> None:
        """Writes what goes with events, in their transaction: where matches stand now, and the request they answer.

        Raises `Conflict` where there are not so many `tournaments` any more as whoever opens another one has seen.
        """
        if tournaments is not None:
            self._check_tournaments(c, tournaments)
        c.executemany(
            self.statements["upsert_head"],
            [(head.match.hex, *head[1:5], int(head.over), head.result) for head in heads],
        )
        # In the transaction of the events, so that a request is known exactly where it was recorded (decision 120).
        if request is not None:
            self.ensure_table(c, "requests")
            insert_request(c, request)

    def rewrite_stream(self, c: Cursor, stored_events: Sequence[StoredEvent], head: StreamHead) -> None:
        """Puts other events in the place of those of a record, the last of which is new, with its head."""
        *others, new = stored_events
        c.executemany(
            self.statements["rewrite_event"], [(one.state, head.match.hex, one.originator_version) for one in others]
        )
        c.execute(self.statements["append_event"], (head.match.hex, new.originator_version, new.topic, new.state))
        self.write_with_events(c, [head])

    def check_heads(self, c: Cursor, stored_events: Sequence[StoredEvent]) -> None:
        """Raises `Severed` where one of these events does not follow the newest that the match's head names."""
        # One of them was altered then, and the next entry would hide that rows were removed, or a head exchanged.
        for match, event in first_of_each_match(stored_events).items():
            if event.originator_version == 1:
                continue
            found = self.newest_version(c, match)
            if found != (event.originator_version - 1, previous_of(event.state)):
                raise Severed(match, event.originator_version - 1)

    def newest_version(self, c: Cursor, match: UUID) -> tuple[int, str] | None:
        """The version of a match, and the digest of that, as its head has them; None where it has none."""
        c.execute(self.statements["newest_version"], (match.hex,))
        row = c.fetchone()
        return None if row is None else (row[0], row[1])

    def _check_tournaments(self, c: Cursor, tournaments: int) -> None:
        # Names of tournaments are unique, and no constraint can say so, for they stand in events: who opens one has
        # looked at all there were, and this is refused where another came since.
        c.execute(self.statements["count_tournaments"])
        if c.fetchone()[0] != tournaments:
            raise Conflict("Somebody else opened a tournament at the same time, so nothing was recorded: try again.")

    def find_answer(self, names: Sequence[str], match: UUID) -> Answer | None:
        """How a request was answered that goes by one of these names; None where it never was."""
        with self.cursor() as c:
            return recorded_answer(c, names, match) if self.has_table(c, "requests") else None

    def events(self, match: UUID, after: int = 0, until: int = HIGHEST) -> Iterator[Event]:
        """The events of a match after that version and up to a position; `Damaged` where a row cannot be read."""
        # Loading waits for this, so that it does without the library's objects between a row and its event.
        rows = self.fetch(self.statements["events"], (match.hex, after, until))
        return (event_in(match, version, topic, state) for version, topic, state in rows)

    def events_since(self, match: UUID, version: int, digest: str, until: int = HIGHEST) -> Iterator[Event] | None:
        """The events after a version and up to a position.

        None if the event of that version is not there, or has another digest.
        """
        # Together with the event itself, so that nothing can change between the two.
        rows = self.fetch(self.statements["events"], (match.hex, version - 1, until))
        if not rows or rows[0][0] != version or not seals(rows[0][2], digest):
            return None
        return (event_in(match, number, topic, state) for number, topic, state in rows[1:])

    def event_row(self, match: UUID, version: int) -> tuple[Any, Any] | None:
        """The topic and the state of an event as they lie there; None where there is none, or it cannot be read."""
        found = self.unless_damaged(
            lambda: self.fetch(self.statements["event"], (match.hex, version)),
            lambda: [
                (row.topic, row.state) for row in self.stored_rows(match) if row.version == version and not row.lost
            ],
        )
        return found[0] if found else None

    def match_heads(self, prefix: str = "") -> list[StreamHead]:
        """Where each match stands whose id begins like this, in the order of ids."""
        return [head for head in self._heads("heads", prefix) if head.game != TOURNAMENT]

    def tournament_heads(self, prefix: str = "") -> list[StreamHead]:
        """Where each tournament stands whose id begins like this, in the order of ids."""
        return self._heads("tournament_heads", prefix)

    def _heads(self, statement: str, prefix: str) -> list[StreamHead]:
        # Between the prefix and what comes after it, instead of LIKE: so the primary key is used in both databases.
        return _sound_heads(self.fetch_dicts(self.statements[statement], (prefix, prefix + BEYOND)))

    def heads_of(self, matches: Sequence[UUID]) -> list[StreamHead]:
        """Where these matches stand, as far as they are matches."""
        sql = self.statements["heads_of"].format(ids=", ".join("?" * len(matches)))
        rows = self.fetch_dicts(sql, [one.hex for one in matches])
        return [head for head in _sound_heads(rows) if head.game != TOURNAMENT]

    def neighbours(self, match: UUID) -> list[UUID]:
        """The matches or tournaments whose ids come before and after an id."""
        found = [self.fetch(self.statements[side], (match.hex,)) for side in ("id_before", "id_after")]
        return [UUID(name) for rows in found for (name,) in rows if is_id(name)]

    def corrected_matches(self) -> set[UUID]:
        """The matches of whose start a list says something else than their first event."""
        return {UUID(name) for (name,) in self.fetch(self.statements["corrected_matches"]) if is_id(name)}

    def match_ids(self) -> list[UUID]:
        """Every match of which any event is stored, in the order in which they began."""
        others = set(self.tournament_ids())
        return [match for match in (UUID(name) for name in self.stored_ids() if is_id(name)) if match not in others]

    def tournament_ids(self) -> list[UUID]:
        """Every tournament that the table of heads knows."""
        return [head.match for head in self.tournament_heads()]

    def first_topic(self, match: UUID) -> Any:
        """What the first row that is left of a match or a tournament says of what it is; None where none is left."""
        found = self.fetch(self.statements["first_topic"], (match.hex,))
        return found[0][0] if found else None

    def known_match_ids(self) -> list[UUID]:
        """Every match of which there is any trace: events, or only a row in the table of heads."""
        return list(dict.fromkeys([*self.match_ids(), *(head.match for head in self.match_heads())]))

    def invalid_ids(self) -> list[str]:
        """What stands in the place of a match's id but is none: such rows were altered, or put there."""
        return [str(name) for name in self.stored_ids() if not is_id(name)]

    def stored_ids(self) -> list[Any]:
        """What stands in the place of ids of matches, in the order in which they began."""
        found = self.fetch(self.statements["event_ids"])
        heads = self.fetch(self.statements["head_ids"])
        return [name for (name,) in found] + [name for (name,) in heads if not is_id(name)]

    def first_events(self) -> Iterator[StoredEvent]:
        """The first event of every match, in the order in which they were recorded."""
        return (event for _, event in self._first_events("first_events"))

    def newest_first_events(self) -> Iterator[list[StoredEvent]]:
        """The first events of matches, the newest first, some at a time."""
        page = list(self._first_events("newest_first_events", HIGHEST, PAGE))
        while page:
            yield [event for _, event in page]
            page = list(self._first_events("newest_first_events", page[-1][0] - 1, PAGE))

    def _first_events(self, statement: str, *values: int) -> Iterator[tuple[int, StoredEvent]]:
        """First events with their positions."""
        rows = self.fetch(self.statements[statement], values)
        return ((at, StoredEvent(UUID(id), *event)) for at, id, *event in rows if is_id(id))

    def event_batches(self, size: int) -> Iterator[list[StoredEvent]]:
        """All events in the order in which they were recorded, so many at a time."""
        after = 0
        while rows := self.fetch(self.statements["event_batch"], (after, size)):
            yield [StoredEvent(UUID(id), version, topic, state) for _, id, version, topic, state in rows]
            after = rows[-1][0]

    def newest_times(self, after: int, most: int) -> list[tuple[int, datetime]]:
        """When the newest events after a position were recorded, the newest first; one that cannot be read is left out.

        So many at most, each with its position.
        """
        nothing: list[Any] = []
        rows = self.unless_damaged(lambda: self.fetch(self.statements["newest_states"], (after, most)), lambda: nothing)
        times = ((position, recorded_at(state)) for position, state in rows)
        return [(position, time) for position, time in times if time is not None]

    def last_token_at(self) -> datetime | None:
        """When the newest token was made; None where there is none."""
        with self.cursor() as c:
            if not self.has_table(c, "tokens"):
                return None
            c.execute(self.statements["last_token"])
            found = c.fetchone()[0]
        return datetime.fromisoformat(found) if found else None

    def versions_after(self, position: int) -> dict[UUID, int]:
        """The matches and tournaments in which anything was recorded after a position, with the first version of it."""
        rows = self.fetch(self.statements["versions_after"], (position,))
        return {UUID(id): version for id, version in rows if is_id(id)}

    def next_position(self, match: UUID, position: int) -> int | None:
        """The position of the first event of a match after a position; None where there is none."""
        found: int | None = self.fetch(self.statements["next_position"], (match.hex, position))[0][0]
        return found

    def last_position(self) -> int:
        """The position of the newest event; 0 where there is none."""
        return int(self.fetch(self.statements["last_position"])[0][0])


def in_use_error(place: Place) -> StoreError:
    """What is raised where a store is to be changed that others have open."""
    return StoreError(
        f"Another program has {place} open, such as a service, a replay or a query: stop it first, for it would go on "
        "telling what it has read. Nothing was changed."
    )


def first_of_each_match(stored_events: Sequence[StoredEvent]) -> dict[UUID, StoredEvent]:
    """The first of these events of each match."""
    found: dict[UUID, StoredEvent] = {}
    for event in stored_events:
        assert isinstance(event.originator_id, UUID)
        found.setdefault(event.originator_id, event)
    return found


def _sound_heads(rows: Sequence[dict[str, Any]]) -> list[StreamHead]:
    """The heads in these rows, without those that stand for nothing."""
    return [stream_head(row) for row in rows if is_id(row["match"])]


@contextmanager
def translated_store_errors(place: Place) -> Iterator[None]:
    """Turns what a database says into a `StoreError` that says what to do."""
    try:
        yield
    except IntegrityError as wrong:
        # The only constraint that entries can break is that on (match, version): the version was taken meanwhile.
        raise Conflict(
            "Somebody else recorded this match at the same time, so nothing was recorded: look and try again."
        ) from wrong
    except (PersistenceError, *SQLITE_ERRORS) as wrong:
        if isinstance(place, Server):
            from ludograph.domain.store.postgres.errors import postgres_error  # only for a server: start-up time

            raise postgres_error(place, wrong, (OperationalError, InterfaceError)) from wrong
        raise sqlite_error(place, wrong) from wrong

"""What leaves the event store for the archive: rows as Arrow, read by ADBC from one state of the store."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from json import dumps
from typing import Any, Final, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
from adbc_driver_manager import Error
from duckdb import DuckDBPyConnection

from ludograph.analytics.extract.chain_check import Spot, altered
from ludograph.analytics.extract.extract_sql import ExtractQueries, extract_queries
from ludograph.analytics.tables.errors import ArchiveError
from ludograph.domain.match.events import TOPICS, StepsAmended
from ludograph.domain.store.base import translated_store_errors
from ludograph.domain.store.errors import StoreError
from ludograph.domain.store.factory import check_readable
from ludograph.domain.store.schema import COLUMNS
from ludograph.domain.store.sqlite.connections import read_only_uri
from ludograph.domain.store.sqlite.file_check import LAYOUT_OF, check_made
from ludograph.domain.store.url import Place, Server

BATCH: Final = 500_000
"""Events that are projected in one transaction: each costs a second besides what its events cost."""
CORRECTION: Final = TOPICS[StepsAmended]
NONE: Final = pa.schema(
    [("position", pa.int64()), ("match", pa.string()), ("version", pa.int64())]
    + [(name, pa.string()) for name in ("game", "kind", "topic", "state")]
).empty_table()
NO_HEADS: Final = pa.schema(
    [("match", pa.string()), *((name, pa.int64()) for name in ("events", "steps", "over"))]
    + [(name, pa.string()) for name in ("result", "digest")]
).empty_table()
NO_DIGESTS: Final = pa.schema([("match", pa.binary()), ("version", pa.int64()), ("digest", pa.binary())]).empty_table()
"""Tables without rows, with the types of those that are read; a column of NULLs alone would have another."""


class Batch(NamedTuple):
    """Events in the order of the store, where the matches stand that they are of, and the last of them.

    `events` has position, match, version, topic and state; `heads` match, events, steps, over, result and digest.
    `lost` events lie where the file is damaged, and those of `altered` matches do not hang together. `notes` are all
    those on matches that are corrected in it, as `events` are.
    """

    events: pa.Table
    heads: pa.Table
    position: int
    digest: str
    lost: int = 0
    altered: frozenset[bytes | None] = frozenset()
    notes: pa.Table = NONE


class Source:
    """One state of the store, whatever is recorded meanwhile."""

    def __init__(self, connection: Any, queries: ExtractQueries) -> None:
        self._connection = connection
        self.queries = queries
        # Asked once: what is recorded from now on is for the next time, in batches and in what is told of progress.
        self.last = int(self._table(queries.last).column(0)[0].as_py())
        """The position of the newest event."""
        # Stores of older layouts have no results in their heads, and a damaged one may have lost the table.
        held = set(self._table(queries.columns).column(0).to_pylist())
        self._result = "result" if "result" in held else "NULL"
        self._has_heads = held.issuperset(COLUMNS["heads"][:6])

    def digest_at(self, position: int) -> str:
        """The digest of the event at a position; empty where there is none."""
        try:
            found = self._table(self.queries.digest_at.format(position=position))
        except Error:
            return ""
        return str(found.column(0)[0].as_py()) if found.num_rows else ""

    def forgot(self, position: int) -> bool:
        """Whether a name was forgotten after a position: who read events before that may have read it."""
        return bool(self._table(self.queries.forgotten.format(position=position)).column(0)[0].as_py())

    def histories(self, matches: Sequence[str]) -> dict[str, list[dict[str, Any]]]:
        """All that was recorded of these matches, the rows of each in order."""
        rows: dict[str, list[dict[str, Any]]] = defaultdict(list)
        for row in self.events_of(matches).to_pylist():
            rows[row["match"]].append(row)
        return rows

    def events_of(self, matches: Sequence[str]) -> pa.Table:
        """All that was recorded of these matches or tournaments, as `events` of a batch are, one after the other."""
        return self._asked(self.queries.events_of, matches, NONE)

    def digests(self, places: Iterable[tuple[str, int]]) -> dict[tuple[str, int], str]:
        """The digests of events by match and version, without those that are not there or cannot be read."""
        found = self._digests([(match.encode(), version) for match, version in places])
        return {
            (match.decode(errors="replace"), version): digest.decode(errors="replace")
            for (match, version), digest in found.items()
        }

    def tournaments(self) -> list[str]:
        """The tournaments of the store; their events are none of the batches."""
        try:
            found = self._table(self.queries.tournaments)
        except Error:
            return []
        return [str(name) for name in found.column(0).to_pylist()]

    def batches(self, connection: DuckDBPyConnection, after: int, size: int = BATCH) -> Iterator[Batch]:
        """The events after a position, some at a time; the next are read while some are worked on.

        Whether they hang together is asked by a connection to DuckDB that nobody else uses meanwhile.
        """
        with ThreadPoolExecutor(1) as pool:  # one thread: the connection to the store answers one question at a time
            batch = self._batch(connection, after, size)
            while batch is not None:
                # Reading waits for the disk and writing for the processor: one batch ahead they overlap, and no more
                # than two are in memory.
                following = pool.submit(self._batch, connection, batch.position, size)
                yield batch
                batch = following.result()

    def _batch(self, connection: DuckDBPyConnection, after: int, size: int) -> Batch | None:
        """So many events after a position; without any where only tournaments went on; None where nothing did."""
        if after >= self.last:
            return None
        found = list(self._events(after, self.last, size))
        events = pa.concat_tables([part for part in found if isinstance(part, pa.Table)] or [NONE])
        lost = sum(part for part in found if isinstance(part, int))
        last = self.last if lost or not events.num_rows else events.column("position")[events.num_rows - 1].as_py()
        asked = self.queries.heads.format(result=self._result)
        heads = self._asked(asked, _matches(events), NO_HEADS) if self._has_heads else NO_HEADS
        strange = altered(connection, events, heads, self._digests)
        return Batch(events, heads, last, self.digest_at(last), lost, strange, self._notes(events))

    def _events(self, after: int, last: int, size: int) -> Iterator[pa.Table | int]:
        """The events in a range; where they cannot be read, those of its halves, and how many are lost."""
        try:
            found = self._table(self.queries.events.format(after=after, last=last, batch=size))
        except Error:
            if last - after == 1:
                yield 1
                return
            half = (after + last) // 2  # SQLite gives up the whole range for one damaged page
            yield from self._events(after, half, size)
            yield from self._events(half, last, size)
        else:
            yield found.cast(NONE.schema)

    def _digests(self, places: list[Spot]) -> dict[Spot, bytes]:
        """The digests of events, without those that are not there or cannot be read."""
        asked = [(match.decode(errors="replace"), version) for match, version in places]
        found = self._asked(self.queries.digests, asked, NO_DIGESTS) if asked else NO_DIGESTS
        return {(row["match"], row["version"]): row["digest"] for row in found.to_pylist()}

    def _notes(self, events: pa.Table) -> pa.Table:
        """All notes on the matches that are corrected in these events."""
        corrected = _matches(events.filter(pc.equal(events.column("kind"), CORRECTION)))
        return self._asked(self.queries.notes, corrected, NONE) if corrected else NONE

    def _asked(self, sql: str, asked: Sequence[Any], nothing: pa.Table) -> pa.Table:
        """What the store holds of all that is asked for, without what cannot be read; `nothing` has the types of it."""
        try:
            found = self._table(sql, dumps(asked))
            return found.cast(nothing.schema) if found.num_rows else nothing
        except Error:
            if len(asked) == 1:  # this is what cannot be read: the others have been tried without it
                return nothing
            half = len(asked) // 2
            return pa.concat_tables(self._asked(sql, part, nothing) for part in (asked[:half], asked[half:]))

    def _table(self, sql: str, *values: str) -> pa.Table:
        with closing(self._connection.cursor()) as cursor, self._in_savepoint(cursor):
            cursor.execute(sql, values or None)
            return cursor.fetch_arrow_table()

    @contextmanager
    def _in_savepoint(self, cursor: Any) -> Iterator[None]:
        """Asks so that an error spoils nothing that is asked later: PostgreSQL gives up a transaction for one."""
        if not self.queries.savepoint:
            yield
            return
        cursor.execute(self.queries.savepoint)
        try:
            yield
        except Error:
            cursor.execute(self.queries.rollback)  # the savepoint is still there, and is released below
            raise
        finally:
            cursor.execute(self.queries.release)


def _matches(events: pa.Table) -> list[str]:
    """The ids of the matches that these events are of."""
    names = events.column("match").unique().cast(pa.binary()).to_pylist()
    return [name.decode(errors="replace") for name in names if name is not None]


@contextmanager
def open_source(store: Place, kind: Callable[[Any, ExtractQueries], Source] = Source) -> Iterator[Source]:
    """The store for reading, as it is or as another kind of source has it; it is never written."""
    try:
        opened = _connected(store)
    except Error as wrong:  # a server that ended after it was looked at, or has no connection left
        raise ArchiveError(f"The store cannot be read: {wrong}") from wrong
    with closing(opened) as connection:
        try:
            if not isinstance(store, Server):
                check_made(store, _layout(connection), _made(connection))
            source = kind(connection, extract_queries("postgresql" if isinstance(store, Server) else "sqlite"))
        except Error as wrong:
            raise StoreError(f"{store} is no store of Ludograph, or damaged: name another with --store.") from wrong
        try:
            yield source
        except Error as wrong:
            raise ArchiveError(f"The store cannot be read: {wrong}") from wrong


def _connected(store: Place) -> Any:
    """A connection that only reads.

    No recorder of this process may have a file open meanwhile: ADBC brings an SQLite of its own, and two of them in one
    process do not see each other's locks.
    """
    if not isinstance(store, Server):
        import adbc_driver_sqlite.dbapi as sqlite

        with translated_store_errors(store):
            return sqlite.connect(read_only_uri(store))
    check_readable(store)
    import adbc_driver_postgresql.dbapi as postgres

    from ludograph.domain.store.postgres.deadlines import url_of

    connection = postgres.connect(url_of(store))
    with closing(connection.cursor()) as cursor:
        cursor.execute(extract_queries("postgresql").begin)
    return connection


def _layout(connection: Any) -> int:
    with closing(connection.cursor()) as cursor:
        cursor.execute(LAYOUT_OF)
        return int(cursor.fetchone()[0])


def _made(connection: Any) -> list[tuple[str, str]]:
    """What stands in the file besides rows: kinds and names."""
    with closing(connection.cursor()) as cursor:
        cursor.execute("SELECT CAST(type AS TEXT), CAST(name AS TEXT) FROM sqlite_schema")
        return [(str(kind), str(name)) for kind, name in cursor.fetchall()]

"""The store as it was at some time: the events that were recorded until then, and where matches stood."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple
from uuid import UUID

import pyarrow as pa
import pyarrow.compute as pc
from adbc_driver_manager import Error
from duckdb import DuckDBPyConnection

from ludograph.analytics.extract.extract_sql import ExtractQueries
from ludograph.analytics.extract.source import Batch, Source
from ludograph.analytics.tables.errors import DAMAGED, ArchiveError
from ludograph.domain.match.aggregate import rebuilt
from ludograph.domain.store.errors import StoreError
from ludograph.domain.store.event_mapper import event_in
from ludograph.domain.store.recorder import UNFOLDABLE, head_of

AT_ONCE: Final = 100
"""Matches that are put together at once, where they stood otherwise then."""


class Known(NamedTuple):
    """Of a match: how many of its events were recorded until then, and how many there are by now."""

    then: int
    now: int


class AsOfSource(Source):
    """A store of which only that is read which was recorded until some time.

    Where a match has gone on since, where it stood then is worked out from its events: heads tell only of now.
    """

    def __init__(self, connection: Any, queries: ExtractQueries, time: datetime) -> None:
        super().__init__(connection, queries)
        found = self._counted(time)
        self._known = {match: Known(known, events) for match, events, known, _ in found if known}
        if not self._known:
            raise ArchiveError(_not_yet(time, [first for *_, first in found if first]))
        self._names = pa.array([match.encode() for match in self._known], pa.binary())
        self._counts = pa.array([known.then for known in self._known.values()], pa.int64())
        self._heads = self._heads_of_then()

    def _counted(self, time: datetime) -> list[tuple[str, int, int, str]]:
        written = time.astimezone(UTC).replace(tzinfo=None).isoformat()
        try:
            found = self._table(self.queries.until.format(time=written))
        except Error as wrong:
            raise ArchiveError(DAMAGED) from wrong
        columns = [found.column(name).to_pylist() for name in ("events", "known", "first")]
        names = [(name or b"").decode(errors="replace") for name in found.column("match").cast(pa.binary()).to_pylist()]
        return list(zip(names, *columns, strict=True))

    def _heads_of_then(self) -> dict[str, dict[str, Any]]:
        """Where the matches stood that have gone on since; without those of which an event cannot be read."""
        gone_on = sorted(match for match, known in self._known.items() if known.then < known.now)
        heads = {}
        # Some at a time: whole histories are in memory then, and a store may hold very many matches that went on.
        for at in range(0, len(gone_on), AT_ONCE):
            for match, rows in self.histories(gone_on[at : at + AT_ONCE]).items():
                with suppress(StoreError, *UNFOLDABLE):
                    heads[match] = _head(match, rows)
        return heads

    def histories(self, matches: Sequence[str]) -> dict[str, list[dict[str, Any]]]:
        """What was recorded of these matches until then."""
        return {match: rows[: self._known[match].then] for match, rows in super().histories(matches).items()}

    def _batch(self, connection: DuckDBPyConnection, after: int, size: int) -> Batch | None:
        batch = super()._batch(connection, after, size)
        if batch is None:
            return None
        names = batch.events.column("match").cast(pa.binary())
        known = pc.take(self._counts, pc.index_in(names, value_set=self._names))
        events = batch.events.filter(pc.less_equal(batch.events.column("version"), known))
        heads = pa.Table.from_pylist(list(self._stood(batch.heads)), schema=batch.heads.schema)
        return batch._replace(events=events, heads=heads)

    def _stood(self, heads: pa.Table) -> Iterator[dict[str, Any]]:
        """Where these matches stood then, as far as there were any."""
        for head in heads.to_pylist():
            known = self._known.get(head["match"])
            # As it is now where nothing came since; else as worked out, or nothing where its events cannot be folded.
            if known is not None and known.then == known.now:
                yield head
            elif head["match"] in self._heads:
                yield self._heads[head["match"]]


def _head(match: str, rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Where a match stood after these events."""
    id = UUID(match)
    past = rebuilt(None, (event_in(id, row["version"], row["topic"], row["state"].encode()) for row in rows))
    assert past is not None
    head = head_of(past)
    return {
        "match": match,
        "events": head.version,
        "steps": head.steps,
        "over": int(head.over),
        "result": head.result,
        "digest": head.digest,
    }


def _not_yet(time: datetime, recorded: list[str]) -> str:
    first = f" the first event was recorded at {min(recorded)[:19]}Z." if recorded else " nothing can be read of it."
    return f"Nothing was recorded yet at {time.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}:{first}"

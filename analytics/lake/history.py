"""Whether a lake is of the history that its store has: marks of the newest events of matches and tournaments."""

from collections.abc import Iterator, Mapping
from typing import Final
from uuid import UUID

from duckdb import DuckDBPyConnection
from msgspec import Struct

from ludograph.analytics.extract.observers import ObserverName, position_mark
from ludograph.analytics.extract.source import Source
from ludograph.analytics.lake.partitions import MatchExtent, Partition
from ludograph.domain.match.events import FORGOTTEN

TOLD: Final = "SELECT CAST(tournament AS VARCHAR), events FROM tournaments ORDER BY 1"


class DecidedEvents(Struct, frozen=True):
    """How many events a tournament has, and the mark of the newest."""

    events: int
    mark: str


class LakeHistory:
    """The history of the store, as far as an archive of it has come."""

    def __init__(self, store: Source, archive: DuckDBPyConnection, observer: ObserverName) -> None:
        self._store = store
        self._archive = archive
        self._observer = observer

    def sealed(self, extents: Mapping[str, MatchExtent]) -> dict[str, MatchExtent]:
        """The extents of matches and tournaments, each with the mark of its newest event."""
        marks = self._marks({match: extent.events for match, extent in extents.items()})
        return {match: extent._replace(mark=marks[match]) for match, extent in extents.items()}

    def decided(self) -> dict[str, DecidedEvents]:
        """Where every tournament of the archive stands."""
        events = dict(self._archive.execute(TOLD).fetchall())
        marks = self._marks(events)
        return {id: DecidedEvents(count, marks[id]) for id, count in events.items()}

    def replaced(self, parts: tuple[Partition, ...], decided: Mapping[str, DecidedEvents]) -> int:
        """How many matches and tournaments of a lake had events that the store does not have any more."""
        held = {match: (count, part.marks.get(match, "")) for part in parts for match, count in part.matches.items()}
        held |= {id: (one.events, one.mark) for id, one in decided.items()}
        marks = self._marks({id: count for id, (count, _) in held.items()})
        others = [id for id, (_, mark) in held.items() if mark and marks[id] != mark]
        return len(set(others).difference(self._forgotten(others)))

    def _marks(self, events: Mapping[str, int]) -> dict[str, str]:
        """The marks of these events; of one that is not there or cannot be read, an empty text."""
        found = self._store.digests((UUID(id).hex, count) for id, count in events.items())
        digests = {id: found.get((UUID(id).hex, count), "") for id, count in events.items()}
        return {id: position_mark(digest, self._observer) if digest else "" for id, digest in digests.items()}

    def _forgotten(self, ids: list[str]) -> Iterator[str]:
        """Those in which a name was forgotten: their events were written anew, and are the history that they were."""
        if ids:
            for row in self._store.events_of([UUID(id).hex for id in ids]).select(["match", "topic"]).to_pylist():
                if str(row["topic"]).endswith(FORGOTTEN):
                    yield str(UUID(row["match"]))

"""What a store is like as a file, and the times in it: for whoever asks whether all is well."""

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from domain.records.recorder import Recorder
from domain.records.sqlite import telling
from domain.records.verify import MATCHES, Kind, chain


class Condition(NamedTuple):
    """The version of a store's layout, how its journal is kept, and the position of its newest event."""

    layout: int
    journal: str
    last: int


def condition(recorder: Recorder) -> Condition:
    """What a store is like. Raises `StoreError`."""
    found = []
    with telling(recorder.path), recorder.heads.datastore.transaction(commit=False) as c:
        for sql in ("PRAGMA user_version", "PRAGMA journal_mode", "SELECT coalesce(max(rowid), 0) FROM stored_events"):
            c.execute(sql)
            found.append(c.fetchone()[0])
    layout, journal, last = found
    return Condition(layout, str(journal), last)


def times(recorder: Recorder, id: UUID, kind: Kind = MATCHES) -> list[datetime]:
    """When each event of a match, or of what else there is, was recorded, as far as its chain is sound."""
    return [event.recorded_at for event in chain(recorder, id, kind).events]

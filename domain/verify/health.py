"""What a store is like as a file, and the times in it: for whoever asks whether all is well."""

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from ludograph.domain.store.base import translated_store_errors
from ludograph.domain.store.recorder import Recorder
from ludograph.domain.verify.verification import MATCHES, StreamKind, read_chain


class StoreCondition(NamedTuple):
    """The version of a store's layout, how its journal is kept, and the position of its newest event."""

    layout: int
    journal: str
    last: int


def store_condition(recorder: Recorder) -> StoreCondition:
    """What a store is like. Raises `StoreError`."""
    with translated_store_errors(recorder.place):
        store = recorder.store
        return StoreCondition(store.layout, store.journal_mode, store.last_position())


def event_times(recorder: Recorder, id: UUID, kind: StreamKind = MATCHES) -> list[datetime]:
    """When each event of a match, or of what else there is, was recorded, as far as its chain is sound."""
    return [event.recorded_at for event in read_chain(recorder, id, kind).events]

"""A store made of a lake: checked whole first, then written whole, in the order in which it was recorded."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple, overload
from uuid import UUID

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
from eventsourcing.persistence import StoredEvent

from ludograph.analytics.lake.manifest import LakeError
from ludograph.analytics.lake.reader import Lake, LakeRecord
from ludograph.domain.merge import merger
from ludograph.domain.store.recorder import Recorder, head_of
from ludograph.domain.store.streams import StreamHead
from ludograph.domain.tournaments.exchange import tournament_merger as organising
from ludograph.domain.tournaments.service import tournament_head
from ludograph.domain.tournaments.verification import TOURNAMENTS
from ludograph.domain.verify.verification import Finding

MEMORY: Final = "1GB"
"""What putting the events in order may take; what is more goes to a temporary folder."""
AT_ONCE: Final = 5_000
IN_ORDER: Final = """SELECT match, version, topic, state FROM read_parquet($files, hive_partitioning = false)
    ORDER BY position, match, version"""
NOTHING: Final = "Nothing was restored."
Progress = Callable[[float], None]


class Checked(NamedTuple):
    """A lake of which every event was checked, and where the matches and tournaments in it stand."""

    lake: Lake
    heads: list[StreamHead]

    @property
    def events(self) -> int:
        """How many there are in all."""
        return sum(head.version for head in self.heads)


def checked_lake(lake: Lake, progress: Progress) -> Checked:
    """Checks the files of the raw events, every digest, and that each match can be played.

    Raises `LakeError` with the first that is wrong.
    """
    for file in lake.raw_files:
        if (flaw := lake.flaw(file)) is not None:
            raise LakeError(f"{flaw} {NOTHING}")
    heads: list[StreamHead] = []
    done = 0
    for record in lake.records():
        head = _head(record)
        if isinstance(head, Finding):
            told = merger.finding_text(head)
            raise LakeError(f"{record.kind.noun.capitalize()} {record.id} in {record.file}: {told} {NOTHING}")
        heads.append(head)
        done += head.version
        progress(done)
    return Checked(lake, heads)


def write_store(checked: Checked, recorder: Recorder, progress: Progress) -> None:
    """Stores everything at once, so that a store has all of it or nothing, and looks whether it does."""
    with _in_order(checked.lake) as file:
        recorder.insert(Events(file, checked.events, progress), checked.heads, tournaments=0)
    stored = {*recorder.store.match_heads(), *recorder.store.tournament_heads()}
    if not stored.issuperset(checked.heads):
        raise LakeError("What was stored is not what the lake holds: remove the store and restore it again.")


def _head(record: LakeRecord) -> StreamHead | Finding:
    """Where a match or a tournament stands, or what is wrong with it."""
    if record.kind is TOURNAMENTS:
        tournament = organising.built_tournament(record.chain)
        return tournament if isinstance(tournament, Finding) else tournament_head(tournament)
    match = merger.built_match(record.chain)
    return match if isinstance(match, Finding) else head_of(match)


@contextmanager
def _in_order(lake: Lake) -> Iterator[Path]:
    """A file with all events in the order of their positions: put in order once, for whoever reads them repeatedly."""
    with TemporaryDirectory(prefix="ludograph-") as folder:
        file = Path(folder) / "events.parquet"
        files = [str(lake.folder / one.path) for one in lake.raw_files]
        settings = {"memory_limit": MEMORY, "temp_directory": folder}
        with closing(duckdb.connect(config=settings)) as connection:  # type: ignore[arg-type]
            connection.execute(f"COPY ({IN_ORDER}) TO $file (FORMAT parquet)", {"files": files, "file": str(file)})
        yield file


class Events(Sequence[StoredEvent]):
    """All events of a file as rows of a store; never all of them in memory."""

    def __init__(self, file: Path, count: int, progress: Progress) -> None:
        self._file = file
        self._count = count
        self._progress = progress
        self._furthest = 0

    def __len__(self) -> int:
        """How many there are."""
        return self._count

    @overload
    def __getitem__(self, at: int) -> StoredEvent: ...
    @overload
    def __getitem__(self, at: slice) -> list[StoredEvent]: ...
    def __getitem__(self, at: int | slice) -> StoredEvent | list[StoredEvent]:
        """One of them, or some, for which all before are read again."""
        if isinstance(at, slice):
            return list(islice(self, *at.indices(self._count)))
        return next(islice(self, range(self._count)[at], None))

    def __iter__(self) -> Iterator[StoredEvent]:
        """Every event once."""
        ids: dict[str, UUID] = {}
        done = 0
        with pq.ParquetFile(self._file) as opened:
            for batch in opened.iter_batches(AT_ONCE):
                match, version, topic, state = batch.columns
                rows = (match, version, topic, state.cast(pa.binary()))
                for name, *rest in zip(*(one.to_pylist() for one in rows), strict=True):
                    yield StoredEvent(ids.get(name) or ids.setdefault(name, UUID(name)), *rest)
                done += batch.num_rows
                self._furthest = max(done, self._furthest)  # a recorder may go through them more than once
                self._progress(self._furthest)

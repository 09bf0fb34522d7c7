"""One file with a tournament and all its matches: every stored event as it is, byte for byte; read back whole."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import IO, Final, NamedTuple
from uuid import UUID

import msgspec
from msgspec import Raw, Struct

from ludograph.domain.match.events import TOURNAMENT
from ludograph.domain.merge.merger import MatchMerger, MergeOutcome, MergePlan
from ludograph.domain.notation.strict_json import Unreadable
from ludograph.domain.store.base import translated_store_errors
from ludograph.domain.store.errors import Damaged
from ludograph.domain.store.recorder import Recorder
from ludograph.domain.store.streams import StoredRow
from ludograph.domain.tournaments.aggregate import Tournament
from ludograph.domain.tournaments.exchange.tournament_merger import TournamentMerger, belonging
from ludograph.domain.tournaments.verification import TOURNAMENTS, chain_kind
from ludograph.domain.verify.verification import MATCHES, Chain, StreamKind, follow_chain, read_chain

FORMAT: Final = 1
LINE: Final = 20_000_000
"""Bytes in a line: a correction of a long match is one event."""
WHOLE: Final = 500_000_000
"""Bytes in a file."""


class FileHeader(Struct, rename={"version": "ludograph_tournament"}):
    """The first line: which format this is, and what the file is about."""

    version: int
    tournament: UUID
    name: str


class EventLine(Struct, forbid_unknown_fields=True):
    """An event, as it is stored."""

    topic: str
    event: Raw


class End(Struct, forbid_unknown_fields=True):
    """The last line: the newest digest of all that the file holds, so that nothing can be missing from its end."""

    heads: dict[UUID, str]


class _Place(Struct):
    """What of an event says where it belongs."""

    version: int
    match: UUID | None = None
    tournament: UUID | None = None


class FileRecord(NamedTuple):
    """What a file holds of one match, or of the tournament, and the line of each event."""

    id: UUID
    rows: list[StoredRow]
    lines: list[int]

    @property
    def kind(self) -> StreamKind:
        """Whether it is a match or a tournament."""
        return TOURNAMENTS if self.rows[0].topic.partition(".")[0] == TOURNAMENT else MATCHES


def chains_of(recorder: Recorder, tournament: Tournament) -> tuple[list[Chain], list[UUID]]:
    """The chains of a tournament and its matches, and the damaged matches of which nobody can tell whose they are.

    Raises `Damaged` where one of them is damaged that belongs to it.
    """
    with translated_store_errors(recorder.place):
        ids = [id for id in belonging(recorder, tournament.state.name) if chain_kind(recorder, id) is MATCHES]
    found = {tournament.id: read_chain(recorder, tournament.id, TOURNAMENTS)} | {
        id: read_chain(recorder, id) for id in ids
    }
    damaged = {id: one.finding for id, one in found.items() if one.finding is not None}
    for id, finding in damaged.items():
        if id == tournament.id or id in set(tournament.state.matches):
            noun = TOURNAMENT if id == tournament.id else MATCHES.noun
            raise Damaged(id, finding.version or 1, finding.message, noun)
    return [one for id, one in found.items() if id not in damaged], list(damaged)


def tournament_file_lines(tournament: Tournament, chains: Sequence[Chain]) -> Iterator[bytes]:
    """The lines of a file, the tournament first."""
    yield msgspec.json.encode(FileHeader(FORMAT, tournament.id, tournament.state.name))
    for one in chains:
        yield from (msgspec.json.encode(EventLine(row.topic, Raw(row.state))) for row in one.rows)
    yield msgspec.json.encode(End({UUID(one.rows[0].match): one.events[-1].digest for one in chains}))


def records_in(file: IO[bytes]) -> list[FileRecord]:
    """What a file holds, each chain sound and whole. Raises `Unreadable` with the line."""
    lines = _lines(file)
    _check_head(next(lines, b""))
    found: dict[UUID, FileRecord] = {}
    number, end = 1, None
    for number, line in enumerate(lines, start=2):
        if end is not None:
            raise Unreadable("The file goes on after its last line.", 1, number)
        end = _taken(line, number, found)
    if end is None:
        raise Unreadable("The file ends here, before its last line: it was cut off. Export it again.", 1, number)
    _check_whole(list(found.values()), end, number)
    return list(found.values())


def _lines(file: IO[bytes]) -> Iterator[bytes]:
    """The lines of a file, each no longer than one may be. Raises `Unreadable`."""
    size = 0
    for number, line in enumerate(iter(partial(file.readline, LINE + 1), b""), start=1):
        size += len(line)
        if len(line) > LINE:
            raise Unreadable(f"This line is too long: a line holds at most {LINE:,} bytes.", 1, number)
        if size > WHOLE:
            raise Unreadable(f"The file is too long: it holds at most {WHOLE:,} bytes.", 1, number)
        yield line


def _check_head(line: bytes) -> None:
    try:
        head = msgspec.json.decode(line, type=FileHeader)
    except (msgspec.DecodeError, RecursionError) as wrong:
        hint = " `ludograph import` takes match files." if line.startswith(b'{"ludograph":') else ""
        why = f"This is no file of a tournament, as `ludograph tournament export` writes it.{hint}"
        raise Unreadable(why, 1, 1) from wrong
    if head.version > FORMAT:
        raise Unreadable("The file was written by a newer Ludograph: update this one to read it.", 1, 1)


def _taken(line: bytes, number: int, found: dict[UUID, FileRecord]) -> End | None:
    """Adds an event to its record; or the end of the file. Raises `Unreadable`."""
    try:
        if line.startswith(b'{"heads"'):
            return msgspec.json.decode(line, type=End)
        read = msgspec.json.decode(line, type=EventLine)
        state = bytes(read.event)
        place = msgspec.json.decode(state, type=_Place)
    except (msgspec.DecodeError, RecursionError) as wrong:
        why = "This is no event of a tournament or a match: the line was altered, or cut off."
        raise Unreadable(why, 1, number) from wrong
    id = place.tournament or place.match  # a decision about a match names both
    if id is None:
        raise Unreadable("This event does not say to what it belongs.", 1, number)
    record = found.setdefault(id, FileRecord(id, [], []))
    record.rows.append(StoredRow(number, id.hex, place.version, read.topic, state))
    record.lines.append(number)
    return None


def _check_whole(records: Sequence[FileRecord], end: End, last: int) -> None:
    """Follows every chain to the digest that the end of the file names. Raises `Unreadable`."""
    for record in records:
        found = follow_chain(record.kind, record.id, record.rows)
        if found.finding is not None:
            at = min(found.finding.version or 1, len(record.lines))
            raise Unreadable(found.finding.message, 1, record.lines[at - 1])
        if end.heads.get(record.id) != found.events[-1].digest:
            why = f"The last line says that {record.kind.noun} {record.id} ends with another event."
            raise Unreadable(why, 1, last)
    missing = next((id for id in end.heads if id not in {record.id for record in records}), None)
    if missing is not None:
        raise Unreadable(f"The last line names {missing}, of which nothing stands in the file.", 1, last)
    if [record.kind for record in records].count(TOURNAMENTS) != 1:
        raise Unreadable("A file holds one tournament, and this one does not.", 1, last)


def take(recorder: Recorder, records: Iterable[FileRecord]) -> list[MergeOutcome]:
    """Records what a file holds, all of it or nothing; what is there already is skipped. Raises `StoreError`.

    Where decisions stand against each other, a match went apart from what is here or cannot be played, nothing is
    recorded.
    """
    plans = [_plan(recorder, record) for record in records]
    if all(plan.outcome.status in ("copied", "carried on", "united", "already") for plan in plans):
        rows = [row for plan in plans for row in plan.rows]
        if rows:
            recorder.insert(rows, [plan.head for plan in plans if plan.head is not None])
    return [plan.outcome for plan in plans]


def _plan(recorder: Recorder, record: FileRecord) -> MergePlan:
    """What is to become of one record; nothing is decided here, so that no other store is ever asked."""
    merger = TournamentMerger if record.kind is TOURNAMENTS else MatchMerger
    return merger(recorder, recorder).plan(record.id, follow_chain(record.kind, record.id, record.rows))

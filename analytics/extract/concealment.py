"""Events as an observer knows them, so that the archive made of them holds nothing else.

What withholds is `domain.kernel.conceal`, as everywhere; here its results only go back into the shape of stored rows.
Events that an observer may not know of are left out, and the others are numbered without them.
"""

from bisect import bisect
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple
from uuid import UUID

import pyarrow as pa
from duckdb import DuckDBPyConnection
from msgspec.structs import replace

from ludograph.analytics.extract.observers import ObserverName
from ludograph.analytics.extract.source import Batch
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE, TABLE
from ludograph.domain.match.events import (
    AnyAmended,
    CorrectedStart,
    Event,
    MatchStarted,
    NoteAdded,
    Step,
    StepsAmended,
    encoded,
)
from ludograph.domain.match.views import concealed, concealed_event, concealed_start, sees_note
from ludograph.domain.store.errors import Damaged
from ludograph.domain.store.event_mapper import event_in


class ObserverInMatch:
    """Who the observer is in one match, start after start: what one seat knows at most, whatever is put right in names.

    The seat is the first at which the name stood; where it stands elsewhere, or not at all, they are `table`. For
    cards are dealt to seats: by a name that was exchanged with another two hands could be known.
    """

    def __init__(self, name: ObserverName, starts: Iterable[tuple[str, ...]] = ()) -> None:
        self._name = name
        self._seat: Observer = TABLE
        self.current: Observer = TABLE
        for players in starts:
            self.begin(players)

    def begin(self, players: tuple[str, ...]) -> None:
        """The match begins so, or is said to have begun so."""
        found = self._name.seat(players)
        self._seat = self._seat or found
        self.current = found if found == self._seat else TABLE


def observer_of(events: Iterable[Event], name: ObserverName) -> Observer:
    """Who the observer is in a match after all its events."""
    observer = ObserverInMatch(name)
    for event in events:
        if (players := _seated(event)) is not None:
            observer.begin(players)
    return observer.current


def _seated(event: Event) -> tuple[str, ...] | None:
    """Who plays by an event that says how a match began; None where it says nothing of it."""
    start = event.start if isinstance(event, StepsAmended) else event
    return start.players if isinstance(start, MatchStarted | CorrectedStart) else None


class ConcealmentState(NamedTuple):
    """What is known already of a match: who the observer is, and how many of its events they may know of."""

    observer: ObserverInMatch
    events: int


class Concealer:
    """Conceals batches, one after the other."""

    def __init__(self, connection: DuckDBPyConnection, name: ObserverName) -> None:
        self._connection = connection
        self._name = name
        self._seen: dict[str, ConcealmentState] = {}
        self._left_out: dict[str, list[int]] = {}
        """Which events of matches that are corrected nobody but the judge may know of."""

    def concealed(self, batch: Batch) -> Batch:
        """The batch as the observer knows it. Raises `Damaged` where an event cannot be read."""
        self._look_up({match for match in batch.events.column("match").to_pylist() if match})
        self._left_out = _left_out(batch)
        rows = list(self._rows(batch.events))
        events = pa.Table.from_pylist(rows, schema=batch.events.schema)
        # The head counts events too, so that it counts those alone that are known.
        heads = [
            head | {"events": self._seen[head["match"]].events}
            for head in batch.heads.to_pylist()
            if head["match"] in self._seen
        ]
        return batch._replace(events=events, heads=pa.Table.from_pylist(heads, schema=batch.heads.schema))

    def forget(self) -> None:
        """What was remembered may not have become part of the archive, or be too much: it is looked up again."""
        self._seen = {}

    def _rows(self, events: pa.Table) -> Iterator[dict[str, Any]]:
        for row in events.to_pylist():
            event = event_in(UUID(row["match"] or ""), row["version"], row["topic"], (row["state"] or "").encode())
            if isinstance(event, MatchStarted):
                self._seen[row["match"]] = ConcealmentState(ObserverInMatch(self._name), 0)
            if row["match"] not in self._seen:  # its start could not be read, so that nobody knows who the observer is
                continue
            observer, count = self._seen[row["match"]]
            if (players := _seated(event)) is not None:
                observer.begin(players)
            # A correction of names counts from its own event on: what came before stays as its observer knew it then.
            known = event_as_known(event, observer.current)
            if isinstance(known, StepsAmended):
                known = _renumbered(known, self._left_out.get(row["match"], []))
            if known is not None:
                # Numbered without gaps, for a gap would tell that something was recorded which they may not know of.
                self._seen[row["match"]] = ConcealmentState(observer, count + 1)
                yield row | {"version": count + 1, "state": encoded(known).decode()}

    def _look_up(self, matches: set[str]) -> None:
        """Remembers of these matches what earlier batches brought."""
        # An earlier batch may have been written by another run of the program: what it learned stands in the archive.
        missing = sorted(matches - set(self._seen))
        found = self._connection.execute(
            "SELECT replace(CAST(match AS VARCHAR), '-', ''), list(s.players ORDER BY s.version), any_value(m.events) "
            "FROM matches AS m JOIN entered.starts AS s USING (match) "
            "WHERE match IN (SELECT CAST(unnest(?) AS UUID)) GROUP BY match",
            [missing],
        ).fetchall()
        for match, starts, events in found:
            self._seen[match] = ConcealmentState(ObserverInMatch(self._name, map(tuple, starts)), events)


def event_as_known(event: Event, observer: Observer) -> Event | None:
    """An event as an observer knows it; None where they may not know that it is there."""
    if observer == JUDGE:
        return event
    if isinstance(event, MatchStarted):
        return concealed_start(event, observer)
    if isinstance(event, Step):
        return concealed(event, observer)
    if isinstance(event, NoteAdded) and not sees_note(event, observer):
        return None
    return concealed_event(event, observer)


def _left_out(batch: Batch) -> dict[str, list[int]]:
    """The notes for the judge alone on matches that are corrected in a batch, and those that cannot be read."""
    # A correction names events by their numbers, which have gaps for whoever may not know of a note: by these somebody
    # would learn that it is there. One that cannot be read may be for the judge alone, so that it counts as such.
    found: dict[str, list[int]] = defaultdict(list)
    columns = [batch.notes.column(name) for name in ("match", "version", "topic", "state")]
    raw = (one.cast(pa.binary()) if pa.types.is_string(one.type) else one for one in columns)
    for match, version, topic, state in zip(*(one.to_pylist() for one in raw), strict=True):
        with suppress(Damaged):
            event = event_in(UUID(match.decode()), version, topic.decode(errors="replace"), state)
            if isinstance(event, NoteAdded) and sees_note(event, TABLE):
                continue
        found[match.decode()].append(version)
    return found


def _renumbered(event: AnyAmended, left_out: list[int]) -> AnyAmended:
    """A correction whose entries say which they were by the numbers that events have without those left out."""
    steps = []
    for one in event.steps:
        was = one.was and replace(one.was, event=one.was.event - bisect(left_out, one.was.event))
        steps.append(replace(one, was=was))
    return replace(event, steps=tuple(steps))

"""An anchor: one digest of the whole store, kept outside of it, by which an end that was cut is found.

The chain of a match shows what was altered within it, but a match, or an end with its row in the table of heads, can be
gone without a trace. Rows are only ever added, in the order of their positions: so what stood when an anchor was made
is worked out again from as many events as it counted, however much was recorded since.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any, Final, NamedTuple
from uuid import UUID

from msgspec import Struct

from ludograph.domain.match.events import TOURNAMENT, broken, digest_before, digest_in
from ludograph.domain.store.base import translated_store_errors
from ludograph.domain.store.errors import StoreError
from ludograph.domain.store.recorder import Recorder
from ludograph.domain.store.streams import is_id

FORM: Final = b"ludograph anchor 1\n"
"""What the digest begins with, so that nothing else comes to the same."""


class AnchoredStream(NamedTuple):
    """Where a match or a tournament stood: the number of its newest event, and the digest of that."""

    noun: str
    id: UUID
    event: int
    head: str


class Anchor(Struct, frozen=True):
    """One digest of everything that stood, how much that was, and when."""

    anchor: str
    matches: int
    tournaments: int
    events: int
    recorded_at: datetime

    @property
    def short(self) -> str:
        """What fits on a slip, and is enough to be compared with the store itself."""
        return f"{self.events}:{self.anchor}"


class AnchorDifference(NamedTuple):
    """A match or a tournament that is not as it was anchored: what stood then, and what stands now, if anything."""

    then: AnchoredStream
    at: datetime | None
    now: AnchoredStream | None
    message: str


class NewestEvent(NamedTuple):
    """The newest event of a match among so many, and how many of its events are there: nothing in it is believed."""

    id: Any
    event: Any
    held: int
    topic: Any
    state: Any

    @property
    def is_sound(self) -> bool:
        """Whether it can be what was recorded, and nothing lacks before it."""
        return is_id(self.id) and self.event == self.held and not broken(self.topic, self.state)

    @property
    def anchored(self) -> AnchoredStream:
        """Where the match stands by it, if it is sound."""
        noun = TOURNAMENT if self.topic.startswith(f"{TOURNAMENT}.") else "match"
        return AnchoredStream(noun, UUID(self.id), self.event, digest_in(self.state))


def current_anchor(recorder: Recorder) -> tuple[Anchor, list[AnchoredStream]]:
    """The anchor of a store as it stands, and what it is made of. Raises `StoreError` where the store is damaged."""
    with translated_store_errors(recorder.place):
        rows = _newest(recorder)
    if not all(row.is_sound for row in rows):
        raise StoreError(
            f"{recorder.place} is damaged, and an anchor would hide that: `ludograph verify --all` says where."
        )
    # Asked after the rows, so that nothing in them is newer than this: the public sees an anchor when that is old.
    return anchor_of([row.anchored for row in rows], recorder.time())


def anchor_of(stood: Iterable[AnchoredStream], recorded_at: datetime) -> tuple[Anchor, list[AnchoredStream]]:
    """The anchor of all that stood, and that in the order of ids."""
    ordered = sorted(stood, key=lambda one: one.id)
    tournaments = sum(one.noun == TOURNAMENT for one in ordered)
    events = sum(one.event for one in ordered)
    return Anchor(anchor_digest(ordered), len(ordered) - tournaments, tournaments, events, recorded_at), ordered


def anchor_digest(stood: Iterable[AnchoredStream]) -> str:
    """One digest of all that stood, whatever order it comes in."""
    digest = sha256(FORM)
    for one in sorted(stood, key=lambda one: one.id):
        digest.update(f"{one.noun} {one.id} {one.event} {one.head}\n".encode())
    return digest.hexdigest()


def anchor_mismatch(recorder: Recorder, events: int, anchor: str) -> str | None:
    """Why the first so many events of a store do not come to an anchor; None where they do."""
    with translated_store_errors(recorder.place):
        rows = _newest(recorder, events)
    there = sum(row.held for row in rows)
    if there < events:
        return f"{events} events stood then, and {there} are there now: {events - there} at least are gone."
    if all(row.is_sound for row in rows) and anchor_digest(row.anchored for row in rows) == anchor:
        return None
    return (
        f"The first {events} events of this store do not come to this anchor: one of them was altered or removed, or "
        "they came in another order, as in a store that was copied or merged match by match; or a name was forgotten "
        "since. Which it is can be told with the file that `ludograph anchor -o FILE` or `ludograph serve` wrote."
    )


def differences(
    recorder: Recorder, stood: Sequence[tuple[AnchoredStream, datetime | None]]
) -> Iterator[AnchorDifference]:
    """Of each match that is not as it was anchored, the newest that stood and does not any more."""
    newest: dict[UUID, AnchorDifference] = {}
    for then, at in stood:
        known = newest.get(then.id)
        if known is not None and known.then.event >= then.event:
            continue
        with translated_store_errors(recorder.place):
            found = _difference(recorder, then, at)
        if found is not None:
            newest[then.id] = found
    yield from newest.values()


def _difference(recorder: Recorder, then: AnchoredStream, at: datetime | None) -> AnchorDifference | None:
    """How a match differs from what stood; None where exactly that is there, whatever came after it."""
    if (topic_and_state := recorder.store.event_row(then.id, then.event)) is not None:
        topic, state = topic_and_state
        if not broken(topic, state) and digest_in(state) == then.head:
            return None
    now = _stands(recorder, then.id)
    if now is None:
        return AnchorDifference(then, at, None, f"Nothing of this {then.noun} is left that can be read.")
    if topic_and_state is not None:
        return AnchorDifference(then, at, now, _other_than_then(recorder, then))
    if now.event > then.event:
        return AnchorDifference(then, at, now, f"Event {then.event} is missing.")
    gone = f"events {now.event + 1} to {then.event} are" if then.event - now.event > 1 else f"event {then.event} is"
    return AnchorDifference(then, at, now, f"The end was cut: {gone} missing.")


def _other_than_then(recorder: Recorder, then: AnchoredStream) -> str:
    """What is said of an event with another digest: after a name was forgotten, all that follow are others."""
    store = recorder.store
    for version, state in store.fetch(store.statements["forgettings"], (then.id.hex, then.event)):
        known = " That was its newest digest before." if digest_before(state) == then.head else ""
        return f"A name was forgotten in it since, by event {version}, so that this cannot be compared.{known}"
    return f"Event {then.event} is another than it was then."


def _stands(recorder: Recorder, id: UUID) -> AnchoredStream | None:
    """Where a match stands by the newest of its events that can be read; None where there is none."""
    rows = [row for row in recorder.store.stored_rows(id) if not row.lost and not broken(row.topic, row.state)]
    if not rows:
        return None
    last = rows[-1]
    return NewestEvent(id.hex, last.version, len(rows), last.topic, last.state).anchored


def _newest(recorder: Recorder, events: int | None = None) -> list[NewestEvent]:
    """Of each match its newest event, among all events or the first so many."""
    store = recorder.store
    if events is None:
        return [NewestEvent(*row) for row in store.fetch(store.statements["newest_events"])]
    return [NewestEvent(*row) for row in store.fetch(store.statements["newest_of_first"], (events,))]

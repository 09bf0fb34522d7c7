"""What is sent to those who follow a match: a message for each event, as far as an observer knows it."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Final

from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.events import (
    AnyDealEntered,
    AnyStarted,
    AnyStep,
    ConfirmationWithdrawn,
    DealEntered,
    Event,
    MatchAbandoned,
    MatchForked,
    MatchReopened,
    MatchStarted,
    NameForgotten,
    NoteAdded,
    RecordKept,
    ResultConfirmed,
    RulingMade,
    RulingWithdrawn,
    Step,
    StepsAmended,
    StepsTakenBack,
    start_of,
    steps_of,
)
from ludograph.domain.match.history import HistoryEntry
from ludograph.domain.match.views import is_remark_for_others, last_told
from ludograph.domain.notation.values import json_text
from ludograph.replay.service.http.cursors import DIGITS, RecordCursor
from ludograph.replay.service.http.stream_writer import PART, StreamPiece, piece_of
from ludograph.replay.service.live.worker_threads import WorkerThreads
from ludograph.replay.shapes.matches import start_json, step_json, time_json

KINDS: Final[dict[type[Event], str]] = {
    MatchStarted: "started",
    MatchForked: "started",
    Step: "step",
    StepsTakenBack: "taken_back",
    StepsAmended: "amended",
    DealEntered: "dealt",
    NoteAdded: "note",
    ResultConfirmed: "confirmed",
    ConfirmationWithdrawn: "confirmation_withdrawn",
    RulingMade: "ruling",
    RulingWithdrawn: "ruling_withdrawn",
    MatchAbandoned: "abandoned",
    MatchReopened: "reopened",
    RecordKept: "other",
    NameForgotten: "other",
}
"""What a message says of its event."""
AT_ONCE: Final = 50
"""So many messages go out at once to those who come late."""


def told_cursor(history: Sequence[Event], observer: Observer) -> RecordCursor:
    """Return the cursor of an observer who has been told all that they may know of these events now."""
    version = last_told(history, observer)
    return RecordCursor(version, history[version - 1].digest[:DIGITS])


class MatchFeed(ABC):
    """What the followers of a match are told, made once for all who follow it as one observer.

    Each message has its cursor: `version` and `head`.

    Where a correction changes who plays, seats are others': a feed of before is not gone on with for a seat.
    """

    topic: ClassVar[str]
    """The first word of its topics."""

    def __init__(self, threads: WorkerThreads, observer: Observer, label: str) -> None:
        self.threads = threads
        self.observer = observer
        self.label = label
        """What its messages say that they are about."""

    @property
    @abstractmethod
    def version(self) -> int:
        """The version up to which there is something to tell: remarks for others are told with what comes next.

        So nobody who may not read a remark learns when it was made.
        """

    @abstractmethod
    async def take(self, match: Match) -> None:
        """Takes in what was recorded since; what was sent once is never changed."""

    @abstractmethod
    def after(self, version: int) -> Iterator[tuple[int, StreamPiece]]:
        """What is told to those who have all up to a version: pieces, each with the version up to which it tells."""

    def fresh(self, before: int) -> tuple[int, StreamPiece]:
        """What is told now to those who were told all that there was, and up to which version."""
        return next(self.after(before))


class EventFeed(MatchFeed):
    """A message for each event, as far as the observer knows it."""

    topic = "match"

    def __init__(self, threads: WorkerThreads, observer: Observer, label: str) -> None:
        super().__init__(threads, observer, label)
        self._events: list[tuple[Event, AnyStarted]] = []
        self._messages: dict[int, bytes] = {}
        self._version = 0

    @property
    def version(self) -> int:
        """The version of the last message that may be sent now."""
        return self._version

    async def take(self, match: Match) -> None:
        """Takes in what was recorded since; what was sent once is never changed."""
        self._match = match
        for event in match.history[len(self._events) :]:
            start = event if isinstance(event, MatchStarted) else self._events[-1][1]
            now = start_of(event, start) if isinstance(event, StepsAmended | DealEntered) else start
            self._events.append((event, now))
        self._version = last_told(match.history, self.observer)

    def after(self, version: int) -> Iterator[tuple[int, StreamPiece]]:
        """The messages after a version, some at a time with the last one's."""
        some: list[bytes] = []
        size = 0
        for at in range(version, self._version):
            some.append(self._message(at))
            size += len(some[-1])
            # In pieces: one write for many messages, and yet nobody's long match takes the loop for itself.
            if len(some) == AT_ONCE or size >= PART:
                yield at + 1, piece_of(b"".join(some))
                some.clear()
                size = 0
            version = at + 1
        if some:
            yield version, piece_of(b"".join(some))

    def id_of(self, cursor: RecordCursor) -> str:
        """The `id:` of a message: the version alone, a number as it was promised to other programs."""
        return str(cursor.version)

    def kinds(self, version: int) -> list[str]:
        """The kinds of the messages after a version."""
        return [self._kind(event) for event, _ in self._events[version : self._version]]

    def _message(self, at: int) -> bytes:
        # Made once and never changed, for whatever was sent: what a follower has and what it missed fit together (123).
        found = self._messages.get(at)
        if found is None:
            event, start = self._events[at]
            # The id is the version, so a browser that lost its connection says by itself where to go on (123).
            cursor, kind = RecordCursor(at + 1, event.digest[:DIGITS]), self._kind(event)
            message = {"topic": self.label, **cursor._asdict(), "kind": kind}
            if not is_remark_for_others(event, self.observer):
                message |= self._said(event, start)
            sent = f"id: {self.id_of(cursor)}\nevent: {kind}\ndata: {json_text(message)}\n\n"
            found = self._messages[at] = sent.encode()
        return found

    def _kind(self, event: Event) -> str:
        """What a message says of its event; of a note for others no more than that there is an event."""
        # Not left out: the ids of messages are versions, and those count every event.
        return "other" if is_remark_for_others(event, self.observer) else KINDS[type(event)]

    def _said(self, event: Event, start: AnyStarted) -> dict[str, Any]:
        """What is sent of an event besides its version and kind."""
        if isinstance(event, MatchStarted):
            return {"step": start_json(self._match, HistoryEntry(event, start.players, 0), self.observer)}
        if isinstance(event, Step):
            return {"step": self._step(event, start)}
        if isinstance(event, StepsAmended):
            return self._amended(event, start)
        if isinstance(event, StepsTakenBack | RulingWithdrawn | ConfirmationWithdrawn):
            return self._which(event) | self._signed(event)
        if isinstance(event, DealEntered):
            return self._dealt(event, start)
        return {"recorded_at": time_json(event.recorded_at), **self._text(event)}

    def _which(self, event: Event) -> dict[str, Any]:
        """What is taken back or withdrawn."""
        if isinstance(event, RulingWithdrawn):
            return {"ruling": event.number}
        return {"to": event.to} if isinstance(event, StepsTakenBack) else {}

    def _step(self, step: AnyStep, start: AnyStarted) -> dict[str, Any]:
        return step_json(self._match, HistoryEntry(step, start.players, step.number), self.observer)

    def _amended(self, event: StepsAmended[Any, Any, Any, Any], start: AnyStarted) -> dict[str, Any]:
        """All steps that stand since a correction from its first on, so that a follower can put them in the place."""
        lines = [self._step(step, start) for step in steps_of(event)]
        if event.start is not None:
            lines.insert(0, start_json(self._match, HistoryEntry(start, start.players, 0), self.observer))
        return {"at": event.at, "steps": lines, "players": list(start.players), **self._signed(event)}

    def _dealt(self, event: AnyDealEntered, start: AnyStarted) -> dict[str, Any]:
        """The setup, as the message of a start has it: it takes the place of that."""
        step = start_json(self._match, HistoryEntry(start, start.players, 0), self.observer)
        return {"step": step, "recorded_at": time_json(event.recorded_at)}

    def _signed(
        self, event: StepsTakenBack | StepsAmended[Any, Any, Any, Any] | RulingWithdrawn | ConfirmationWithdrawn
    ) -> dict[str, Any]:
        """Who put something right and why, for those who may know."""
        when = {"recorded_at": time_json(event.recorded_at)}
        if self.observer == JUDGE or getattr(event, "public", False):
            return {"reason": event.reason, "by": event.by, **when}
        return when

    def _text(self, event: Event) -> dict[str, Any]:
        """The text of a note that the observer may read, or of a ruling if they may read that."""
        if isinstance(event, NoteAdded):
            return {"about": event.step, "text": event.text}
        if isinstance(event, RulingMade) and (self.observer == JUDGE or not event.private):
            return {"about": event.step, "text": event.text}
        return {}


class CursorFeed(EventFeed):
    """A message for each event with the whole cursor as `id:`, which a browser shows when it reconnects by itself."""

    def id_of(self, cursor: RecordCursor) -> str:
        """The `id:` of a message."""
        return str(cursor)

"""What is sent to those who follow a match: a message for each event, as far as an observer knows it."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final
from weakref import WeakValueDictionary

from domain.kernel.conceal import Observer
from domain.kernel.game import JUDGE
from domain.notation.values import json_text
from domain.records.events import (
    Event,
    MatchAbandoned,
    MatchReopened,
    MatchStarted,
    NoteAdded,
    ResultConfirmed,
    RulingMade,
    Step,
    StepsAmended,
    StepsTakenBack,
    start_of,
    steps_of,
)
from domain.records.history import Told
from domain.records.match import AnyStarted, Match
from domain.records.views import sees_note
from replay.shapes.matches import moment, start_json, step_json

KINDS: Final[dict[type[Event], str]] = {
    MatchStarted: "started",
    Step: "step",
    StepsTakenBack: "taken_back",
    StepsAmended: "amended",
    NoteAdded: "note",
    ResultConfirmed: "confirmed",
    RulingMade: "ruling",
    MatchAbandoned: "abandoned",
    MatchReopened: "reopened",
}
"""What a message says of its event."""


class Feed:
    """The messages of one match for one observer, each made once for all who follow with these eyes.

    Where a correction changes who plays, seats are others': a feed of before is not gone on with.
    """

    def __init__(self, observer: Observer) -> None:
        self._observer = observer
        self._messages: list[bytes] = []
        self._times: list[datetime] = []
        self._start: AnyStarted | None = None

    def upto(self, match: Match) -> None:
        """Takes in what was recorded since; what was sent once is never changed."""
        for event in match.history[len(self._messages) :]:
            message = {"version": event.originator_version, "kind": self._kind(event)} | self._said(match, event)
            sent = f"id: {event.originator_version}\nevent: {message['kind']}\ndata: {json_text(message)}\n\n"
            self._messages.append(sent.encode())
            self._times.append(event.recorded_at)

    def after(self, version: int, until: datetime | None) -> Iterator[tuple[int, bytes]]:
        """The messages after a version with their own; of events recorded later than that time none."""
        for at in range(version, len(self._messages)):
            if until is not None and self._times[at] > until:
                return
            yield at + 1, self._messages[at]

    def next_time(self, version: int) -> datetime | None:
        """When the event after a version was recorded; None where there is none yet."""
        return self._times[version] if version < len(self._times) else None

    def _kind(self, event: Event) -> str:
        """What a message says of its event; of a remark that is for others no more than that there is an event."""
        return "other" if isinstance(event, NoteAdded) and not sees_note(event, self._observer) else KINDS[type(event)]

    def _said(self, match: Match, event: Event) -> dict[str, Any]:
        """What is sent of an event besides its version and kind."""
        if isinstance(event, MatchStarted):
            self._start = event
            return {"step": start_json(match, self._told(match, event, 0), self._observer)}
        if isinstance(event, Step):
            return {"step": step_json(match, self._told(match, event, event.number), self._observer)}
        if isinstance(event, StepsTakenBack):
            return {"to": event.to, **self._signed(event)}
        if isinstance(event, StepsAmended):
            return self._amended(match, event)
        return {"recorded_at": moment(event.recorded_at), **self._remark(event)}

    def _amended(self, match: Match, event: StepsAmended[Any, Any, Any, Any]) -> dict[str, Any]:
        """All steps that stand since a correction from its first on, so that a follower can put them in the place."""
        assert self._start is not None
        self._start = start_of(event, self._start)
        lines = [step_json(match, self._told(match, step, step.number), self._observer) for step in steps_of(event)]
        if event.start is not None:
            lines.insert(0, start_json(match, self._told(match, self._start, 0), self._observer))
        return {"at": event.at, "steps": lines, "players": list(self._start.players), **self._signed(event)}

    def _signed(self, event: StepsTakenBack | StepsAmended[Any, Any, Any, Any]) -> dict[str, Any]:
        """Who put something right and why, for those who may know."""
        when = {"recorded_at": moment(event.recorded_at)}
        if self._observer == JUDGE or getattr(event, "public", False):
            return {"reason": event.reason, "by": event.by, **when}
        return when

    def _remark(self, event: Event) -> dict[str, Any]:
        """The text of a remark or a ruling, where these eyes may read it."""
        if isinstance(event, NoteAdded) and sees_note(event, self._observer):
            return {"about": event.step, "text": event.text}
        if isinstance(event, RulingMade) and (self._observer == JUDGE or not event.private):
            return {"about": event.step, "text": event.text}
        return {}

    def _told(self, match: Match, event: Event, place: int) -> Told:
        players = match.players if self._start is None else self._start.players
        return Told(event, players, place)


class Feeds:
    """The feeds that anybody follows, each once."""

    def __init__(self) -> None:
        self._feeds: WeakValueDictionary[tuple[object, Observer, tuple[str, ...]], Feed] = WeakValueDictionary()

    def feed(self, match: Match, observer: Observer) -> Feed:
        """The feed of a match for an observer, up to now. Whoever holds it keeps it in being."""
        key = (match.id, observer, match.players)
        found = self._feeds.get(key)
        if found is None:
            found = self._feeds[key] = Feed(observer)
        found.upto(match)
        return found

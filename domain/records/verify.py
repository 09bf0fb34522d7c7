"""Whether a match is still what was recorded: the chain of digests, and every action decided again."""

from typing import Any, NamedTuple
from uuid import UUID

from eventsourcing.persistence import StoredEvent
from msgspec import Struct

from domain.kernel.chance import Written
from domain.kernel.game import Game, Impossible, Refused
from domain.kernel.play import begin, play
from domain.records.events import Event, MatchStarted, Step, broken
from domain.records.match import Match, rebuilt
from domain.records.recorder import UNFOLDABLE, Recorder, head_of
from domain.records.sqlite import Damaged, Head, Position, telling


class Finding(NamedTuple):
    """The first thing found wrong: at which step (as far as it can be told) and which event of the match."""

    step: int | None
    version: int
    message: str


class Verdict(Struct, frozen=True):
    """What came of checking a match; `head` is the digest of its newest event, and fits on a result slip."""

    match: UUID
    head: str
    finding: Finding | None

    @property
    def ok(self) -> bool:
        """Whether nothing was found."""
        return self.finding is None


def verify(recorder: Recorder, id: UUID) -> Verdict:
    """Checks a match: rows missing, altered, inserted or swapped, then its actions under today's rules."""
    with telling(recorder.path):
        rows = recorder.heads.rows(id)
        heads = recorder.heads.heads(id.hex)
    events: list[Event] = []
    finding = _check_rows(recorder, id, rows, events)
    if finding is None:
        finding = _check_head(events, heads[0] if heads else None) or _check_play(events, heads[0])
    return Verdict(id, events[-1].digest if events else "", finding)


def holds(recorder: Recorder, id: UUID, digest: str) -> bool:
    """Whether some event of the match has this digest, or one that begins like it (at least 8 characters)."""
    events = recorder.events.get(id)
    return len(digest) >= 8 and any(getattr(event, "digest", "").startswith(digest.lower()) for event in events)


def _check_rows(recorder: Recorder, id: UUID, rows: list[Position], events: list[Event]) -> Finding | None:
    """Follows the chain; `events` takes those that are sound."""
    step: int | None = 0
    position = 0
    for version, row in enumerate(rows, start=1):
        if row.match != id.hex or row.version != version:
            return Finding(
                step, version, f"Event {version} is missing: it was removed, or another was put in its place."
            )
        if row.row <= position:
            return Finding(step, version, f"Event {version} was moved: it lies before the one that it follows.")
        position = row.row
        stored = StoredEvent(id, version, row.topic, row.state)
        finding = _check_row(recorder, stored, events[-1].digest if events else "", step)
        if isinstance(finding, Finding):
            return finding
        events.append(finding)
        step = _next_step(finding)
    return None if events else Finding(None, 1, "No event of this match is left.")


def _check_row(recorder: Recorder, row: StoredEvent, previous: str, step: int | None) -> Event | Finding:
    version = row.originator_version
    if broken(row.topic, row.state):
        return Finding(step, version, "What is stored is not what was recorded: its digest does not fit.")
    try:
        event: Event = recorder.mapper.to_domain_event(row)  # type: ignore[assignment]
    except Damaged as wrong:
        return Finding(step, version, str(wrong))
    if event.previous != previous:
        return Finding(step, version, "It does not follow the event before it: one of them was exchanged.")
    return event


def _next_step(event: Event) -> int | None:
    """The step that the next event is most likely about."""
    if isinstance(event, Step):
        return event.number + 1
    return 1 if isinstance(event, MatchStarted) else getattr(event, "to", None)


def _check_head(events: list[Event], head: Any) -> Finding | None:
    last = events[-1]
    step = next((event.number for event in reversed(events) if isinstance(event, Step)), 0)
    if head is None:
        return Finding(
            step, last.originator_version, "The table of heads does not know this match: its row was removed."
        )
    if isinstance(head.version, int) and head.version > last.originator_version:
        missing = f"events {last.originator_version + 1} to {head.version} are missing"
        return Finding(step + 1, last.originator_version + 1, f"The end was removed: {missing}.")
    if (head.version, head.digest) != (last.originator_version, last.digest):
        return Finding(step, last.originator_version, "The table of heads names another digest for the newest event.")
    return None


def _check_play(events: list[Event], head: Head) -> Finding | None:
    """Decides everything again; a step that was taken back is decided where it stood."""
    match: Match | None = None
    for event in events:
        try:
            problem = _check_event(match, event)
        except (Refused, Impossible) as wrong:
            problem = f"Under today's rules this is refused ({getattr(wrong, 'rule', None) or 'no rule'}): {wrong}"
        except UNFOLDABLE as wrong:
            problem = f"Under today's rules this cannot be played at all ({type(wrong).__name__}: {wrong})."
        if problem is not None:
            return Finding(getattr(event, "number", 0), event.originator_version, problem)
        match = rebuilt(match, [event])
    if match is not None and head not in (head_of(match), head_of(match)._replace(result="")):
        return Finding(
            len(match.steps), match.version, "The table of heads says something else about how the match stands."
        )
    return None


def _check_event(match: Match | None, event: Event) -> str | None:
    if isinstance(event, MatchStarted):
        return _check_start(event)
    assert match is not None
    if not isinstance(event, Step):
        return None
    if event.number != len(match.states):
        return f"It says it is step {event.number}, but it stands as step {len(match.states)}."
    chance = Written(match.game.deck, event.drawn or None, event.shuffled)
    again = play(match.game, match.state, event.actor, event.action, chance)
    if again.facts != event.facts:
        return "Under today's rules other facts follow from this action."
    return None


def _check_start(start: MatchStarted[Any, Any, Any]) -> str | None:
    game: Game = rebuilt(None, [start]).game  # type: ignore[union-attr]
    again = begin(game, start.options, len(start.players), start.deal, Written(game.deck))
    return None if again.facts == start.facts else "Under today's rules other facts follow from this setup."

"""What others recorded while somebody made an entry: told to a scribe who was not the first, card and all."""

from typing import Any, Final

from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE, verb_of
from ludograph.domain.kernel.sentences import Speaker
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.as_of import after_event
from ludograph.domain.match.events import (
    AnyStep,
    ConfirmationWithdrawn,
    DealEntered,
    Event,
    MatchStarted,
    NoteAdded,
    ResultConfirmed,
    Step,
    StepsAmended,
    StepsTakenBack,
)
from ludograph.domain.match.history import HistoryEntry
from ludograph.domain.match.views import concealed, is_remark_for_others
from ludograph.domain.notation.values import ValueWriter, text_of
from ludograph.domain.notation.visible_text import visible
from ludograph.replay.sentences.event_sentences import tell_event
from ludograph.replay.sentences.step_sentences import tell_step
from ludograph.replay.service.live.messages import KINDS
from ludograph.replay.shapes.matches import start_json, step_json
from ludograph.replay.timeline.timeline import Timeline

Json = dict[str, Any]
MOST: Final = 20
"""So many of the newest events are told: whoever missed more looks at the match."""


def recorded_since(match: Match, version: int, observer: Observer) -> list[Json]:
    """Every event after a version, as far as an observer knows it: in sentences, and as whoever enters it says it."""
    first = max(version, match.version - MOST, 0)
    return [_news(after_event(match, at), observer) for at in range(first + 1, match.version + 1)]


def _news(match: Match, observer: Observer) -> Json:
    """The newest event of a match."""
    event = match.history[-1]
    hidden = is_remark_for_others(event, observer)
    return {
        "version": match.version,
        "kind": "other" if hidden else KINDS[type(event)],
        "told": [visible(text) for text in _told(match, event, observer)],
        "entry": None if hidden else _entry(match, event, observer),
    }


def _told(match: Match, event: Event, observer: Observer) -> list[str]:
    if isinstance(event, MatchStarted | Step | DealEntered):
        return _told_steps(match, observer, len(match.steps))
    told = tell_event(event, match.players, observer)
    changed = _told_steps(match, observer, event.at) if isinstance(event, StepsAmended) and event.at else []
    return [told or "A remark for somebody else.", *changed]


def _told_steps(match: Match, observer: Observer, at: int) -> list[str]:
    """A step that stands, in words; nothing where none of that number does."""
    timeline, speaker = Timeline(match, observer), Speaker(match.game.deck, match.players)
    return tell_step(match.game, speaker, timeline[at]) if at < len(timeline) else []


def _entry(match: Match, event: Event, observer: Observer) -> Json | None:
    """What was entered, in the words of a request."""
    if isinstance(event, Step):
        return _action(match, event, observer)
    if isinstance(event, DealEntered):
        return start_json(match, HistoryEntry(match.start, match.players, 0), observer)["deal"]  # type: ignore[no-any-return]
    if isinstance(event, StepsTakenBack):
        return {"to": event.to}
    if isinstance(event, StepsAmended):
        lines = [_action(match, one, observer) for one in match.steps if one.number == event.at]
        return {"step": event.at, "how": event.how, "lines": lines}
    if isinstance(event, ResultConfirmed | ConfirmationWithdrawn):
        who = "judge" if event.seat == JUDGE else match.name(event.seat)
        return {"as": who, "withdraw": isinstance(event, ConfirmationWithdrawn)}
    return {"step": event.step, "text": event.text} if isinstance(event, NoteAdded) else None


def _action(match: Match, step: AnyStep, observer: Observer) -> Json:
    """A step as an entry says it: as an object, and as a line."""
    found = step_json(match, HistoryEntry(step, match.players, step.number), observer)
    action = concealed(step, observer).action
    verb = verb_of(type(action).__name__)
    text = text_of(match.game, verb, {"do": verb} | ValueWriter(match.players, unknown="??").fields(action))
    return {"seat": found["seat"], **found["action"], "drawn": found["drawn"], "line": f"{step.actor} {text}"}

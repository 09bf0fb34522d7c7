"""What happened in a match, as JSON: a line for each step that was ever recorded."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.sentences import Speaker
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.events import MatchStarted, Step
from ludograph.domain.match.history import HistoryEntry, history
from ludograph.domain.match.views import concealed, concealed_start
from ludograph.replay.beats.beats import beat_groups, beats_of
from ludograph.replay.sentences.step_sentences import DEAL_AWAITED, tell_action
from ludograph.replay.shapes.matches import start_json, step_json
from ludograph.replay.timeline.timeline import Timeline


def log_json(
    match: Match, observer: Observer, holds: Callable[[int], bool], *, beats: bool = False, terse: bool = False
) -> Iterator[dict[str, Any]]:
    """A line for each step whose number it `holds`, as they were recorded, with its beats where they are wanted."""
    timeline = Timeline(match, observer)
    for told in history(match):
        more = {}
        if isinstance(told.event, Step | MatchStarted) and beats:
            texts = enumerate(log_beats(timeline, told, terse=terse), start=1)
            more["beats"] = [{"beat": at, "told": [*one.told]} for at, one in texts]
        if isinstance(told.event, Step) and holds(told.event.number):
            yield step_json(match, told, observer) | more
        elif isinstance(told.event, MatchStarted) and holds(0):
            yield start_json(match, told, observer) | more


class LogBeat(NamedTuple):
    """What is told of a step in one breath, or of a part of a score, which is in a sentence of the step too."""

    told: tuple[str, ...]
    is_part: bool = False


def log_beats(timeline: Timeline, told: HistoryEntry, *, terse: bool = False) -> list[LogBeat]:
    """What followed from a step or the start, beat by beat as they are numbered, with reasons if it is not `terse`.

    What stands no more is told without, for the table on which it happened is there no longer.
    """
    match, event = timeline.match, told.event
    if isinstance(event, Step) and not told.superseded and told.players == match.players:
        found = beats_of(timeline, event.number)
        return [LogBeat((one.terse or one.told) if terse else one.told, one.part is not None) for one in found]
    return [LogBeat(tuple(one)) for one in beats_told(match, told, timeline.observer)]


def beats_told(match: Match, told: HistoryEntry, observer: Observer) -> list[list[str]]:
    """What followed from a step or the start, beat by beat without reasons; nothing where an event is neither."""
    speaker, event, then = Speaker(match.game.deck, told.players), told.event, told.observer_then(match, observer)
    if not isinstance(event, Step | MatchStarted):
        return []
    seen = concealed_start(event, then) if isinstance(event, MatchStarted) else concealed(event, then)
    if isinstance(seen, MatchStarted) and seen.deal is None:
        return [] if told.superseded else [[DEAL_AWAITED]]
    beats = [sentences for _, sentences in beat_groups(match.game, speaker, seen.facts)]
    if isinstance(seen, Step) and not any(beats):
        return [tell_action(match.game, speaker, seen)]
    return beats

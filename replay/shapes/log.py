"""What happened in a match, as JSON: a line for each step that was ever recorded."""

from collections.abc import Callable, Iterator
from typing import Any

from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.sentences import Speaker
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.events import MatchStarted, Step
from ludograph.domain.match.history import HistoryEntry, history
from ludograph.domain.match.views import concealed, concealed_start
from ludograph.replay.beats.beats import beat_groups
from ludograph.replay.sentences.step_sentences import DEAL_AWAITED, tell_action
from ludograph.replay.shapes.matches import start_json, step_json


def log_json(
    match: Match, observer: Observer, holds: Callable[[int], bool], *, beats: bool = False
) -> Iterator[dict[str, Any]]:
    """A line for each step whose number it `holds`, as they were recorded, with its beats where they are wanted."""
    for told in history(match):
        more = {}
        if isinstance(told.event, Step | MatchStarted) and beats:
            texts = enumerate(beats_told(match, told, observer), start=1)
            more["beats"] = [{"beat": at, "told": one} for at, one in texts]
        if isinstance(told.event, Step) and holds(told.event.number):
            yield step_json(match, told, observer) | more
        elif isinstance(told.event, MatchStarted) and holds(0):
            yield start_json(match, told, observer) | more


def beats_told(match: Match, told: HistoryEntry, observer: Observer) -> list[list[str]]:
    """What followed from a step or the start, beat by beat; nothing where an event is neither."""
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

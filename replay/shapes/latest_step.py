"""What happened last in a match, in words and cards, and what everybody has now: for lists and large screens."""

from collections.abc import Iterator
from typing import Any, Final

from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.scene import EMPTY, Grid, Part, Pile, Row, Scene, Zone
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.events import StepsAmended
from ludograph.domain.notation.visible_text import visible
from ludograph.replay.beats.beats import about_in, beats_of, previous, state_at
from ludograph.replay.beats.climax import climax_of
from ludograph.replay.beats.marks import Marks, aimed_at, marks
from ludograph.replay.sentences.ending import ending_of
from ludograph.replay.shapes.matches import time_json
from ludograph.replay.timeline.scoreboard import scoreboard
from ludograph.replay.timeline.timeline import Timeline

MOST: Final = 8
"""No more cards than this are told of one step."""
Told = dict[str, Any]


def latest_json(timeline: Timeline) -> Told:
    """The last step of a match as the observer of its timeline knows it, and the scoreboard after it.

    `corrections` is how often something was put right in it, `to_act` are those whom somebody waits for; `cards` those
    that it moved or tells of, where they lie as something is decided in it if any do, or now; `ending` says who has won
    and why.
    """
    match, number = timeline.match, len(timeline) - 1
    frame, beats = timeline[number], beats_of(timeline, number)
    scene, climax = match.game.scene(frame.state), climax_of(timeline, number, beats)
    ending = ending_of(timeline)
    newest = match.steps[-1] if match.steps else match.start
    return {
        "step": number,
        "recorded_at": time_json(newest.recorded_at),
        "started_at": time_json(match.start.recorded_at),
        "corrections": sum(isinstance(event, StepsAmended) for event in match.history),
        "title": visible(scene.title),
        "told": [visible(sentence) for beat in beats for sentence in beat.said],
        "to_act": [visible(match.name(seat)) for seat in match.awaited(frame.state)],
        "cards": list(_cards(timeline, number, climax)) or list(_cards(timeline, number, 0)),
        "scoreboard": scoreboard_json(timeline),
        "ending": [visible(line) for line in ending.why()] if ending else [],
    }


def scoreboard_json(timeline: Timeline) -> list[Told]:
    """What each player has, what that is called, and who has won."""
    match = timeline.match
    return [
        {"player": visible(match.name(one.seat)), "label": one.label, "value": one.value, "won": one.won}
        for one in scoreboard(match, timeline[len(timeline) - 1].state, last=True)
    ]


def _cards(timeline: Timeline, number: int, beat: int) -> Iterator[Told]:
    """The cards that a beat moved or tells of; beat 0 is the whole step."""
    match, step = timeline.match, timeline[number].step
    earlier, now = previous(number, beat), match.game.scene(state_at(timeline, number, beat))
    before = match.game.scene(state_at(timeline, *earlier)) if earlier else None
    aimed = aimed_at(step.action, step.actor) if step else ()
    yield from _places(match, now, marks(before, now, aimed, about_in(timeline, number, beat)))


def _places(match: Match, scene: Scene, marked: Marks) -> Iterator[Told]:
    """The marked cards of each part of a zone, each as its code and whether it lies face down."""
    found = [(place, _card(scene, place)) for place in sorted(marked.moved | marked.named) if place.part >= 0]
    shown = [(place, card) for place, card in found if card is not None]
    # Backs say nothing beside faces.
    faces = [one for one in shown if one[1][0] != UNKNOWN] or shown
    parts: dict[tuple[int, int], list[tuple[str, bool]]] = {}
    for place, card in faces[:MOST]:
        parts.setdefault((place.zone, place.part), []).append(card)
    for (zone, part), cards in parts.items():
        yield _place(match, scene.zones[zone], scene.zones[zone].parts[part]) | {"cards": cards}


def _card(scene: Scene, place: Any) -> tuple[str, bool] | None:
    """The card at a place; None where none lies there that anybody could name."""
    part = scene.zones[place.zone].parts[place.part]
    if isinstance(part, Row) and part.cards[place.item] != EMPTY:
        return part.cards[place.item], part.lies_down(place.item)
    if isinstance(part, Grid):
        cell = part.cells[place.item]
        return cell.card, cell.hidden
    return (part.top, False) if isinstance(part, Pile) and part.top else None


def _place(match: Match, zone: Zone, part: Part) -> Told:
    whose = match.name(zone.owner) if zone.owner else zone.label
    return {"zone": visible(whose), "part": visible(part.label)}

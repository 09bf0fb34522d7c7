"""What a player knew when they decided, in sentences: the cards that lie face down, and what was done last."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import takewhile
from typing import Final

from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.game import Seat
from ludograph.domain.kernel.scene import EMPTY, Grid, Part, Pile, Row, Scene
from ludograph.domain.kernel.sentences import Speaker
from ludograph.replay.sentences.step_sentences import tell_step
from ludograph.replay.timeline.timeline import Timeline

MOST: Final = 3
"""So many steps before a decision are told, and only those since the player's own last."""


def known_then(timeline: Timeline, step: int) -> list[str]:
    """What the observer of a timeline, a seat, knew before a step: three sentences at most."""
    match, seat = timeline.match, timeline.observer
    speaker = Speaker(match.game.deck, match.players)
    scene = match.game.scene(timeline[step - 1].state)
    known = "; ".join(_known(scene, seat, speaker))
    unseen = "; ".join((*_unseen(scene, seat, speaker), *_undrawn(timeline, step, scene)))
    before = " ".join(_before(timeline, step, seat, speaker))
    sentences = (f"Face down, but known: {known}.", f"Not seen: {unseen}.", f"Just before: {before}")
    return [text for text, found in zip(sentences, (known, unseen, before), strict=True) if found]


def _known(scene: Scene, seat: Seat, speaker: Speaker) -> Iterator[str]:
    """The cards that lie face down and of which the faces are known, by where they lie."""
    for whose, parts in _by_owner(scene, seat, speaker):
        told = [f"{part.name} {' '.join(cards)}" for part in parts if (cards := _face_down(part))]
        if told:
            yield f"{whose}{', '.join(told)}"


def _unseen(scene: Scene, seat: Seat, speaker: Speaker) -> Iterator[str]:
    """How many cards there are of which no face is known, by where they lie."""
    for whose, parts in _by_owner(scene, seat, speaker):
        told = [f"{part.name} ({count})" for part in parts if (count := _unseen_in(part))]
        if told:
            yield f"{whose}{', '.join(told)}"


def _undrawn(timeline: Timeline, step: int, scene: Scene) -> Iterator[str]:
    """The deck, where the table shows no pile of it."""
    *_, left = timeline.match.game.cards(timeline[step - 1].state)
    shown = any(isinstance(part, Pile) and part.top is None for zone in scene.zones for part in zone.parts)
    if left and not shown:
        yield f"the deck ({left})"


def _by_owner(scene: Scene, seat: Seat, speaker: Speaker) -> list[tuple[str, list[Part]]]:
    """The parts of the table with whose they are: first the player's own, then the middle, then those of others."""
    found: dict[Seat, list[Part]] = defaultdict(list)
    for zone in scene.zones:
        found[zone.owner or 0] += zone.parts
    return [
        ("" if owner in (0, seat) else f"{speaker.seat(owner)}'s ", found[owner])
        for owner in sorted(found, key=lambda owner: (owner != seat, owner))
    ]


def _face_down(part: Part) -> list[str]:
    if isinstance(part, Row):
        return [card for at, card in enumerate(part.cards) if part.lies_down(at) and card not in (UNKNOWN, EMPTY)]
    return [cell.card for cell in part.cells if cell.hidden and cell.card != UNKNOWN] if isinstance(part, Grid) else []


def _unseen_in(part: Part) -> int:
    if isinstance(part, Row):
        return part.cards.count(UNKNOWN)
    if isinstance(part, Grid):
        return sum(cell.card == UNKNOWN for cell in part.cells)
    return part.count if isinstance(part, Pile) and part.top is None else 0


def _before(timeline: Timeline, step: int, seat: Seat, speaker: Speaker) -> Iterator[str]:
    """The last steps before a decision, back to the player's own last one, in their order."""
    earlier = (timeline[number] for number in range(step - 1, max(step - 1 - MOST, 0), -1))
    others = takewhile(lambda frame: frame.step is not None and frame.step.actor != seat, earlier)
    for frame in reversed(list(others)):
        yield " ".join(tell_step(timeline.match.game, speaker, frame, terse=True))

"""What went from where to where, in words: `Deck → Ann: Hand`, and at whom it was aimed."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ludograph.domain.kernel.scene import Ledger, Scene
from ludograph.domain.kernel.sentences import Speaker, listed
from ludograph.replay.beats.movements import GONE, Movement, Spot
from ludograph.replay.drawing.text_table import zone_name

ARROW: Final = "→"


def movement_line(beats: Sequence[tuple[Scene, Iterable[Movement]]], speaker: Speaker, aimed: Iterable[int]) -> str:
    """What moved on one line, beat after beat, and whom the step is aimed at; empty where there is neither.

    `beats` are each the scene after it and the movements to there; `aimed` are numbers of zones of the last of them.
    """
    arrows = (arrow for scene, movements in beats for arrow in _arrows(scene, speaker, movements))
    return " · ".join([*dict.fromkeys(arrows), *_aims(beats[-1][0], speaker, aimed)])


def _arrows(scene: Scene, speaker: Speaker, movements: Iterable[Movement]) -> Iterator[str]:
    """One arrow for a source with all its targets, and one for sources that have the same."""
    targets: dict[Spot, list[str]] = {}
    for movement in movements:
        targets.setdefault(movement.source, []).append(_called(scene, speaker, movement.target))
    sources: dict[str, list[str]] = {}
    for source, names in targets.items():
        sources.setdefault("; ".join(names), []).append(_called(scene, speaker, source))
    for joined, left in sources.items():
        yield f"{'; '.join(dict.fromkeys(left))} {ARROW} {joined}"


def _called(scene: Scene, speaker: Speaker, spot: Spot) -> str:
    """A place by its owner and its name: of somebody who pays only the owner, of the middle only the part."""
    zone = scene.zones[spot.zone]
    part = None if spot.part == GONE else zone.parts[spot.part]
    if part is None or (zone.owner is not None and isinstance(part, Ledger)):
        return zone_name(zone, speaker)
    return part.name if zone.owner is None else f"{zone_name(zone, speaker)}: {part.name}"


def _aims(scene: Scene, speaker: Speaker, aimed: Iterable[int]) -> Iterator[str]:
    names = list(dict.fromkeys(zone_name(scene.zones[number], speaker) for number in sorted(aimed)))
    if names:
        yield f"aimed at {listed(names)}"


__all__ = ["ARROW", "movement_line"]

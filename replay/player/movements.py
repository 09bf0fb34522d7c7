"""The ways of what moved, in words: `Deck → Ann: Hand`, and at whom it was aimed."""

from collections.abc import Iterable, Iterator
from typing import Final

from ludograph.domain.kernel.scene import Ledger, Scene
from ludograph.domain.kernel.sentences import Speaker, listed
from ludograph.replay.beats.marks import Marks
from ludograph.replay.beats.trails import GONE, Spot, Trail
from ludograph.replay.drawing.text_table import zone_name

ARROW: Final = "→"


def movement_lines(scene: Scene, speaker: Speaker, marks: Marks) -> str:
    """All trails on one line, and whom the step is aimed at; empty where there is neither."""
    return " · ".join([*_arrows(scene, speaker, marks.trails), *_aims(scene, speaker, marks.aimed)])


def _arrows(scene: Scene, speaker: Speaker, trails: Iterable[Trail]) -> Iterator[str]:
    """One arrow for a source with all its targets, and one for sources that have the same."""
    targets: dict[Spot, list[str]] = {}
    for trail in trails:
        targets.setdefault(trail.source, []).append(_called(scene, speaker, trail.target))
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


__all__ = ["ARROW", "movement_lines"]

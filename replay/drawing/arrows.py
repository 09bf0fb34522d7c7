"""Arrows in a drawing, from where something lay to where it lies now; `trails.js` draws the same on a page."""

from collections.abc import Iterable, Mapping
from math import atan2, cos, sin
from typing import Final

from ludograph.replay.beats.movements import Movement, Spot
from ludograph.replay.drawing.blocks import Block, Box, DrawnPlace

HEAD: Final = 11
"""How long the two strokes of a head are."""
BEND: Final = 0.15
"""How far the middle of an arrow lies beside the straight way, as a part of it."""
MOST: Final = 6
"""More arrows than these say nothing that the ring around what moved does not."""
REACH: Final = 0.45
"""An arrow begins and ends so far from the middle of what it joins at most, as a part of the way."""


def arrows(drawn: Block, movements: Iterable[Movement], color: str) -> Block:
    """The arrows of all movements whose ends are drawn."""
    places = {Spot(place.zone, place.part): place for place in drawn.places}
    ends = [(places[one.source].left, places[one.target].came) for one in movements if _joins(places, one)]
    lines = [_line(*one) for one in ends] if len(ends) <= MOST else []
    style = f'fill="none" stroke="{color}" stroke-width="2.5" stroke-linecap="round" opacity=".75"'
    return Block(drawn.width, drawn.height, f'<path {style} d="{"".join(lines)}"/>' if lines else "")


def _joins(places: Mapping[Spot, DrawnPlace], movement: Movement) -> bool:
    return movement.source in places and movement.target in places


def _line(source: Box, target: Box) -> str:
    """A bent line with a head."""
    x, y = _edge(source, target)
    end_x, end_y = _edge(target, source)
    across, down = end_x - x, end_y - y
    bend_x, bend_y = x + across / 2 - down * BEND, y + down / 2 + across * BEND
    angle = atan2(end_y - bend_y, end_x - bend_x)
    wings = [f"{end_x - HEAD * cos(angle + turn):.1f} {end_y - HEAD * sin(angle + turn):.1f}" for turn in (0.5, -0.5)]
    tip = f"{end_x:.1f} {end_y:.1f}"
    return f"M{x:.1f} {y:.1f}Q{bend_x:.1f} {bend_y:.1f} {tip}M{wings[0]}L{tip}L{wings[1]}"


def _edge(box: Box, other: Box) -> tuple[float, float]:
    """Where the way from the middle of a box to that of another one leaves it."""
    box, other = _near(box, other), _near(other, box)
    (x, y), (to_x, to_y) = _middle(box), _middle(other)
    across, down = to_x - x, to_y - y
    share = min(
        box.width / 2 / abs(across) if abs(across) > 1 else 1, box.height / 2 / abs(down) if abs(down) > 1 else 1, REACH
    )
    return x + across * share, y + down * share


def _near(box: Box, other: Box) -> Box:
    """The square in a long box that is nearest to another one, so that an arrow ends at the last card of a row."""
    side, (x, y) = min(box.width, box.height), _middle(other)
    left = min(max(x - side / 2, box.x), box.x + box.width - side)
    top = min(max(y - side / 2, box.y), box.y + box.height - side)
    return Box(left, top, side, side)


def _middle(box: Box) -> tuple[float, float]:
    return box.x + box.width / 2, box.y + box.height / 2


__all__ = ["arrows"]

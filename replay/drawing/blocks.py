"""Drawings that are put together of smaller ones, and that know where each part of a table lies in them."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Box(NamedTuple):
    """Where something lies: its left upper corner, and its size."""

    x: float
    y: float
    width: float
    height: float

    def moved(self, x: float, y: float) -> "Box":
        """This box, moved by `x` to the right and by `y` down."""
        return self._replace(x=self.x + x, y=self.y + y)


class DrawnPlace(NamedTuple):
    """A part of a table in a drawing, by the numbers of its zone and of itself in it."""

    zone: int
    part: int
    box: Box


class Block(NamedTuple):
    """Something drawn, with its left upper corner at 0, 0, and the parts of a table that lie in it."""

    width: float
    height: float
    markup: str
    places: tuple[DrawnPlace, ...] = ()

    def at(self, zone: int, part: int) -> "Block":
        """This drawing as a part of a table, by the numbers of its zone and of itself in it."""
        return self._replace(places=(DrawnPlace(zone, part, Box(0, 0, self.width, self.height)),))

    def moved(self, x: float, y: float) -> "Block":
        """This drawing, moved by `x` to the right and by `y` down, where it takes as much room more."""
        markup = f'<g transform="translate({x:g} {y:g})">{self.markup}</g>'
        places = tuple(place._replace(box=place.box.moved(x, y)) for place in self.places)
        return Block(self.width + x, self.height + y, markup, places)


def over(blocks: Iterable[Block]) -> Block:
    """Blocks one over the other, each where it is."""
    laid = list(blocks)
    width = max((block.width for block in laid), default=0)
    height = max((block.height for block in laid), default=0)
    places = tuple(place for block in laid for place in block.places)
    return Block(width, height, "".join(block.markup for block in laid), places)


def below(blocks: Sequence[Block], gap: float) -> Block:
    """Blocks one below the other."""
    y, laid = 0.0, []
    for block in blocks:
        laid.append(block.moved(0, y))
        y += block.height + gap
    return over(laid)


def beside(blocks: Sequence[Block], gap: float) -> Block:
    """Blocks side by side."""
    x, laid = 0.0, []
    for block in blocks:
        laid.append(block.moved(x, 0))
        x += block.width + gap
    return over(laid)


def flowed_blocks(blocks: Iterable[Block], room: float, gap: float, between: float) -> Block:
    """Blocks side by side, on as many lines as they need."""
    lines: list[list[Block]] = [[]]
    for block in blocks:
        used = sum(one.width + gap for one in lines[-1])
        if lines[-1] and used + block.width > room:
            lines.append([])
        lines[-1].append(block)
    return below([beside(line, gap) for line in lines], between)


__all__ = ["Block", "Box", "DrawnPlace", "below", "beside", "flowed_blocks", "over"]

"""Drawings that are put together of smaller ones, and that know where each part of a table lies in them."""

from collections.abc import Iterable, Sequence
from functools import reduce
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

    def around(self, other: "Box") -> "Box":
        """The smallest box that holds this one and another."""
        x, y = min(self.x, other.x), min(self.y, other.y)
        right = max(self.x + self.width, other.x + other.width)
        down = max(self.y + self.height, other.y + other.height)
        return Box(x, y, right - x, down - y)


class DrawnPlace(NamedTuple):
    """A part of a table in a drawing, by the numbers of its zone and of itself in it.

    What left it lay in the box `left`, and what came lies in the box `came`.
    """

    zone: int
    part: int
    left: Box
    came: Box


class Block(NamedTuple):
    """Something drawn, with its left upper corner at 0, 0, the parts of a table that lie in it, and what is new."""

    width: float
    height: float
    markup: str
    places: tuple[DrawnPlace, ...] = ()
    new: tuple[Box, ...] = ()

    def renewed(self) -> "Block":
        """This drawing as something that came or changed."""
        return self._replace(new=(Box(0, 0, self.width, self.height),))

    def at(self, zone: int, part: int, *, fixed: bool = False) -> "Block":
        """This drawing as a part of a table, by the numbers of its zone and of itself in it.

        In a `fixed` one, as a grid is, what left lay where something else is now.
        """
        whole = Box(0, 0, self.width, self.height)
        came = reduce(Box.around, self.new) if self.new else whole
        return self._replace(places=(DrawnPlace(zone, part, came if fixed else whole, came),), new=())

    def moved(self, x: float, y: float) -> "Block":
        """This drawing, moved by `x` to the right and by `y` down, where it takes as much room more."""
        markup = f'<g transform="translate({x:g} {y:g})">{self.markup}</g>'
        places = tuple(one._replace(left=one.left.moved(x, y), came=one.came.moved(x, y)) for one in self.places)
        return Block(self.width + x, self.height + y, markup, places, tuple(box.moved(x, y) for box in self.new))


def over(blocks: Iterable[Block]) -> Block:
    """Blocks one over the other, each where it is."""
    laid = list(blocks)
    width = max((block.width for block in laid), default=0)
    height = max((block.height for block in laid), default=0)
    places = tuple(place for block in laid for place in block.places)
    new = tuple(box for block in laid for box in block.new)
    return Block(width, height, "".join(block.markup for block in laid), places, new)


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

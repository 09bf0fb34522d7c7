"""What can be counted on a table: the numbers by which values are fitted, the same for every game.

They are read off the scene that people are shown, so that a game that is added has them at once.
"""

import re
from collections.abc import Iterable
from math import inf, sqrt
from typing import Any, Final, NamedTuple

from ludograph.domain.kernel.game import Game
from ludograph.domain.kernel.scene import EMPTY, Grid, Ledger, Part, Pile, Row, Zone
from ludograph.domain.kernel.worth import payoffs

WORTH: Final = "worth"
"""What a seat has by the game's own count, more being better."""
ROUNDS_LEFT: Final = "rounds left"
NEARNESS: Final = "nearness of the end"
"""1 by the root of the hands to come, the one under way included, and 0 where nobody can say how many those are.

What chance can still change grows about as the root of the hands that are left, so that a lead counts as its inverse;
where stakes grow with the hands it counts more at the end, which its square follows.
"""
PART: Final = "part of the hands to come"
"""1 by the hands to come."""
OPENNESS: Final = "openness of a grid"
"""1 by the root of one more than the cards that lie face down in the grid of whoever has the fewest there.

What is covered can change a lead about as the root of how many cards it is, and a hand may end when a grid lies open.
"""
OPEN_AT_THE_END: Final = "openness of a grid, by the hands to come"
"""The product with `PART`: in the last hand it decides the match."""
NUMBER: Final = re.compile(r"[+-]?\d{1,12}(\.\d+)?", re.ASCII)


class Amounts(NamedTuple):
    """Numbers by name: those of each seat, and those of the middle of the table."""

    seats: tuple[dict[str, float], ...]
    middle: dict[str, float]


def amounts(game: Game, world: Any, seats: int) -> Amounts:
    """All numbers of a world: cards in rows, piles and grids, ledgers, standings, markers, and what seats are worth."""
    scene = game.scene(world)
    own: tuple[dict[str, float], ...] = tuple({} for _ in range(seats))
    middle: dict[str, float] = {}
    for zone in scene.zones:
        _count(zone, own[zone.owner - 1] if zone.owner else middle)
    for found, worth in zip(own, payoffs(game.worth_of(world), fewest=game.fewest), strict=True):
        found[WORTH] = worth
    if game.horizon is not None:
        last = game.last_horizon(world) if game.last_horizon is not None else None
        left = inf if last is None else 1 + max(last - game.horizon(world), 0)
        middle[NEARNESS], middle[PART] = 1 / sqrt(left), 1 / left
    elif scene.round is not None and scene.round.of is not None:
        middle[ROUNDS_LEFT] = scene.round.of - scene.round.number
    if covered := _covered(scene.zones):
        middle[OPENNESS] = 1 / sqrt(1 + min(covered))
        middle[OPEN_AT_THE_END] = middle[OPENNESS] * middle.get(PART, 0.0)
    return Amounts(own, middle)


def _covered(zones: Iterable[Zone]) -> list[int]:
    """How many cards lie face down in the grid of each seat that has one."""
    grids = [part for zone in zones if zone.owner for part in zone.parts if isinstance(part, Grid) and part.cells]
    return [sum([cell.hidden for cell in grid.cells]) for grid in grids]


def _count(zone: Zone, into: dict[str, float]) -> None:
    """Puts what a zone shows among the numbers of its owner."""
    if zone.standing is not None:
        _put(into, *zone.standing)
    for marker in zone.markers:
        into[f"is {marker}"] = 1.0
    for part in zone.parts:
        if isinstance(part, Ledger):
            for name, text in part.lines:
                _put(into, f"{part.label}: {name}", text)
        else:
            name = f"cards: {part.name}"
            into[name] = into.get(name, 0.0) + _cards(part)


def _put(into: dict[str, float], name: str, text: str) -> None:
    if NUMBER.fullmatch(text):
        into[name] = float(text)


def _cards(part: Part) -> int:
    """How many cards lie in a part of a zone."""
    if isinstance(part, Row):
        return sum(card != EMPTY for card in part.cards)
    if isinstance(part, Grid):
        return len(part.cells)
    return part.count if isinstance(part, Pile) else 0


def names_in(found: Iterable[dict[str, float]]) -> tuple[str, ...]:
    """All names that occur, in their order."""
    return tuple(sorted({name for numbers in found for name in numbers}))


__all__ = ["WORTH", "Amounts", "amounts", "names_in"]

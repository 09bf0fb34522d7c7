"""What moved in a step: the places of a scene that were not so in the scene before."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.scene import EMPTY, Grid, Ledger, Part, Pile, Row, Scene, Zone

MARKERS: Final = -1
"""The number of the part, in a `Place`, that stands for the markers of a zone."""


class ScenePlace(NamedTuple):
    """A place in a scene by its numbers: the zone, the part in it, and the card, cell, line or marker in that.

    In a pile it is always item 0; markers have the part `MARKERS`.
    """

    zone: int
    part: int
    item: int


def changes(before: Scene | None, after: Scene) -> frozenset[ScenePlace]:
    """The places of `after` that are new or changed; none where there was no scene before."""
    if before is None:
        return frozenset()
    zones = {(zone.owner, zone.label): zone for zone in before.zones}
    return frozenset(
        ScenePlace(number, part, item)
        for number, zone in enumerate(after.zones)
        for part, item in _in_zone(zones.get((zone.owner, zone.label)), zone)
    )


def _in_zone(before: Zone | None, after: Zone) -> Iterator[tuple[int, int]]:
    if before == after:
        return
    yield from ((MARKERS, item) for item in _new(after.markers, before.markers if before else ()))
    parts = {(type(part), part.name): part for part in (before.parts if before else ())}
    for at, part in enumerate(after.parts):
        was = parts.get((type(part), part.name))
        if was != part:
            yield from ((at, item) for item in _WAYS[type(part)](was, part))


def _row(before: Row | None, after: Row) -> Iterator[int]:
    """Cards that were not there, or were turned up; in a row that was turned over, every face that can be seen."""
    if before is None:
        return (at for at, card in enumerate(after.cards) if card != EMPTY)
    if before.hidden != after.hidden:
        seen = (at for at, card in enumerate(after.cards) if card not in (UNKNOWN, EMPTY))
        return (at for at in seen if at not in before.up)
    return iter({*_new(after.cards, before.cards)} | ({*after.up} - {*before.up}))


def _new(after: Sequence[str], before: Sequence[str]) -> Iterator[int]:
    """The places of what comes more often than before, the last of the same ones.

    A face that is no longer known is not new: of unknown cards no more are than there are cards more.
    """
    old, now = Counter(before), Counter(after)
    grown = (now.total() - now[EMPTY]) - (old.total() - old[EMPTY])
    more = now - old
    more[UNKNOWN] = min(more[UNKNOWN], max(grown, 0))
    del more[EMPTY]
    for at in range(len(after) - 1, -1, -1):
        if more[after[at]] > 0:
            more[after[at]] -= 1
            yield at


def _grid(before: Grid | None, after: Grid) -> Iterator[int]:
    old = {(cell.x, cell.y): cell for cell in before.cells} if before else {}
    return (at for at, cell in enumerate(after.cells) if old.get((cell.x, cell.y)) != cell)


def _pile(before: Pile | None, after: Pile) -> Iterator[int]:
    return iter((0,) if before is None or (before.count, before.top) != (after.count, after.top) else ())


def _ledger(before: Ledger | None, after: Ledger) -> Iterator[int]:
    old = dict(before.lines) if before else {}
    return (at for at, (label, value) in enumerate(after.lines) if old.get(label) != value)


_WAYS: Final[dict[type[Part], Callable[[Any, Any], Iterator[int]]]] = {
    Row: _row,
    Grid: _grid,
    Pile: _pile,
    Ledger: _ledger,
}

"""Two tables side by side: what lies otherwise on the second, in sentences."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from typing import Any, Final, NamedTuple

from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.scene import EMPTY, Grid, Ledger, Part, Pile, Row, Scene, Zone
from ludograph.domain.kernel.sentences import Speaker, counted, listed

MOST_NAMED: Final = 3
"""More cards than this go by their codes."""


class Layout(NamedTuple):
    """A table as somebody knows it, and what those who sit at it are called."""

    scene: Scene
    names: tuple[str, ...]
    speaker: Speaker


class Whose(NamedTuple):
    """What a zone is known by on both tables: the player whose it is, or its label, and its number among these."""

    owner: str | None
    label: str
    number: int


def contrasts(before: Layout, after: Layout) -> list[str]:
    """A sentence for each thing that lies otherwise, as those at the second table are called."""
    told = []
    if before.scene.title != after.scene.title:
        told.append(f"Where it stands: {after.scene.title}; was {before.scene.title}.")
    was, now = _zones(before), _zones(after)
    for whose in dict.fromkeys([*now, *was]):
        told += _in_zone(whose, was.get(whose), now.get(whose), after.speaker)
    return told


def _zones(layout: Layout) -> dict[Whose, Zone]:
    found: dict[Whose, Zone] = {}
    for zone in layout.scene.zones:
        owner = None if zone.owner is None else layout.names[zone.owner - 1]
        label = zone.label if owner is None else ""
        number = next(number for number in count() if Whose(owner, label, number) not in found)
        found[Whose(owner, label, number)] = zone
    return found


def _in_zone(whose: Whose, was: Zone | None, now: Zone | None, speaker: Speaker) -> Iterator[str]:
    where = f"{whose.owner}, " if whose.owner else ""
    old, new = ({(type(part), part.name): part for part in zone.parts} if zone else {} for zone in (was, now))
    for kind, name in dict.fromkeys([*new, *old]):
        before, after = old.get((kind, name)), new.get((kind, name))
        if before != after:
            yield from (f"{where}{name}: {what}." for what in _WAYS[kind](before, after, speaker))
    yield from _markers(whose, was, now)


def _markers(whose: Whose, was: Zone | None, now: Zone | None) -> Iterator[str]:
    old, new = (zone.markers if zone else () for zone in (was, now))
    more, less = ([one for one in those if one not in others] for those, others in ((new, old), (old, new)))
    parts = [listed(more, "")] * bool(more) + [f"no longer {listed(less, last='or')}"] * bool(less)
    if parts:
        yield f"{whose.owner or whose.label}: {', '.join(parts)}."


def _row(was: Row | None, now: Row | None, speaker: Speaker) -> Iterator[str]:
    old, new = ([card for card in row.cards if card != EMPTY] if row else [] for row in (was, now))
    yield from _cards(old, new, speaker, "in another order")
    if was and now and was.hidden != now.hidden:
        yield "face down" if now.hidden else "face up"


def _grid(was: Grid | None, now: Grid | None, speaker: Speaker) -> Iterator[str]:
    old, new = (
        [cell.card for cell in sorted(grid.cells, key=lambda cell: (cell.y, cell.x))] if grid else []
        for grid in (was, now)
    )
    yield from _cards(old, new, speaker, "the same cards in other places", always=True)


def _cards(
    was: Sequence[str], now: Sequence[str], speaker: Speaker, moved: str, *, always: bool = False
) -> Iterator[str]:
    """Which cards are there no longer and which are there now; `moved` where they only lie elsewhere."""
    old, new = Counter(was), Counter(now)
    less, more = list((old - new).elements()), list((new - old).elements())
    parts = [f"without {_named(less, speaker)}"] * bool(less) + [f"with {_named(more, speaker)}"] * bool(more)
    if parts or always or list(was) != list(now):
        yield ", ".join(parts) or moved


def _named(cards: Sequence[str], speaker: Speaker) -> str:
    seen = sorted(card for card in cards if card != UNKNOWN)
    unseen = len(cards) - len(seen)
    words = [speaker.card(card) for card in seen] if len(seen) <= MOST_NAMED else [" ".join(seen)]
    return listed([*words, *([counted(unseen, "unseen card")] if unseen else [])])


def _pile(was: Pile | None, now: Pile | None, speaker: Speaker) -> Iterator[str]:
    old, new = (pile.count if pile else 0 for pile in (was, now))
    tops = [pile.top if pile else None for pile in (was, now)]
    if old != new:
        yield f"{counted(new, 'card')}, was {counted(old, 'card')}"
    if tops[0] != tops[1]:
        top, under = (speaker.card(card) for card in (tops[1], tops[0]))
        yield f"{top} on top, was {under}"


def _ledger(was: Ledger | None, now: Ledger | None, speaker: Speaker) -> Iterator[str]:
    old, new = (dict(part.lines) if part else {} for part in (was, now))
    for label in dict.fromkeys([*new, *old]):
        if old.get(label) != new.get(label):
            yield f"{label} {new.get(label, 'none')}, was {old.get(label, 'none')}"


_WAYS: Final[dict[type[Part], Callable[[Any, Any, Speaker], Iterator[str]]]] = {
    Row: _row,
    Grid: _grid,
    Pile: _pile,
    Ledger: _ledger,
}

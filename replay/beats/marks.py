"""What is marked on a table: what came or changed, where it came from, and whom it was aimed at."""

from collections.abc import Collection, Iterable, Iterator
from typing import Final, Literal, NamedTuple

from ludograph.domain.kernel.cards import Card
from ludograph.domain.kernel.game import TABLE, Action, Seat
from ludograph.domain.kernel.mentions import Mention
from ludograph.domain.kernel.scene import Grid, Part, Pile, Row, Scene
from ludograph.domain.kernel.shapes import fields_of
from ludograph.replay.beats.changes import ScenePlace, changes
from ludograph.replay.beats.movements import Movement, movements

Mark = Literal["", "moved", "named", "differs"]
"""How something is marked: not at all, as what came or changed, as a card that is told of where it lies, or as what is
not so at the table beside it."""


class Marks(NamedTuple):
    """The marks on a scene, by the numbers of its zones and what is in them."""

    moved: frozenset[ScenePlace] = frozenset()
    movements: tuple[Movement, ...] = ()
    aimed: frozenset[int] = frozenset()
    """The zones of those at whom a step is aimed."""
    named: frozenset[ScenePlace] = frozenset()
    """Cards that stayed where they were, and that are told of, counted or compared."""
    differs: frozenset[ScenePlace] = frozenset()
    """What is not so at another table that is shown beside this one."""

    def zone(self, number: int) -> "ZoneMarks":
        """The marks of one zone."""
        moved, named, differs = (
            frozenset((place.part, place.item) for place in places if place.zone == number)
            for places in (self.moved, self.named, self.differs)
        )
        left = frozenset(movement.source.part for movement in self.movements if movement.source.zone == number)
        return ZoneMarks(moved, left, number in self.aimed, named, differs)

    def alone(self, number: int) -> "Marks":
        """The marks of one zone where it is the only one."""
        moved, named, differs = (
            frozenset(place._replace(zone=0) for place in places if place.zone == number)
            for places in (self.moved, self.named, self.differs)
        )
        own = (movement for movement in self.movements if movement.source.zone == number)
        left = (Movement(movement.source._replace(zone=0), movement.target) for movement in own)
        return Marks(moved, tuple(left), frozenset({0} if number in self.aimed else ()), named, differs)


class Items(NamedTuple):
    """The marks in one part: what moved, what is told of where it lies, and what differs from another table."""

    moved: frozenset[int] = frozenset()
    named: frozenset[int] = frozenset()
    differs: frozenset[int] = frozenset()

    def of(self, item: int) -> Mark:
        """How one is marked."""
        if item in self.differs:
            return "differs"
        return "moved" if item in self.moved else "named" if item in self.named else ""

    def first(self, items: Iterable[int]) -> Mark:
        """How several that are drawn as one are marked."""
        return next(filter(None, map(self.of, items)), "")


class ZoneMarks(NamedTuple):
    """The marks in one zone.

    What moved, what is told of and what differs, by part and item; parts that something left (`GONE`: the zone);
    whether it is aimed at.
    """

    moved: frozenset[tuple[int, int]] = frozenset()
    left: frozenset[int] = frozenset()
    aimed: bool = False
    named: frozenset[tuple[int, int]] = frozenset()
    differs: frozenset[tuple[int, int]] = frozenset()

    def items(self, part: int) -> Items:
        """What is marked in one part."""
        places = (self.moved, self.named, self.differs)
        return Items(*(frozenset(item for at, item in some if at == part) for some in places))


UNMARKED: Final = Marks()


def marks(
    before: Scene | None,
    after: Scene,
    aimed: Collection[Seat] = (),
    about: Collection[Mention] = frozenset(),
    last: Scene | None = None,
) -> Marks:
    """What is marked on a scene that came of another, by something aimed at these seats and `about` these cards.

    Where it came of it beat by beat, `last` is the scene before the last of them: arrows are of that beat alone.
    """
    moved = Marks(changes(before, after), movements(last or before, after))
    return pointed(moved, after, aimed, about if before else ())


def pointed(marked: Marks, scene: Scene, aimed: Collection[Seat], about: Collection[Mention]) -> Marks:
    """These marks, and those of whom something is aimed at and of the cards that it is `about`."""
    zones = (number for number, zone in enumerate(scene.zones) if zone.owner in aimed)
    named = _named(scene, about, marked.moved) if about else frozenset()
    return marked._replace(aimed=frozenset(zones), named=named)


def _named(scene: Scene, about: Collection[Mention], moved: Collection[ScenePlace]) -> frozenset[ScenePlace]:
    """Where these cards lie; of one that moved, that says it all."""
    faces = ((place, card, scene.zones[place.zone].owner) for place, card in _faces(scene))
    places = {place: card for place, card, owner in faces if (None, card) in about or (owner, card) in about}
    gone = {card for place, card in places.items() if place in moved}
    return frozenset(place for place, card in places.items() if card not in gone)


def _faces(scene: Scene) -> Iterator[tuple[ScenePlace, Card]]:
    """Every card in a row or a grid, and on top of a pile, with its place."""
    for number, zone in enumerate(scene.zones):
        for at, part in enumerate(zone.parts):
            yield from ((ScenePlace(number, at, item), card) for item, card in enumerate(_cards(part)))


def _cards(part: Part) -> Iterable[Card]:
    if isinstance(part, Row):
        return part.cards
    if isinstance(part, Grid):
        return (cell.card for cell in part.cells)
    return (part.top,) if isinstance(part, Pile) and part.top else ()


def aimed_at(action: Action | None, actor: Seat) -> frozenset[Seat]:
    """The seats that an action names, but for who acts."""
    if action is None:
        return frozenset()
    named = (getattr(action, field.name) for field in fields_of(type(action)) if field.shape.kind == "seat")
    return frozenset(seat for seat in named if seat not in (None, TABLE, actor))


__all__ = ["UNMARKED", "Marks", "ZoneMarks", "aimed_at", "marks", "pointed"]

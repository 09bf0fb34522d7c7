"""What is marked on a table: what came or changed, where it came from, and whom it was aimed at."""

from collections.abc import Collection
from typing import Final, NamedTuple

from domain.kernel.game import TABLE, Action, Seat
from domain.kernel.scene import Scene
from domain.kernel.shapes import fields_of
from replay.changes import Place, changes
from replay.trails import Trail, trails


class Marks(NamedTuple):
    """The marks on a scene, by the numbers of its zones and what is in them."""

    moved: frozenset[Place] = frozenset()
    trails: tuple[Trail, ...] = ()
    aimed: frozenset[int] = frozenset()
    """The zones of those at whom a step is aimed."""

    def zone(self, number: int) -> "ZoneMarks":
        """Those of one zone."""
        moved = frozenset((place.part, place.item) for place in self.moved if place.zone == number)
        left = frozenset(trail.source.part for trail in self.trails if trail.source.zone == number)
        return ZoneMarks(moved, left, number in self.aimed)

    def alone(self, number: int) -> "Marks":
        """Those of one zone where it is the only one."""
        moved = (place._replace(zone=0) for place in self.moved if place.zone == number)
        own = (trail for trail in self.trails if trail.source.zone == number)
        left = (Trail(trail.source._replace(zone=0), trail.target) for trail in own)
        return Marks(frozenset(moved), tuple(left), frozenset({0} if number in self.aimed else ()))


class ZoneMarks(NamedTuple):
    """The marks in one zone: items that moved, parts that something left (`GONE`: the zone), whether it is aimed at."""

    moved: frozenset[tuple[int, int]] = frozenset()
    left: frozenset[int] = frozenset()
    aimed: bool = False

    def items(self, part: int) -> frozenset[int]:
        """What moved in one part."""
        return frozenset(item for at, item in self.moved if at == part)


UNMARKED: Final = Marks()


def marks(before: Scene | None, after: Scene, aimed: Collection[Seat] = ()) -> Marks:
    """What is marked on a scene that came of another, by something that was aimed at these seats."""
    zones = (number for number, zone in enumerate(after.zones) if zone.owner in aimed)
    return Marks(changes(before, after), trails(before, after), frozenset(zones))


def aimed_at(action: Action | None, actor: Seat) -> frozenset[Seat]:
    """The seats that an action names, but for who acts."""
    if action is None:
        return frozenset()
    named = (getattr(action, field.name) for field in fields_of(type(action)) if field.shape.kind == "seat")
    return frozenset(seat for seat in named if seat not in (None, TABLE, actor))


__all__ = ["UNMARKED", "Marks", "ZoneMarks", "aimed_at", "marks"]

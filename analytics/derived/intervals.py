"""The table of a match step by step, from the scene that is drawn, as intervals: what lay where, from when to when."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from msgspec import Struct

from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE, TABLE
from ludograph.domain.kernel.scene import EMPTY, Cell, Grid, Ledger, Part, Pile, Row, Zone
from ludograph.domain.kernel.worth import Value, value_text
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.views import concealed, concealed_start, fold

Key = tuple[Hashable, ...]
Found = Mapping[Key, Key]
"""Where something is, and what it is."""


class Interval(Struct):
    """From when to when the same was in one place."""

    where: Key
    what: Key
    first: int
    last: int = -1


class Intervals:
    """What is where, noted step by step, for each group of places by itself."""

    def __init__(self) -> None:
        self.every: list[Interval] = []
        """In the order in which they began."""
        self._open: dict[Hashable, dict[Key, Interval]] = {}

    def note(self, step: int, group: Hashable, found: Found) -> None:
        """Notes what is where in a group of places after a step; what is not noted stays as it was."""
        open_ = self._open.setdefault(group, {})
        for where, interval in list(open_.items()):
            if found.get(where) != interval.what:
                interval.last = step - 1
                del open_[where]
        for where, what in found.items():
            if where not in open_:
                open_[where] = Interval(where, what, step)
                self.every.append(open_[where])

    def finish(self, step: int) -> None:
        """What is still open lasts until this step, the last."""
        for group in self._open.values():
            for interval in group.values():
                interval.last = step


def table_at_steps(match: Match, observer: Observer) -> dict[str, list[Key]]:
    """The rows of the tables at steps for a match as an observer knows it, without its id and its game."""
    noted = {name: Intervals() for name in (*ZONES, "rounds_at")}
    before: dict[Hashable, Any] = {}
    for step, state in enumerate(states_at_steps(match, observer)):
        now = dict(_groups(match, state))
        # Most of a table is as it was: only what is another is gone through, which is most of the time that it takes.
        for group in (group for group in {**before, **now} if before.get(group) != now.get(group)):
            for name, found in _told(group, now.get(group), match.players):
                noted[name].note(step, group, found)
        before = now
    last = len(match.steps)
    for intervals in noted.values():
        intervals.finish(last)
    return {
        name: [(*one.where, *one.what, one.first, one.last, one.last == last) for one in intervals.every]
        for name, intervals in noted.items()
    }


def _groups(match: Match, state: Any) -> Iterator[tuple[Hashable, Any]]:
    """What is on the table in parts that change together: the zones, what counts for each seat, and the title."""
    scene = match.game.scene(state)
    zones: dict[Hashable, list[Zone]] = {}
    for zone in scene.zones:
        zones.setdefault((zone.owner, zone.label), []).append(zone)
    yield from zones.items()
    game = match.game
    values, label = game.worth_of(state), game.counts_as(state)
    seated = [(zone.owner, zone.label) for zone in scene.zones if zone.owner is not None]
    yield WORTH, (label, values, seated, game.ending.signed)
    round = scene.round
    yield "rounds_at", (scene.title, *((round.kind, round.number, round.of) if round else (None, None, None)))


def _told(group: Hashable, what: Any, players: tuple[str, ...]) -> Iterator[tuple[str, Found]]:
    """What goes into each table of a group of places; nothing where it is not on the table any more."""
    if group == WORTH:
        label, values, seated, signed = what
        yield "amounts_at", dict(_worth(label, values, seated, signed, players))
    elif group == "rounds_at":
        yield "rounds_at", {(): what}
    else:
        yield from ((name, dict(part(what or (), players))) for name, part in ZONES.items())


def states_at_steps(match: Match, observer: Observer) -> Iterator[Any]:
    """The states after each step, from the setup on, as an observer knows them."""
    if observer == JUDGE:
        yield from match.states
        return
    state = fold(None, concealed_start(match.start, observer).facts)
    yield state
    for step in match.steps:
        state = fold(state, concealed(step, observer).facts)
        yield state


Pairs = Iterable[tuple[Key, Key]]


def _cards(zones: Iterable[Zone], players: tuple[str, ...]) -> Pairs:
    for zone in zones:
        owner = _owner(zone.owner, zone.label, players)
        for part in zone.parts:
            for (place, x, y), card, face_down in _laid(part):
                yield (*owner, part.name, place, x, y), (card, face_down)


def _laid(part: Part) -> Iterator[tuple[Key, str, bool]]:
    """The cards of a part: where each lies, which it is, and whether face down."""
    if isinstance(part, Row):
        for at, card in enumerate(part.cards):
            if card != EMPTY:
                yield (at + 1, None, None), str(card), part.lies_down(at)
    elif isinstance(part, Grid):
        yield from (_cell(cell) for cell in part.cells)
    elif isinstance(part, Pile) and part.top is not None:
        yield (1, None, None), str(part.top), False


def _cell(cell: Cell) -> tuple[Key, str, bool]:
    return (None, cell.x, cell.y), str(cell.card), cell.hidden


def _amounts(zones: Iterable[Zone], players: tuple[str, ...]) -> Pairs:
    for zone in zones:
        owner = _owner(zone.owner, zone.label, players)
        for part in zone.parts:
            for name, text in _lines(part):
                yield (*owner, part.name, name), (_number(text), text)
        if zone.standing is not None:
            label, value = zone.standing
            yield (*owner, STANDING, label), (_number(value), value)


def _worth(
    label: str, values: Sequence[Value], seated: Sequence[tuple[int, str]], signed: bool, players: tuple[str, ...]
) -> Pairs:
    """What counts for each seat, whether it is told on the table or not."""
    for seat, zone in seated:
        if text := value_text(values[seat - 1], signed=signed):
            yield (*_owner(seat, zone, players), WORTH, label), (_number(text), text)


def _lines(part: Part) -> Iterator[tuple[str, str]]:
    if isinstance(part, Ledger):
        yield from part.lines
    elif isinstance(part, Pile):
        yield "Cards", str(part.count)
    if part.key:
        yield "Label", part.label


def _number(text: str) -> int | None:
    with suppress(ValueError):
        return int(text)
    return None


def _markers(zones: Iterable[Zone], players: tuple[str, ...]) -> Pairs:
    for zone in zones:
        owner = _owner(zone.owner, zone.label, players)
        yield from (((*owner, marker), ()) for marker in zone.markers)


def _owner(seat: int | None, label: str, players: tuple[str, ...]) -> Key:
    """Whose zone it is, as all tables begin with it."""
    return (TABLE, None, label) if seat is None else (seat, players[seat - 1], label)


STANDING: Final = "Standing"
WORTH: Final = "Worth"
ZONES: Final[Mapping[str, Callable[[Iterable[Zone], tuple[str, ...]], Pairs]]] = {
    "cards_at": _cards,
    "amounts_at": _amounts,
    "markers_at": _markers,
}
"""What goes into each table of a zone."""

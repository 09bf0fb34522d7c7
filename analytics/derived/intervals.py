"""The table of a match step by step, from the scene that is drawn, as intervals: what lay where, from when to when."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any, Final

from msgspec import Struct

from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE, TABLE
from ludograph.domain.kernel.scene import EMPTY, Cell, Grid, Ledger, Part, Pile, Row, Scene, Zone
from ludograph.domain.kernel.worth import value_text
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
    """What is where, noted step by step."""

    def __init__(self) -> None:
        self.every: list[Interval] = []
        """In the order in which they began."""
        self._open: dict[Key, Interval] = {}

    def note(self, step: int, found: Found) -> None:
        """Notes what is where after a step."""
        for where, interval in list(self._open.items()):
            if found.get(where) != interval.what:
                interval.last = step - 1
                del self._open[where]
        for where, what in found.items():
            if where not in self._open:
                self._open[where] = Interval(where, what, step)
                self.every.append(self._open[where])

    def finish(self, step: int) -> None:
        """What is still open lasts until this step, the last."""
        for interval in self._open.values():
            interval.last = step


def table_at_steps(match: Match, observer: Observer) -> dict[str, list[Key]]:
    """The rows of the tables at steps for a match as an observer knows it, without its id and its game."""
    noted = {name: Intervals() for name in PARTS}
    for step, state in enumerate(_states(match, observer)):
        scene = match.game.scene(state)
        counted = dict(_worth(match, state, scene))
        for name, part in PARTS.items():
            noted[name].note(step, dict(part(scene, match.players)) | (counted if part is _amounts else {}))
    last = len(match.steps)
    for intervals in noted.values():
        intervals.finish(last)
    return {
        name: [(*one.where, *one.what, one.first, one.last, one.last == last) for one in intervals.every]
        for name, intervals in noted.items()
    }


def _states(match: Match, observer: Observer) -> Iterator[Any]:
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


def _cards(scene: Scene, players: tuple[str, ...]) -> Pairs:
    for zone in scene.zones:
        owner = _owner(zone, players)
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


def _amounts(scene: Scene, players: tuple[str, ...]) -> Pairs:
    for zone in scene.zones:
        owner = _owner(zone, players)
        for part in zone.parts:
            for name, text in _lines(part):
                yield (*owner, part.name, name), (_number(text), text)
        if zone.standing is not None:
            label, value = zone.standing
            yield (*owner, STANDING, label), (_number(value), value)


def _worth(match: Match, state: Any, scene: Scene) -> Pairs:
    """What counts for each seat, whether it is told on the table or not."""
    game = match.game
    texts = [value_text(value, signed=game.ending.signed) for value in game.worth_of(state)]
    label = game.counts_as(state)
    for zone in scene.zones:
        if zone.owner is not None and texts[zone.owner - 1]:
            text = texts[zone.owner - 1]
            yield (*_owner(zone, match.players), WORTH, label), (_number(text), text)


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


def _markers(scene: Scene, players: tuple[str, ...]) -> Pairs:
    for zone in scene.zones:
        owner = _owner(zone, players)
        yield from (((*owner, marker), ()) for marker in zone.markers)


def _rounds(scene: Scene, players: tuple[str, ...]) -> Pairs:
    round = scene.round
    yield (), (scene.title, *((round.kind, round.number, round.of) if round else (None, None, None)))


def _owner(zone: Zone, players: tuple[str, ...]) -> Key:
    """Whose zone it is, as all tables begin with it."""
    if zone.owner is None:
        return TABLE, None, zone.label
    return zone.owner, players[zone.owner - 1], zone.label


STANDING: Final = "Standing"
WORTH: Final = "Worth"
PARTS: Final[Mapping[str, Callable[[Scene, tuple[str, ...]], Pairs]]] = {
    "cards_at": _cards,
    "amounts_at": _amounts,
    "markers_at": _markers,
    "rounds_at": _rounds,
}
"""What goes into each table."""

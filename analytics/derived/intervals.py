"""The table of a match step by step, from the scene that is drawn, as intervals: what lay where, from when to when."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from operator import eq
from typing import Any, Final, TypeVar

from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE, TABLE, Game
from ludograph.domain.kernel.scene import Grid, Ledger, Part, Pile, Row, Scene, Zone
from ludograph.domain.kernel.worth import Value, value_text
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.views import concealed, concealed_start, fold

Key = tuple[Hashable, ...]


class Interval:
    """From when to when the same was in one place."""

    __slots__ = ("first", "group", "last", "place", "what")

    def __init__(self, group: Key, place: Key, what: Key, first: int) -> None:
        self.group, self.place, self.what, self.first, self.last = group, place, what, first, -1

    def row(self, end: int) -> Key:
        """It as a row of its table; whether it lasts until the last step stands at the end."""
        return (*self.group, *self.place, *self.what, self.first, self.last, self.last == end)


class Intervals:
    """What is where, noted as it changes."""

    def __init__(self) -> None:
        self.every: list[Interval] = []
        """In the order in which they began."""
        self._open: dict[tuple[Key, Key], Interval] = {}

    def note(self, step: int, group: Key, place: Key, what: Key | None) -> None:
        """Notes that after a step something else is in a place, or nothing any more."""
        where = group, place
        if ended := self._open.pop(where, None):
            ended.last = step - 1
        if what is not None:
            self._open[where] = begun = Interval(group, place, what, step)
            self.every.append(begun)

    def rows(self, end: int) -> list[Key]:
        """All of them as rows; what is still open lasts until that step, the last."""
        for interval in self._open.values():
            interval.last = end
        return [one.row(end) for one in self.every]


class TableHistory:
    """The table of a match, which is told every state and notes only what has changed: that is little at each step."""

    def __init__(self, game: Game[Any], players: tuple[str, ...]) -> None:
        self._game, self._players = game, players
        self._cards, self._amounts, self._markers, self._rounds = (Intervals() for _ in range(4))
        self._scene = Scene("", ())
        self._told_of_seats: dict[str, list[tuple[Zone, Told]]] = {}

    def note(self, step: int, state: Any) -> None:
        """Notes the table after a step."""
        before, scene = self._scene, self._game.scene(state)
        self._scene = scene
        for old, new in _paired(before.zones, scene.zones, _zone_key):
            if old != new:
                self._note_zone(step, old, new)
        self._note_standings(step, state)
        if before.title != scene.title or before.round != scene.round or not step:
            round = scene.round
            rest = (round.kind, round.number, round.of) if round else (None, None, None)
            self._rounds.note(step, (), (), (scene.title, *rest))

    def rows(self, last: int) -> dict[str, list[Key]]:
        """The rows of each table, when all steps are noted."""
        names = ("cards_at", "amounts_at", "markers_at", "rounds_at")
        every = (self._cards, self._amounts, self._markers, self._rounds)
        return {name: one.rows(last) for name, one in zip(names, every, strict=True)}

    def _note_zone(self, step: int, old: Zone | None, new: Zone | None) -> None:
        zone = old or new
        assert zone is not None
        owner = self._owner(zone)
        old, new = (one or Zone(zone.label, (), zone.owner) for one in (old, new))
        for was, part in _paired(old.parts, new.parts, _name):
            if was != part:
                group = (*owner, _name(was or part))  # type: ignore[arg-type]
                for intervals, told in ((self._cards, _cards), (self._amounts, _amounts)):
                    _note_changes(intervals, step, group, told(was), told(part))
        if old.standing != new.standing:
            group = (*owner, STANDING)
            _note_changes(self._amounts, step, group, _standing(old), _standing(new))
        if old.markers != new.markers:
            _note_changes(self._markers, step, owner, _marked(old), _marked(new))

    def _note_standings(self, step: int, state: Any) -> None:
        """Notes what counts for each seat, whether it is told on the table or not, and who is out of the match."""
        game = self._game
        values, label, signed = game.worth_of(state), game.counts_as(state), game.ending.signed
        out = game.eliminated_in(state)
        zones = [zone for zone in self._scene.zones if zone.owner is not None]
        worth = [_valued(label, values[zone.owner - 1], signed=signed) for zone in zones if zone.owner is not None]
        self._note_of_seats(step, WORTH, zones, worth)
        self._note_of_seats(step, ELIMINATED, zones, [_OUT if zone.owner in out else () for zone in zones])

    def _note_of_seats(self, step: int, part: str, zones: Sequence[Zone], told: Sequence["Told"]) -> None:
        had, now = self._told_of_seats.get(part, []), [*zip(zones, told, strict=True)]
        self._told_of_seats[part] = now
        for old, new in _paired(had, now, _valued_zone):
            (zone, was), what = old or (new[0], ()), new[1] if new else ()  # type: ignore[index]
            if was != what:
                _note_changes(self._amounts, step, (*self._owner(zone), part), was, what)

    def _owner(self, zone: Zone) -> Key:
        """Whose zone it is, as all tables begin with it."""
        seat = zone.owner
        return (TABLE, None, zone.label) if seat is None else (seat, self._players[seat - 1], zone.label)


def table_at_steps(match: Match, observer: Observer) -> dict[str, list[Key]]:
    """The rows of the tables at steps for a match as an observer knows it, without its id and its game."""
    table = TableHistory(match.game, match.players)
    for step, state in enumerate(states_at_steps(match, observer)):
        table.note(step, state)
    return table.rows(len(match.steps))


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


T = TypeVar("T")
Told = Sequence[tuple[Key, Key]]
"""Places in their order, each with what is there."""


def _paired(before: Sequence[T], now: Sequence[T], key: Callable[[T], Hashable]) -> Iterator[tuple[T | None, T | None]]:
    """What stood before with what stands now in its place; None where there was or is nothing."""
    if len(before) == len(now) and all(map(eq, map(key, before), map(key, now))):
        yield from zip(before, now, strict=True)
        return
    then, there = {key(one): one for one in before}, {key(one): one for one in now}
    assert len(there) == len(now), "two things on a table are called the same"
    for name in {**then, **there}:
        yield then.get(name), there.get(name)


def _zone_key(zone: Zone) -> Hashable:
    return zone.owner, zone.label


def _name(part: Part) -> str:
    return part.key or part.label


def _note_changes(intervals: Intervals, step: int, group: Key, before: Told, now: Told) -> None:
    """Notes what has changed in a group of places."""
    if before == now:
        return
    then, there = dict(before), dict(now)
    for place in then:
        if place not in there:
            intervals.note(step, group, place, None)
    for place, what in now:
        if then.get(place) != what:
            intervals.note(step, group, place, what)


def _cards(part: Part | None) -> Told:
    """The cards of a part: where each lies, which it is, and whether face down."""
    if isinstance(part, Row):
        hidden, up = part.hidden, part.up
        return [
            ((at, None, None), (card, hidden and at - 1 not in up)) for at, card in enumerate(part.cards, 1) if card
        ]
    if isinstance(part, Grid):
        return [((None, cell.x, cell.y), (cell.card, cell.hidden)) for cell in part.cells]
    if isinstance(part, Pile) and part.top is not None:
        return [((1, None, None), (part.top, False))]
    return ()


def _amounts(part: Part | None) -> Told:
    told: Told = ()
    if isinstance(part, Ledger):
        told = [((name,), _amount(text)) for name, text in part.lines]
    elif isinstance(part, Pile):
        told = [(("Cards",), (part.count, str(part.count)))]
    return [*told, (("Label",), _amount(part.label))] if part and part.key else told


def _standing(zone: Zone) -> Told:
    return [((zone.standing[0],), _amount(zone.standing[1]))] if zone.standing else ()


def _marked(zone: Zone) -> Told:
    return [((marker,), ()) for marker in zone.markers]


def _valued(label: str, value: Value, *, signed: bool) -> Told:
    """What counts for a seat; nothing where nothing can be said."""
    text = value_text(value, signed=signed)
    return [((label,), _amount(text))] if text else ()


def _valued_zone(one: tuple[Zone, Told]) -> Hashable:
    return _zone_key(one[0])


@lru_cache(10_000)
def _amount(text: str) -> Key:
    """A number, where a text is one, and the text."""
    with suppress(ValueError):
        return int(text), text
    return None, text


STANDING: Final = "Standing"
WORTH: Final = "Worth"
ELIMINATED: Final = "Eliminated"
_OUT: Final[Told] = [(("Eliminated",), (None, "out"))]

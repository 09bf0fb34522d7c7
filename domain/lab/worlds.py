"""Full states that a view allows, as likely as the cards that are not known can lie there, for playing on."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from itertools import permutations
from random import Random
from typing import Any, Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from ludograph.domain.kernel.cards import UNKNOWN, Card, Cards, unplaced
from ludograph.domain.kernel.game import Game
from ludograph.domain.kernel.hidden import Among, Hidden

TRIES: Final = 500
"""So often cards are laid among their places before one lies where a game says that it cannot."""

MOST_PLACES: Final = 7
"""At no more places than this all ways to lay cards are gone through."""
KEPT: Final = 256
"""So many of these answers are kept: from step to step most stay as they were."""


class Blank(str):
    """A `??` of a view that is told from every other one; its place among all of them is looked up by its identity."""

    __slots__ = ()


class _Told(NamedTuple):
    """What a game says of cards among places: those not known, and what is known of each place."""

    among: Among
    blanks: tuple[int, ...]
    """By number, in the order of the places that are `??`."""
    known: tuple[Card | None, ...]
    """What lies at each place; None for a `??`."""

    @property
    def spare(self) -> Cards:
        """What lies where a `??` stands, in some order: the cards, and `??` for any others. Raises ValueError."""
        cards, count = self.among.cards, len(self.blanks)
        if len(cards) > count:
            raise ValueError(f"{len(cards)} cards cannot lie at {count} places.")
        return (*cards, *[UNKNOWN] * (count - len(cards)))


Filled = Callable[[Sequence[Card]], Any]


class Worlds:
    """All the full states in which a seat could be that has this view.

    Uniform over cards: what somebody's bid or pass says about a hand is not used. What will be drawn stays open where
    a game draws it from what lies nowhere.
    """

    def __init__(self, game: Game, view: Any) -> None:
        self._game = game
        self.blanks: list[Blank] = []
        self.marked = with_blanks(view, self.blanks)
        """The view, each `??` of it told from every other one."""
        self._number = {id(blank): number for number, blank in enumerate(self.blanks)}
        self._fill = self._filling(self.marked)
        self._hidden = game.hidden or Hidden()
        self._told = [self._read(among) for among in self._hidden.lying(self.marked)]
        self._open, self._spare = self._rest()

    def sample(self, random: Random) -> Any:
        """One of these states. Raises ValueError where the view allows none."""
        cards = self.laid(random)
        state = self._hidden.sealed(self.marked, random.choice)
        fill = self._fill if state is self.marked else self._filling(state)
        return fill(cards)

    def laid(self, random: Random) -> list[Card]:
        """A card for each `??` of the view, in the order of `blanks`. Raises ValueError where there is no way."""
        cards: list[Card] = [UNKNOWN] * len(self.blanks)
        for told in self._told:
            _lay(told, cards, random)
        left = [number for number in self._open if cards[number] == UNKNOWN]
        for number, card in zip(left, random.sample(self._spare, len(left)), strict=True):
            cards[number] = card
        return cards

    def number(self, card: Card) -> int | None:
        """The place of a `??` of the marked view among all of them; None for any other card."""
        return self._number.get(id(card))

    @cached_property
    def shares(self) -> list[dict[Card, float] | None]:
        """By `??` how likely each card lies there; None where a game says of many places which ways to lie fit."""
        spare = {card: count / len(self._spare) for card, count in Counter(self._spare).items()}
        found: list[dict[Card, float] | None] = [{UNKNOWN: 1.0}] * len(self.blanks)
        for number in self._open:
            found[number] = spare
        for told in self._told:
            lying = _lying(told.spare, told.known, told.among.fits)
            for at, number in enumerate(told.blanks):
                cards = lying[at] if lying else None
                found[number] = _mixed(cards, spare) if cards and UNKNOWN in cards else cards
        return found

    def _read(self, among: Among) -> _Told:
        numbers = [self._number.get(id(card)) for card in among.places]
        known = tuple(None if number is not None else card for card, number in zip(among.places, numbers, strict=True))
        return _Told(among, tuple(number for number in numbers if number is not None), known)

    def _rest(self) -> tuple[tuple[int, ...], Cards]:
        """The other `??`, and the cards that may lie there: what the game places nowhere once all it tells of lie."""
        cards: list[Card] = [UNKNOWN] * len(self.blanks)
        for told in self._told:
            _lay(told, cards, Random(0))
        deck, placed, _ = self._game.cards(self._filling(self.marked, keep=True)(cards))
        lying = [self._number[id(card)] for card in placed if id(card) in self._number]
        told_of = [number for told in self._told if len(told.blanks) > len(told.among.cards) for number in told.blanks]
        numbers = tuple(dict.fromkeys([*told_of, *lying]))
        spare = unplaced(deck, [card for card in placed if card != UNKNOWN])
        return numbers, spare

    def _filling(self, value: Any, *, keep: bool = False) -> Filled:
        """A function of the cards by number, which gives the state with them; `keep` leaves a `??` the one it was."""
        fill = self._part(value, keep)
        return fill if fill is not None else lambda cards: value

    def _part(self, value: Any, keep: bool) -> Filled | None:
        """A function that gives a part of the state with the cards; None where nothing in it is open."""
        number = self._number.get(id(value))
        if number is not None:
            if keep:
                return lambda cards: value if cards[number] == UNKNOWN else cards[number]
            return lambda cards: cards[number]
        if isinstance(value, tuple):
            return self._entries(value, keep)
        if isinstance(value, Struct):
            parts = [(name, self._part(getattr(value, name), keep)) for name in value.__struct_fields__]
            found = [(name, part) for name, part in parts if part is not None]
            if found:
                return lambda cards: replace(value, **{name: part(cards) for name, part in found})
        return None

    def _entries(self, entries: tuple[Any, ...], keep: bool) -> Filled | None:
        numbers = [self._number.get(id(entry)) for entry in entries]
        if not keep and numbers and numbers[0] is not None:
            first, count = numbers[0], len(numbers)
            if numbers == list(range(first, first + count)):
                return lambda cards: tuple(cards[first : first + count])
        parts = [(at, self._part(entry, keep)) for at, entry in enumerate(entries)]
        found = [(at, part) for at, part in parts if part is not None]
        if not found:
            return None

        def fill(cards: Sequence[Card]) -> tuple[Any, ...]:
            changed = [*entries]
            for at, part in found:
                changed[at] = part(cards)
            return tuple(changed)

        return fill


def with_blanks(value: Any, blanks: list[Blank]) -> Any:
    """A part of a state in which each `??` is one of its own, and is added to these; one that is already stays it."""
    if isinstance(value, str):
        if value != UNKNOWN:
            return value
        blank = value if isinstance(value, Blank) else Blank(UNKNOWN)
        blanks.append(blank)
        return blank
    if isinstance(value, tuple):
        entries = tuple([with_blanks(entry, blanks) for entry in value])
        return entries if any(one is not other for one, other in zip(entries, value, strict=True)) else value
    if isinstance(value, Struct):
        parts = ((name, getattr(value, name)) for name in value.__struct_fields__)
        changes = {name: new for name, part in parts if (new := with_blanks(part, blanks)) is not part}
        return replace(value, **changes) if changes else value
    return value


def _lay(told: _Told, cards: list[Card], random: Random) -> None:
    """Lays cards among the places that a game tells of, so that it all fits. Raises ValueError where it cannot."""
    among, blanks = told.among, told.blanks
    spare = list(told.spare)
    for _ in range(TRIES):
        random.shuffle(spare)
        if among.fits is None or among.fits(_with_known(told.known, spare)):
            for number, card in zip(blanks, spare, strict=True):
                cards[number] = card
            return
    raise ValueError("No way was found to lay the cards that are not known.")


@lru_cache(maxsize=KEPT)
def _lying(
    spare: Cards, known: tuple[Card | None, ...], fits: Callable[[Cards], bool] | None
) -> list[dict[Card, float]] | None:
    """By `??` how likely each of these cards lies there; None where there are too many ways to go through them all."""
    if fits is None:
        return [{card: count / len(spare) for card, count in Counter(spare).items()}] * len(spare)
    if len(spare) > MOST_PLACES:
        return None
    ways = [way for way in permutations(spare) if fits(_with_known(known, way))]
    if not ways:
        raise ValueError("No way was found to lay the cards that are not known.")
    return [{card: count / len(ways) for card, count in Counter(at).items()} for at in zip(*ways, strict=True)]


def _mixed(cards: dict[Card, float], spare: dict[Card, float]) -> dict[Card, float]:
    """How likely each card lies where one of these does, or for `??` any of those that lie nowhere else."""
    found = Counter(cards)
    left = found.pop(UNKNOWN)
    found.update({card: left * share for card, share in spare.items()})
    return dict(found)


def _with_known(known: tuple[Card | None, ...], cards: Sequence[Card]) -> Cards:
    rest = iter(cards)
    return tuple(next(rest) if card is None else card for card in known)

"""A seat's side of the table in Conundruze: its castle, and how cards lie and move in it."""

from collections.abc import Iterable

from msgspec import Struct

from ludograph.domain.games.conundruze.rules import GATE, POSITIONS, Position, Spot
from ludograph.domain.kernel.cards import Card, Cards
from ludograph.domain.kernel.game import less, replace, swap


class Side(Struct, frozen=True, gc=False):
    """What is a seat's: its chips and points, and its castle."""

    stack: int = 0
    total: int = 0
    in_match: bool = True
    in_game: bool = False
    """Dealt in, and not ducked."""
    castle: Cards = ()
    """In castle order; empty until it is dealt."""
    down: tuple[Position, ...] = ()
    """The positions whose cards lie face down, in castle order."""
    gate: Card | None = None
    flipped: bool = False
    sealed: bool = False
    peeked: bool = False
    acted: bool = False
    """Whether it has bet or had a turn in this game: then it is too late to peek."""


def card_at(side: Side, place: Spot) -> Card | None:
    """What lies at a place; None in an empty gatehouse."""
    return side.gate if place == GATE else side.castle[POSITIONS.index(place)]


def put(side: Side, place: Spot, card: Card | None) -> Side:
    """The side with another card at a place."""
    if place == GATE:
        return replace(side, gate=card)
    return replace(side, castle=swap(side.castle, POSITIONS.index(place), card))


def in_order(places: Iterable[Position]) -> tuple[Position, ...]:
    """Positions in castle order."""
    return tuple(sorted(places))


def laid_open(side: Side, places: Iterable[Position], cards: Cards, **changes: object) -> Side:
    """The side with these cards face up at these places, and with other changes."""
    castle, down = [*side.castle], side.down
    for place, card in zip(places, cards, strict=True):
        castle[POSITIONS.index(place)] = card
        down = less(down, place)
    return replace(side, castle=tuple(castle), down=down, **changes)


def swapped(side: Side, first: Spot, second: Spot) -> Side:
    """The side with the cards at two places changed over, each as it lies."""
    moved = put(put(side, first, card_at(side, second)), second, card_at(side, first))
    goes: dict[Spot, Spot] = {first: second, second: first}
    return replace(moved, down=in_order(place for place in POSITIONS if goes.get(place, place) in side.down))


def up_places(side: Side) -> tuple[Spot, ...]:
    """Where a card of this side lies face up, the gatehouse last (CZ-5.4)."""
    castle = tuple(place for place in POSITIONS if place not in side.down)
    return castle if side.gate is None else (*castle, GATE)


def is_up(side: Side, place: Spot) -> bool:
    """Whether a place is open to theft; an empty gatehouse cannot even be named (CZ-5.4)."""
    return place not in side.down


def may_name(side: Side, place: Spot) -> bool:
    """Whether anything lies at a place (CZ-5.4)."""
    return place != GATE or side.gate is not None


def replaceable(side: Side) -> tuple[Position, ...]:
    """Where a card may be placed: in a sealed castle only on a face-down card (CZ-3.5)."""
    return side.down if side.sealed else POSITIONS


def partners(side: Side, first: Spot) -> tuple[Spot, ...]:
    """The places whose card may be swapped with that at the first (CZ-6.4, CZ-5.4)."""
    if first == GATE:
        return tuple(place for place in up_places(side) if place != GATE)
    gate = (GATE,) if side.gate is not None and first not in side.down else ()
    return (*(place for place in POSITIONS if place != first), *gate)

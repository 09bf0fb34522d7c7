"""The cards that facts are about: those that they name, and those that a game says its sentences count or compare."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from ludograph.domain.kernel.cards import UNKNOWN, Card, Cards
from ludograph.domain.kernel.marks import Seat
from ludograph.domain.kernel.shapes import Shape, fields_of

Mention = tuple[Seat | None, Card]
"""A card, and the seat before which it lies; None for wherever it lies."""
About = Mapping[type[Struct], Callable[[Any, Any], Iterable[tuple[Seat | None, Cards]]]]
"""By kind of fact a function of one and of the state after it, to the cards that it is about without naming them."""


class Meant(Struct, frozen=True):
    """Words of an action that stand for a card, which card that is, and how it is told with its name as `{card}`."""

    words: str
    card: Callable[[Any], Card | None]
    told: str = "{card}"


def mentioned(facts: Iterable[Struct], state: Any, about: About) -> frozenset[Mention]:
    """The cards, as far as they are known, that facts and what came of them tell of.

    Of concealed facts, and of a state that came of such, it says no more than they do.
    """
    found = (mention for fact in facts for mention in _of(fact, state, about))
    return frozenset(mention for mention in found if mention[1] != UNKNOWN)


def _of(fact: Struct, state: Any, about: About) -> Iterator[Mention]:
    yield from ((None, card) for card in _in_struct(fact))
    if type(fact) in about:
        yield from ((seat, card) for seat, cards in about[type(fact)](fact, state) for card in cards)


def _in_struct(value: Struct) -> Iterator[Card]:
    for field in fields_of(type(value)):
        if field.shape.holds_cards:
            yield from cards_in(getattr(value, field.name), field.shape)


def cards_in(value: Any, shape: Shape) -> Iterator[Card]:
    """The cards in a value of a shape that holds some; of one that may be of several shapes, those of a Struct."""
    if value is None:
        return
    if shape.kind == "card":
        yield value
    elif shape.kind == "list" and shape.item is not None:
        for entry in value:
            yield from cards_in(entry, shape.item)
    elif shape.struct is not None:
        yield from _in_struct(value)


__all__ = ["About", "Mention", "cards_in", "mentioned"]

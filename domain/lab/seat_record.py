"""All that a seat was told of a match, step by step, and where it saw each card: what histories are made to fit."""

from bisect import bisect_right
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from msgspec import Struct

from ludograph.domain.kernel.cards import UNKNOWN, Card
from ludograph.domain.kernel.game import Action, Deal, Fact, Game, Options, Seat

DRAWN: Final = -1
"""In the place of an owner: the card came from where nobody knew it."""
NEXT: Final = 6
"""So many of the cards that somebody lets go next are looked for when cards come to them."""


class SeatStep(NamedTuple):
    """A step as a seat knows it, with `??` for what it has not seen."""

    step: int
    actor: Seat
    action: Action
    drawn: tuple[Any, ...]
    facts: tuple[Fact, ...]


class SeatRecord(NamedTuple):
    """A match as a seat knows it: how it began, and all that happened since."""

    game: Game
    options: Options
    seats: int
    seat: Seat
    deal: Deal
    facts: tuple[Fact, ...]
    steps: tuple[SeatStep, ...]


class Sighting(NamedTuple):
    """That a card was seen in a step, and whose it was until then."""

    step: int
    owner: Seat


class Sightings:
    """When a seat saw which card: what lies hidden somewhere has to be where it is seen next."""

    def __init__(self, record: SeatRecord) -> None:
        codes = record.game.deck.by_code
        self._found: dict[Card, list[Sighting]] = {}
        self._released: dict[Seat, list[tuple[int, Card]]] = {}
        for number, step in enumerate(record.steps, start=1):
            drawn = {one for one in step.drawn if one in codes}
            for card in drawn:
                self._found.setdefault(card, []).append(Sighting(number, DRAWN))
            released = [
                *_owned(step.action, step.actor),
                *(one for fact in step.facts for one in _owned(fact, step.actor)),
            ]
            for card, owner in dict(reversed(released)).items():
                if card in codes and card not in drawn:
                    self._found.setdefault(card, []).append(Sighting(number, owner))
                    self._released.setdefault(owner, []).append((number, card))

    def after(self, card: Card, step: int) -> Sighting | None:
        """When a card is seen next after a step; None where it never is."""
        found = self._found.get(card, [])
        at = bisect_right(found, step, key=lambda sighting: sighting.step)
        return found[at] if at < len(found) else None

    def released(self, seat: Seat, step: int) -> list[Card]:
        """The next few cards that a seat is seen to have had, after a step."""
        found = self._released.get(seat, [])
        at = bisect_right(found, step, key=lambda pair: pair[0])
        return [card for _, card in found[at : at + NEXT]]


def _owned(value: Any, owner: Seat) -> Iterator[tuple[Card, Seat]]:
    """The cards that stand in a part of a fact or an action, each with the seat that is named beside it."""
    if isinstance(value, str):
        if value != UNKNOWN:
            yield value, owner
    elif isinstance(value, tuple):
        for entry in value:
            yield from _owned(entry, owner)
    elif isinstance(value, Struct):
        owner = getattr(value, "seat", None) or owner
        for name in value.__struct_fields__:
            yield from _owned(getattr(value, name), owner)

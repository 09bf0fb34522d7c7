"""How likely each card lies where an observer sees a back: all ways in which cards can lie are alike likely."""

from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from random import Random
from typing import Any, Final, NamedTuple

from ludograph.domain.kernel.cards import Card
from ludograph.domain.kernel.game import Game
from ludograph.domain.lab.worlds import Worlds

WORLDS: Final = 1000
"""So many worlds are made up to count in, where a game says which ways to lie go together."""


class ShareOfCards(NamedTuple):
    """How likely each card is, the likeliest first."""

    shares: Mapping[Card, float]
    worlds: int
    """In how many worlds it was counted; 0 where it is exact."""


class CardShares:
    """What the cards can be that are not known in a view, of which `scene` is the table. Raises ValueError for none."""

    def __init__(self, game: Game, view: Any, worlds: int = WORLDS) -> None:
        self._worlds = Worlds(game, view)
        self._count = worlds
        self._exact: dict[int, ShareOfCards] = {}
        """Of shares that the worlds have, by their identity: to most cards the same."""
        self.scene = game.scene(self._worlds.marked)
        """Each `??` of it is one that `of` is asked about."""

    def of(self, card: Card) -> ShareOfCards | None:
        """What a `??` of the scene can be; None where it stands for no card of the view."""
        number = self._worlds.number(card)
        if number is None:
            return None
        exact = self._worlds.shares[number]
        if exact is None:
            return ShareOfCards(_in_order(self._counted(number)), self._count)
        if id(exact) not in self._exact:
            self._exact[id(exact)] = ShareOfCards(_in_order(exact), 0)
        return self._exact[id(exact)]

    def _counted(self, number: int) -> dict[Card, float]:
        found = Counter(laid[number] for laid in self._laid)
        return {card: count / self._count for card, count in found.items()}

    @cached_property
    def _laid(self) -> list[list[Card]]:
        random = Random(0)
        return [self._worlds.laid(random) for _ in range(self._count)]


def _in_order(shares: Mapping[Card, float]) -> dict[Card, float]:
    return dict(sorted(shares.items(), key=lambda one: (-one[1], one[0])))

"""Common random numbers: the same world, cards and moves wherever they can be the same, so that differences are seen.

Two positions of a match are compared by playing on from both. What is drawn and played at a step hangs on the number
of the playout and of the step alone, not on what was drawn before.
"""

from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

from ludograph.domain.kernel.advance import Luck
from ludograph.domain.kernel.cards import Card, Cards
from ludograph.domain.kernel.game import Game
from ludograph.domain.kernel.objections import Impossible

SLOTS: Final = 64
"""After so many steps the same orders of the cards come again."""
EACH: Final = 8
"""So many numbers are kept for the move of a step."""


class CommonChance:
    """Worlds, cards and moves by the number of a playout; the same for the same seed."""

    def __init__(self, game: Game, seed: str) -> None:
        self._seed = seed
        self._place = {code: at for at, code in enumerate(game.deck.by_code)}
        self._orders: dict[tuple[int, int], CardOrder] = {}
        self._numbers: dict[int, array[float]] = {}

    def order(self, playout: int, slot: int) -> "CardOrder":
        """An order of all cards, any as likely as the next."""
        key = playout, slot
        if key not in self._orders:
            self._orders[key] = CardOrder(self._place, f"{self._seed}/{playout}/{slot}")
        return self._orders[key]

    def lot(self, playout: int) -> "OrderedRandom":
        """What decides how the cards lie in the world of a playout."""
        return OrderedRandom(f"{self._seed}/{playout}", self.order(playout, -1))

    def draws(self, playout: int, step: int) -> "StepLuck":
        """What is drawn from a step on."""
        return StepLuck(self, playout, step, f"{self._seed}/{playout}/{step}/cards")

    def number(self, playout: int, step: int, at: int) -> float:
        """One of the numbers from 0 to 1 that decide a move."""
        numbers = self._numbers.get(playout)
        if numbers is None:
            numbers = self._numbers[playout] = array("d")
        wanted = EACH * step + at % EACH
        while len(numbers) <= wanted:
            random = Random(f"{self._seed}/{playout}/{len(numbers)}/moves").random
            numbers.extend([random() for _ in range(64 * EACH)])
        return numbers[wanted]


class CardOrder:
    """Which of some cards comes first; copies of a card have places of their own, or they would lie side by side."""

    __slots__ = ("_place", "_ranks", "_seed")

    def __init__(self, place: dict[Card, int], seed: str) -> None:
        self._place = place
        self._seed = seed
        self._ranks = [self._rank(seed)]
        """Of the first copies of all cards, of the second ones, and so on, as far as there were any."""

    def _rank(self, seed: str) -> "array[float]":
        random = Random(seed).random
        return array("f", [random() for _ in self._place])

    def knows(self, values: Sequence[Any]) -> bool:
        """Whether these are cards."""
        return all(value in self._place for value in values)

    def first(self, cards: Sequence[Card]) -> Card:
        """The one that comes first."""
        if len(set(cards)) == len(cards):
            place, rank = self._place, self._ranks[0]
            return min(cards, key=lambda card: rank[place[card]])
        return min(zip(self._of_copies(cards), cards, strict=True))[1]

    def sorted(self, cards: Sequence[Card]) -> list[Card]:
        """The cards in this order."""
        if len(set(cards)) == len(cards):
            place, rank = self._place, self._ranks[0]
            return sorted(cards, key=lambda card: rank[place[card]])
        return [card for _, card in sorted(zip(self._of_copies(cards), cards, strict=True))]

    def _of_copies(self, cards: Sequence[Card]) -> Iterator[float]:
        """The ranks of these cards, each copy of one having its own."""
        met: Counter[Card] = Counter()
        for card in cards:
            copy = met[card]
            met[card] += 1
            if copy == len(self._ranks):
                self._ranks.append(self._rank(f"{self._seed}/{copy}"))
            yield self._ranks[copy][self._place[card]]


class OrderedRandom(Random):
    """Lays cards in a given order the first time, and by chance where that does not fit.

    The last places get the first cards: a pile from which one is drawn keeps the others where they were.
    """

    def __new__(cls, seed: str, order: CardOrder) -> "OrderedRandom":
        """Made as the library makes one, of the seed alone."""
        return super().__new__(cls, seed)  # type: ignore[call-arg]

    def __init__(self, seed: str, order: CardOrder) -> None:
        super().__init__(seed)
        self._order = order
        self._laid = 0

    def sample(self, population: Any, k: int, **counts: Any) -> list[Any]:
        """So many of the cards, the first ones last."""
        if self._order.knows(population):
            return self._order.sorted(population)[:k][::-1]
        return super().sample(population, k, **counts)

    def shuffle(self, x: Any) -> None:
        """Puts the cards in order once; after that by chance."""
        self._laid += 1
        if self._laid == 1 and self._order.knows(x):
            x[:] = self._order.sorted(x)[::-1]
            return
        super().shuffle(x)


class StepLuck(Luck):
    """What is drawn in a playout: at each step the card that comes first in the order of that step."""

    def __init__(self, common: CommonChance, playout: int, step: int, seed: str) -> None:
        super().__init__(Random(seed))
        self._common = common
        self._playout = playout
        self.step = step

    def shuffle(self, cards: Cards) -> Cards:
        """The order of this step, the first ones last."""
        order = self._common.order(self._playout, self.step % SLOTS)
        return tuple(order.sorted(cards)[::-1]) if order.knows(cards) else super().shuffle(cards)

    def _any(self, among: Sequence[Any]) -> Any:
        if not among:
            raise Impossible("placed", "Nothing is left that could come here.")
        order = self._common.order(self._playout, self.step % SLOTS)
        return order.first(among) if order.knows(among) else super()._any(among)


class StepNumbers(Random):
    """The numbers by which the moves of a playout are chosen."""

    def __new__(cls, common: CommonChance, playout: int) -> "StepNumbers":
        """Made as the library makes one, without a seed of its own."""
        return super().__new__(cls, 0)  # type: ignore[call-arg]

    def __init__(self, common: CommonChance, playout: int) -> None:
        super().__init__(0)
        self._common = common
        self._playout = playout
        self._step = self._at = 0

    def at(self, step: int) -> "StepNumbers":
        """From here on the numbers of that step."""
        self._step, self._at = step, 0
        return self

    def random(self) -> float:
        """The next number of the step."""
        self._at += 1
        return self._common.number(self._playout, self._step, self._at - 1)

"""What the tries to make up one match met, so that the next is guided past it (weights of conflicts, as in solvers)."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from ludograph.domain.kernel.cards import UNKNOWN, Card
from ludograph.domain.kernel.game import Audience, Seat
from ludograph.domain.lab.guessed_card import GuessedCard, Key
from ludograph.domain.lab.mismatches import Mismatch

WANTED: Final = 300.0
"""How likely a card is there where one try found it missing; one of which nothing is known has 1."""
KEPT_BACK: Final = 0.02
"""How likely one that was missing elsewhere, or was in the way there."""


class Conflicts:
    """Weights for cards by what did not fit before; they say what is likely, and forbid nothing."""

    def __init__(self) -> None:
        self._wanted: dict[Key, Card] = {}
        self._kept_back: Counter[Card] = Counter()
        self._unfit: dict[Key, set[Card]] = {}
        self._short: dict[Card, Counter[Seat]] = {}

    def note(self, wrong: Iterable[Mismatch], actor: Seat, lying: Iterable[GuessedCard]) -> None:
        """Takes in how a step did not fit: `lying` are the cards made up so far, wherever they lie."""
        for wanted, made in wrong:
            if not isinstance(wanted, str):
                continue
            if isinstance(made, GuessedCard):
                before = self._wanted.get(made.key)
                self._wanted[made.key] = wanted
                self._kept_back[wanted] += before != wanted
                if before not in (None, wanted):
                    self._kept_back[before] -= 1
            elif made == UNKNOWN:
                for card in lying:
                    if card == wanted:
                        self._unfit.setdefault(card.key, set()).add(wanted)
            elif made is None:
                self._short.setdefault(wanted, Counter())[actor] += 1

    def weight(self, card: Card, key: Key, seen_by: Audience) -> float:
        """By how much likelier a card is there than without what was met."""
        if self._wanted.get(key) == card:
            return WANTED
        weight = KEPT_BACK if self._kept_back[card] > 0 or card in self._unfit.get(key, ()) else 1.0
        short = self._short.get(card)
        if short is None:
            return weight
        own = sum(short[seat] for seat in seen_by)
        return weight * (1 + own) / (1 + short.total() - own)

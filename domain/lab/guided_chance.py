"""Chance as a seat's record tells it, and made up where that seat saw nothing."""

from collections import Counter
from collections.abc import Container, Sequence
from typing import Any, TypeVar

from ludograph.domain.kernel.cards import UNKNOWN, Cards
from ludograph.domain.kernel.chance import Chance
from ludograph.domain.kernel.objections import Impossible
from ludograph.domain.kernel.wanted import Asked, Faces, Wanted
from ludograph.domain.lab.guessed_card import DRAWN_FIELD, Key
from ludograph.domain.lab.guesses import Guesses
from ludograph.domain.lab.mismatches import Mismatch

T = TypeVar("T")


class GuidedChance(Chance):
    """Gives what the record says was drawn in a step; `mismatches` are the outcomes that could not come."""

    def __init__(self, step: int, told: Sequence[Any], guesses: Guesses) -> None:
        super().__init__()
        self.mismatches: list[Mismatch] = []
        self._step = step
        self._told = told
        self._guesses = guesses
        self._next = 0
        self.given = 0
        """How many outcomes could come."""

    def restarted(self) -> Chance:
        """Another for the same step."""
        return GuidedChance(self._step, self._told, self._guesses)

    def shuffle(self, cards: Cards) -> Cards:
        """An order that nobody knows: what lies there is found out when it is drawn."""
        return (UNKNOWN,) * len(cards)

    def ask(self, wanted: Wanted[T]) -> tuple[T, ...]:
        """What the record says or what is made up. Raises `Impossible` where nothing can come."""
        if wanted.missing and not wanted.recorded:
            raise Impossible("count", wanted.missing)
        found: tuple[T, ...] = ()
        for entry in wanted.entries:
            found += self._keep(entry, self._outcomes(entry, found))
        return found

    def finish(self) -> None:
        """Notes where the record has more or fewer outcomes than were asked for."""
        if self._next != len(self._told):
            self.mismatches.append(Mismatch(None, None))

    def _outcomes(self, entry: Asked[Any], before: tuple[Any, ...]) -> tuple[Any, ...]:
        begin, self._next = self._next, self._next + len(entry.known)
        told = [*self._told[begin : self._next]]
        told += [UNKNOWN] * (len(entry.known) - len(told))
        known = sorted(entry.known, key=lambda one: (one == entry.blank, one)) if entry.heap else entry.known
        outcomes: tuple[Any, ...] = ()
        for at, (one, here) in enumerate(zip(told, known, strict=True)):
            outcomes += (self._outcome(entry, one, here, before + outcomes, begin + at),)
            self.given += 1
        return outcomes

    def _outcome(self, entry: Asked[Any], told: Any, known: Any, before: tuple[Any, ...], at: int) -> Any:
        """One outcome: what lies there already, else what the record says, else a guess."""
        if known != entry.blank:
            if told not in (UNKNOWN, known):
                self.mismatches.append(Mismatch(told, known))
            return known
        among = entry.among(before)
        if told != UNKNOWN:
            if told not in among:
                self.mismatches.append(Mismatch(told, UNKNOWN))
                raise Impossible("placed", f"{told} was made up to lie elsewhere.")
            return told
        if not among:
            raise Impossible("placed", "Nothing is left that could come here.")
        key = Key(self._step, DRAWN_FIELD, at)
        if isinstance(entry, Faces):
            return self._guesses.card(key, among, entry.to, self._later(among, at))
        return self._guesses.number(key, among, entry.to)

    def _later(self, among: Sequence[Any], at: int) -> Container[Any]:
        """The cards of which the record needs all these copies later in the same step."""
        later = Counter(one for one in self._told[at + 1 :] if one != UNKNOWN)
        if not later:
            return ()
        copies = Counter(among)
        return {card for card, needed in later.items() if copies[card] <= needed}

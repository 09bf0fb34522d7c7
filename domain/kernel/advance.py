"""The engine without what only a record needs: for moves that are known to be open, and cards that none can lose."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, TypeVar

from ludograph.domain.kernel.cards import Cards
from ludograph.domain.kernel.chance import Chance
from ludograph.domain.kernel.game import Action, Fact, Game, Seat
from ludograph.domain.kernel.objections import MOST_CONSEQUENCES, Impossible, endless
from ludograph.domain.kernel.wanted import Asked, Faces, Wanted

T = TypeVar("T")


class Luck(Chance):
    """One generator for all that is drawn, step after step; what it gave is not kept.

    It draws as `Drawing` does with the same generator.
    """

    def __init__(self, random: Random) -> None:
        super().__init__()
        self._random = random

    def restarted(self) -> Chance:
        """This source itself: it does not come back to where it was."""
        return self

    def shuffle(self, cards: Cards) -> Cards:
        """A random order."""
        return tuple(self._random.sample(cards, len(cards)))

    def ask(self, wanted: Wanted[T]) -> tuple[T, ...]:
        """All outcomes that are wanted. Raises `Impossible` where nothing can come, or players are to be asked."""
        if wanted.missing and not wanted.recorded:
            raise Impossible("count", wanted.missing)
        found: tuple[T, ...] = ()
        for entry in wanted.entries:
            found += self._given(entry, found)
        return found

    def _given(self, entry: Asked[T], before: tuple[T, ...]) -> tuple[Any, ...]:
        known = entry.known
        if entry.blank not in known:
            return tuple(sorted(known)) if entry.heap else known
        given: tuple[Any, ...] = ()
        for one in known:
            given += (self._any(entry.among(before + given)) if one == entry.blank else one,)
        return tuple(sorted(given)) if entry.heap and isinstance(entry, Faces) else given

    def _any(self, among: Sequence[Any]) -> Any:
        if not among:
            raise Impossible("placed", "Nothing is left that could come here.")
        return self._random.choice(among)


def advance(game: Game, state: Any, seat: Seat, action: Action, chance: Chance) -> Any:
    """The state after a move that is open to this seat, and after all that follows from it."""
    for fact in action.completed(state, seat).decide(state, seat, chance):
        state = fact.apply(state)
    follow = game.follow
    more: Fact | Iterable[Fact] | None = None
    for _ in range(MOST_CONSEQUENCES):
        if (more := follow(state, chance)) is None:
            return state
        if isinstance(more, Fact):
            state = more.apply(state)
        else:
            for fact in more:
                state = fact.apply(state)
    raise endless(more)

"""For how long each card lay somewhere in a match that is made up, in bits: the lowest for the first state."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from ludograph.domain.kernel.cards import UNKNOWN, Card, unplaced
from ludograph.domain.kernel.game import Game
from ludograph.domain.lab.guessed_card import GuessedCard, Key


class Spans:
    """The states in which made-up cards lay, and those in which cards lay that are known."""

    def __init__(self, game: Game, states: Sequence[Any], settled: Collection[Key]) -> None:
        self._game = game
        self._states = states
        self.made_up: dict[Key, int] = {}
        self.known: dict[Card, list[int]] = {}
        """For each card the states in which one, two, ... of its copies lay; what is settled is known."""
        self.lying = set[Key]()
        """The guesses whose cards lay anywhere, settled or not."""
        self.copies = Counter[Card](game.cards(states[0])[0])
        for number, state in enumerate(states):
            for card in game.cards(state)[1]:
                key = card.key if isinstance(card, GuessedCard) else None
                if key is not None:
                    self.lying.add(key)
                if key is not None and key not in settled:
                    self.made_up[key] = self.made_up.get(key, 0) | 1 << number
                elif card != UNKNOWN:
                    count_in(self.known.setdefault(str(card), []), 1 << number)

    def begin_with_piles(self, among: Mapping[Key, Collection[Card]]) -> None:
        """Cards that came from a pile as it lay before their step lay nowhere else then; `among` is what could come."""
        steps: dict[int, list[Key]] = {}
        for key in among:
            if key in self.made_up:
                steps.setdefault(key.step, []).append(key)
        for step, keys in steps.items():
            if 0 < step <= len(self._states):
                deck, placed, _ = self._game.cards(self._states[step - 1])
                spare = frozenset(unplaced(deck, placed))
                for key in keys:
                    if spare.issuperset(among[key]):
                        self.made_up[key] |= 1 << step - 1


def count_in(levels: list[int], mask: int) -> None:
    """One more of a card in the states of a mask: `levels` are those with one, two, ... of it."""
    for at, level in enumerate(levels):
        levels[at], mask = level | mask, level & mask
    if mask:
        levels.append(mask)

"""What is made up for all that a seat has not seen: which card came where, and what others decided in secret."""

from collections.abc import Container, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from ludograph.domain.kernel.cards import Card
from ludograph.domain.kernel.game import Audience, Seat
from ludograph.domain.lab.conflicts import Conflicts
from ludograph.domain.lab.guessed_card import GuessedCard, Key, guessed_card
from ludograph.domain.lab.seat_record import DRAWN, Sightings

ELSEWHERE: Final = 0.03
"""How likely a card is thought to come here that is seen elsewhere next; not impossible, for it may go there yet."""
HERE: Final = 10.0
"""How likely one that the hand to which it comes is soon seen to have had; a card that is not seen again has 1."""


class Guess(NamedTuple):
    """What was made up, and for whom: the seats that saw it."""

    value: Any
    seen_by: Audience = ()


class Guesses:
    """The guesses of a history under way, each kept for as long as it can be."""

    def __init__(self, sightings: Sightings, conflicts: Conflicts, random: Random) -> None:
        self.found: dict[Key, Guess] = {}
        self.barred: dict[Key, Any] = {}
        """What may not be guessed there now."""
        self.avoided: frozenset[Card] = frozenset()
        """What is better guessed nowhere now, for a step that does not fit needs it."""
        self.conflicts = conflicts
        self.among: dict[Key, frozenset[Card]] = {}
        """What could have come there."""
        self.random = random
        self._sightings = sightings

    def seen_by(self, seat: Seat) -> set[Key]:
        """The guesses of cards that a seat has seen, when they came or later."""
        seen = ((key, guess.value) for key, guess in self.found.items() if seat in guess.seen_by)
        return {value if isinstance(value, Key) else key for key, value in seen}

    def card(self, key: Key, among: Sequence[Card], seen_by: Audience, later: Container[Card]) -> GuessedCard:
        """What came there: what was guessed before where it still can be, else one of these, rather not of those.

        Where made-up cards are mixed they stay what they were: which of them it is is kept, not its face.
        """
        self.among[key] = frozenset(among)
        before = self.found.get(key)
        if before is not None:
            kept = next((card for card in among if _same(card, before.value)), None)
            if kept is not None:
                return _with_key(kept, key)
        barred = self.barred.get(key)
        likely = [card for card in among if card != barred and card not in later and card not in self.avoided]
        likely = likely or [*among]
        card = self.random.choices(likely, self._weights(key, likely, seen_by))[0]
        self.found[key] = Guess(card.key if isinstance(card, GuessedCard) else card, seen_by)
        return _with_key(card, key)

    def number(self, key: Key, among: Sequence[int], seen_by: Audience) -> int:
        """A number that nobody told the seat."""
        before = self.found.get(key)
        if before is None or before.value not in among:
            self.found[key] = before = Guess(self.random.choice(among), seen_by)
        assert isinstance(before.value, int)
        return before.value

    def decision(self, key: Key, values: Sequence[Any], actor: Seat) -> Any:
        """What somebody decided in secret: of cards that which they are seen to have had first, else any."""
        before = self.found.get(key)
        if before is not None:
            kept = [value for value in values if _same(value, before.value)]
            if kept:
                return kept[0]
        value = self._decided(key, values, actor)
        self.found[key] = Guess(value.key if isinstance(value, GuessedCard) else value, (actor,))
        return value

    def _decided(self, key: Key, values: Sequence[Any], actor: Seat) -> Any:
        seen = []
        for value in values if isinstance(values[0], str) else ():
            sighting = self._sightings.after(value, key.step)
            if sighting is not None and sighting.owner == actor:
                seen.append((sighting.step, value))
        if seen and self.random.random() < 0.9:
            return min(seen, key=lambda pair: pair[0])[1]
        return values[self.random.randrange(len(values))]

    def likelihoods(self, key: Key, cards: Sequence[Card]) -> list[float]:
        """How likely each card is thought to be what was guessed there; of one that is not seen again 1."""
        return self._weights(key, cards, self.found[key].seen_by)

    def _weights(self, key: Key, cards: Sequence[Card], seen_by: Audience) -> list[float]:
        wanted = {card for seat in seen_by for card in self._sightings.released(seat, key.step)}
        conflicts = self.conflicts
        return [self._weight(card, key.step, seen_by, wanted) * conflicts.weight(card, key, seen_by) for card in cards]

    def _weight(self, card: Card, step: int, seen_by: Audience, wanted: Container[Card]) -> float:
        if card in wanted:
            return HERE
        sighting = self._sightings.after(card, step)
        if sighting is None or sighting.owner in seen_by:
            return 1.0
        return ELSEWHERE if sighting.owner == DRAWN or seen_by else 1.0


def _with_key(card: Card, key: Key) -> GuessedCard:
    return card if isinstance(card, GuessedCard) else guessed_card(card, key)


def _same(value: Any, guess: Any) -> bool:
    return value.key == guess if isinstance(value, GuessedCard) else bool(value == guess)

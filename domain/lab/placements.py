"""Which faces made-up cards can have together, by where they lie and for how long: no card lies twice at a time."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Final

from ludograph.domain.kernel.cards import Card
from ludograph.domain.lab.guessed_card import Key
from ludograph.domain.lab.spans import Spans, count_in

DEPTH: Final = 8
"""So many cards may make room for one another in a row."""
NODES: Final = 600
"""So many faces are tried before a change is given up."""
OCCUPIED: Final = 6
"""So many faces are tried for which another card has to make room, where none is free."""
Likelihoods = Callable[[Key, Sequence[Card]], Sequence[float]]


class Placements:
    """Faces for made-up cards as they lie after each step, changed so that one of them has a face that is wanted.

    A change goes from card to card: the one that had that face gets another, for which a third may have to make room
    (ejection chains, as in local search for colourings). The steps themselves are not looked at; they say afterwards
    whether they fit.
    """

    def __init__(self, spans: Spans, faces: Mapping[Key, Card], likelihoods: Likelihoods, random: Random) -> None:
        self._faces = dict(faces)
        self._likelihoods = likelihoods
        self._random = random
        self._spans = spans.made_up
        self._known = spans.known
        self._copies = spans.copies
        self._found = spans.lying
        self._with_face: dict[Card, set[Key]] = {}
        for key in self._spans:
            self._with_face.setdefault(self._faces[key], set()).add(key)
        self._trail: list[tuple[Key, Card]] = []
        self._moved: set[Key] = set()
        self._barred: Mapping[Key, Card] = {}
        self._left = 0

    def lying(self, step: int) -> Iterator[Key]:
        """The guesses whose cards lie somewhere after a step and are not settled."""
        return (key for key, span in self._spans.items() if span >> step & 1)

    def lies(self, key: Key) -> bool:
        """Whether the card of a guess lies somewhere in one of the states."""
        return key in self._found

    def is_known(self, card: Card, step: int) -> bool:
        """Whether it is known where all copies of a card lie after a step."""
        levels, most = self._known.get(card, []), self._copies.get(card, 0)
        return len(levels) >= most and (most == 0 or bool(levels[most - 1] >> step & 1))

    def changed(self, wanted: Mapping[Key, Card], barred: Mapping[Key, Card]) -> dict[Key, Card]:
        """Faces so that some cards have those that are wanted and some any but those barred; {} where none were found.

        Nothing is kept: each call begins with the faces as they were.
        """
        self._left, self._barred = NODES, barred
        self._moved = set(wanted)
        before = {key: self._faces[key] for key in wanted}
        for key, card in wanted.items():
            self._set(key, card)
        found = all(self._made_room(key, before[key], DEPTH) for key in wanted) and all(
            key in self._moved or self._another(key, None, DEPTH) for key in barred
        )
        changes = {key: self._faces[key] for key, card in self._trail if self._faces[key] != card} if found else {}
        self._undone(0)
        return changes

    def exchanged(
        self, key: Key, other: Key, wanted: Mapping[Key, Card], barred: Mapping[Key, Card]
    ) -> dict[Key, Card]:
        """As `changed`, where `other`, which lay in the same hand and was let go before, stays there and `key` goes."""
        first, second = self._spans[key], self._spans[other]
        until = (1 << second.bit_length()) - 1
        self._spans[key], self._spans[other] = first & until, second | (first & ~until)
        card = self._faces[other]
        changes = self.changed({**wanted, key: card}, {**barred, other: card})
        self._spans[key], self._spans[other] = first, second
        return changes

    def let_go(self, key: Key) -> Iterator[tuple[Key, int]]:
        """The cards that lay somewhere with one and left while it stayed, each with the last step before that."""
        span = self._spans.get(key, 0)
        for other, lying in self._spans.items():
            last = lying.bit_length() - 1
            if other != key and span >> last & 1 and span.bit_length() - 1 > last:
                yield other, last

    def _given(self, key: Key, card: Card, depth: int) -> bool:
        """Gives a card this face, and those in the way of it another."""
        mark, before = len(self._trail), self._faces[key]
        self._set(key, card)
        if self._made_room(key, before, depth):
            return True
        self._undone(mark)
        return False

    def _made_room(self, key: Key, before: Card, depth: int) -> bool:
        """Gives those that are in the way of a card another face, rather the one that it had."""
        others = self._in_the_way(key, self._faces[key])
        self._left -= 1
        if others is None or self._left < 0 or (others and depth == 0) or any(one in self._moved for one in others):
            return False
        return all(self._another(one, before, depth - 1) for one in others)

    def _another(self, key: Key, first: Card | None, depth: int) -> bool:
        """Gives a card any other face than its own, rather this one."""
        own = self._faces[key]
        self._moved.add(key)
        if any(self._given(key, card, depth) for card in self._candidates(key, first) if card != own):
            return True
        self._moved.discard(key)
        return False

    def _candidates(self, key: Key, first: Card | None) -> Iterator[Card]:
        """Faces that a card could have: those for which none has to make room before others, each by its likelihood."""
        if first is not None:
            yield first
        barred = self._barred.get(key)
        cards = [card for card in self._copies if card not in (first, barred)]
        drawn = [self._random.random() ** (1 / one) for one in self._likelihoods(key, cards)]
        occupied = []
        for _, card in sorted(zip(drawn, cards, strict=True), reverse=True):
            others = self._in_the_way(key, card)
            if others == []:
                yield card
            elif others:
                occupied.append(card)
        yield from occupied[:OCCUPIED]

    def _in_the_way(self, key: Key, card: Card) -> list[Key] | None:
        """The cards that cannot lie beside this one with that face; None where it cannot be."""
        span, most = self._spans.get(key, 0), self._copies.get(card, 0)
        levels = [mask & span for mask in self._known.get(card, [])]
        if len(levels) >= most and (most == 0 or levels[most - 1]):
            return None
        out = []
        others = [one for one in self._with_face.get(card, ()) if one != key and self._spans[one] & span]
        self._random.shuffle(others)
        for one in others:
            tried = [*levels]
            count_in(tried, self._spans[one] & span)
            if len(tried) >= most and tried[most - 1]:
                out.append(one)
            else:
                levels = tried
        return out

    def _set(self, key: Key, card: Card) -> None:
        before = self._faces[key]
        self._trail.append((key, before))
        self._faces[key] = card
        if key in self._spans:
            self._with_face[before].discard(key)
            self._with_face.setdefault(card, set()).add(key)

    def _undone(self, mark: int) -> None:
        while len(self._trail) > mark:
            key, before = self._trail[-1]
            self._set(key, before)
            del self._trail[-2:]

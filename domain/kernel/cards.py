"""A card is its code; a deck lists its cards and what people call them."""

from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import chain, repeat, starmap
from typing import Annotated, Final

from msgspec import Struct


class CardMark:
    """Marks a type as the code of a card, for everything that is driven by types."""


CARD: Final = CardMark()
Card = Annotated[str, CARD]
"""The code of a card (`9MS`), or `UNKNOWN`."""
Cards = tuple[Card, ...]

UNKNOWN: Final = "??"
"""A card whose face is not known to whoever wrote or reads this."""


class Face(Struct, frozen=True):
    """What is printed on one card: `suits` are letters in the deck's order, none for some."""

    code: str
    name: str
    rank: str
    suits: str


class Deck(Struct, frozen=True):
    """The cards a game may name, each once, with the names that people call them by."""

    id: str
    title: str
    faces: tuple[Face, ...]
    suit_names: dict[str, str]
    rank_names: dict[str, str]
    by_code: dict[str, Face]
    by_name: dict[str, str]

    def read(self, text: str) -> str | None:
        """The code that a code or a name stands for; None where the deck has no such card.

        Codes are case-sensitive; names ignore case and a leading `The`, and hyphens may join their words.
        """
        if text == UNKNOWN:
            return UNKNOWN
        if text in self.by_code:
            return self.by_code[text].code
        return self.by_name.get(_plain(text))

    @property
    def names(self) -> tuple[str, ...]:
        """All codes and names."""
        return (*self.by_code, *(face.name for face in self.faces))

    def name(self, code: str) -> str:
        """What to call a card in a sentence: `the Pact`, or `a card` where its face is unknown."""
        face = self.by_code.get(code)
        return "a card" if face is None else face.name


def make_deck(
    id: str,
    title: str,
    faces: tuple[Face, ...],
    suit_names: dict[str, str],
    rank_names: dict[str, str],
) -> Deck:
    """A deck with its look-up tables worked out."""
    return Deck(
        id=id,
        title=title,
        faces=faces,
        suit_names=suit_names,
        rank_names=rank_names,
        by_code={face.code: face for face in faces},
        by_name={_plain(face.name): face.code for face in faces},
    )


@lru_cache(maxsize=64)
def copies_in(cards: Cards) -> Counter[Card]:
    """How often each card is among these; not to be altered."""
    return Counter(cards)


@lru_cache(maxsize=64)
def once_each(cards: Cards) -> bool:
    """Whether no card is twice among these."""
    return len(set(cards)) == len(cards)


def unplaced(deck: Cards, placed: Iterable[Card]) -> Cards:
    """The cards of a deck that are not known to lie anywhere, each copy for itself: they may still come."""
    if once_each(deck):
        lying = set(placed)
        return tuple([card for card in deck if card not in lying])
    spare = dict(copies_in(deck))
    for card in placed:
        if card in spare:
            spare[card] -= 1
    return tuple(chain.from_iterable(starmap(repeat, spare.items())))


def holds(hand: Cards, cards: Cards) -> bool:
    """Whether these cards can all be in a hand, where each `??` stands for any."""
    left, missing = [*hand], 0
    for card in cards:
        if card in left:
            left.remove(card)
        else:
            missing += 1
    return missing <= hand.count(UNKNOWN)


def playable(hand: Cards, may_come: Callable[[], Cards]) -> Cards:
    """The cards that a hand can be played from, each once: with a `??` in it also all that may still come."""
    seen = dict.fromkeys(card for card in hand if card != UNKNOWN)
    return tuple(seen | dict.fromkeys(may_come())) if UNKNOWN in hand else tuple(seen)


def _plain(name: str) -> str:
    words = name.replace("-", " ").lower().split()
    return " ".join(words[1:] if words[:1] == ["the"] else words)

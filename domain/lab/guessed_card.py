"""Cards that are made up, and where: each says wherever it lies from which guess it comes."""

from typing import Final, NamedTuple

from ludograph.domain.kernel.cards import Card

DRAWN_FIELD: Final = "drawn"
DEAL_FIELD: Final = "deal"


class Key(NamedTuple):
    """Where something was not seen: in which step, in which field of its action (or `drawn`, `deal`), which of it."""

    step: int
    field: str
    at: int = 0


class GuessedCard(str):
    """A card that is made up: it is its code, and says wherever it lies from which guess it comes."""

    __slots__ = ("key",)
    key: Key


def guessed_card(card: Card, key: Key) -> GuessedCard:
    """That card with the key of the guess."""
    made = GuessedCard(card)
    made.key = key
    return made

"""The French deck of 52: codes are a rank of `A23456789TJQK` and a suit letter of `cdhs`, as in PHH files."""

from typing import Final, Literal

from ludograph.domain.kernel.cards import UNKNOWN, Face, make_deck

Suit = Literal["c", "d", "h", "s"]

SUITS: Final[tuple[Suit, ...]] = ("c", "d", "h", "s")
SUIT_NAMES: Final = {"c": "Clubs", "d": "Diamonds", "h": "Hearts", "s": "Spades"}
RANK_NAMES: Final = {
    "A": "Ace", "2": "Two", "3": "Three", "4": "Four", "5": "Five", "6": "Six", "7": "Seven", "8": "Eight",
    "9": "Nine", "T": "Ten", "J": "Jack", "Q": "Queen", "K": "King",
}  # fmt: skip

FRENCH: Final = make_deck(
    "french",
    "the French deck",
    tuple(
        Face(f"{rank}{suit}", f"the {RANK_NAMES[rank]} of {SUIT_NAMES[suit]}", rank, suit)
        for suit in SUITS
        for rank in RANK_NAMES
    ),
    SUIT_NAMES,
    RANK_NAMES,
)

RANK_OF: Final = {face.code: face.rank for face in FRENCH.faces} | {UNKNOWN: ""}
"""The rank of a card; empty for an unknown one."""
SUIT_OF: Final = {face.code: face.suits for face in FRENCH.faces} | {UNKNOWN: ""}
"""The suit of a card; empty for an unknown one."""

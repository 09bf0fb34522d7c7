"""The Deck of Perilous Fortuity: sixteen ranks in four suits, the Fool, and four extra face cards without a suit.

Codes are a rank (`1` the Nub, `2`-`10`, `J R K W C D`) and a suit letter of `fsvw`; `F` is the Fool, `T A B P` are the
extra face cards.
"""

from typing import Final, Literal

from ludograph.domain.kernel.cards import UNKNOWN, Face, make_deck

Suit = Literal["f", "s", "v", "w"]

SUITS: Final[tuple[Suit, ...]] = ("f", "s", "v", "w")
"""High to low, where a game ranks them."""
SUIT_NAMES: Final = {"f": "Flames", "s": "Stones", "v": "Waves", "w": "Winds"}
NUMBERS: Final = tuple(str(number) for number in range(2, 11))
RANKS: Final = ("1", *NUMBERS, "J", "R", "K", "W", "C", "D")
FOOL: Final = "F"
EXTRAS: Final = ("T", "A", "B", "P")
RANK_NAMES: Final = {
    "1": "Nub", **{number: number for number in NUMBERS}, "J": "Jester", "R": "Rogue", "K": "Knight", "W": "Wizard",
    "C": "Crown", "D": "Dragon", "F": "Fool", "T": "Troll", "A": "Assassin", "B": "Bard", "P": "Priest",
}  # fmt: skip


def _face(rank: str, suit: str = "") -> Face:
    name = f"the {RANK_NAMES[rank]} of {SUIT_NAMES[suit]}" if suit else f"the {RANK_NAMES[rank]}"
    return Face(f"{rank}{suit}", name, rank, suit)


PERILOUS: Final = make_deck(
    "perilous",
    "the Deck of Perilous Fortuity",
    (*(_face(rank, suit) for rank in RANKS for suit in SUITS), _face(FOOL), *(_face(extra) for extra in EXTRAS)),
    SUIT_NAMES,
    RANK_NAMES,
)

WITHOUT_EXTRAS: Final = make_deck(
    "perilous-65",
    "the Deck of Perilous Fortuity without its extra cards",
    tuple(face for face in PERILOUS.faces if face.code not in EXTRAS),
    SUIT_NAMES,
    {rank: name for rank, name in RANK_NAMES.items() if rank not in EXTRAS},
)
"""The 65 cards of the games in which nobody uses the Troll, the Assassin, the Bard and the Priest."""

RANK_OF: Final = {face.code: face.rank for face in PERILOUS.faces} | {UNKNOWN: ""}
"""The rank of a card; empty for an unknown one."""
SUIT_OF: Final = {face.code: face.suits for face in PERILOUS.faces} | {UNKNOWN: ""}
"""The suit of a card; empty for the Fool, the extra face cards and an unknown card."""

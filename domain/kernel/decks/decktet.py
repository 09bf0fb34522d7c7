"""The extended Decktet: 45 cards in six suits, most of which bear two.

Codes are a rank and then the suits, in the fixed order `MSVLYK`; `0` is the Excuse.
"""

from typing import Final, Literal

from ludograph.domain.kernel.cards import UNKNOWN, Face, make_deck

Suit = Literal["M", "S", "V", "L", "Y", "K"]

SUITS: Final[tuple[Suit, ...]] = ("M", "S", "V", "L", "Y", "K")
SUIT_NAMES: Final = {"M": "Moons", "S": "Suns", "V": "Waves", "L": "Leaves", "Y": "Wyrms", "K": "Knots"}
RANK_NAMES: Final = {
    "0": "Excuse", "1": "Ace", "2": "2", "3": "3", "4": "4", "5": "5", "6": "6", "7": "7", "8": "8", "9": "9",
    "P": "Pawn", "T": "Court", "N": "Crown",
}  # fmt: skip

_TITLES = {
    "2MK": "Author", "2SY": "Desert", "2VL": "Origin",
    "3MV": "Journey", "3SK": "Painter", "3LY": "Savage",
    "4YK": "Battle", "4MS": "Mountain", "4VL": "Sailor",
    "5SV": "Discovery", "5ML": "Forest", "5YK": "Soldier",
    "6MV": "Lunatic", "6LK": "Market", "6SY": "Penitent",
    "7SK": "Castle", "7VY": "Cave", "7ML": "Chance Meeting",
    "8YK": "Betrayal", "8MS": "Diplomat", "8VL": "Mill",
    "9VY": "Darkness", "9LK": "Merchant", "9MS": "Pact",
    "NM": "Huntress", "NS": "Bard", "NV": "Sea", "NL": "End", "NY": "Calamity", "NK": "Windfall",
    "PVLY": "Borderland", "PMSL": "Harvest", "PSVK": "Light Keeper", "PMYK": "Watchman",
    "TMVK": "Consul", "TSVY": "Island", "TMLY": "Rite", "TSLK": "Window",
}  # fmt: skip


def _face(code: str) -> Face:
    if code == "0":
        return Face(code, "the Excuse", "0", "")
    rank, suits = code[0], code[1:]
    name = f"the Ace of {SUIT_NAMES[suits]}" if rank == "1" else f"the {_TITLES[code]}"
    return Face(code, name, rank, suits)


ACES: Final = tuple(f"1{suit}" for suit in SUITS)
CROWNS: Final = tuple(f"N{suit}" for suit in SUITS)
NUMBERS: Final = tuple(code for code in _TITLES if code[0].isdigit())
PAWNS: Final = ("PVLY", "PMSL", "PSVK", "PMYK")
COURTS: Final = ("TMVK", "TSVY", "TMLY", "TSLK")
EXCUSE: Final = "0"

DECKTET: Final = make_deck(
    "decktet",
    "the Decktet",
    tuple(_face(code) for code in (*ACES, *NUMBERS, *CROWNS, *PAWNS, *COURTS, EXCUSE)),
    SUIT_NAMES,
    RANK_NAMES,
)

SUITS_OF: Final = {face.code: face.suits for face in DECKTET.faces} | {UNKNOWN: ""}
"""The suits of a card as a string of letters; empty for the Excuse and for an unknown card."""


_SUIT_SETS = {code: frozenset(suits) for code, suits in SUITS_OF.items()}


def share_suit(one: str, other: str) -> bool:
    """Whether two cards have a suit in common."""
    return not _SUIT_SETS[one].isdisjoint(_SUIT_SETS[other])

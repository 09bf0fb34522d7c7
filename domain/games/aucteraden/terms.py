"""The words of Aucteraden that have a rule: those that sentences use, and verbs that none of them does."""

from collections.abc import Mapping
from typing import Final

from ludograph.domain.kernel.terms import GUIDE

TERMS: Final[Mapping[str, str]] = {
    "market": "AU-1.3",
    "pile": "AU-1.3",
    "buy": "AU-2.1",
    "chip": "AU-2.5",
    "lay": "AU-3.1",
    "tableau": "AU-3.4",
    "discard": "AU-5.1",
    "empty cell": GUIDE,
    "chain": GUIDE,
    "Excuse": GUIDE,
    "Ace": "AU-3.5",
    "Pawn": "AU-3.6",
    "Court": "AU-3.6",
    "touch": "AU-3.7",
    "push": GUIDE,
}

VERBS: Final[Mapping[str, str]] = {
    "place": "AU-3.1",
}

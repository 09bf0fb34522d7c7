"""The words of Sun Bid that have a rule: those that sentences use, and verbs that none of them does."""

from collections.abc import Mapping
from typing import Final

from ludograph.domain.kernel.terms import GUIDE

TERMS: Final[Mapping[str, str]] = {
    "auction": "SB-2.2",
    "forced auction": "SB-4.3",
    "last auction": "SB-2.3",
    "last call": "SB-2.2",
    "call": "SB-4.3",
    "bid": "SB-4.1",
    "bidding card": "SB-4.1",
    "higher": "SB-4.2",
    "pass": "SB-4.2",
    "lead": "SB-2.3",
    "turn": "SB-2.3",
    "flip": "SB-3.1",
    "deck": "SB-3.2",
    "auction deck": "SB-1.4",
    "pool": GUIDE,
    "fetch": "SB-6.2",
    "play": "SB-6.1",
    "Pawn": "SB-6.1",
    "Court": "SB-6.1",
    "Take": "SB-6.1",
    "Ace": "SB-5.1",
    "discard": "SB-5.1",
    "Sun": GUIDE,
    "centre": GUIDE,
    "sit out": GUIDE,
    "equal rank": GUIDE,
    "sequence": GUIDE,
    "round": GUIDE,
}

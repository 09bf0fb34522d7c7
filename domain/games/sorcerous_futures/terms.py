"""The words of Sorcerous Futures that have a rule: those that sentences use, and verbs that none of them does."""

from collections.abc import Mapping
from typing import Final

from ludograph.domain.kernel.terms import GUIDE, NONE

TERMS: Final[Mapping[str, str]] = {
    "auction": "SF-2.2",
    "open auction": "SF-2.2",
    "closed auction": "SF-6.1",
    "open": "SF-4.2",
    "closed": "SF-6.1",
    "seal": "SF-6.2",
    "bid": "SF-5.2",
    "raise": "SF-5.1",
    "pass": "SF-5.1",
    "pass a": NONE,
    "pass both": NONE,
    "Crown": GUIDE,
    "give": "SF-3.1",
    "keep": "SF-3.1",
    "set aside": "SF-1.4",
    "valuation": GUIDE,
    "Excuse": "SF-1.5",
    "Ace": "SF-1.3",
    "group": "SF-4.1",
    "row": "SF-4.1",
    "active": "SF-2.2",
    "offer": "SF-2.3",
    "bought": "SF-2.1",
    "gold": "SF-2.1",
    "pack": "SF-1.5",
    "sold": "SF-4.1",
    "worth": "SF-2.1",
}

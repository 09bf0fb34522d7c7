"""The words of Fool's Down that have a rule: those that sentences use, and verbs that none of them does."""

from collections.abc import Mapping
from typing import Final

from ludograph.domain.games.fools_down.rules import CATEGORIES
from ludograph.domain.kernel.terms import GUIDE

CONSERVED: Final = "FD-8.1"
"""The rule by which no chips are made or lost, which refuses results from paper."""
TERMS: Final[Mapping[str, str]] = {
    **dict.fromkeys(CATEGORIES, "FD-7.3"),
    "Fool's Bet": GUIDE,
    "miss the Fool's Bet": "FD-3.5",
    "fee": "FD-3.5",
    "forelay": GUIDE,
    "wink": "FD-4.1",
    "match": "FD-4.2",
    "wager": "FD-4.3",
    "bump": "FD-4.3",
    "duck": "FD-4.8",
    "all in": "FD-4.4",
    "down card": "FD-7.1",
    "Fool's Down": "FD-6.3",
    "burn": "FD-2.1",
    "Trick": GUIDE,
    "Cast": GUIDE,
    "Dance": GUIDE,
    "exchange": "FD-5.1",
    "keep": "FD-5.1",
    "showdown": "FD-6.1",
    "show": "FD-6.1",
    "Fool": "FD-7.2",
    "Jester": "FD-7.2",
    "main pot": "FD-8.2",
    "side pot": "FD-8.2",
    "pot": "FD-8.2",
    "taken down": "FD-8.3",
    "Fool's Bag": "FD-8.3",
    "house": "FD-8.2",
    "sit out": "FD-3.3",
    "come back": "FD-3.4",
    "leave": "FD-3.6",
    "tip": "FD-3.7",
    "deal": "FD-3.1",
    "dealer": "FD-3.1",
    "evening": "FD-1.1",
    "go back": "FD-8.1",
    "best hand": "FD-8.2",
    "replace": "FD-2.1",
}

VERBS: Final[Mapping[str, str]] = {
    "sit": "FD-3.3",
    "return": "FD-3.4",
    "finish": "FD-3.8",
}

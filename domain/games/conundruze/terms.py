"""The words of Conundruze that have a rule: those that sentences use, and verbs that none of them does."""

from collections.abc import Mapping
from typing import Final

from ludograph.domain.kernel.terms import GUIDE

TERMS: Final[Mapping[str, str]] = {
    "the match": "CZ-10.4",
    "a match": "CZ-10.4",
    "match": "CZ-7.5",
    "caster": "CZ-2.3",
    "first caster": "CZ-2.2",
    "forelay": "CZ-10.3",
    "castle": "CZ-2.1",
    "flip": "CZ-2.4",
    "top row": GUIDE,
    "peek": "CZ-2.6",
    "bet": "CZ-7.2",
    "wink": "CZ-7.4",
    "wager": "CZ-7.3",
    "bump": "CZ-7.6",
    "duck": "CZ-7.7",
    "turn": "CZ-3.1",
    "turn up": "CZ-8.5",
    "final round": "CZ-8.2",
    "draw": "CZ-3.1",
    "draw pile": "CZ-3.8",
    "discard": "CZ-3.3",
    "discard pile": "CZ-3.6",
    "held": "CZ-3.1",
    "seal": "CZ-3.5",
    "gatehouse": "CZ-5.1",
    "steal": "CZ-4.1",
    "Fool": "CZ-4.1",
    "face card": "CZ-6.1",
    "backstab": "CZ-6.4",
    "pilfer": "CZ-6.5",
    "riposte": "CZ-6.6",
    "influence": "CZ-6.8",
    "swap": "CZ-6.8",
    "mock": "CZ-6.9",
    "gloat": "CZ-6.11",
    "react": "CZ-6.10",
    "tip": "CZ-6.10",
    "pot": "CZ-7.8",
    "stack": "CZ-7.9",
    "complete": "CZ-8.1",
    "finisher": "CZ-8.4",
    "score": "CZ-9.1",
    "total": "CZ-10.1",
}

VERBS: Final[Mapping[str, str]] = {
    "deal": "CZ-2.1",
    "take": "CZ-3.2",
    "place": "CZ-3.4",
    "gate": "CZ-5.1",
    "arcane": "CZ-6.7",
    "recall": "CZ-6.7",
    "pass": "CZ-6.1",
}

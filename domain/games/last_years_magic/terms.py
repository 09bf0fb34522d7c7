"""The words of Last Year's Magic that have a rule: those that sentences use, and verbs that none of them does."""

from collections.abc import Mapping
from typing import Final

from ludograph.domain.kernel.terms import GUIDE

TERMS: Final[Mapping[str, str]] = {
    "fortune": "LM-2.1",
    "introduce": "LM-2.3",
    "wizard": "LM-2.3",
    "premonition": "LM-4.1",
    "foretell": "LM-4.4",
    "lead": GUIDE,
    "suggest": "LM-5.1",
    "suggestion": "LM-7.1",
    "comment": "LM-5.3",
    "forward": "LM-5.4",
    "turned up": "LM-6.1",
    "prime factor": GUIDE,
    "Aces are low": GUIDE,
    "null": GUIDE,
    "trick": GUIDE,
    "good trick": GUIDE,
    "bad trick": GUIDE,
    "bad": GUIDE,
    "problem": "LM-5.2",
    "lull": "LM-4.1",
    "round": "LM-5.1",
    "deal": "LM-2.4",
    "dealt": "LM-2.4",
    "score": "LM-8.1",
    "say": "LM-7.2",
}

VERBS: Final[Mapping[str, str]] = {
    "cast_fortune": "LM-2.1",
    "put_in": "LM-3.1",
    "escalate": "LM-7.1",
    "implement": "LM-7.1",
}

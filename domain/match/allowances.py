"""What the organiser allows while a match runs: a remark on its start, which everybody reads, says it."""

from collections.abc import Collection
from itertools import combinations
from typing import Final, Literal

from ludograph.domain.kernel.sentences import listed
from ludograph.domain.match.aggregate import Match, Stamp
from ludograph.domain.match.events import NoteAdded

Allowance = Literal["hints", "shares"]
"""What can be allowed: hints to who decides, and that the public is told each player's share of the win."""
WORDS: Final[dict[Allowance, str]] = {"hints": "hints", "shares": "shares of the win"}
BEGINNING: Final = "Allowed while it runs: "


def allowance_remark(allowances: Collection[Allowance]) -> str:
    """What is allowed from now on, in a sentence; what it does not name is not."""
    return f"{BEGINNING}{allowances_told(allowances)}."


def allowances_told(allowances: Collection[Allowance]) -> str:
    """What is allowed, in a few words: `hints and shares of the win`, `nothing`."""
    return listed([word for name, word in WORDS.items() if name in allowances], "nothing")


def allowances_in_remark(text: str) -> frozenset[Allowance] | None:
    """What a remark allows; None where it is another remark."""
    return _READ.get(text)


_READ: Final = {
    allowance_remark(some): frozenset(some) for size in range(len(WORDS) + 1) for some in combinations(WORDS, size)
}


def allowances(match: Match) -> frozenset[Allowance]:
    """What is allowed in a match, as the newest remark has it; nothing without one."""
    for event in reversed(match.history):
        if isinstance(event, NoteAdded) and event.public and not event.step:
            found = allowances_in_remark(event.text)
            if found is not None:
                return found
    return frozenset()


def with_allowances(match: Match, wanted: Collection[Allowance], stamp: Stamp, by: str = "") -> Match:
    """The match in which that is allowed and nothing else; the same match where it is so already."""
    if allowances(match) == frozenset(wanted):
        return match
    return match.annotate(0, allowance_remark(wanted), stamp, public=True, by=by, reserved=True)

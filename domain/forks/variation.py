"""A variation: a match as it goes on otherwise after a step, to those who try it with what they know of it."""

from typing import Final

from msgspec.structs import replace

from ludograph.domain.forks.drawn_anew import drawn_anew
from ludograph.domain.forks.fork import NewFork, forked
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE
from ludograph.domain.match.aggregate import Match

SEED: Final = "variation"
"""From what cards are drawn that an observer has not seen: fixed, so that the same moves make the same variation."""


def begun_variation(match: Match, at: int, observer: Observer, new: NewFork) -> Match:
    """A match as it stood after step `at`, without what an observer does not know of it; to be tried, or recorded.

    For the judge all cards lie as recorded; for others those that they have not seen are drawn anew. Raises
    `NoSuchStep` and `NotImagined`.
    """
    return forked(match, at, new) if observer == JUDGE else drawn_anew(match, at, observer, SEED, new)


def drawn_by_program(match: Match) -> Match:
    """A match in which the program draws what comes, where until now real cards were written down.

    For a variation that nobody sits at a table for.
    """
    return match if match.start.seed is not None else replace(match, start=replace(match.start, seed=SEED))

"""Why one of two players with as many points stands before the other, in a sentence with its arithmetic."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from ludograph.domain.tournaments.scores.opponents import cut_rounds, met_points, points_elsewhere
from ludograph.domain.tournaments.scores.scoring import points_text
from ludograph.domain.tournaments.scores.tallies import Tallies, Tally

BY: Final[Mapping[str, str]] = {
    "wins": "wins",
    "score": "the sum of their scores",
    "opponents": "the points of their opponents",
    "opponents-mean": "the mean of their opponents' points",
    "opponents-elsewhere": "the mean of what their opponents have from matches without them",
    "buchholz": "Buchholz, the means of their tables",
    "buchholz-cut-1": "Buchholz, the means of their tables but the weakest",
    "buchholz-median": "Buchholz, the means of their tables but the weakest and the strongest",
    "head-to-head": "their points against each other",
    "best": "their best matches",
    "lot": "lot",
}
"""By what a tie-break parts two players, as it stands in a sentence."""


class Tied(NamedTuple):
    """A player with as many points as another, and what their tie-breaks say."""

    tally: Tally
    tie_breaks: Mapping[str, Any]


def parting(first: Tied, second: Tied) -> str:
    """The first tie-break that parts two players; empty where none does."""
    return next((name for name, value in first.tie_breaks.items() if value != second.tie_breaks[name]), "")


def tie_reason(first: Tied, second: Tied, all: Tallies) -> str:
    """Why one stands before the other, from the tie-break that parts them; empty where none does."""
    by = parting(first, second)
    if not by:
        return ""
    told = f"{first.tally.name} stands before {second.tally.name} by {BY[by]}"
    if by == "lot":
        return f"{told}."
    values = " to ".join(_value(one.tie_breaks[by]) for one in (first, second))
    worked = [_working(by, one.tally, all) for one in (first, second)]
    return f"{told}, {values}: {' to '.join(worked)}." if "" not in worked else f"{told}, {values}."


def _value(value: Any) -> str:
    return " + ".join(map(points_text, value)) if isinstance(value, tuple) else points_text(value)


def _working(by: str, tally: Tally, all: Tallies) -> str:
    """What a value comes from, where that is more than what the tables say; `4 + 2.5`, or `(8 + 6) / 2`."""
    if by.startswith("opponents-"):
        points = met_points if by == "opponents-mean" else points_elsewhere
        met = [points_text(one) for one in points(tally, all)]
        return f"({' + '.join(met)}) / {len(met)}" if len(met) > 1 else ""
    if not by.startswith("buchholz"):
        return ""
    kept, left_out = cut_rounds(by, tally, all)
    without = f" without {' and '.join(map(points_text, left_out))}" if left_out else ""
    return f"{' + '.join(map(points_text, kept)) or '0'}{without}"

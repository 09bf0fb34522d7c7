"""What is measured of a match, in words, and the interval that is right for each measure."""

from collections.abc import Mapping, Sequence
from typing import Final

from ludograph.domain.kernel.confidence import (
    DifferenceEstimate,
    MeanInterval,
    mean_interval,
    paired_estimate,
    share_interval,
    unpaired_estimate,
)

Measures = Mapping[str, float]
"""What was measured of a match, by the name of the measure; what has no value there is left out."""
ABOUT: Final[Mapping[str, str]] = {
    "score": "mean score of the seats",
    "length": "steps of a match",
    "turns": "how often who acts changes",
    "lead": "score of the first over that of the second",
    "lead-changes": "how often another seat came to be ahead alone",
    "decided": "share of the steps after which the winner was ahead alone to the end",
    "comebacks": "share of matches whose winner was behind after half of the steps",
    "level": "share of the steps in which nobody was ahead alone",
    "choices": "moves open at a decision, no more than 1,000 of which are counted",
    "forced": "share of the decisions with one move open",
    "unfinished": "share of matches without an end",
    "skill": "share of the wins of the stronger bot",
    "skill-lead": "by how much the stronger bot's score is better than the mean of the weaker ones'",
}
"""What each measure is; those of a seat, or of a place in the order of play, have its number behind them."""
BY_SEAT: Final[Mapping[str, str]] = {
    "win-seat-": "share of the wins of seat ",
    "win-order-": "share of the wins, in the order of play from whoever begins, of number ",
    "score-seat-": "mean score of seat ",
}
OF_MATCHES: Final = ("comebacks", "unfinished", "skill", "win-seat-", "win-order-")
"""Of a match these are 0, 1, or a part of a win: what a share of matches is made of."""
WITHIN_MATCHES: Final = ("decided", "level", "forced")
"""Of a match these are already shares of something in it."""


def about_measure(name: str) -> str:
    """What a measure is, in words."""
    for beginning, words in BY_SEAT.items():
        if name.startswith(beginning):
            return words + name.removeprefix(beginning)
    return ABOUT[name]


def measures_in(found: Sequence[Measures]) -> list[str]:
    """The measures that there are, in the order in which they are told."""
    names = {name for one in found for name in one}
    order = [*ABOUT, *BY_SEAT]

    def place(name: str) -> tuple[int, int]:
        stem = _stem(name)
        return order.index(stem), int(name.removeprefix(stem) or 0)

    return sorted(names, key=place)


def measure_interval(name: str, values: Sequence[float]) -> MeanInterval:
    """The mean of a measure over matches with its interval, which for a share is between 0 and 1 and has a width."""
    if _is_share(name, values):
        return share_interval([value] for value in values)
    found = mean_interval([value] for value in values)
    return found.within(0, 1) if _stem(name) in WITHIN_MATCHES else found


def measure_difference(name: str, pairs: Sequence[tuple[float, float]], *, paired: bool) -> DifferenceEstimate | None:
    """By how much a measure is more in the second matches than in the first; None of fewer than two of each."""
    if paired:
        return paired_estimate(pairs, of_shares=_is_share(name, [other - one for one, other in pairs]))
    a, b = ([pair[side] for pair in pairs] for side in (0, 1))
    return unpaired_estimate(a, b, of_shares=_is_share(name, [*a, *b]))


def _is_share(name: str, values: Sequence[float]) -> bool:
    """Whether the values are counted as a share of matches: also where shares within matches are all alike.

    How far those lie apart is then not to be seen, only that it is seldom otherwise.
    """
    return _stem(name) in OF_MATCHES or (_stem(name) in WITHIN_MATCHES and len(set(values)) == 1)


def _stem(name: str) -> str:
    return name.rstrip("0123456789")

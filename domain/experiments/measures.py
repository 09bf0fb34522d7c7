"""What is measured of a match, in words, and the interval that is right for each measure."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeVar

from ludograph.domain.kernel.confidence import (
    CHANCE,
    DifferenceEstimate,
    MeanInterval,
    holm,
    mean_interval,
    paired_estimate,
    share_chance,
    share_interval,
    unpaired_estimate,
)

K = TypeVar("K")
Measures = Mapping[str, float]
"""What was measured of a match, by the name of the measure; what has no value there is left out."""
ABOUT: Final[Mapping[str, str]] = {
    "score": "mean score of the seats",
    "length": "steps of a match",
    "turns": "how often who acts changes",
    "lead": "points between the first and the second",
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
    "win-order-": "share of the wins, in the order of play (1 begins), of number ",
    "score-seat-": "mean score of seat ",
}
GROUPS: Final[Mapping[str, Sequence[str]]] = {
    "Result": ("score",),
    "Course": ("length", "turns", "choices", "forced", "unfinished"),
    "Tension": ("lead", "lead-changes", "comebacks", "decided", "level"),
    "Seats": ("win-seat-", "score-seat-"),
    "Order of play": ("win-order-",),
    "Luck and skill": ("skill", "skill-lead"),
}
"""In which groups measures are told, to people; those of a seat without its number."""
COUNTED: Final[Mapping[str, str]] = {
    "comebacks": "matches that one alone has won",
    **dict.fromkeys(("choices", "forced"), "matches in which somebody had to decide"),
    "decided": "matches that one alone has won who was ahead alone at the end by what counts on the way",
}
"""Which matches a measure counts, where those are not all that came to an end."""
ONLY_ALONE: Final = (
    "by itself more than chance, but among {} figures that are looked at together one may well look so by chance: more "
    "matches tell"
)
"""What is said of a figure whose interval shows something that Holm's test does not, with how many there are."""
SCORES: Final = ("score", "score-seat-")
"""More of these is better or worse, as a game has it."""
OF_MATCHES: Final = ("comebacks", "unfinished", "skill", "win-seat-", "win-order-")
"""Of a match these are 0, 1, or a part of a win: what a share of matches is made of."""
OF_WINS: Final = ("win-seat-", "win-order-")
"""What all win alike where neither seat nor order matters."""
WITHIN_MATCHES: Final = ("decided", "level", "forced")
"""Of a match these are already shares of something in it."""


def about_measure(name: str, *, fewest: bool) -> str:
    """What a measure is, in words; of a score also whether the `fewest` points win or the most."""
    stem = next((one for one in BY_SEAT if name.startswith(one)), name)
    words = BY_SEAT[stem] + name.removeprefix(stem) if stem in BY_SEAT else ABOUT[name]
    return f"{words} ({who_wins(fewest)})" if stem in SCORES else words


def counted_cases(name: str) -> str:
    """Which matches have a value of a measure."""
    if name.startswith(OF_WINS):
        return "matches that came to an end"
    return COUNTED.get(name, "matches that came to an end with a score for everybody")


def who_wins(fewest: bool) -> str:
    """Whether few points are good or many: what a score that is more means."""
    return "fewest points win" if fewest else "most points win"


def measures_in(found: Sequence[Measures]) -> list[str]:
    """The measures that there are, in the order in which they are told."""
    names = {name for one in found for name in one}
    order = [*ABOUT, *BY_SEAT]

    def place(name: str) -> tuple[int, int]:
        stem = _stem(name)
        return order.index(stem), int(name.removeprefix(stem) or 0)

    return sorted(names, key=place)


def measures_by_group(names: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    """Measures under the name of their group, each in the order of the group; groups without any are left out."""
    left = list(names)
    for group, stems in GROUPS.items():
        if found := [name for stem in stems for name in left if _stem(name) == stem]:
            yield group, found


def measure_interval(name: str, values: Sequence[float]) -> MeanInterval:
    """The mean of a measure over matches with its interval, which for a share is between 0 and 1 and has a width."""
    if _is_share(name, values):
        return share_interval([value] for value in values)
    found = mean_interval([value] for value in values)
    return found.within(0, 1) if _stem(name) in WITHIN_MATCHES else found


def uneven_shares(shares: Mapping[K, tuple[Sequence[float], float]]) -> set[K]:
    """Which shares of wins are more or less than the even one beside them, allowing for all of them (Holm)."""
    results = holm([share_chance(values, even) for values, even in shares.values()])
    return {key for key, result in zip(shares, results, strict=True) if result.chance <= CHANCE}


def measure_difference(name: str, pairs: Sequence[tuple[float, float]], *, paired: bool) -> DifferenceEstimate | None:
    """By how much a measure is more in the second matches than in the first; None of fewer than two of each."""
    if paired:
        return paired_estimate(pairs, of_shares=_is_share(name, [other - one for one, other in pairs]))
    a, b = ([pair[side] for pair in pairs] for side in (0, 1))
    return unpaired_estimate(a, b, of_shares=_is_share(name, [*a, *b]))


def difference_within(name: str, found: MeanInterval) -> MeanInterval:
    """The interval of a difference, of shares not beyond what two shares can differ by."""
    return found.within(-1, 1) if _stem(name) in (*OF_MATCHES, *WITHIN_MATCHES) else found


def _is_share(name: str, values: Sequence[float]) -> bool:
    """Whether the values are counted as a share of matches: also where shares within matches are all alike.

    How far those lie apart is then not to be seen, only that it is seldom otherwise.
    """
    return _stem(name) in OF_MATCHES or (_stem(name) in WITHIN_MATCHES and len(set(values)) == 1)


def _stem(name: str) -> str:
    return name.rstrip("0123456789")

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
    "unfinished": "share of matches without an end of their own: after some 1,000 steps bots end them, or leave them",
    "skill": "share of the wins of the stronger bot",
    "skill-lead": "by how much the stronger bot's score is better than the mean of the weaker ones'",
}
"""What each measure is, of which there is one."""
FAMILIES: Final[Mapping[str, str]] = {
    "win-seat-": "share of the wins of seat ",
    "win-order-": "share of the wins, in the order of play (1 begins), of number ",
    "score-seat-": "mean score of seat ",
    "score-part-": "what a seat scores on average for ",
}
"""What those are of which there are several; behind each stands a seat, a place in the order of play, or a part."""
GROUPS: Final[Mapping[str, Sequence[str]]] = {
    "Result": ("score",),
    "Course": ("length", "turns", "choices", "forced", "unfinished"),
    "Tension": ("lead", "lead-changes", "comebacks", "decided", "level"),
    "Seats": ("win-seat-", "score-seat-"),
    "Order of play": ("win-order-",),
    "Luck and skill": ("skill", "skill-lead"),
    "Parts of scores": ("score-part-",),
}
"""In which groups measures are told, to people; families without what stands behind them."""
WHERE_ASKED: Final = ("score-part-",)
"""These are told where they are named: whoever looks at more measures together finds fewer differences."""
COUNTED: Final[Mapping[str, str]] = {
    "comebacks": "matches that one alone has won",
    "lead": "matches with a score for everybody that were won with the best one",
    **dict.fromkeys(("choices", "forced"), "matches in which somebody had to decide"),
    "decided": "matches that one alone has won who was ahead alone at the end by what counts on the way",
}
"""Which matches a measure counts, where those are not all that came to an end."""
ONLY_ALONE: Final = (
    "by itself more than chance, but among {} figures that are looked at together one may well look so by chance: more "
    "matches tell"
)
"""What is said of a figure whose interval shows something that Holm's test does not, with how many there are."""
SCORES: Final = ("score", "score-seat-", "score-part-")
"""More of these is better or worse, as a game has it."""
OF_MATCHES: Final = ("comebacks", "unfinished", "skill", "win-seat-", "win-order-")
"""Of a match these are 0, 1, or a part of a win: what a share of matches is made of."""
OF_WINS: Final = ("win-seat-", "win-order-")
"""What all win alike where neither seat nor order matters."""
WITHIN_MATCHES: Final = ("decided", "level", "forced")
"""Of a match these are already shares of something in it."""


def about_measure(name: str, *, fewest: bool) -> str:
    """What a measure is, in words; of a score also whether the `fewest` points win or the most."""
    stem = family_of(name)
    words = FAMILIES[stem] + name.removeprefix(stem).replace("-", " ") if stem in FAMILIES else ABOUT[name]
    return f"{words} ({who_wins(fewest)})" if stem in SCORES else words


def family_of(name: str) -> str:
    """A measure without its seat, place or part: what all of the same family have in common; alone it is its own."""
    return next((one for one in FAMILIES if name.startswith(one)), name)


def is_asked(name: str, asked: Sequence[str]) -> bool:
    """Whether a measure is looked at where these are asked for, each by its name or its family's; else the usual."""
    family = family_of(name)
    return name in asked or family.rstrip("-") in asked if asked else family not in WHERE_ASKED


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
    names = {name: None for one in found for name in one}
    order = [*ABOUT, *FAMILIES]

    def place(name: str) -> tuple[int, int]:
        number = name.removeprefix(stem := family_of(name))
        return order.index(stem), int(number) if number.isdecimal() else 0

    return sorted(names, key=place)


def value_in(found: Measures, name: str) -> float | None:
    """A measure of a match, None where it has none there; a part that nobody scored for in a match counts as 0."""
    value = found.get(name)
    return 0.0 if value is None and name.startswith(WHERE_ASKED) and "score" in found else value


def measures_by_group(names: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    """Measures under the name of their group, each in the order of the group; groups without any are left out."""
    left = list(names)
    for group, stems in GROUPS.items():
        if found := [name for stem in stems for name in left if family_of(name) == stem]:
            yield group, found


def measure_interval(name: str, values: Sequence[float]) -> MeanInterval:
    """The mean of a measure over matches with its interval, which for a share is between 0 and 1 and has a width."""
    if _is_share(name, values):
        return share_interval([value] for value in values)
    found = mean_interval([value] for value in values)
    return found.within(0, 1) if family_of(name) in WITHIN_MATCHES else found


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
    return found.within(-1, 1) if family_of(name) in (*OF_MATCHES, *WITHIN_MATCHES) else found


def _is_share(name: str, values: Sequence[float]) -> bool:
    """Whether the values are counted as a share of matches: also where shares within matches are all alike.

    How far those lie apart is then not to be seen, only that it is seldom otherwise.
    """
    return family_of(name) in OF_MATCHES or (family_of(name) in WITHIN_MATCHES and len(set(values)) == 1)

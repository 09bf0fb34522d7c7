"""What a designer asks of a game, in sections, and a figure of the answer with its interval."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from math import floor, inf, log10
from typing import Final, NamedTuple, TypeVar

from ludograph.domain.experiments.measures import (
    OF_MATCHES,
    SCORES,
    Measures,
    about_measure,
    counted_cases,
    measure_interval,
)
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.confidence import MeanInterval, wilson
from ludograph.domain.kernel.game import Options

Progress = Callable[[str, int], AbstractContextManager[Callable[[float], None]]]
"""Is told what is played next and how many matches that are, and within it how many of them are over."""
SECTIONS: Final[Mapping[str, str]] = {
    "course": "Course",
    "tension": "Tension",
    "seats": "Seats",
    "order": "Order of play",
    "skill": "Luck and skill",
    "choices": "Choices",
    "variants": "Variants",
}
"""The sections by their short names, in the order in which they are told."""
QUESTIONS: Final[Mapping[str, str]] = {
    "course": "How long is a match, and how much is there to choose?",
    "tension": "Is it close, and does who is behind come back?",
    "seats": "Does a seat win more than the others?",
    "order": "Does who begins win more than the others, or who comes last?",
    "skill": "How much does skill tell, and how much luck?",
    "choices": "Are there kinds of moves that are never worth it?",
    "variants": "What does each option change?",
}
"""What each section answers."""
ALONE: Final = ("course", "choices", "variants")
"""The sections that a game for one has."""
OF_SAME_MATCHES: Final = ("course", "tension", "seats", "order")
"""Sections that tell of the same matches; what options change stands beside those, too."""
ALIKE: Final = "otherwise in at most {:.1f}% of matches"
"""What is said of a figure that was the same in all matches."""
T = TypeVar("T")


class DesignRequest(NamedTuple):
    """Of which game, with which options, for how many players, by which bots, how often, and from which seed.

    `sections` are those that are told, by their short names, in the order of `SECTIONS`.
    """

    game: str
    options: Options
    seats: int
    bot: str
    matches: int
    seed: str
    jobs: int = 1
    sections: Sequence[str] = tuple(SECTIONS)

    @property
    def thinking(self) -> str:
        """The bot that is asked where it matters that somebody thinks."""
        return self.bot if self.bot != "random" else "search:20"

    @property
    def plays_own(self) -> bool:
        """Whether these sections need matches of the game as it is, between the bots that were asked for."""
        return any(name in (*OF_SAME_MATCHES, "variants") for name in self.sections)

    @property
    def even(self) -> float:
        """The share of the wins of each where neither seat nor order matters."""
        return 1 / self.seats


class Figure(NamedTuple):
    """A figure: what it is, its value with an interval of 95 %, of how many cases, and how it was made.

    `section` is the title of its section; `measure` what was measured, by the name that comparisons have for it;
    `subject` the option or the kind of move that it is about, empty where it is about the game.
    """

    section: str
    measure: str
    subject: str
    name: str
    value: float | None
    low: float | None
    high: float | None
    cases: int
    how: str
    sure: bool | None = None
    """Whether it is beyond chance, told of all that is looked at together; None where that was not asked."""
    note: str = ""
    """What is to be said of this figure alone."""

    def leaves_out(self, value: float) -> bool:
        """Whether a value does not lie in the interval."""
        return self.low is not None and self.high is not None and not self.low <= value <= self.high

    @property
    def decimals(self) -> int | None:
        """So many as the interval allows, two digits of its half width; None where there is none, or no width."""
        half = MeanInterval(self.value, self.low, self.high).half_width
        return max(0, 1 - floor(log10(half))) if half else None


def means(
    request: DesignRequest, found: Sequence[Measures], section: str, names: Sequence[str], how: str
) -> Iterator[Figure]:
    """The mean of each measure that was found, for the section of that short name."""
    for name in names:
        values = [one[name] for one in found if name in one]
        if values:
            between, note = interval_with_note(name, values)
            counts = counts_only(name, len(values), len(found))
            about = about_measure(name, fewest=GAMES[request.game].fewest)
            note = "; ".join(filter(None, (counts, note)))
            yield Figure(SECTIONS[section], name, "", about, *between, len(values), how, note=note)


def interval_with_note(name: str, values: Sequence[float]) -> tuple[MeanInterval, str]:
    """The interval of a measure. Of what was always the same it has no width; the note says how seldom it is not."""
    found = measure_interval(name, values)
    if not name.startswith(SCORES):  # all others count something
        found = found.within(0, inf)
    if len(values) < 2 or len(set(values)) > 1 or name.startswith(OF_MATCHES):
        return found, ""
    return MeanInterval(found.mean, found.mean, found.mean), ALIKE.format(100 * wilson(0, len(values))[1])


def counts_only(name: str, count: int, matches: int) -> str:
    """Which matches a measure counts; nothing where it counts all of them."""
    return f"counts only {counted_cases(name)}" if count < matches else ""


def shown(found: Iterator[T], show: Callable[[float], None]) -> Iterator[T]:
    """What comes of one match after the other, each counted as it is over."""
    for done, one in enumerate(found, start=1):
        show(done)
        yield one

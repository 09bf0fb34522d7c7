"""What a designer wants to know of a game, each figure with its interval and how it was made."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from ludograph.domain.bots.bot import Chosen
from ludograph.domain.bots.simulation import sizes_for
from ludograph.domain.experiments.experiment_plan import ExperimentPlan, GameVariant, SkillTest
from ludograph.domain.experiments.measured_match import measured
from ludograph.domain.experiments.measured_skill import measured_skill
from ludograph.domain.experiments.measures import Measures, about_measure, measure_interval
from ludograph.domain.experiments.runs import played_deals
from ludograph.domain.experiments.variant_comparison import VariantComparison
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.confidence import wilson
from ludograph.domain.kernel.game import Game, Options, Refused, verb_of
from ludograph.domain.kernel.shapes import Field, fields_of
from ludograph.domain.lab.search import Sight

Progress = Callable[[int], None]
COURSE: Final = ("length", "turns", "choices", "forced", "unfinished")
TENSION: Final = ("lead", "lead-changes", "comebacks", "decided", "level")
COMPARED: Final = ("length", "score", "lead")
SELDOM: Final = 10
"""What was open less often says nothing about whether it is ever worth it."""


class DesignRequest(NamedTuple):
    """Of which game, with which options, for how many players, by which bots, how often, and from which seed."""

    game: str
    options: Options
    seats: int
    bot: str
    matches: int
    seed: str
    jobs: int = 1


class Figure(NamedTuple):
    """A figure: what it is, its value with an interval of 95 %, of how many cases, and how it was made."""

    section: str
    name: str
    value: float | None
    low: float | None
    high: float | None
    cases: int
    how: str


def matches_played(request: DesignRequest) -> int:
    """How many matches are played for all figures."""
    alone_and_compared = request.matches * (1 + 2 * len(_others(request)))
    return alone_and_compared + _skill_matches(request) + _choice_matches(request)


def design_figures(request: DesignRequest, played_more: Progress = lambda more: None) -> Iterator[Figure]:
    """All figures of a game, section by section; `played_more` is told of matches as they are over, how many more."""
    own = GameVariant(request.options, request.seats, (request.bot,) * request.seats)
    plan = ExperimentPlan(request.game, (own,), request.seed)
    found = []
    for (measures,) in played_deals(plan, 0, request.matches, request.jobs):
        found.append(measures)
        played_more(1)
    played = f"{request.matches} matches between {request.bot}"
    yield from _means(found, "Course", COURSE, played)
    if request.seats > 1:
        yield from _means(found, "Tension", TENSION, played)
        yield from _wins(found, request.seats, played)
        yield from _skill(request, own, played_more)
    yield from _choices(request, played_more)
    yield from _variants(request, own, played_more)


def _means(found: Sequence[Measures], section: str, names: Sequence[str], how: str) -> Iterator[Figure]:
    for name in names:
        values = [one[name] for one in found if name in one]
        if values:
            yield Figure(section, about_measure(name), *measure_interval(name, values), len(values), how)


def _wins(found: Sequence[Measures], seats: int, how: str) -> Iterator[Figure]:
    """What is won at each seat, and by each in the order of play; the same share where it does not matter."""
    for section, stem, what in (
        ("Seats", "win-seat-", "the seat"),
        ("Order of play", "win-order-", "who begins the match, number 1, and who follows to the left"),
    ):
        told = f"{how}; {1 / seats:.3f} if {what} did not matter"
        yield from _means(found, section, [f"{stem}{number}" for number in range(1, seats + 1)], told)


def _skill_matches(request: DesignRequest) -> int:
    """As many at each seat, as nearly as can be; in a game for one nobody wins against others."""
    return max(request.seats, request.matches // 2) if request.seats > 1 else 0


def _skill(request: DesignRequest, own: GameVariant, played_more: Progress) -> Iterator[Figure]:
    """How much more than its part somebody wins who thinks, among others who choose by chance."""
    skill = SkillTest(_thinking(request), "random")
    plan, matches = ExperimentPlan(request.game, (own,), request.seed), _skill_matches(request)
    found = []
    for deal in range(matches):
        found.append(measured_skill(plan, 0, deal, skill))
        played_more(1)
    how = f"{matches} matches of {skill.stronger}, at each seat in turn, against random"
    yield from _means(found, "Luck and skill", ("skill",), f"{how}; {1 / request.seats:.3f} if all were luck")


def _thinking(request: DesignRequest) -> str:
    """The bot that is asked where it matters that somebody thinks."""
    return request.bot if request.bot != "random" else "search:20"


def _choice_matches(request: DesignRequest) -> int:
    return max(5, request.matches // 5)


def _choices(request: DesignRequest, played_more: Progress) -> Iterator[Figure]:
    """Kinds of moves that a bot which thinks never makes where it could make others."""
    strong = _thinking(request)
    own = GameVariant(request.options, request.seats, (strong,) * request.seats)
    plan, noted = ExperimentPlan(request.game, (own,), request.seed), _Noted()
    matches = _choice_matches(request)
    for deal in range(matches):
        measured(plan, 0, deal, noted.decision)
        played_more(1)
    how = f"{matches} matches between {strong}; of the decisions at which it was open beside others"
    for verb, times in sorted(noted.open.items(), key=lambda one: (noted.chosen[one[0]] / one[1], one[0])):
        if times >= SELDOM:
            chosen = noted.chosen[verb] / times
            low, high = wilson(chosen, times)
            never = "" if chosen else f": never in {times:,} chances, so at most {100 * high:.1f} %"
            yield Figure("Choices", f"how often `{verb}` is chosen{never}", chosen, low, high, times, how)


class _Noted:
    """What kinds of moves were open beside others, and which were chosen."""

    def __init__(self) -> None:
        self.open: Counter[str] = Counter()
        self.chosen: Counter[str] = Counter()

    def decision(self, sight: Sight, chosen: Chosen) -> None:
        """Notes one decision."""
        verbs = {verb_of(choice.action.__name__) for choice in sight.choices if not choice.idle}
        if len(verbs) > 1:
            self.open.update(verbs)
            self.chosen[verb_of(type(chosen.action).__name__)] += 1


def _variants(request: DesignRequest, own: GameVariant, played_more: Progress) -> Iterator[Figure]:
    """What each option changes that is either so or so, on the same deals and luck."""
    for told, options in _others(request):
        plan = ExperimentPlan(request.game, (own, own._replace(options=options)), request.seed)
        comparison = VariantComparison()
        for pair in played_deals(plan, 0, request.matches, request.jobs):
            comparison.add(*pair)
            played_more(len(pair))
        how = f"{request.matches} matches of each between {request.bot}, on the same deals and luck"
        for name in COMPARED:
            one = comparison.difference(name)
            if one.difference is not None:
                made = how
                if one.otherwise_most is not None:
                    made += f" (all alike: otherwise in at most {100 * one.otherwise_most:.1f} % of matches)"
                between = (one.difference, one.low, one.high)
                yield Figure("Variants", f"{told}: more {about_measure(name)}", *between, one.paired_n, made)


def _others(request: DesignRequest) -> list[tuple[str, Options]]:
    """Each option of the game with another value, where it has a few and so many players may play with it."""
    game, found = GAMES[request.game], []
    for field in fields_of(game.options):
        now = getattr(request.options, field.name)
        for value in _values(field):
            options = replace(request.options, **{field.name: value})
            if value != now and _fits(game, options, request.seats):
                told = str(value).lower() if isinstance(value, bool) else value
                found.append((f"{field.name}={told}", options))
    return found


def _fits(game: Game, options: Options, seats: int) -> bool:
    """Whether so many players may play with these options."""
    try:
        sizes_for(game, options, seats)
    except Refused:
        return False
    return True


def _values(field: Field) -> Sequence[Any]:
    """The values of a field that has a few: yes and no, or words."""
    if field.shape.kind == "flag":
        return (False, True)
    return tuple(field.shape.words) if field.shape.kind == "word" else ()

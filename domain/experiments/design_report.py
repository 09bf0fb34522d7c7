"""What a designer wants to know of a game, each figure with its interval and how it was made."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from itertools import chain, groupby
from statistics import fmean
from typing import Any, Final, NamedTuple, TypeVar

from msgspec.structs import replace

from ludograph.domain.bots.bot import Chosen
from ludograph.domain.bots.simulation import sizes_for
from ludograph.domain.experiments.experiment_plan import ExperimentPlan, GameVariant, SkillTest
from ludograph.domain.experiments.measured_match import measured
from ludograph.domain.experiments.measured_skill import measured_skill
from ludograph.domain.experiments.measures import (
    GROUPS,
    OF_WINS,
    ONLY_ALONE,
    Measures,
    about_measure,
    counted_cases,
    measure_interval,
    uneven_shares,
    who_wins,
)
from ludograph.domain.experiments.runs import played_deals
from ludograph.domain.experiments.variant_comparison import MeasureDifference, VariantComparison
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.confidence import CHANCE, holm, mean_interval, wilson
from ludograph.domain.kernel.game import Game, Options, Refused, verb_of
from ludograph.domain.kernel.processes import shared_work
from ludograph.domain.kernel.sentences import listed
from ludograph.domain.kernel.shapes import Field, fields_of
from ludograph.domain.lab.search import Sight

Progress = Callable[[str, int], AbstractContextManager[Callable[[float], None]]]
"""Is told what is played next and how many matches that are, and within it how many of them are over."""
VARIANTS: Final = "Variants"
"""The section of what each option changes; its figures begin with the option, as `NAME=VALUE: `."""
COMPARED: Final = ("length", "score", "lead")
"""What an option may change; in a game for one nobody leads."""
SELDOM: Final = 10
"""What was open less often says nothing about whether it is ever worth it."""
DECISIONS: Final = 20
"""So many decisions of a bot that thinks are enough for each match that is asked for, in `FEWEST` matches at least."""
FEWEST: Final = 2
T = TypeVar("T")


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
    sure: bool | None = None
    """Whether it is beyond chance, told of all of its section together; None where that was not asked."""
    note: str = ""
    """What is to be said of this figure alone."""


def _untold(what: str, matches: int) -> AbstractContextManager[Callable[[float], None]]:
    """Shows nothing of how far it has come."""
    return nullcontext(lambda done: None)


def design_sections(request: DesignRequest, progress: Progress = _untold) -> Iterator[list[Figure]]:
    """The figures of a game, a section after the other; the matches of those that follow are played when asked for."""
    own = GameVariant(request.options, request.seats, (request.bot,) * request.seats)
    plan = ExperimentPlan(request.game, (own,), request.seed)
    played = f"{request.matches} matches between {request.bot}"
    several = ", tension, seats, order of play" * (request.seats > 1)
    with progress(f"Course{several}: {played}", request.matches) as show:
        found = [measures for (measures,) in _shown(played_deals(plan, 0, request.matches, request.jobs), show)]
    course = _means(request, found, "Course", (*GROUPS["Course"], *GROUPS["Result"]), played)
    yield from _by_section(chain(course, _scores(request, found, played) if request.seats > 1 else ()))
    if request.seats > 1:
        yield from _by_section(_means(request, found, "Tension", GROUPS["Tension"], played))
        yield from _by_section(_wins(request, found, played))
        yield from _by_section(_skill(request, plan, progress))
    yield from _by_section(_choices(request, progress))
    yield from _by_section(_variants(request, own, found, progress))


def _by_section(figures: Iterable[Figure]) -> Iterator[list[Figure]]:
    """Figures that were worked out together, those of each section."""
    return (list(some) for _, some in groupby(list(figures), key=lambda one: one.section))


def _shown(found: Iterator[T], show: Callable[[float], None]) -> Iterator[T]:
    """What comes of one match after the other, each counted as it is over."""
    for done, one in enumerate(found, start=1):
        show(done)
        yield one


def _means(
    request: DesignRequest, found: Sequence[Measures], section: str, names: Sequence[str], how: str
) -> Iterator[Figure]:
    for name in names:
        values = [one[name] for one in found if name in one]
        if values:
            about = about_measure(name, fewest=GAMES[request.game].fewest)
            note = _counted_cases(name, len(values), len(found))
            yield Figure(section, about, *measure_interval(name, values), len(values), how, note=note)


def _counted_cases(name: str, count: int, matches: int) -> str:
    """Which matches a measure counts; nothing where it counts all of them."""
    return f"counts only {counted_cases(name)}" if count < matches else ""


def _scores(request: DesignRequest, found: Sequence[Measures], how: str) -> Iterator[Figure]:
    """What those score on average who win, and all others."""
    who = who_wins(GAMES[request.game].fewest)
    for name, winning in (("winners", True), ("others", False)):
        by_match = [_scores_of(one, request.seats, winning=winning) for one in found]
        values = [fmean(scores) for scores in by_match if scores]
        if values:
            note = "" if len(values) == len(found) else "counts only matches that have any"
            between = mean_interval([value] for value in values)
            yield Figure("Course", f"mean score of the {name} ({who})", *between, len(values), how, note=note)


def _scores_of(one: Measures, seats: int, *, winning: bool) -> list[float]:
    """The scores of those who win a match, or of the others; none where nobody wins or not everybody has a score."""
    wins = [one.get(f"win-seat-{seat}", 0.0) > 0 for seat in range(1, seats + 1)]
    if not any(wins) or "score" not in one:
        return []
    return [one[f"score-seat-{seat}"] for seat, wins_it in enumerate(wins, start=1) if wins_it is winning]


def _wins(request: DesignRequest, found: Sequence[Measures], how: str) -> Iterator[Figure]:
    """What is won at each seat, and by each in the order of play; the same share where it does not matter."""
    seats, even = request.seats, 1 / request.seats
    values = {
        f"{stem}{number}": [one[name] for one in found if (name := f"{stem}{number}") in one]
        for stem in OF_WINS
        for number in range(1, seats + 1)
    }
    uneven = uneven_shares({name: (shares, even) for name, shares in values.items() if shares})
    for section, stem, what in (
        ("Seats", OF_WINS[0], "the seat"),
        ("Order of play", OF_WINS[1], "who begins the match, number 1, and who follows to the left"),
    ):
        told = f"{how}; {even:.3f} if {what} did not matter, and what is beyond chance is called uneven"
        for number in range(1, seats + 1):
            sure = (name := f"{stem}{number}") in uneven
            for one in _means(request, found, section, [name], told):
                alone = not sure and one.low is not None and one.high is not None and not one.low <= even <= one.high
                note = "; ".join(filter(None, (one.note, ONLY_ALONE.format(len(values)) if alone else "")))
                yield one._replace(name=f"{one.name}: uneven" if sure else one.name, sure=sure, note=note)


def _skill(request: DesignRequest, plan: ExperimentPlan, progress: Progress) -> Iterator[Figure]:
    """How much more than its part somebody wins who thinks, among others who choose by chance."""
    skill = SkillTest(_thinking(request), "random")
    matches = max(request.seats, request.matches // 2)  # as many at each seat, as nearly as can be
    how = f"{matches} matches of {skill.stronger}, at each seat in turn, against random"
    with progress(f"Luck and skill: {how}", matches) as show:
        work = partial(_measured_skill, plan, skill)
        found = list(_shown(shared_work(work, range(matches), request.jobs), show))
    yield from _means(request, found, "Luck and skill", ("skill",), f"{how}; {1 / request.seats:.3f} if all were luck")


def _measured_skill(plan: ExperimentPlan, skill: SkillTest, deal: int) -> Measures:
    return measured_skill(plan, 0, deal, skill)


def _thinking(request: DesignRequest) -> str:
    """The bot that is asked where it matters that somebody thinks."""
    return request.bot if request.bot != "random" else "search:20"


def _choices(request: DesignRequest, progress: Progress) -> Iterator[Figure]:
    """Kinds of moves that a bot which thinks never makes where it could make others."""
    strong = _thinking(request)
    own = GameVariant(request.options, request.seats, (strong,) * request.seats)
    plan = ExperimentPlan(request.game, (own,), request.seed)
    noted, played, most = KindsChosen(Counter(), Counter()), 0, max(5, request.matches // 5)
    with progress(f"Choices: up to {most} matches between {strong}", most) as show:
        for more in _shown(_kinds_by_match(plan, most, request.jobs), show):
            noted, played = noted.plus(more), played + 1
            if played >= FEWEST and noted.chosen.total() >= DECISIONS * request.matches:
                break
    how = (
        f"{played} matches between {strong}, {noted.chosen.total():,} decisions; of those at which it was open beside "
        "others, each counted as if it stood alone; kinds of moves are told apart, not what is chosen with them (a "
        "card, an amount)"
    )
    for verb, times in sorted(noted.open.items(), key=lambda one: (noted.chosen[one[0]] / one[1], one[0])):
        if times >= SELDOM:
            chosen = noted.chosen[verb] / times
            low, high = wilson(chosen, times)
            never = "" if chosen else f": never in {times:,} chances, so at most {100 * high:.1f} %"
            yield Figure("Choices", f"how often `{verb}` is chosen{never}", chosen, low, high, times, how)


class KindsChosen(NamedTuple):
    """How often each kind of move was open beside others, and how often it was chosen then."""

    open: Counter[str]
    chosen: Counter[str]

    def plus(self, more: "KindsChosen") -> "KindsChosen":
        """Both together."""
        return KindsChosen(self.open + more.open, self.chosen + more.chosen)


def _kinds_by_match(plan: ExperimentPlan, most: int, jobs: int) -> Iterator[KindsChosen]:
    """Of one match after the other; few are given out at first, for those may be enough."""
    given = 0
    while given < most:
        some = range(given, min(most, max(FEWEST, 2 * given)))
        yield from shared_work(partial(_kinds_chosen, plan), some, jobs)
        given = some.stop


def _kinds_chosen(plan: ExperimentPlan, deal: int) -> KindsChosen:
    """What kinds of moves were open and chosen in a match."""
    noted = KindsChosen(Counter(), Counter())

    def decision(sight: Sight, chosen: Chosen) -> None:
        verbs = {verb_of(choice.action.__name__) for choice in sight.choices if not choice.idle}
        if len(verbs) > 1:
            noted.open.update(verbs)
            noted.chosen[verb_of(type(chosen.action).__name__)] += 1

    measured(plan, 0, deal, decision)
    return noted


def _variants(
    request: DesignRequest, own: GameVariant, found: Sequence[Measures], progress: Progress
) -> Iterator[Figure]:
    """What each option changes that is either so or so, beside what was `found` on the same deals and luck."""
    changes: dict[str, list[MeasureDifference]] = {}
    for told, options, refused in options_to_try(request):
        if options is None or refused:
            continue
        plan = ExperimentPlan(request.game, (own._replace(options=options),), request.seed)
        comparison = VariantComparison()
        with progress(f"Variants: {request.matches} matches with {told}", request.matches) as show:
            for a, (b,) in zip(found, _shown(played_deals(plan, 0, request.matches, request.jobs), show), strict=True):
                comparison.add(a, b)
        changes[told] = [comparison.difference(name) for name in COMPARED[: None if request.seats > 1 else -1]]
    results = iter(holm([one.chance for some in changes.values() for one in some if one.chance is not None]))
    together = sum(one.chance is not None for some in changes.values() for one in some)
    for told, some in changes.items():
        sure = [one._replace(sure=one.chance is not None and next(results).chance <= CHANCE) for one in some]
        yield from _changes(request, told, sure, together)


def _changes(
    request: DesignRequest, told: str, compared: Sequence[MeasureDifference], together: int
) -> Iterator[Figure]:
    """What an option changes, of so many differences that are told together; one line where no match was otherwise."""
    how = f"{request.matches} matches of each between {request.bot}, on the same deals and luck"
    most = [one.otherwise_most for one in compared if one.otherwise_most is not None and not one.difference]
    if most and len(most) == len(compared):
        note = (
            "length, scores and lead were the same with and without it in all of these matches: either it is so "
            "anyway, or it is about something that hardly ever happens when these bots play. So it changes them in at "
            f"most {100 * max(most):.1f} % of their matches"
        )
        name = f"{told}: share of matches that went otherwise"
        yield Figure(VARIANTS, name, 0.0, 0.0, max(most), compared[0].paired_n, how, False, note)
        return
    missing = [one.measure for one in compared if one.difference is None]
    for one in compared:
        if one.difference is None:
            continue
        note = ONLY_ALONE.format(together) if one.only_alone else ""
        if one.otherwise_most is not None:
            note = f"otherwise in at most {100 * one.otherwise_most:.1f} % of matches"
        counts = _counted_cases(one.measure, one.paired_n, request.matches)
        untold = f"{listed(missing)} cannot be told: only {counted_cases(missing[0])} count" if missing else ""
        note, missing = "; ".join(filter(None, (counts, note, untold))), []
        name = f"{told}: change in {about_measure(one.measure, fewest=GAMES[request.game].fewest)}"
        yield Figure(VARIANTS, name, one.difference, one.low, one.high, one.paired_n, how, one.sure, note)


def options_to_try(request: DesignRequest) -> Iterator[tuple[str, Options | None, str]]:
    """Each option of the game with another value, and why so many players may not play with it, empty where they may.

    An option of which there are not a few values, such as a number, comes by its name alone, without any (None).
    """
    game = GAMES[request.game]
    for field in fields_of(game.options):
        now, values = getattr(request.options, field.name), _values(field)
        if not values:
            yield field.name, None, ""
        for value in values:
            if value != now:
                options = replace(request.options, **{field.name: value})
                told = str(value).lower() if isinstance(value, bool) else value
                yield f"{field.name}={told}", options, _refusal(game, options, request.seats)


def _refusal(game: Game, options: Options, seats: int) -> str:
    """Why so many players may not play with these options; empty where they may."""
    try:
        sizes_for(game, options, seats)
    except Refused as wrong:
        return wrong.told(())
    return ""


def _values(field: Field) -> Sequence[Any]:
    """The values of a field that has a few: yes and no, or words."""
    if field.shape.kind == "flag":
        return (False, True)
    return tuple(field.shape.words) if field.shape.kind == "word" else ()

"""What a designer wants to know of a game: each section is played when it is asked for, and no other."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from itertools import groupby
from statistics import fmean
from typing import Final

from ludograph.domain.experiments.design_choices import choice_figures
from ludograph.domain.experiments.design_figures import (
    ALONE,
    OF_SAME_MATCHES,
    SECTIONS,
    DesignRequest,
    Figure,
    Progress,
    means,
    shown,
)
from ludograph.domain.experiments.design_variants import variant_figures
from ludograph.domain.experiments.experiment_plan import ExperimentPlan, GameVariant, SkillTest
from ludograph.domain.experiments.measured_skill import measured_skill
from ludograph.domain.experiments.measures import GROUPS, ONLY_ALONE, Measures, uneven_shares, who_wins
from ludograph.domain.experiments.runs import played_deals
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.confidence import mean_interval
from ludograph.domain.kernel.processes import shared_work

OF_WINS: Final = {
    "seats": ("win-seat-", "the seat"),
    "order": ("win-order-", "who begins the match, and who follows to the left,"),
}
"""Sections of shares of the wins: the measure, without its number, and what does not matter where all are even."""


def _untold(what: str, matches: int) -> AbstractContextManager[Callable[[float], None]]:
    """Shows nothing of how far it has come."""
    return nullcontext(lambda done: None)


def sections_of(seats: int) -> tuple[str, ...]:
    """The sections that there are among so many players, by their short names."""
    return tuple(SECTIONS) if seats > 1 else ALONE


def design_sections(request: DesignRequest, progress: Progress = _untold) -> Iterator[list[Figure]]:
    """The figures of a game, a section after the other; the matches of those that follow are played when asked for."""
    own = GameVariant(request.options, request.seats, (request.bot,) * request.seats)
    plan, asked = ExperimentPlan(request.game, (own,), request.seed), request.sections
    played = f"{request.matches} matches between {request.bot}"
    found = _found(request, plan, played, progress)
    if "course" in asked:
        yield from _by_section(_course(request, found, played))
    if "tension" in asked:
        yield from _by_section(means(request, found, "tension", GROUPS["Tension"], played))
    yield from _by_section(_wins(request, found, played))
    if "skill" in asked:
        yield from _by_section(_skill(request, plan, progress))
    if "choices" in asked:
        yield from _by_section(choice_figures(request, progress))
    if "variants" in asked:
        yield from _by_section(variant_figures(request, own, found, progress))


def _by_section(figures: Iterable[Figure]) -> Iterator[list[Figure]]:
    """Figures that were worked out together, those of each section."""
    return (list(some) for _, some in groupby(list(figures), key=lambda one: one.section))


def _found(request: DesignRequest, plan: ExperimentPlan, played: str, progress: Progress) -> list[Measures]:
    """What was measured of matches of the game as it is; none are played where no section is about them."""
    if not request.plays_own:
        return []
    told = [SECTIONS[name].lower() for name in request.sections if name in OF_SAME_MATCHES]
    about = ", ".join(told or [SECTIONS["variants"]]).capitalize()
    with progress(f"{about}: {played}", request.matches) as show:
        return [one for (one,) in shown(played_deals(plan, 0, request.matches, request.jobs), show)]


def _course(request: DesignRequest, found: Sequence[Measures], how: str) -> Iterator[Figure]:
    yield from means(request, found, "course", (*GROUPS["Course"], *GROUPS["Result"]), how)
    if request.seats > 1:
        yield from _scores(request, found, how)


def _scores(request: DesignRequest, found: Sequence[Measures], how: str) -> Iterator[Figure]:
    """What those score on average who win, and all others."""
    who = who_wins(GAMES[request.game].fewest)
    for name, winning in (("winners", True), ("others", False)):
        by_match = [_scores_of(one, request.seats, winning=winning) for one in found]
        values = [fmean(scores) for scores in by_match if scores]
        if values:
            note = "" if len(values) == len(found) else "counts only matches that have any"
            told, between = f"mean score of the {name} ({who})", mean_interval([value] for value in values)
            yield Figure(SECTIONS["course"], f"score-{name}", "", told, *between, len(values), how, note=note)


def _scores_of(one: Measures, seats: int, *, winning: bool) -> list[float]:
    """The scores of those who win a match, or of the others; none where nobody wins or not everybody has a score."""
    wins = [one.get(f"win-seat-{seat}", 0.0) > 0 for seat in range(1, seats + 1)]
    if not any(wins) or "score" not in one:
        return []
    return [one[f"score-seat-{seat}"] for seat, wins_it in enumerate(wins, start=1) if wins_it is winning]


def _wins(request: DesignRequest, found: Sequence[Measures], how: str) -> Iterator[Figure]:
    """What is won at each seat, and by each in the order of play; the same share where it does not matter.

    What is beyond chance is told of all of them that were asked for, looked at together.
    """
    asked = {section: OF_WINS[section] for section in request.sections if section in OF_WINS}
    names = {
        section: [f"{stem}{number}" for number in range(1, request.seats + 1)] for section, (stem, _) in asked.items()
    }
    values = {name: [one[name] for one in found if name in one] for some in names.values() for name in some}
    uneven = uneven_shares({name: (shares, request.even) for name, shares in values.items() if shares})
    for section, (_, what) in asked.items():
        told = f"{how}; {request.even:.3f} if {what} did not matter"
        for one in means(request, found, section, names[section], told):
            sure = one.measure in uneven
            alone = ONLY_ALONE.format(len(values)) if not sure and one.leaves_out(request.even) else ""
            name = _place(request, one.measure) if section == "order" else one.name
            yield one._replace(name=name, sure=sure, note="; ".join(filter(None, (one.note, alone))))


def _place(request: DesignRequest, measure: str) -> str:
    """What the share of the wins of a place in the order of play is called."""
    number = int(measure.removeprefix(OF_WINS["order"][0]))
    who = ", who begins" if number == 1 else ", the last" if number == request.seats else ""
    return f"share of the wins of number {number}{who}"


def _skill(request: DesignRequest, plan: ExperimentPlan, progress: Progress) -> Iterator[Figure]:
    """How much more than its part somebody wins who thinks, among others who choose by chance."""
    skill = SkillTest(request.thinking, "random")
    matches = max(request.seats, request.matches // 2)  # as many at each seat, as nearly as can be
    how = f"{matches} matches of {skill.stronger}, at each seat in turn, against random"
    with progress(f"Luck and skill: {how}", matches) as show:
        work = partial(_measured_skill, plan, skill)
        found = list(shown(shared_work(work, range(matches), request.jobs), show))
    shares = [one["skill"] for one in found if "skill" in one]
    for one in means(request, found, "skill", ("skill",), f"{how}; {request.even:.3f} if all were luck"):
        yield one._replace(sure=bool(uneven_shares({one.measure: (shares, request.even)})))


def _measured_skill(plan: ExperimentPlan, skill: SkillTest, deal: int) -> Measures:
    return measured_skill(plan, 0, deal, skill)

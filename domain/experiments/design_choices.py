"""How often each kind of move is chosen where others could be made, by bots that think."""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Final, NamedTuple

from ludograph.domain.bots.bot import Chosen
from ludograph.domain.experiments.design_figures import SECTIONS, DesignRequest, Figure, Progress, shown
from ludograph.domain.experiments.experiment_plan import ExperimentPlan, GameVariant
from ludograph.domain.experiments.measured_match import measured
from ludograph.domain.kernel.confidence import wilson
from ludograph.domain.kernel.game import verb_of
from ludograph.domain.kernel.processes import shared_work
from ludograph.domain.lab.search import Sight

SELDOM: Final = 10
"""What was open less often says nothing about whether it is ever worth it."""
DECISIONS: Final = 20
"""So many decisions of a bot that thinks are enough for each match that is asked for, in `FEWEST` matches at least."""
FEWEST: Final = 2


class KindsChosen(NamedTuple):
    """How often each kind of move was open beside others, and how often it was chosen then."""

    open: Counter[str]
    chosen: Counter[str]

    def plus(self, more: "KindsChosen") -> "KindsChosen":
        """Both together."""
        return KindsChosen(self.open + more.open, self.chosen + more.chosen)


def choice_figures(request: DesignRequest, progress: Progress) -> Iterator[Figure]:
    """A figure for each kind of move, the one that is chosen least often first."""
    bot = request.thinking
    own = GameVariant(request.options, request.seats, (bot,) * request.seats)
    plan = ExperimentPlan(request.game, (own,), request.seed)
    noted, played, most = KindsChosen(Counter(), Counter()), 0, max(5, request.matches // 5)
    with progress(f"Choices: up to {most} matches between {bot}", most) as show:
        for more in shown(_kinds_by_match(plan, most, request.jobs), show):
            noted, played = noted.plus(more), played + 1
            if played >= FEWEST and noted.chosen.total() >= DECISIONS * request.matches:
                break
    how = (
        f"{played} matches between {bot} with {noted.chosen.total():,} decisions between kinds of moves; n counts "
        "those at which this kind was open beside others. What is chosen with it, such as a card or an amount, does "
        "not matter here. Decisions of one match are not independent, so that the true figure may lie a little farther "
        "off than is told"
    )
    for verb, times in sorted(noted.open.items(), key=lambda one: (noted.chosen[one[0]] / one[1], one[0])):
        chosen = noted.chosen[verb] / times
        low, high = wilson(chosen, times)
        note = "" if chosen else f"never in {times:,} chances, so at most {100 * high:.1f}%"
        told = f"how often `{verb}` is chosen"
        yield Figure(SECTIONS["choices"], "chosen", verb, told, chosen, low, high, times, how, note=note)


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

"""The matches of an experiment, deal by deal, in one process or several."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from ludograph.domain.experiments.experiment_plan import ExperimentPlan
from ludograph.domain.experiments.measured_match import measured
from ludograph.domain.experiments.measured_skill import measured_skill
from ludograph.domain.experiments.measures import Measures
from ludograph.domain.kernel.processes import shared_work

AT_ONCE: Final = 4
"""How many deals another process plays before it hands them over; in this one each is there as it is over."""


def played_deals(plan: ExperimentPlan, first: int, count: int, jobs: int) -> Iterator[tuple[Measures, ...]]:
    """What is measured of each variant, for so many deals from a number on, in their order.

    Raises `Refused` where a variant cannot begin.
    """
    size = AT_ONCE if jobs > 1 else 1
    shares = [range(at, min(at + size, first + count)) for at in range(first, first + count, size)]
    for some in shared_work(partial(_played, plan), shares, jobs):
        yield from some


def _played(plan: ExperimentPlan, deals: range) -> list[tuple[Measures, ...]]:
    return [tuple(_measures(plan, which, deal) for which in range(len(plan.variants))) for deal in deals]


def _measures(plan: ExperimentPlan, which: int, deal: int) -> Measures:
    found = measured(plan, which, deal)
    return found if plan.skill is None else {**found, **measured_skill(plan, which, deal, plan.skill)}

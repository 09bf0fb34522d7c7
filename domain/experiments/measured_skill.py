"""How much skill tells: a stronger bot among weaker ones, at one seat after the other from deal to deal."""

from collections.abc import Iterator

from ludograph.domain.experiments.experiment_plan import ExperimentPlan, SkillTest
from ludograph.domain.experiments.measured_match import measured
from ludograph.domain.experiments.measures import Measures
from ludograph.domain.games import GAMES


def measured_skill(plan: ExperimentPlan, which: int, deal: int, skill: SkillTest) -> Measures:
    """`skill` and `skill-lead` of a variant on the deal of that number; nothing of a match without an end.

    In a game for one both bots play the deal alone, and only their scores can be compared.
    """
    seats = plan.variants[which].seats
    seat = deal % seats + 1
    found = _played(plan, which, deal, skill.bots(seat, seats))
    scores = [found.get(f"score-seat-{one}") for one in range(1, seats + 1)]
    own = scores.pop(seat - 1)
    if seats == 1:
        scores = [_played(plan, which, deal, (skill.weaker,)).get("score-seat-1")]
    return dict(_skill(found.get(f"win-seat-{seat}"), own, scores, GAMES[plan.game].fewest))


def _played(plan: ExperimentPlan, which: int, deal: int, bots: tuple[str, ...]) -> Measures:
    """What is measured of a variant that other bots play on a deal."""
    variants = [*plan.variants]
    variants[which] = variants[which]._replace(bots=bots)
    return measured(plan._replace(variants=tuple(variants)), which, deal)


def _skill(
    win: float | None, own: float | None, others: list[float | None], fewest: bool
) -> Iterator[tuple[str, float]]:
    if win is not None:
        yield "skill", win
    known = [score for score in others if score is not None]
    if own is not None and len(known) == len(others):
        lead = own - sum(known) / len(known)
        yield "skill-lead", -lead if fewest else lead

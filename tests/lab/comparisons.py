"""How far comparisons are to be believed: `python -m tests.lab.comparisons`, in some minutes.

A variant is compared with itself, the bots choosing otherwise on the same deals: of 100 intervals some 95 have to hold
0, and of those of `skill`, between bots that choose alike, the even share of the wins. A rule is changed whose worth is
known from recorded matches. And the error is told of paired and unpaired matches.
"""

from argparse import ArgumentParser
from collections import Counter
from typing import Final

from ludograph.domain.experiments.experiment_plan import ExperimentPlan, GameVariant, SkillTest
from ludograph.domain.experiments.measures import measure_interval
from ludograph.domain.experiments.runs import played_deals
from ludograph.domain.experiments.variant_comparison import VariantComparison
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.confidence import NORMAL, MeanInterval
from ludograph.domain.kernel.game import Options
from ludograph.domain.rules_files.changed_rules import RulesFile

MEASURES: Final = ("length", "lead", "choices", "win-seat-1", "win-order-1", "turns")
COURTS: Final = RulesFile("courts.py", 'GAME = "sun-bid"\nCOURT_POINTS = 5\n')
"""Two points more for each Pawn and Court of a take."""
ALIKE: Final = SkillTest("random", "random")
"""Neither is stronger, so that it is known what they win."""


def compared(plan: ExperimentPlan, count: int, first: int = 0) -> VariantComparison:
    """So many matches of each variant, from the deal of that number on."""
    found = VariantComparison(paired=plan.paired)
    for pair in played_deals(plan, first, count, 1):
        found.add(*pair)
    return found


def against_itself(runs: int, count: int, skill: SkillTest | None = ALIKE) -> Counter[str]:
    """Of so many runs how many intervals of each measure hold 0, for the same variant on the same deals.

    Of `share of the wins` how many hold the even share: what the stronger bot of `skill` wins, as it is no stronger.
    """
    own = GameVariant(options_of("fools-down", hands=2), 3, ("random",) * 3)
    held: Counter[str] = Counter()
    for run in range(runs):
        plan = ExperimentPlan("fools-down", (own, own._replace(luck="other choices")), f"itself {run}", skill=skill)
        found = compared(plan, count)
        for name in (*MEASURES, *(("skill", "skill-lead") if skill else ())):
            one = found.difference(name)
            held[name] += holds(0, MeanInterval(one.difference, one.low, one.high))
        if skill == ALIKE:
            held["share of the wins"] += holds(1 / 3, measure_interval("skill", [a["skill"] for a, _ in found.pairs]))
    return held


def holds(value: float, found: MeanInterval) -> bool:
    """Whether an interval holds a value."""
    assert found.low is not None
    assert found.high is not None
    return found.low <= value <= found.high


def worth_of_courts(count: int, seed: str = "courts") -> VariantComparison:
    """Sun Bid as it is against two points more for each Pawn and Court: bots at random play the same either way."""
    own = GameVariant(GAMES["sun-bid"].options(), 3, ("random",) * 3)
    return compared(ExperimentPlan("sun-bid", (own, own._replace(rules=COURTS)), seed), count)


def errors(game: str, first: GameVariant, second: GameVariant, count: int) -> dict[str, tuple[float, float]]:
    """The standard errors of some measures, paired and unpaired, of so many matches of each."""
    plan = ExperimentPlan(game, (first, second), "errors")
    both = compared(plan, count), compared(plan._replace(paired=False), count)
    found = {}
    for name in ("score", "score-seat-1", *MEASURES):
        ones = [comparison.difference(name) for comparison in both]
        if all(one.half_width for one in ones):
            found[name] = (ones[0].half_width or 0.0) / NORMAL, (ones[1].half_width or 0.0) / NORMAL
    return found


def options_of(game: str, **values: object) -> Options:
    """Options of a game with these values."""
    return GAMES[game].options(**values)


def main(arguments: list[str] | None = None) -> None:
    """Prints all three."""
    parser = ArgumentParser()
    parser.add_argument("--runs", type=int, default=400)
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--skill", default="random,random")
    parser.add_argument("--only-itself", action="store_true")
    chosen = parser.parse_args(arguments)
    held = against_itself(chosen.runs, chosen.matches, SkillTest(*chosen.skill.split(",")))
    for name, count in held.items():
        told = f"{count} of {chosen.runs} intervals hold it: {100 * count / chosen.runs:.1f} of 100"
        print(f"itself      {name:18}{told}", flush=True)
    if chosen.only_itself:
        return
    found = worth_of_courts(chosen.matches).difference("score")
    print(f"courts      score        {found.difference:+.3f} ({found.low:+.3f} to {found.high:+.3f})")
    three = ("random",) * 3
    cases = (
        ("sun-bid", GameVariant(GAMES["sun-bid"].options(), 3, three), {"equal_pawns": True}),
        ("fools-down", GameVariant(options_of("fools-down", hands=2), 3, three), {"hands": 2, "forelay": 2}),
        ("aucteraden", GameVariant(GAMES["aucteraden"].options(), 1, ("random",)), {"must_touch": True}),
    )
    for game, own, other in cases:
        changed = own._replace(options=options_of(game, **other))
        for name, (paired, alone) in errors(game, own, changed, chosen.matches).items():
            more = (alone / paired) ** 2
            print(f"{game:12}{name:13}paired {paired:.3f}, unpaired {alone:.3f}: {more:.1f} times as many matches")


if __name__ == "__main__":
    main()

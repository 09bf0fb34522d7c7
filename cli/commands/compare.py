"""`compare`: two variants of a game on the same deals and the same luck."""

from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from secrets import token_hex
from typing import Any, NamedTuple

import click

from ludograph.cli.arguments import game_named, json_option
from ludograph.cli.errors import Failure, sentences_for_errors
from ludograph.cli.experiments.comparison_text import (
    ASKED,
    Aim,
    compared_lines,
    conclusion,
    measured_lines,
    print_comparison,
    print_comparison_json,
    print_variants,
    random_play,
)
from ludograph.cli.experiments.measure_options import check_measures, measure_option, not_measured
from ludograph.cli.experiments.stopping import NOTHING_YET, say_kept, stoppable, stopped
from ludograph.cli.experiments.variant_options import plan_json, skill_test, variant_named, variants_told
from ludograph.cli.numbers import Decimal, Whole
from ludograph.cli.printing.files import PAGES, PICTURES, check_ending
from ludograph.cli.printing.terminal import echo, paragraph, progress, say
from ludograph.domain.experiments.experiment_plan import ExperimentPlan
from ludograph.domain.experiments.kept_results import KeptResults, OtherPlan, seed_kept
from ludograph.domain.experiments.measures import measures_in
from ludograph.domain.experiments.runs import played_deals
from ludograph.domain.experiments.variant_comparison import MeasureDifference, VariantComparison
from ludograph.domain.games import GAMES
from ludograph.domain.rules_files.changed_rules import UnusableRules

USUAL = 200
MOST_UNTIL = 100_000
"""So many matches of each are played at most where it is not said, without --until and with it."""


class CompareRequest(NamedTuple):
    """What is said of two variants, how far they are compared, and where results go."""

    first: tuple[str, ...]
    second: tuple[str, ...]
    shared: tuple[str, ...]
    skill: str | None
    until: float | None
    measures: tuple[str, ...]
    keep: Path | None
    jobs: int
    plot: bool
    page: Path | None
    output: Path | None
    as_json: bool

    @property
    def told(self) -> tuple[str, str]:
        """What A and B are, in words."""
        return ", ".join(self.first) or "as it is", ", ".join(self.second) or "as it is"


@click.command("compare")
@click.argument("game")
@click.option("--a", "first", multiple=True, metavar="NAME=VALUE", help="What A is; may be repeated.")
@click.option("--b", "second", multiple=True, metavar="NAME=VALUE", help="What B is; may be repeated.")
@click.option("-o", "--option", "shared", multiple=True, metavar="NAME=VALUE", help="What both are.")
@click.option("-n", "--number", "count", type=Whole(2), help=f"How many matches of each; by default {USUAL}.")
@click.option("--bots", help="Bots of both: one for each seat, or one for all; by default random.")
@click.option("--skill", metavar="STRONGER,WEAKER", help="How much skill tells as well, such as search:400,search:20.")
@click.option("--seed", help="The same seed gives the same matches, whatever --jobs; by default a new one.")
@click.option(
    "--until",
    type=Decimal(0, min_open=True),
    metavar="PRECISION",
    help="Stops once each --measure is so precise; by default the score.",
)
@measure_option("Looks at this alone", "all but parts of scores")
@click.option("--unpaired", is_flag=True, help="Each variant has deals and luck of its own.")
@click.option(
    "--keep", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Goes on from there after a kill."
)
@click.option("--jobs", type=Whole(1, 64), default=1, show_default=True, help="How many processes play.")
@click.option("--plot", is_flag=True, help="Draws it on the terminal.")
@click.option("--page", type=click.Path(path_type=Path), metavar="FILE.html", help="Writes one page to share.")
@click.option("--output", type=click.Path(path_type=Path), metavar="FILE", help="Writes a picture: .png or .svg.")
@json_option
@sentences_for_errors
@stoppable(NOTHING_YET)
def command(game: str, count: int | None, bots: str | None, seed: str | None, unpaired: bool, **asked: Any) -> None:
    """Compares two variants of GAME, played by bots on the same deals and the same luck.

    A variant takes options of the game, seats=N, bots=B1,B2,... and rules=FILE.py, a file that changes functions of
    the game (docs/experiments.md). Nothing is recorded. It tells of each measure what A and B come to, and the
    difference with its interval, and how many matches it takes: fewer by far on the same deals. With --skill another
    match is played on each deal, a stronger bot among weaker ones: the more it wins, the more skill tells.

    \b
    ludograph compare sun-bid -o seats=3 --b equal_pawns=true
    ludograph compare fools-down --a seats=3 --b seats=4 --measure lead --until 0.5
    """
    request = CompareRequest(**asked)
    if not request.first and not request.second:
        raise click.UsageError(
            "Say with --a or --b how the variants differ, such as --b seats=4. What one is like alone is told by "
            f"`ludograph report design {game}`, its seats for example with `-p sections=seats`."
        )
    check_ending(request.page, PAGES, "A page is HTML")
    check_ending(request.output, PICTURES, "A picture is PNG or SVG, and --page writes a page")
    check_measures(request.measures, request.skill)
    found = game_named(game)
    a = variant_named(found, request.first, bots, "--a", request.shared)
    b = variant_named(found, request.second, bots, "--b", request.shared)
    seed = seed or (seed_kept(request.keep) if request.keep else None) or token_hex(4)
    plan = ExperimentPlan(found.id, (a, b), seed, paired=not unpaired, skill=skill_test(request.skill))
    count = count or (MOST_UNTIL if request.until else USUAL)
    if not request.as_json:
        for sentence in variants_told(plan):
            say(sentence)
    _compare(plan, count, request)


def _compare(plan: ExperimentPlan, count: int, request: CompareRequest) -> None:
    """Plays both variants as often as it takes, and tells what came of it."""
    a, b = plan.variants
    comparison = VariantComparison(
        paired=plan.paired, asked=request.measures, precision=request.until, even=(a.even_share, b.even_share)
    )
    keep = KeptResults(request.keep, plan_json(plan)) if request.keep else None
    broken_off = False
    try:
        with keep or nullcontext(), progress("Playing", count) as show:
            say_kept(request.keep, len(keep.found) if keep else 0)
            for pair in (keep.found if keep else [])[:count]:
                comparison.add(*pair)
            show(done := len(comparison.pairs))
            try:
                for pair in played_deals(plan, done, count - done, request.jobs):
                    comparison.add(*pair)
                    if keep:
                        keep.add(pair)
                    show(done := len(comparison.pairs))
                    if done % 10 == 0 and comparison.is_precise():
                        break
            except KeyboardInterrupt:
                broken_off = True
    except (OtherPlan, UnusableRules) as wrong:
        raise Failure(str(wrong)) from wrong
    if comparison.pairs:
        _report(comparison, plan, request)
    if broken_off:
        raise stopped(len(comparison.pairs), count, request.keep)


def _report(comparison: VariantComparison, plan: ExperimentPlan, request: CompareRequest) -> None:
    """What came of it, in the form that was asked for."""
    found, fewest = comparison.differences(), GAMES[plan.game].fewest
    missing = not_measured(request.measures, measures_in([one for pair in comparison.pairs for one in pair]))
    if not found:
        raise Failure(" ".join(missing))
    for sentence in missing:
        say(sentence)
    compared = [*compared_lines(plan, request.told, request.shared, len(comparison.pairs))]
    heading = [*compared, *measured_lines(plan)]
    caution = [*filter(None, [random_play([variant.bots for variant in plan.variants], ASKED)])]
    title = f"{GAMES[plan.game].title}: {request.told[0]} (A) against {request.told[1]} (B)"
    if request.as_json:
        print_comparison_json(found)
    else:
        echo(title)
        for line in [*heading, *caution]:
            paragraph(line, first="  ")
        echo()
        paragraph(conclusion(found, fewest))
        echo()
        if request.plot:
            print_variants(found)
        else:
            print_comparison(found, Aim(comparison.aims, request.until), fewest)
    if request.plot or request.page or request.output:
        details = f"{conclusion(found, fewest)} {'; '.join([f'Seed {plan.seed}', *heading])}."
        details = " ".join([details, *variants_told(plan), *caution])
        _draw(request, title, "; ".join(compared), details, found, plan.game)
    say(f"Seed {plan.seed}: with --seed {plan.seed} the same matches come again.")


def _draw(
    request: CompareRequest, title: str, short: str, long: str, found: Sequence[MeasureDifference], game: str
) -> None:
    """Draws what is asked for: on the terminal, into a picture with what is said in `short`, on a page with `long`."""
    from ludograph.cli.sql.comparison_page import print_comparison_chart, save_comparison_page, save_comparison_picture

    if request.plot:
        print_comparison_chart(title, found)
    if request.output is not None:
        save_comparison_picture(title, short, found, request.output)
    if request.page is not None:
        save_comparison_page(game, title, long, found, request.page)

"""`sweep`: a grid of variants of a game, played on the same deals, in one table."""

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from itertools import product
from pathlib import Path
from secrets import token_hex
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from ludograph.cli.arguments import game_named, json_option, json_or_text, named_values
from ludograph.cli.errors import Failure, sentences_for_errors
from ludograph.cli.experiments.comparison_text import ASKED, CLOSE, number_text, print_meanings, random_play, seats_take
from ludograph.cli.experiments.measure_options import check_measures, measure_option, not_measured
from ludograph.cli.experiments.stopping import NOTHING_YET, say_kept, stoppable, stopped
from ludograph.cli.experiments.variant_options import plan_json, skill_test, variant_named
from ludograph.cli.numbers import Whole
from ludograph.cli.printing.counts import counted_matches
from ludograph.cli.printing.files import check_ending, refuse_store_file
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import echo, fits_terminal, listing, paragraph, progress, say
from ludograph.domain.experiments.experiment_plan import ExperimentPlan, GameVariant
from ludograph.domain.experiments.kept_results import KeptResults, OtherPlan, seed_kept
from ludograph.domain.experiments.measures import Measures, is_asked, measures_in, value_in
from ludograph.domain.experiments.runs import played_deals
from ludograph.domain.kernel.game import Game
from ludograph.domain.kernel.sentences import counted, listed
from ludograph.domain.rules_files.changed_rules import UnusableRules

ENDINGS = (".parquet", ".csv", ".duckdb")
"""How the name of a file with the table ends."""
MOST = 1_000
"""No grid has more cells than these."""
SHOWN = ("score", "length", "lead", "lead-changes", "decided", "choices", "skill", "win-order-1")
LEAST = ("lead-changes", "decided", "lead", "choices")
"""Of what is shown this is left out first where a terminal is too narrow."""

if TYPE_CHECKING:
    from ludograph.cli.sql.measure_table import Row


class GridCell(NamedTuple):
    """A variant of the grid, with the values that make it one."""

    values: dict[str, str]
    variant: GameVariant


class SweepRequest(NamedTuple):
    """How often the grid is played, and where the table goes."""

    deals: int
    skill: str | None
    measures: tuple[str, ...]
    keep: Path | None
    jobs: int
    output: Path | None
    as_json: bool


@click.command("sweep")
@click.argument("game")
@click.option(
    "-o",
    "--option",
    "grid",
    multiple=True,
    metavar="NAME=V1,V2,...",
    help="Values of an option, or seats=2,3.",
)
@click.option("--bots", multiple=True, help="Bots of all seats, as `compare` takes them; repeated, each is tried.")
@click.option("--skill", metavar="STRONGER,WEAKER", help="How much skill tells as well, such as search:400,search:20.")
@measure_option("Prints the mean of this", listed(SHOWN))
@click.option("-n", "--number", "deals", type=Whole(1), default=50, show_default=True, help="Matches of each cell.")
@click.option("--seed", help="The same seed gives the same matches, whatever --jobs; by default a new one.")
@click.option(
    "--output", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help=f"{', '.join(ENDINGS)}."
)
@click.option(
    "--keep", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Goes on from there after a kill."
)
@click.option("--jobs", type=Whole(1, 64), default=1, show_default=True, help="How many processes play.")
@json_option
@sentences_for_errors
@stoppable(NOTHING_YET)
def command(game: str, grid: tuple[str, ...], bots: tuple[str, ...], seed: str | None, **asked: Any) -> None:
    """Plays every combination of values of GAME's options, all of them on the same deals and luck.

    The file has a row for each match: the values, and all that is measured, under the names that `compare` has for it.
    What is printed are means, by default of what matters most, `win-order-1` being how much whoever begins a match
    wins of all. With --skill another match is played on each deal, a stronger bot among weaker ones. Nothing is
    recorded. A combination that the rules do not allow is left out, and named.

    \b
    ludograph sweep fools-down -o seats=3,4,5 -o forelay=1,2 -n 100 --output grid.parquet
    ludograph sweep conundruze -o seats=3,4 --measure win-order
    """
    request = SweepRequest(**asked)
    if request.output is not None:
        refuse_store_file(request.output)
        check_ending(request.output, ENDINGS, "The table is Parquet, CSV or a DuckDB file")
    check_measures(request.measures, request.skill)
    found = game_named(game)
    cells = list(_cells(found, grid, bots))
    seed = seed or (seed_kept(request.keep) if request.keep else None) or token_hex(4)
    skill = skill_test(request.skill)
    plan = ExperimentPlan(found.id, tuple(cell.variant for cell in cells), seed, skill=skill)
    played, broken_off = _played(plan, request)
    if not played:
        raise stopped(0, request.deals, request.keep)
    _report(cells, played, request, found.fewest)
    if told := random_play([cell.variant.bots for cell in cells], ASKED):
        say(told)
    say(f"Seed {seed}: with --seed {seed} the same matches come again.")
    if broken_off:
        raise stopped(len(played), request.deals, request.keep)


def _cells(game: Game, grid: Sequence[str], bots: Sequence[str]) -> Iterator[GridCell]:
    """The combinations of all values that can be played. Raises `Failure` where there is none, or very many."""
    values = {name: given.split(",") for name, given in named_values("option", grid).items()}
    if bots:
        values["bots"] = list(bots)
    combinations = list(product(*values.values()))
    if len(combinations) > MOST:
        raise Failure(f"These are {len(combinations):,} combinations: {MOST:,} are the most.")
    refused: list[Failure] = []
    left = len(combinations)
    for combination in combinations:
        chosen = dict(zip(values, combination, strict=True))
        pairs = [f"{name}={value}" for name, value in chosen.items()]
        try:
            yield GridCell(chosen, variant_named(game, pairs, None, ", ".join(pairs) or game.id))
        except Failure as wrong:
            refused.append(wrong)
            left -= 1
            say(f"Left out: {wrong.message}")
    if not left:
        raise Failure("No combination of these can be played.")


def _played(plan: ExperimentPlan, request: SweepRequest) -> tuple[list[tuple[Measures, ...]], bool]:
    """What was measured of all cells, deal by deal, and whether somebody stopped it."""
    keep = KeptResults(request.keep, plan_json(plan)) if request.keep else None
    played: list[tuple[Measures, ...]] = []
    try:
        with keep or nullcontext(), progress("Playing", request.deals) as show:
            say_kept(request.keep, len(keep.found) if keep else 0)
            played += (keep.found if keep else [])[: request.deals]
            done = len(played)
            try:
                for some in (
                    played_deals(plan, done, request.deals - done, request.jobs) if done < request.deals else ()
                ):
                    played.append(some)
                    if keep:
                        keep.add(some)
                    show(len(played))
            except KeyboardInterrupt:
                return played, True
    except (OtherPlan, UnusableRules) as wrong:
        raise Failure(str(wrong)) from wrong
    return played, False


def _report(
    cells: Sequence[GridCell], played: Sequence[tuple[Measures, ...]], request: SweepRequest, fewest: bool
) -> None:
    """A row for each match, in a file and as JSON, or a line for each cell with its means."""
    names = measures_in([one for some in played for one in some])
    rows = [
        _row(cell, deal, one, names) for deal, some in enumerate(played) for cell, one in zip(cells, some, strict=True)
    ]
    if request.output is not None:
        from ludograph.cli.sql.measure_table import write_table

        write_table(rows, request.output)
        say(f"Wrote {counted(len(rows), 'row')} to {request.output}.")
    if request.as_json:
        for row in rows:
            print_json(row)
    else:
        for sentence in not_measured(request.measures, names):
            say(sentence)
        shown = [name for name in names if is_asked(name, request.measures or SHOWN)]
        _tell(cells, played, shown, fewest)


def _row(cell: GridCell, deal: int, found: Measures, names: Sequence[str]) -> "Row":
    """A match as a row: the values of its cell, its deal, and what was measured of it."""
    values = {name: json_or_text(value) for name, value in cell.values.items()}
    measured = {name.replace("-", "_"): value for name in names if (value := value_in(found, name)) is not None}
    return {**values, "seats": cell.variant.seats, "deal": deal, **measured}


def _tell(cells: Sequence[GridCell], played: Sequence[tuple[Measures, ...]], names: list[str], fewest: bool) -> None:
    """A line for each cell with the means of these measures, and what those are; the table has the rest."""
    left: list[str] = []
    while not fits_terminal(rows := _mean_rows(cells, played, names)) and {*names} & {*LEAST}:
        left += [next(name for name in LEAST if name in names)]
        names.remove(left[-1])
    listing(rows)
    if left:
        paragraph(f"The terminal has no room for {listed(left)}: --output has all.")
    echo()
    print_meanings(names, fewest)
    echo()
    paragraph(_certainty(len(played), seats_take(cell.variant.seats for cell in cells)))


def _mean_rows(
    cells: Sequence[GridCell], played: Sequence[tuple[Measures, ...]], names: Sequence[str]
) -> list[tuple[str, ...]]:
    """The values of each cell, and the means of these measures, under their heads."""
    heads = [name.upper() for name in (*cells[0].values, "seats") if name != "seats"]
    rows = [(*heads, "SEATS", *(name.upper() for name in names))]
    for at, cell in enumerate(cells):
        own = [some[at] for some in played]
        means = ([value for one in own if (value := value_in(one, name)) is not None] for name in names)
        told = (value for name, value in cell.values.items() if name != "seats")
        rows.append((*told, str(cell.variant.seats), *(number_text(fmean(one)) if one else "" for one in means)))
    return rows


def _certainty(count: int, many: int) -> str:
    """How far the means are to be believed; `many` matches tell what a seat wins."""
    told = "These are means alone: `ludograph compare` says of two of these lines what differs beyond chance."
    if count >= many:
        return told
    return f"{told} {counted_matches(count)} of each are few for shares of wins: `-n {many}` tells them to {CLOSE}."

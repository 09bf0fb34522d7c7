"""`report design GAME`: what a designer wants to know of a game, on the terminal, as JSON, or on one page."""

from collections.abc import Mapping, Sequence
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import Final

import click

from ludograph.analytics.reports.chart_data import Chart, ConfidenceInterval, Panel, Point
from ludograph.analytics.reports.chart_theme import THEMES
from ludograph.analytics.reports.charts import save
from ludograph.analytics.reports.reports import Report
from ludograph.analytics.tables.definitions import schema_of
from ludograph.cli.arguments import game_named
from ludograph.cli.bot_names import bots_named
from ludograph.cli.errors import Failure
from ludograph.cli.experiments.comparison_text import number_text, span_text
from ludograph.cli.experiments.variant_options import variant_named
from ludograph.cli.printing.files import saving
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import echo, listing, paragraph, progress, say, styled
from ludograph.cli.sql.report_page import AnsweredReport, report_page
from ludograph.cli.sql.told_reports import DESIGN, DESIGN_TITLE
from ludograph.domain.experiments.design_report import DesignRequest, Figure, design_figures
from ludograph.domain.store.recorder import Sources

ABOUT: Final = (
    "Length, turns, tension, seats, order of play, luck and skill, moves that are never worth it, and what each option "
    "changes: from matches that bots play for it, in memory alone. Every figure has the interval in which the true one "
    "lies nineteen times of twenty, how many cases it is of, and how it was made. How people play is what the other "
    "reports tell."
)
PARAMETERS: Final[Mapping[str, tuple[str, str]]] = {
    "seats": ("", "How many players; by default the fewest."),
    "bots": ("random", "Who plays: `random`, or `search:20` and the like, which takes long."),
    "matches": ("100", "How many matches are played for a figure."),
    "seed": ("design", "The same seed gives the same figures."),
}
COLUMNS: Final = ("section", "figure", "value", "from", "to", "cases", "how")


def tell_design(game: str | None, values: Mapping[str, str], page: Path | None, *, as_json: bool) -> None:
    """Plays, and prints the figures or writes the page. Raises `Failure` or a usage error."""
    if game is None:
        raise click.UsageError(f"Say of which game: ludograph report {DESIGN} GAME.")
    request = _request(game, values)
    with progress("Playing", request.matches) as show:
        figures = list(design_figures(request, show))
    if page is not None:
        _save(request, figures, page)
    elif as_json:
        for one in figures:
            print_json(
                {
                    key: round(one_value, 6) if isinstance(one_value, float) else one_value
                    for key, one_value in one._asdict().items()
                }
            )
    else:
        _print(request, figures)


def about_design() -> None:
    """What the report says, and what it may be told."""
    echo(f"{DESIGN} GAME: {DESIGN_TITLE}\n")
    paragraph(ABOUT)
    echo("\nParameters")
    for name, (default, about) in PARAMETERS.items():
        paragraph(f"{about}{f' (by default {default})' if default else ''}", first=f"  {name}  ")
    paragraph("An option of the game, for all matches.", first="  option.NAME  ")


def _request(name: str, values: Mapping[str, str]) -> DesignRequest:
    game = game_named(name)
    options = [f"{key.removeprefix('option.')}={value}" for key, value in values.items() if key.startswith("option.")]
    unknown = [key for key in values if key not in PARAMETERS and not key.startswith("option.")]
    if unknown:
        raise Failure(f"{DESIGN} has no parameter {unknown[0]}: there are {', '.join(PARAMETERS)} and option.NAME.")
    if "option.rules" in values:
        raise Failure(f"{DESIGN} plays by a game's own rules: `ludograph compare {name} --b rules=FILE` tries others.")
    given = {key: values.get(key, default) for key, (default, _) in PARAMETERS.items()}
    if not given["matches"].isdecimal() or not 10 <= int(given["matches"]) <= 1_000_000:
        raise Failure("matches is a number from 10 on, such as -p matches=200.")
    bots_named(given["bots"], "-p bots")
    seats = [f"seats={given['seats']}"] if given["seats"] else []
    variant = variant_named(game, [*options, *seats], given["bots"], "-p")
    return DesignRequest(game.id, variant.options, variant.seats, variant.bots[0], int(given["matches"]), given["seed"])


def _title(request: DesignRequest) -> str:
    return f"{game_named(request.game).title} for {request.seats}, as its designer sees it"


def _print(request: DesignRequest, figures: Sequence[Figure]) -> None:
    echo(styled(_title(request), bold=True))
    for section, some in groupby(figures, key=lambda one: one.section):
        echo(f"\n{section}")
        listing(
            [
                (f"  {one.name}", number_text(one.value), span_text(one.low, one.high), f"n={one.cases:,}")
                for one in some
            ]
        )
    echo()
    for section, some in groupby(figures, key=lambda one: one.section):
        hows = list(dict.fromkeys(one.how for one in some))
        paragraph(f"{'; '.join(hows)}.", first=f"{section}: ")
    say(f"Seed {request.seed}: with -p seed={request.seed} the same figures come again.")


def _save(request: DesignRequest, figures: Sequence[Figure], page: Path) -> None:
    """One page with a picture and every figure."""
    if page.suffix.lower() not in (".html", ".htm"):
        raise click.UsageError(f"A page is HTML: let {page.name} end in .html.")
    title = _title(request)
    report = Report(schema_of(request.game), DESIGN, title, ABOUT, (), None, (), "")
    rows = [(one.section, one.name, *map(_rounded, one[2:5]), one.cases, one.how) for one in figures]
    pictures = {theme: _svg(_chart(request, figures), theme) for theme in THEMES}
    told = f"{request.matches} matches, seed {request.seed}"
    with saving(page) as out:
        answer = AnsweredReport(report, title, told, COLUMNS, rows)
        out.write(report_page(answer, pictures, Sources().now()).encode())
    say(f"Wrote {page}.")


def _rounded(value: object) -> object:
    return round(value, 3) if isinstance(value, float) else value


def _chart(request: DesignRequest, figures: Sequence[Figure]) -> Chart:
    """What each seat wins and each in the order of play, and how much longer matches are under each option."""
    longer = [one for one in figures if one.section == "Variants" and one.name.endswith("steps of a match")]
    by_option = tuple(_point(one, one.name.partition(":")[0], 1, 0) for one in longer)
    panels = []
    for section, title in (("Seats", "wins by seat, percent"), ("Order of play", "wins by order of play, percent")):
        wins = (one for one in figures if one.section == section)
        if points := tuple(_point(one, one.name.rpartition(" ")[2], 100, 100 / request.seats) for one in wins):
            panels.append(Panel(title, points))
    panels += [Panel("steps more with an option", by_option)] if by_option else []
    alone = Panel("steps", (_point(figures[0], "length", 1, None),))
    return Chart("", "bars", "seat", "value", tuple(panels or [alone]))


def _point(one: Figure, name: str, scale: float, even: float | None) -> Point:
    span = None if one.low is None or one.high is None else ConfidenceInterval(one.low * scale, one.high * scale)
    return Point(name, (one.value or 0.0) * scale, cases=one.cases, span=span, even=even)


def _svg(chart: Chart, theme: str) -> str:
    drawn = BytesIO()
    save(chart, "", "svg", drawn, theme)
    return drawn.getvalue().decode()

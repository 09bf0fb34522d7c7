"""`report design GAME`: what a designer wants to know of a game, on the terminal, as JSON, or on one page."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import BytesIO
from itertools import chain
from math import floor, log10
from pathlib import Path
from typing import Final, NamedTuple

import click
import msgspec

from ludograph.analytics.reports.chart_data import Chart, ConfidenceInterval, Panel, Point
from ludograph.analytics.reports.chart_theme import THEMES
from ludograph.analytics.reports.charts import save
from ludograph.analytics.reports.plots import chart_lines
from ludograph.analytics.reports.reports import Report
from ludograph.analytics.tables.definitions import schema_of
from ludograph.analytics.tables.variants import USUAL, variant_name
from ludograph.cli.arguments import game_named
from ludograph.cli.bot_names import bots_named
from ludograph.cli.errors import Failure
from ludograph.cli.experiments.comparison_text import SURE, number_text, random_play, span_text
from ludograph.cli.experiments.variant_options import variant_named
from ludograph.cli.printing.files import PICTURES, saving
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import Bar, colored, columns, echo, paragraph, progress, say, styled, width
from ludograph.cli.sql.report_page import AnsweredReport, report_page
from ludograph.cli.sql.told_reports import DESIGN, DESIGN_TITLE
from ludograph.domain.experiments.design_report import VARIANTS, DesignRequest, Figure, design_sections, options_to_try
from ludograph.domain.kernel.confidence import MeanInterval
from ludograph.domain.kernel.sentences import listed
from ludograph.domain.notation.visible_text import Styled
from ludograph.domain.store.recorder import Sources
from ludograph.replay.sentences.step_sentences import wrapped

ABOUT: Final = (
    "Length, turns, tension, seats, order of play, luck and skill, moves that are never worth it, and what each option "
    "changes: from matches that bots play for it, in memory alone. Every figure says how it was made. How people play "
    "is what the other reports tell."
)
PARAMETERS: Final[Mapping[str, tuple[str, str]]] = {
    "seats": ("", "How many players; by default the fewest."),
    "bots": ("random", "Who plays: `random`, or `search:20` and the like, which takes long."),
    "matches": ("100", "How many matches are played for a figure."),
    "seed": ("design", "The same seed gives the same figures, whatever jobs."),
    "jobs": ("1", "How many processes play."),
}
MOST_JOBS: Final = 64
ASKED: Final = "with `-p bots=search:20 -p matches={}`"
COLUMNS: Final = ("section", "figure", "value", "from", "to", "sure", "cases", "note", "how")


class DesignOutput(NamedTuple):
    """Where the figures go: into a file, a picture or a page; as JSON; or onto the terminal, there also drawn."""

    file: Path | None
    theme: str
    plot: bool
    as_json: bool


def tell_design(game: str | None, values: Mapping[str, str], output: DesignOutput) -> None:
    """Plays, and prints or draws the figures, or writes them into a file. Raises `Failure` or a usage error."""
    if game is None:
        raise click.UsageError(f"Say of which game: ludograph report {DESIGN} GAME.")
    request = _request(game, values)
    if output.file is None and not output.plot and not output.as_json:
        _print(request, design_sections(request, _stage))
        return
    figures = [*chain.from_iterable(design_sections(request, _stage))]
    if output.file is not None:
        _save(request, figures, output.file, output.theme)
    elif output.plot:
        for line in chart_lines(_chart(request, figures, _title(request)), width(), colored()):
            echo(Styled(line))
    else:
        for one in figures:
            print_json(
                {
                    key: round(one_value, 6) if isinstance(one_value, float) else one_value
                    for key, one_value in one._asdict().items()
                }
            )


@contextmanager
def _stage(what: str, matches: int) -> Iterator[Bar]:
    """What is played next, with a bar, or in a line where no bar is shown."""
    with progress(what, matches) as bar:
        if not bar.shown:
            say(f"Playing. {what}.")
        yield bar


def about_design() -> None:
    """What the report says, and what it may be told."""
    echo(f"{DESIGN} GAME: {DESIGN_TITLE}\n")
    paragraph(ABOUT)
    echo("\nParameters")
    for name, (default, about) in PARAMETERS.items():
        paragraph(f"{about}{f' (by default {default})' if default else ''}", first=f"  {name}  ")
    paragraph("An option of the game, for all matches.", first="  option.NAME  ")
    echo()
    paragraph(
        "One page with --page. Drawn with --plot, or with --output into a PNG or SVG file: wins by seat and by order "
        "of play, and longer matches."
    )


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
    if not given["jobs"].isdecimal() or not 1 <= int(given["jobs"]) <= MOST_JOBS:
        raise Failure(f"jobs is a number of processes from 1 to {MOST_JOBS}, such as -p jobs=2.")
    if len(bots_named(given["bots"], "-p bots")) > 1:
        raise Failure("bots is one bot, which plays at every seat: `-p bots=search:20`.")
    seats = [f"seats={given['seats']}"] if given["seats"] else []
    variant = variant_named(game, [*options, *seats], given["bots"], "-p")
    matches, jobs = int(given["matches"]), int(given["jobs"])
    return DesignRequest(game.id, variant.options, variant.seats, variant.bots[0], matches, given["seed"], jobs)


def _title(request: DesignRequest) -> str:
    return f"{game_named(request.game).title} for {request.seats}, as its designer sees it"


def _options(request: DesignRequest) -> str:
    """The options that are other than usual; nothing where all are as usual."""
    named = variant_name(request.game, msgspec.json.encode(request.options).decode())
    return "" if named == USUAL else named


def _print(request: DesignRequest, sections: Iterable[Sequence[Figure]]) -> None:
    """Each section as soon as it is worked out: whoever stops it has seen what was."""
    echo(styled(_title(request), bold=True))
    if options := _options(request):
        echo(f"Played with {options}.")
    made: dict[str, dict[str, None]] = {}
    for figures in sections:
        section = figures[0].section
        made[section] = dict.fromkeys(one.how for one in figures)
        echo(f"\n{section}")
        _print_section(figures)
    echo()
    for section, every in made.items():
        paragraph(f"{'; '.join(every)}.", first=f"{section}: ")
    for text in _explained(request):
        paragraph(text)
    say(f"Seed {request.seed}: with -p seed={request.seed} the same figures come again.")


def _print_section(figures: Sequence[Figure]) -> None:
    """A line for each figure, those of an option under its name, and below it what is to be said of it alone."""
    numbers = list(columns([(*_told(one), f"n={one.cases:,}") for one in figures]))
    room = width() - max(map(len, numbers)) - 2
    option, named, indent = "", [], "  " * (figures[0].section == VARIANTS)
    for one in figures:
        name = one.name.removeprefix(f"{_option(one)}: ") if indent else one.name
        named.append(wrapped(name, width=room, first=f"{indent}{SURE if one.sure else ' '} ", rest=f"{indent}    "))
    size = max(len(line) for lines in named for line in lines)
    for one, (first, *rest), told in zip(figures, named, numbers, strict=True):
        if indent and option != (option := _option(one)):
            echo(f"  {option}")
        echo("\n".join([f"{first:{size}}  {told}", *rest]))
        if one.note:
            paragraph(f"({one.note})", first=f"{indent}    ")


def _option(one: Figure) -> str:
    """The option that a figure of a variant is about, with its value."""
    return one.name.partition(": ")[0]


def _explained(request: DesignRequest) -> Iterator[str]:
    """What stands behind a figure and before it, which options were not tried, and what bots at random do not show."""
    yield (
        "Behind a figure stands where the true one lies nineteen times of twenty, and of how many matches (n; under "
        f"Choices, of how many decisions) it is. {SURE}: beyond chance, all that its section tells looked at together. "
        "Bots that think play fewer matches here, for that takes long."
    )
    if left := _untried(request):
        yield left
    if told := random_play([[request.bot] * request.seats], ASKED):
        yield told


def _untried(request: DesignRequest) -> str:
    """Which options are not tried, and why; nothing where all are."""
    options = list(options_to_try(request))
    several = [name for name, values, _ in options if values is None]
    refused = [f"{name} ({refusal.removesuffix('.')})" for name, _, refusal in options if refusal]
    told = []
    if several:
        told.append(
            f"{listed(several)}, for there are many values (`ludograph compare {request.game} --b {several[0]}=...` "
            "tries one)"
        )
    if refused:
        told.append(f"what the rules do not allow here: {listed(refused)}")
    return f"Options not tried: {'; '.join(told)}." if told else ""


def _save(request: DesignRequest, figures: Sequence[Figure], file: Path, theme: str) -> None:
    """One page with a picture and every figure, or the picture alone."""
    told = [f"{request.matches} matches between {request.bot}", _options(request), f"seed {request.seed}"]
    title, given = _title(request), ", ".join(filter(None, told))
    about = " ".join((ABOUT, *_explained(request)))
    with saving(file) as out:
        if file.suffix.lower() in PICTURES:
            save(_chart(request, figures, title), given, file.suffix.lower()[1:], out, theme)
        else:
            report = Report(schema_of(request.game), DESIGN, title, about, (), None, (), "")
            rows = [
                (one.section, one.name, *_rounded(one), SURE if one.sure else "", one.cases, one.note, one.how)
                for one in figures
            ]
            pictures = {theme: _svg(_chart(request, figures), theme) for theme in THEMES}
            answer = AnsweredReport(report, title, given, COLUMNS, rows)
            out.write(report_page(answer, pictures, Sources().now()).encode())
    say(f"Wrote {file}.")


def _decimals(one: Figure) -> int | None:
    """So many decimals as the interval allows, two digits of its half width; None where there is none, or no width."""
    half = MeanInterval(one.value, one.low, one.high).half_width
    return max(0, 1 - floor(log10(half))) if half else None


def _rounded(one: Figure) -> list[float | None]:
    """A figure and the ends of its interval, to as many digits as that allows; no ends of one without width."""
    decimals = _decimals(one)
    if decimals is None:
        return [None if one.value is None else round(one.value, 3), None, None]
    return [None if value is None else round(value, decimals) for value in (one.value, one.low, one.high)]


def _told(one: Figure) -> tuple[str, str]:
    """A figure and its interval, each to as many digits as that allows."""
    decimals = _decimals(one)
    if decimals is None:
        return number_text(one.value), span_text(one.low, one.high)
    sign = "+" if ": change in " in one.name else ""
    value, low, high = (
        "" if number is None else f"{number:{sign},.{decimals}f}" for number in (one.value, one.low, one.high)
    )
    return value, f"{low} to {high}"


def _chart(request: DesignRequest, figures: Sequence[Figure], title: str = "") -> Chart:
    """What each seat wins and each in the order of play, and how much longer matches are under each option."""
    panels = []
    for section, name in (("Seats", "Wins by seat"), ("Order of play", "Wins by order of play")):
        wins = (one for one in figures if one.section == section)
        points = tuple(_point(one, str(number), 100, 100 / request.seats) for number, one in enumerate(wins, start=1))
        panels.append(Panel(name, points))
    length = figures[0].value or 1.0
    longer = [one for one in figures if one.section == VARIANTS and one.name.endswith("steps of a match")]
    by_option = tuple(_point(one, _option(one), 100 / length, None) for one in longer)
    panels.append(Panel("How much longer matches are with an option", by_option))
    alone = Panel("Steps of a match", (_point(figures[0], "", 1, None),))
    drawn = tuple(panel for panel in panels if panel.points)
    return Chart(title, "bars", "", "percent" if drawn else "steps", drawn or (alone,))


def _point(one: Figure, name: str, scale: float, even: float | None) -> Point:
    ends = None if one.low is None or one.high is None or one.low == one.high else (one.low, one.high)
    span = None if ends is None else ConfidenceInterval(*(scale * end for end in ends))
    return Point(name, round((one.value or 0.0) * scale, 1), cases=one.cases, span=span, even=even)


def _svg(chart: Chart, theme: str) -> str:
    drawn = BytesIO()
    save(chart, "", "svg", drawn, theme)
    return drawn.getvalue().decode()

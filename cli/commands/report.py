"""`report`: questions about the archive that have a name."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ludograph.cli.arguments import named_values
from ludograph.cli.errors import Failure, sentences_for_errors
from ludograph.cli.experiments.stopping import stoppable
from ludograph.cli.printing.files import PAGES, PICTURES, check_ending
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import echo, listing, paragraph, say, styled
from ludograph.cli.sql.archive_options import ArchiveOptions, archive_options, open_archive
from ludograph.cli.sql.output import Output, output_options, print_rows
from ludograph.cli.sql.question_options import PARAMETERS
from ludograph.cli.sql.told_reports import DESIGN, DESIGN_TITLE, STORY, STORY_ABOUT, STORY_TITLE
from ludograph.domain.games import GAMES
from ludograph.domain.notation.limits import cut

if TYPE_CHECKING:
    from ludograph.analytics.api.archive_reader import ArchiveReader
    from ludograph.analytics.api.report_list import ListedReport
    from ludograph.analytics.queries.output_formats import QueryResult
    from ludograph.analytics.queries.result_set import ResultSet
    from ludograph.analytics.reports.reports import Report

THEMES = ("light", "dark", "print")
DESIGN_STOPPED = (
    "Stopped. What is printed above is whole, section by section; the rest is not kept. The same command begins anew: "
    "`-p matches=20` is quicker, and `-p jobs=2` shares the matches among processes."
)
NOT_JUDGED = "No match that fits is judged: `ludograph judge --all` judges matches, with `--as` for one player."


@click.command()
@click.argument("name", required=False)
@click.argument("match", required=False)
@PARAMETERS
@click.option("--plot", is_flag=True, help="Draws it: on the terminal, or with -o into a PNG or SVG file.")
@click.option(
    "--theme",
    type=click.Choice(THEMES),
    default=THEMES[0],
    show_default=True,
    help="How a picture looks: for light or dark screens, or for print, where lines differ without colours.",
)
@click.option(
    "--page",
    type=click.Path(path_type=Path),
    metavar="FILE.html",
    help="Writes one page to share, with what the report says, its picture and its rows.",
)
@click.option(
    "--about", is_flag=True, help="Tells what the report says, its parameters and its SQL, without running it."
)
@output_options
@archive_options
@sentences_for_errors
def command(
    name: str | None,
    match: str | None,
    given: tuple[str, ...],
    plot: bool,
    theme: str,
    page: Path | None,
    about: bool,
    output: Output,
    asked: ArchiveOptions,
) -> None:
    """Answers a question about everything recorded, or lists the questions.

    Without NAME it lists the reports. A report about one game is called GAME/NAME; NAME alone is enough where no
    other report is called so. What is drawn of a report, and what it can be told, is what --about says. `report story
    MATCH` tells one match in sentences. `report design GAME` is what a designer wants to know, of matches that bots
    play for it: it takes -p, --plot, -o with a picture, --page and --json alone.

    Besides its own parameters every report takes -p option.NAME=VALUE, for matches with that value of an option alone,
    and -p by=NAME, for the same of each group: by option.NAME, variant, seats, event, player, bot, month or game. Where
    matches by different rules are joined in a report, that is said.
    """
    if name is None:
        if given or plot or about or page:
            raise click.UsageError("Say which report: `ludograph report` lists them.")
        list_reports(as_json=output.format is not None and output.format != "table")
        return
    if name.casefold() == DESIGN:
        _design(match, about, given, output, (plot, theme, page))
        return
    if name.casefold() == STORY:
        _story(match, about, plot or page is not None or given != (), output, asked)
        return
    if match is not None:
        raise click.UsageError(f"Only {STORY} is about one match: leave out {cut(match)}.")
    report = _named(name)
    if about:
        _tell(report)
    else:
        _answer(report, named_values("parameter", given), output, asked, (plot, theme, page))


def _answer(
    report: "Report",
    values: dict[str, str],
    output: Output,
    asked: ArchiveOptions,
    drawn: tuple[bool, str, Path | None],
) -> None:
    """Answers a report as rows, or `drawn`: whether on the terminal, in which theme, and on which page."""
    plot, theme, page = drawn
    picture = output.file is not None and output.file.suffix.lower() in PICTURES and output.format is None
    _check_drawn(report, output, plot, picture, page)
    with open_archive(asked._replace(needs=_needed(report))) as archive:
        if plot or picture or page:
            _draw(archive, report, values, output.file, theme, page)
        else:
            print_report(archive, report, values, output)


@stoppable(DESIGN_STOPPED)
def _design(
    game: str | None, about: bool, given: tuple[str, ...], output: Output, drawn: tuple[bool, str, Path | None]
) -> None:
    """What a designer wants to know of a game, as figures or `drawn`."""
    from ludograph.cli.sql.design_page import DesignOutput, about_design, tell_design

    if about:
        about_design()
        return
    plot, theme, page = drawn
    as_json = output.format is not None
    if output.format not in (None, "json", "ndjson"):
        raise click.UsageError(f"{DESIGN} has no format but --json.")
    if sum((plot, as_json, page is not None, output.file is not None)) > 1:
        raise click.UsageError("--plot, --page, -o and --json exclude each other: name one.")
    check_ending(page, PAGES, "A page is HTML")
    check_ending(output.file, PICTURES, f"{DESIGN} writes a picture with -o, and a page with --page")
    tell_design(game, named_values("parameter", given), DesignOutput(page or output.file, theme, plot, as_json))


def _check_drawn(report: "Report", output: Output, plot: bool, picture: bool, page: Path | None) -> None:
    """Raises `Failure` where a report is not drawn, and a usage error where what is asked for does not go together."""
    if (plot or picture) and report.plot is None:
        raise Failure(f"The report {report.full_name} is not drawn: leave out --plot.")
    if plot and output.format is not None:
        raise click.UsageError("--plot and a format exclude each other.")
    if plot:
        check_ending(output.file, PICTURES, "A picture is PNG or SVG")
    if page is not None and (plot or output.file is not None or output.format is not None):
        raise click.UsageError("--page has the picture and the rows in it: leave out --plot, -o and formats.")
    check_ending(page, PAGES, "A page is HTML")


def _story(match: str | None, about: bool, more: bool, output: Output, asked: ArchiveOptions) -> None:
    """Tells the story of a match."""
    if about:
        echo(f"{STORY}: {STORY_TITLE}\n")
        paragraph(STORY_ABOUT)
        return
    if match is None:
        raise click.UsageError(f"Say which match: ludograph report {STORY} MATCH.")
    if more or output.file is not None or output.format not in (None, "json", "ndjson"):
        raise click.UsageError(f"{STORY} takes --as and --json, and nothing else.")
    from ludograph.cli.sql.story_text import tell_story

    tell_story(match, asked.observer, as_json=output.format is not None)


def list_reports(as_json: bool) -> None:
    """Every report with its title, those of a game under it."""
    from ludograph.analytics.api.report_list import listed_reports

    reports = listed_reports()
    if as_json:
        for report in reports:
            print_json(_described(report))
        return
    size = max(len(report.name) for report in reports)
    for game in (None, *GAMES):
        found = [report for report in reports if report.game == game]
        if found:
            echo(f"\n{GAMES[game].title}" if game else "All games")
            told = [(f"  {report.name:<{size}}", report.title) for report in found]
            own = [(f"  {STORY:<{size}}", STORY_TITLE), (f"  {DESIGN:<{size}}", DESIGN_TITLE)]
            listing([*told, *own] if game is None else told)
    say("\n`ludograph report NAME` answers one, `ludograph report NAME --about` tells what it says.")


def _tell(report: "Report") -> None:
    """What a report says, what it takes, and its SQL."""
    from ludograph.analytics.reports.variants import SHARED

    echo(f"{report.full_name}: {report.title}\n")
    paragraph(report.about)
    if report.counts:
        paragraph(f"Counts {report.counts}")
    if report.parameters:
        echo("\nParameters")
    for parameter in report.parameters:
        default = f", by default {parameter.default}" if parameter.default != "NULL" else ""
        paragraph(f"{parameter.about} ({parameter.type}{default})", first=f"  {parameter.name}  ")
    echo("\nAs every report")
    for shared, does in SHARED:
        paragraph(does, first=f"  {shared}  ")
    if report.plot:
        echo(f"\nDrawn with --plot: {report.plot.kind} of {', '.join(report.plot.axes)}.")
    echo(f"\n{report.sql}")


def print_report(reader: "ArchiveReader", report: "Report", values: dict[str, str], output: Output) -> None:
    """Prints the rows of a report."""
    answer = _answered(reader, report, values)
    if output.form() == "table" and output.file is None:
        echo(styled(answer.title, bold=True))
    result = answer.stream()
    if output.form() == "table" or not _needed(report).isdisjoint(("organised", "judged")):
        result = _told_if_empty(result, NOT_JUDGED if "judged" in _needed(report) else "Nothing recorded fits.")
    print_rows(result, output)


def _told_if_empty(result: "QueryResult", sentence: str) -> "QueryResult":
    """The result; where it has no rows, it is said that this is so."""
    result = result.looked_into()
    if not result.ahead:
        say(sentence)
    return result


def _draw(
    reader: "ArchiveReader", report: "Report", values: dict[str, str], file: Path | None, theme: str, page: Path | None
) -> None:
    """Draws a report on the terminal, into a file, or in a page."""
    from ludograph.cli.sql import report_drawing

    answer = report_drawing.answer_of(report, _answered(reader, report, values), values)
    if page is not None:
        report_drawing.save_page(answer, page)
    elif file is not None:
        report_drawing.save_chart(answer, file, theme)
    else:
        report_drawing.print_chart(answer)


def _needed(report: "Report") -> frozenset[str]:
    from ludograph.analytics.archive.program import needed

    return needed(report.sql)


def _named(name: str) -> "Report":
    from ludograph.analytics.reports.reports import ReportError, report_named

    try:
        return report_named(name)
    except ReportError as wrong:
        raise Failure(str(wrong)) from wrong


def _answered(reader: "ArchiveReader", report: "Report", values: dict[str, str]) -> "ResultSet":
    from ludograph.analytics.reports.reports import ReportError

    try:
        return reader.report(report.full_name, **values)
    except ReportError as wrong:
        raise Failure(str(wrong)) from wrong


def _described(report: "ListedReport") -> dict[str, Any]:
    plot = report.plot
    return {
        "report": report.name,
        "game": report.game,
        "title": report.title,
        "about": report.about,
        "counts": report.counts,
        "parameters": [
            {"name": one.name, "type": one.type, "default": one.default, "about": one.about}
            for one in report.parameters
        ],
        "plot": plot and {"kind": plot.kind, "x": plot.x, "y": plot.y, "by": plot.by},
    }

"""`report`: questions about the archive that have a name."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ludograph.cli.arguments import named_values
from ludograph.cli.errors import Failure, sentences_for_errors
from ludograph.cli.printing.files import saving
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import colored, echo, listing, paragraph, say, styled, width
from ludograph.cli.sql.archive_options import ArchiveOptions, archive_options, open_archive
from ludograph.cli.sql.output import Output, output_options, print_rows
from ludograph.cli.sql.question_options import PARAMETERS
from ludograph.cli.sql.story_text import ABOUT, STORY, TITLE, tell_story
from ludograph.domain.games import GAMES
from ludograph.domain.notation.limits import cut
from ludograph.domain.notation.visible_text import Styled, on_one_line

if TYPE_CHECKING:
    from ludograph.analytics.api.archive_reader import ArchiveReader
    from ludograph.analytics.queries.output_formats import QueryResult
    from ludograph.analytics.queries.result_set import ResultSet
    from ludograph.analytics.reports.chart_data import Chart
    from ludograph.analytics.reports.reports import Report

PICTURES = (".png", ".svg")


@click.command()
@click.argument("name", required=False)
@click.argument("match", required=False)
@PARAMETERS
@click.option("--plot", is_flag=True, help="Draws it: on the terminal, or with -o into a PNG or SVG file.")
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
    about: bool,
    output: Output,
    asked: ArchiveOptions,
) -> None:
    """Answers a question about everything recorded, or lists the questions.

    Without NAME it lists the reports. A report about one game is called GAME/NAME; NAME alone is enough where no
    other report is called so. What is drawn of a report, and what it can be told, is what --about says. `report story
    MATCH` tells one match in sentences.

    Besides its own parameters every report takes -p option.NAME=VALUE, for matches with that value of an option alone,
    and -p by=NAME, for the same of each group: by option.NAME, seats, event, player, month or game. Where matches by
    different rules are joined in a report, that is said.
    """
    if name is None:
        if given or plot or about:
            raise click.UsageError("Say which report: `ludograph report` lists them.")
        list_reports(as_json=output.format is not None and output.format != "table")
        return
    if name.casefold() == STORY:
        _story(match, about, plot or given != (), output, asked)
        return
    if match is not None:
        raise click.UsageError(f"Only {STORY} is about one match: leave out {cut(match)}.")
    report = _named(name)
    if about:
        _tell(report)
        return
    picture = output.file is not None and output.file.suffix.lower() in PICTURES and output.format is None
    if (plot or picture) and report.plot is None:
        raise Failure(f"The report {report.full_name} is not drawn: leave out --plot.")
    if plot and output.format is not None:
        raise click.UsageError("--plot and a format exclude each other.")
    if plot and output.file is not None and not picture:
        raise click.UsageError(f"A picture is PNG or SVG: let {output.file.name} end in .png or .svg.")
    values = named_values("parameter", given)
    with open_archive(asked._replace(needs=_needed(report))) as archive:
        if plot or picture:
            _draw(archive, report, values, output.file)
        else:
            print_report(archive, report, values, output)


def _story(match: str | None, about: bool, more: bool, output: Output, asked: ArchiveOptions) -> None:
    """Tells the story of a match."""
    if about:
        echo(f"{STORY}: {TITLE}\n")
        paragraph(ABOUT)
        return
    if match is None:
        raise click.UsageError(f"Say which match: ludograph report {STORY} MATCH.")
    if more or output.file is not None or output.format not in (None, "json", "ndjson"):
        raise click.UsageError(f"{STORY} takes --as and --json, and nothing else.")
    tell_story(match, asked.observer, as_json=output.format is not None)


def list_reports(as_json: bool) -> None:
    """Every report with its title, those of a game under it."""
    from ludograph.analytics.reports.reports import reports

    if as_json:
        for report in reports():
            print_json(_described(report))
        return
    size = max(len(report.full_name) for report in reports())
    for game in (None, *GAMES):
        found = [report for report in reports() if report.game == game]
        if found:
            echo(f"\n{GAMES[game].title}" if game else "All games")
            told = [(f"  {report.full_name:<{size}}", report.title) for report in found]
            listing([*told, (f"  {STORY:<{size}}", TITLE)] if game is None else told)
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
    event = values.get("event") if "organised" in _needed(report) else None
    if output.form() == "table" or event is not None:
        result = _told_if_empty(result, reader, event)
    print_rows(result, output)


def _told_if_empty(result: "QueryResult", archive: "ArchiveReader", event: str | None) -> "QueryResult":
    """The result; where it has no rows, it is said that this is so."""
    result = result.looked_into()
    if not result.ahead:
        say(f"Nothing recorded fits{_unknown_event(archive, event)}.")
    return result


def _unknown_event(archive: "ArchiveReader", event: str | None) -> str:
    """That no tournament goes by a name, and which may be meant; nothing where one does or none was asked."""
    from difflib import get_close_matches

    if event is None:
        return ""
    own = "SELECT unnest([name, source, CAST(tournament AS VARCHAR)]) FROM tournaments"
    told = archive.connection.execute(own).fetchall()
    told += archive.connection.execute("SELECT DISTINCT event FROM matches").fetchall()
    names = {name.casefold(): name for (name,) in told if name}
    if event.casefold() in names:
        return ""
    near = get_close_matches(event.casefold(), names, 1)
    return f": there is no tournament {cut(event)}{f' (did you mean {names[near[0]]}?)' if near else ''}"


def _draw(archive: "ArchiveReader", report: "Report", values: dict[str, str], file: Path | None) -> None:
    """Draws a report on the terminal, or into a file."""
    from ludograph.analytics.reports.answers import grouped_column
    from ludograph.analytics.reports.chart_data import chart_of
    from ludograph.analytics.reports.plots import chart_lines

    if (by := values.get("by")) and report.plot:
        if report.plot.kind == "heat":
            raise Failure(f"{report.full_name} has no room for groups in its picture: leave out by, or --plot.")
        groups = ",".join((grouped_column(by), *report.plot.groups))
        report = report._replace(plot=report.plot._replace(by=groups))
    table = _answered(archive, report, values).arrow()
    rows = list(zip(*(column.to_pylist() for column in table.columns), strict=True))
    if file is None:
        rows = [tuple(on_one_line(value) if isinstance(value, str) else value for value in row) for row in rows]
    chart = chart_of(report, table.column_names, rows)
    if file is not None:
        _save(chart, ", ".join(f"{name}: {value}" for name, value in values.items()), file)
        return
    for line in chart_lines(chart, width(), colored()):
        echo(Styled(line))


def _save(chart: "Chart", told: str, file: Path) -> None:
    from ludograph.analytics.reports.charts import MOST, save

    with saving(file) as out:
        left = save(chart, told, file.suffix.lower()[1:], out)
    say(f"Wrote {file}.")
    if left:
        say(f"Only the first {MOST} of {MOST + left} panels are in it: choose with -p, such as -p game=NAME.")


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


def _described(report: "Report") -> dict[str, Any]:
    plot = report.plot
    return {
        "report": report.full_name,
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

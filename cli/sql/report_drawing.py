"""A report drawn: on the terminal, into a picture, or as a page to share."""

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ludograph.analytics.reports.answers import grouped_column
from ludograph.analytics.reports.chart_data import Chart, chart_of
from ludograph.analytics.reports.chart_words import chart_in_words
from ludograph.analytics.reports.charts import save, themed_pictures
from ludograph.analytics.reports.plots import chart_lines
from ludograph.cli.errors import Failure
from ludograph.cli.printing.files import saving
from ludograph.cli.printing.terminal import colored, echo, say, width
from ludograph.cli.sql.report_page import AnsweredReport, report_page
from ludograph.domain.notation.visible_text import Styled, on_one_line
from ludograph.domain.store.clock import Sources

if TYPE_CHECKING:
    import pyarrow as pa

    from ludograph.analytics.queries.result_set import ResultSet
    from ludograph.analytics.reports.reports import Report


class DrawnReport(NamedTuple):
    """A report with its rows, and the parameters that it was given."""

    report: "Report"
    title: str
    table: "pa.Table"
    given: dict[str, str]

    @property
    def rows(self) -> list[tuple[object, ...]]:
        """The rows as tuples."""
        return list(zip(*(column.to_pylist() for column in self.table.columns), strict=True))

    @property
    def told(self) -> str:
        """The parameters as they stand below the title."""
        return ", ".join(f"{name}: {value}" for name, value in self.given.items())

    def chart(self, rows: list[tuple[object, ...]] | None = None) -> Chart:
        """What is drawn of it, in words."""
        return chart_in_words(chart_of(self.report, self.table.column_names, rows or self.rows), self.report.game)


def answer_of(report: "Report", found: "ResultSet", given: dict[str, str]) -> DrawnReport:
    """A report that was answered; where it was asked by groups they have panels of their own."""
    if (by := given.get("by")) and report.plot:
        if report.plot.kind == "heat":
            raise Failure(f"{report.full_name} has no room for groups in its picture: leave out by, or --plot.")
        groups = ",".join((grouped_column(by), *report.plot.groups))
        report = report._replace(plot=report.plot._replace(by=groups))
    return DrawnReport(report, found.title, found.arrow(), given)


def print_chart(answer: DrawnReport) -> None:
    """Draws a report on the terminal."""
    rows = [tuple(on_one_line(value) if isinstance(value, str) else value for value in row) for row in answer.rows]
    for line in chart_lines(answer.chart(rows), width(), colored()):
        echo(Styled(line))


def save_chart(answer: DrawnReport, file: Path, theme: str) -> None:
    """Draws a report into a PNG or SVG file."""
    with saving(file) as out:
        left = save(answer.chart(), answer.told, file.suffix.lower()[1:], out, theme)
    say(f"Wrote {file}.")
    if left:
        many = len(answer.chart().panels)
        say(f"Only the first {many - left} of {many} panels are in it: choose with -p, such as -p game=NAME.")


def save_page(answer: DrawnReport, file: Path) -> None:
    """Writes a report as one HTML page: what it says, its picture, and its rows."""
    pictures = themed_pictures(answer.chart()) if answer.report.plot else {}
    found = AnsweredReport(answer.report, answer.title, answer.told, answer.table.column_names, answer.rows)
    with saving(file) as out:
        out.write(report_page(found, pictures, Sources().now()).encode())
    say(f"Wrote {file}.")

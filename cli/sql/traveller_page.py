"""A traveller as a page to print: what came of a deal at each table."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from ludograph.analytics.reports.reports import Report
from ludograph.analytics.tables.definitions import schema_of
from ludograph.cli.printing.files import saving
from ludograph.cli.printing.terminal import say
from ludograph.cli.printing.traveller_text import traveller_rows
from ludograph.cli.sql.report_page import AnsweredReport, report_page
from ludograph.domain.forks.same_deal import TableOfDeal
from ludograph.domain.match.aggregate import Match
from ludograph.domain.store.clock import Sources

ABOUT: Final = (
    "What came of one deal at every table that had it. `MP` is the part of the other tables at which the same seat did "
    "worse, an equal score counting half. `PARTED` is the first step at which something else was done than at the "
    "first table."
)


def save_traveller(match: Match, tables: Sequence[TableOfDeal], par: Sequence[float | None] | None, file: Path) -> None:
    """Writes the page."""
    heads, *rows = traveller_rows(tables, par)
    title = f"{match.game.title}: one deal at {len(tables)} tables"
    report = Report(schema_of(match.game.id), "traveller", title, ABOUT, (), None, (), "")
    with saving(file) as out:
        out.write(report_page(AnsweredReport(report, title, "", heads, rows), {}, Sources().now()).encode())
    say(f"Wrote {file}.")

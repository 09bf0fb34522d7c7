"""Two variants compared, drawn on the terminal, in a picture, or on a page to share, as reports are."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from ludograph.analytics.reports.chart_data import Chart, ConfidenceInterval, Panel, Point
from ludograph.analytics.reports.charts import save, themed_pictures
from ludograph.analytics.reports.plots import chart_lines
from ludograph.analytics.reports.reports import Report
from ludograph.analytics.tables.definitions import schema_of
from ludograph.cli.experiments.comparison_text import PERHAPS, SURE, fewer_counted, needed_text, uneven_in
from ludograph.cli.printing.files import saving
from ludograph.cli.printing.terminal import colored, echo, say, width
from ludograph.cli.sql.report_page import AnsweredReport, report_page
from ludograph.domain.experiments.measures import about_measure, measures_by_group
from ludograph.domain.experiments.variant_comparison import MeasureDifference
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.sentences import listed
from ludograph.domain.notation.visible_text import Styled
from ludograph.domain.store.clock import Sources

COLUMNS: Final = (
    *("group", "measure", "what", "A", "A from", "A to", "B", "B from", "B to"),
    *("difference", "from", "to", "sure", "uneven", "matches", "needed"),
)
ABOUT: Final = (
    "Two variants of a game, played by bots on the same deals and the same luck. `difference` is what B has more than "
    "A. What is true lies between `from` and `to` nineteen times of twenty, also of A and of B alone; where both are "
    "the same number, all of these matches had the same value, or all pairs differed by the same. A difference is "
    "`sure` (*) where chance alone hardly makes one so large; all these measures were looked at together, and where "
    "nothing differs one comparison in twenty at most has any that is (Holm). It is `perhaps` where by itself it is "
    "more than chance, but among so many measures one may well look so by chance: more matches tell. `uneven`: in "
    "which of both a share of the wins is not the even one, beyond chance too. `needed`: about so many matches of each "
    "make it as precise as was asked for, or else show a difference of the size found; it is rough, for how far "
    "matches lie apart is itself uncertain."
)
OF_SCORES: Final = ("score", "skill-lead")
NOTE: Final = "What B has more than A, in percent of A, with the range in which the true one lies; * where it is sure."


def _chart(title: str, found: Sequence[MeasureDifference]) -> Chart:
    """The differences in percent of A, for each measure has a unit of its own; not of scores, which may be below 0."""
    told = (one for one in found if one.a and one.low is not None and not one.measure.startswith(OF_SCORES))
    points = tuple(map(_relative, told))
    return Chart(title, "bars", "measure", "percent more", (Panel("", points),), note=NOTE)


def _relative(one: MeasureDifference) -> Point:
    assert one.a is not None
    assert one.difference is not None
    assert one.low is not None
    assert one.high is not None
    scale = 100 / abs(one.a)
    span = ConfidenceInterval(one.low * scale, one.high * scale)
    return Point(
        f"{SURE} {one.measure}" if one.sure else one.measure, one.difference * scale, cases=one.paired_n, span=span
    )


def print_comparison_chart(title: str, found: Sequence[MeasureDifference]) -> None:
    """Draws it on the terminal."""
    for line in chart_lines(_chart(title, found), width(), colored()):
        echo(Styled(line))


def save_comparison_picture(title: str, told: str, found: Sequence[MeasureDifference], file: Path) -> None:
    """Writes a picture; its kind is the end of its name."""
    with saving(file) as out:
        save(_chart(title, found), told, file.suffix.lower()[1:], out)
    say(f"Wrote {file}.")


def save_comparison_page(game: str, title: str, told: str, found: Sequence[MeasureDifference], file: Path) -> None:
    """Writes a page with what is `told` of the comparison, its picture, and a row for each measure."""
    chart, about = _chart("", found), " ".join((ABOUT, *fewer_counted(found)))
    report = Report(schema_of(game), "compare", title, about, (), None, (), "")
    answer = AnsweredReport(report, title, told, COLUMNS, _rows(found, GAMES[game].fewest))
    with saving(file) as out:
        out.write(report_page(answer, themed_pictures(chart), Sources().now()).encode())
    say(f"Wrote {file}.")


def _rows(found: Sequence[MeasureDifference], fewest: bool) -> list[tuple[object, ...]]:
    """A row for each measure, in groups."""
    by_name = {one.measure: one for one in found}
    return [_row(group, by_name[name], fewest) for group, names in measures_by_group(by_name) for name in names]


def _row(group: str, one: MeasureDifference, fewest: bool) -> tuple[object, ...]:
    own = (one.a, one.a_low, one.a_high, one.b, one.b_low, one.b_high)
    numbers = (None if value is None else round(value, 4) for value in (*own, one.difference, one.low, one.high))
    sure = SURE if one.sure else PERHAPS if one.only_alone else ""
    uneven = listed(uneven_in(one), none="")
    return (
        group,
        one.measure,
        about_measure(one.measure, fewest=fewest),
        *numbers,
        sure,
        uneven,
        one.paired_n,
        needed_text(one),
    )

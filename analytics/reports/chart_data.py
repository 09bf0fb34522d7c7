"""What is drawn of a report's rows: panels of points, each with its cases, its range and what would be even."""

import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from itertools import groupby
from math import isnan, nan, sqrt
from typing import Any, Final, NamedTuple

from ludograph.analytics.reports.reports import Plot, Report
from ludograph.domain.kernel.confidence import NORMAL, wilson

NUMBERS: Final = re.compile(r"([0-9]+)")
UNITS: Final = {"percent": "%", "seconds": "s", "minutes": "min"}
EVEN: Final = "┊"
NAMELESS: Final = "not known"
COUNT: Final = "times"
"""What a histogram counts whose report does not."""
LONGEST: Final = 200
"""More bars than these are not filled up with empty ones."""
Row = tuple[Any, ...]


class ConfidenceInterval(NamedTuple):
    """Between what two values something lies, nineteen times of twenty."""

    low: float
    high: float


class Point(NamedTuple):
    """What is drawn: at `x`, as it is, a value; in heat `y` says in which row.

    Of how many `cases` it is, the `span` in which chance may have put it, and what would be `even`, where that is told.
    """

    x: Any
    value: float
    y: Any = None
    cases: int | None = None
    span: ConfidenceInterval | None = None
    even: float | None = None
    band: ConfidenceInterval | None = None
    """In a line, between what values that lies of which the line is the middle."""


class Panel(NamedTuple):
    """Points that belong together, and what they have in common; nothing where there is one panel only.

    In a histogram each is of a range so wide.
    """

    title: str
    points: tuple[Point, ...]
    width: int = 1
    y: str = ""
    """What its values are, where that is not what the chart says; panels in which they are the same share a scale."""


class Chart(NamedTuple):
    """A report's rows as they are drawn."""

    title: str
    kind: str
    x: str
    y: str
    panels: tuple[Panel, ...]
    value: str = ""
    """In heat, what the cells hold."""
    note: str = ""
    """What who looks at it should know."""

    def values_of(self, panel: Panel) -> str:
        """What the values of a panel are."""
        return panel.y or self.y

    @property
    def reading(self) -> str:
        """How it is read: what its marks mean, and its note."""
        points = [point for panel in self.panels for point in panel.points]
        told = []
        if any(point.span for point in points):
            told.append("With the range in which chance may have put it (95 %), and the number of cases (n).")
        elif any(point.cases is not None for point in points):
            told.append(f"{'In brackets' if self.kind == 'heat' else 'With'} the number of cases (n).")
        if any(point.even is not None for point in points):
            told.append(f"{EVEN} is what it would be if there were no difference.")
        if any(point.band for point in points):
            told.append("The bands hold what is shown nineteen times of twenty.")
        return " ".join([*told, self.note]).strip()


def chart_of(report: Report, names: Sequence[str], rows: Sequence[Row]) -> Chart:
    """What is drawn of a report's rows; those with NULL in a drawn column are left out."""
    plot = report.plot
    assert plot is not None
    at = {name: place for place, name in enumerate(names)}
    if plot.kind == "histogram" and plot.y is None:
        kept = (plot.x, *plot.groups)
        rows = _counted(rows, [at[name] for name in kept])
        at = {name: place for place, name in enumerate((*kept, COUNT))}
        plot = plot._replace(y=COUNT)
    if plot.kind == "heat":
        value = plot.by or ""
        found = [_cell_point(row, at, plot) for row in _full(rows, at, plot)]
        return Chart(report.title, plot.kind, plot.x, plot.y or "", (Panel("", tuple(found)),), value, plot.note)
    keys = [at[name] for name in plot.groups]
    ordered = sorted(_full(rows, at, plot), key=lambda row: [_order(row[key]) for key in keys])
    panels = (
        _panel(_told(plot.groups, group), plot, at, list(some))
        for group, some in groupby(ordered, key=lambda row: [row[key] for key in keys])
    )
    return Chart(report.title, plot.kind, plot.x, plot.y or "", tuple(panels), note=plot.note)


def label(name: str) -> str:
    """A column's name for people, its unit in brackets; of several, all."""
    if "," in name:
        return ", ".join(map(label, name.split(",")))
    words = name.split("_")
    if len(words) > 1 and words[-1] in UNITS:
        return f"{' '.join(words[:-1]).capitalize()} ({UNITS[words[-1]]})"
    return " ".join(words).capitalize()


def value_label(value: Any) -> str:
    """A value as it stands beside an axis."""
    if isinstance(value, float | Decimal):
        return f"{value:,.2f}".rstrip("0").rstrip(".")
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)


def axis_position(value: Any) -> float | None:
    """Where a value stands on an axis of numbers or days; None for a text."""
    if isinstance(value, datetime):
        return value.timestamp() / 86400
    if isinstance(value, date):
        return float(value.toordinal())
    return float(value) if isinstance(value, int | float | Decimal) else None


def are_whole(values: Sequence[float]) -> bool:
    """Whether these are whole numbers, between which nothing can be."""
    return all(value == int(value) for value in values if not isnan(value))


def grid(chart: Chart) -> tuple[list[Any], list[Any], Mapping[tuple[Any, Any], float]]:
    """The columns and rows of heat, and what its cells hold."""
    points = chart.panels[0].points
    across = sorted({point.x for point in points}, key=_order)
    down = sorted({point.y for point in points}, key=_order)
    return across, down, {(point.x, point.y): point.value for point in points}


def _full(rows: Sequence[Row], at: Mapping[str, int], plot: Plot) -> list[Row]:
    """The rows in which nothing that is drawn is NULL; a line is broken where its value is, a bar has no name then."""
    kept = {"heat": (plot.x, plot.y, plot.by), "line": (plot.x,), "histogram": (plot.x, plot.y)}
    names = kept.get(plot.kind, (plot.y,))
    drawn = [at[name] for name in names if name]
    return [row for row in rows if all(row[place] is not None for place in drawn)]


def _counted(rows: Sequence[Row], places: Sequence[int]) -> list[Row]:
    """How often each combination of values is there, instead of rows one by one."""
    counts: dict[Row, int] = {}
    for row in rows:
        key = tuple(row[place] for place in places)
        counts[key] = counts.get(key, 0) + 1
    ordered = sorted(counts.items(), key=lambda entry: _order(entry[0][0]))
    return [(*key, count) for key, count in ordered]


def _panel(title: str, plot: Plot, at: Mapping[str, int], rows: Sequence[Row]) -> Panel:
    """A panel; in a histogram of whole numbers the ranges between, in which nothing was counted, are zero."""
    whole = sum(row[at[plot.part]] or 0 for row in rows) if plot.part else None
    found = tuple(_point(plot, at, row, whole) for row in rows)
    xs = [point.x for point in found]
    if plot.kind != "histogram" or not all(isinstance(x, int) for x in xs) or len(set(xs)) < len(xs):
        return Panel(title, found)
    width = max((row[at[plot.to]] + 1 - row[at[plot.x]] for row in rows), default=1) if plot.to else 1
    every = range(min(xs), max(xs) + 1, width)
    by_x = {point.x: point for point in found}
    filled = tuple(by_x.get(x, Point(x, 0.0)) for x in every) if len(every) <= LONGEST else found
    return Panel(title, filled, width)


def _point(plot: Plot, at: Mapping[str, int], row: Row, whole: int | None) -> Point:
    """What is drawn of a row; `whole` are all cases of its panel, where its percentage is a share of them."""
    value = nan if row[at[plot.y or ""]] is None else _number(row[at[plot.y or ""]])
    off = NORMAL * _number(row[at[plot.band]]) if plot.band and row[at[plot.band]] is not None else None
    counted = plot.of or plot.cases or plot.counted
    cases = whole if plot.part else row[at[counted]] if counted else None
    even = float(plot.even) if plot.even and plot.even.isdigit() else row[at[plot.even]] if plot.even else None
    return Point(
        _named(plot, at, row),
        value,
        None,
        cases,
        _span(plot, value, cases),
        None if even is None else _number(even),
        None if off is None else ConfidenceInterval(value - off, value + off),
    )


def _span(plot: Plot, value: float, cases: int | None) -> ConfidenceInterval | None:
    """In which range chance may have put a value, where that can be said."""
    if not cases or plot.cases:
        return None
    return span_of_count(value, cases) if plot.counted else span_of(value, cases)


def _named(plot: Plot, at: Mapping[str, int], row: Row) -> Any:
    """What stands beside a point; of several columns the texts, and the names of those that are true."""
    names = plot.x.split(",")
    if len(names) == 1:
        return NAMELESS if row[at[plot.x]] is None else row[at[plot.x]]
    values = [(name, row[at[name]]) for name in names]
    words = [name.replace("_", " ") if value is True else value_label(value) for name, value in values if value]
    return ", ".join(words)


def _cell_point(row: Row, at: Mapping[str, int], plot: Plot) -> Point:
    cases = row[at[plot.of]] if plot.of else None
    return Point(row[at[plot.x]], _number(row[at[plot.by or ""]]), row[at[plot.y or ""]], cases)


def span_of(percent: float, cases: int) -> ConfidenceInterval:
    """Where the true percentage lies nineteen times of twenty, after Wilson."""
    low, high = wilson(percent / 100, cases)
    return ConfidenceInterval(100 * low, 100 * high)


def span_of_count(value: float, count: int) -> ConfidenceInterval:
    """Where a value lies nineteen times of twenty that grows with how often something was counted, after Byar."""
    low = count * (1 - 1 / (9 * count) - NORMAL / (3 * sqrt(count))) ** 3
    high = (count + 1) * (1 - 1 / (9 * (count + 1)) + NORMAL / (3 * sqrt(count + 1))) ** 3
    return ConfidenceInterval(value * max(0.0, low) / count, value * high / count)


def _told(names: Sequence[str], values: Sequence[Any]) -> str:
    """What the points of a panel have in common: texts speak for themselves, numbers and answers do not."""
    return ", ".join(_in_words(name.replace("_", " "), value) for name, value in zip(names, values, strict=True))


def _in_words(name: str, value: Any) -> str:
    if value in ("yes", "no"):
        return f"{name}: {value}"
    if name.startswith("after ") and isinstance(value, int):
        return f"{name} {value:,}"
    return f"{value_label(value)} {name}" if isinstance(value, int | float) else value_label(value)


def _number(value: Any) -> float:
    return float(value)


def _order(value: Any) -> tuple[int, Any]:
    """Numbers before texts, those by the numbers in them too, NULL last, whatever comes together."""
    if value is None:
        return 2, 0
    place = axis_position(value)
    if place is not None:
        return 0, place
    parts = NUMBERS.split(str(value))
    return 1, [(int(part), "") if at % 2 else (-1, part) for at, part in enumerate(parts)]

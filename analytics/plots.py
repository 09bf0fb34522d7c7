"""Reports drawn with letters, for a terminal; `pictures` draws the same for a file."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from itertools import cycle, groupby
from math import isnan, nan, sqrt
from textwrap import wrap
from typing import Any, Final, NamedTuple

from analytics.reports import Plot, Report

BLOCKS: Final = " ▏▎▍▌▋▊▉█"
NUMBERS: Final = re.compile(r"([0-9]+)")
SHADES: Final = " ░▒▓█"
MARKS: Final = "•x+o*#%@"
"""What tells lines apart where there are no colours."""
UNITS: Final = {"percent": "%", "seconds": "s", "minutes": "min"}
EVEN: Final = "┊"
SURE: Final = 1.96
"""How many standard deviations hold nineteen cases of twenty."""
NAMELESS: Final = "not known"
COUNT: Final = "times"
"""What a histogram counts whose report does not."""
HEIGHT: Final = 24
HARD: Final = "\xa0"
"""Stands for a space within a name, where a line may not be broken."""
LONGEST: Final = 200
"""More bars than these are not filled up with empty ones."""
Row = tuple[Any, ...]


class Span(NamedTuple):
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
    span: Span | None = None
    even: float | None = None


class Panel(NamedTuple):
    """Points that belong together, and what they have in common; nothing where there is one panel only.

    In a histogram each is of a range so wide.
    """

    title: str
    points: tuple[Point, ...]
    width: int = 1


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


def drawn(chart: Chart, width: int, colored: bool) -> Iterator[str]:
    """The lines of a chart."""
    yield chart.title
    if not any(panel.points for panel in chart.panels):
        yield "There is nothing to draw."
        return
    yield from DRAWINGS[chart.kind](chart, width, colored)


def label(name: str) -> str:
    """A column's name for people, its unit in brackets; of several, all."""
    if "," in name:
        return ", ".join(map(label, name.split(",")))
    words = name.split("_")
    if len(words) > 1 and words[-1] in UNITS:
        return f"{' '.join(words[:-1]).capitalize()} ({UNITS[words[-1]]})"
    return " ".join(words).capitalize()


def written(value: Any) -> str:
    """A value as it stands beside an axis."""
    if isinstance(value, float | Decimal):
        return f"{value:,.2f}".rstrip("0").rstrip(".")
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)


def position(value: Any) -> float | None:
    """Where a value stands on an axis of numbers or days; None for a text."""
    if isinstance(value, datetime):
        return value.timestamp() / 86400
    if isinstance(value, date):
        return float(value.toordinal())
    return float(value) if isinstance(value, int | float | Decimal) else None


def grid(chart: Chart) -> tuple[list[Any], list[Any], Mapping[tuple[Any, Any], float]]:
    """The columns and rows of heat, and what its cells hold."""
    points = chart.panels[0].points
    across = sorted({point.x for point in points}, key=_order)
    down = sorted({point.y for point in points}, key=_order)
    return across, down, {(point.x, point.y): point.value for point in points}


def _bars(chart: Chart, width: int, colored: bool) -> Iterator[str]:
    """A bar for each point, panel by panel, all on one scale."""
    yield f"{label(chart.y)} by {label(chart.x).lower()}"
    yield from _reading(chart, width)
    every = [point for panel in chart.panels for point in panel.points]
    names = min(max(len(written(point.x)) for point in every), width // 3)
    values = max(len(written(point.value)) for point in every)
    details = max(len(_details(point)) for point in every)
    room = max(5, width - names - values - 4 - details - (details > 0))
    reach = [mark for point in every for mark in (point.value, point.even) if mark is not None]
    low, high = min(0.0, *reach), max(0.0, *reach)
    for panel in chart.panels:
        yield ""
        if panel.title:
            yield panel.title
        for point in panel.points:
            shown = _cut(written(point.x), names)
            side = ">" if isinstance(point.x, int | float | Decimal) else "<"
            bar = _paint(_marked(_bar(point.value, low, high, room), point.even, (low, high), room), colored)
            told = f" {_details(point):<{details}}" if details else ""
            yield f"  {shown:{side}{names}} {written(point.value):>{values}}{told} {bar}".rstrip()


def _details(point: Point) -> str:
    """The range and the number of cases of a point, as far as they are told."""
    span = f"{point.span.low:.0f}-{point.span.high:.0f} " if point.span else ""
    return f"({span}n={point.cases:,})" if point.cases is not None else ""


def _marked(bar: str, even: float | None, span: tuple[float, float], room: int) -> str:
    """A bar with a mark at what would be even."""
    if even is None:
        return bar
    at = min(room - 1, round((even - span[0]) * room / ((span[1] - span[0]) or 1)))
    return f"{bar[:at]:<{at}}{EVEN}{bar[at + 1 :]}"


def _reading(chart: Chart, width: int) -> Iterator[str]:
    yield from wrap(chart.reading, width)


def _bar(value: float, low: float, high: float, room: int) -> str:
    """A bar from zero to a value; zero stands where the lowest value leaves it."""
    scale = room * 8 / ((high - low) or 1)
    if low < 0:
        zero, end = round(-low * scale / 8), round((value - low) * scale / 8)
        return " " * min(zero, end) + "█" * abs(end - zero) if end < zero else " " * zero + "│" + "█" * (end - zero - 1)
    eighths = round(value * scale)
    return "█" * (eighths // 8) + BLOCKS[eighths % 8].strip()


def _heat(chart: Chart, width: int, colored: bool) -> Iterator[str]:
    """A table of rounded values, each with a shade."""
    across, down, cells = grid(chart)
    names = min(max(len(written(name)) for name in down), width // 3)
    size = max(4, *(len(written(round(value))) + 1 for value in cells.values()))
    size = max(size, min(8, max(len(written(name)) for name in across)))
    fit = max(1, (width - names - 1) // (size + 1))
    low, high = min(cells.values()), max(cells.values())
    yield f"{label(chart.value)}: {label(chart.y).lower()} down, {label(chart.x).lower()} across"
    yield from wrap(chart.note, width)
    for start in range(0, len(across), fit):
        some = across[start : start + fit]
        yield ""
        yield " " * names + "".join(f" {_cut(written(name), size):>{size}}" for name in some)
        for name in down:
            shown = (_cell(cells.get((column, name)), size, (low, high), colored) for column in some)
            yield f"{_cut(written(name), names):<{names}}" + "".join(f" {cell}" for cell in shown)


def _cell(value: float | None, size: int, span: tuple[float, float], colored: bool) -> str:
    if value is None:
        return " " * (size - 1) + "·"
    share = (value - span[0]) / ((span[1] - span[0]) or 1)
    return f"{round(value):>{size - 1}}" + _paint(SHADES[round(share * (len(SHADES) - 1))], colored)


def _line(chart: Chart, width: int, colored: bool) -> Iterator[str]:
    """Lines through the points of each panel, in one picture, with what they are below it."""
    import plotext

    figure = plotext.figure
    figure.clear()
    figure.theme("simple" if colored else "colorless")
    figure.plot_size(width, HEIGHT)
    places = _places(chart)
    for mark, panel in zip(cycle(MARKS), chart.panels, strict=False):
        there = [point for point in panel.points if not isnan(point.value)]
        xs, ys = [places[point.x] for point in there], [point.value for point in there]
        figure.draw(figure.signal(xs, ys, marker=mark).lines())
    ticks = _ticks(sorted(places, key=lambda value: places[value]), max(2, width // 14))
    figure.ruler("x").ticks([places[value] for value in ticks], [written(value) for value in ticks])
    figure.label(label(chart.x), "x")
    yield label(chart.y)
    yield from wrap(chart.note, width)
    yield from (line.rstrip() for line in str(figure.build().string(not colored)).splitlines())
    told = [f"{mark} {panel.title}" for mark, panel in zip(cycle(MARKS), chart.panels, strict=False) if panel.title]
    lines = wrap("   ".join(entry.replace(" ", HARD) for entry in told), width, break_on_hyphens=False)
    yield from (line.replace(HARD, " ") for line in lines)


def _places(chart: Chart) -> dict[Any, float]:
    """Where the values of x stand: texts one after the other."""
    values = list(dict.fromkeys(point.x for panel in chart.panels for point in panel.points))
    found = {value: position(value) for value in values}
    if all(place is not None for place in found.values()):
        return {value: place for value, place in found.items() if place is not None}
    return {value: float(at) for at, value in enumerate(values)}


def _ticks(values: Sequence[Any], count: int) -> list[Any]:
    """So many of the values, spread evenly, the first and the last among them."""
    if len(values) <= count:
        return list(values)
    return [values[round(at * (len(values) - 1) / (count - 1))] for at in range(count)]


def _paint(text: str, colored: bool) -> str:
    return f"\x1b[36m{text}\x1b[0m" if colored and text.strip() else text


def _cut(text: str, size: int) -> str:
    return text if len(text) <= size else f"{text[: size - 1]}…"


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
    )


def _span(plot: Plot, value: float, cases: int | None) -> Span | None:
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
    words = [name.replace("_", " ") if value is True else written(value) for name, value in values if value]
    return ", ".join(words)


def _cell_point(row: Row, at: Mapping[str, int], plot: Plot) -> Point:
    cases = row[at[plot.of]] if plot.of else None
    return Point(row[at[plot.x]], _number(row[at[plot.by or ""]]), row[at[plot.y or ""]], cases)


def span_of(percent: float, cases: int) -> Span:
    """Where the true percentage lies nineteen times of twenty, after Wilson."""
    share, square = percent / 100, SURE * SURE
    middle = (share + square / (2 * cases)) / (1 + square / cases)
    half = SURE * sqrt(max(0.0, share * (1 - share)) / cases + square / (4 * cases * cases)) / (1 + square / cases)
    return Span(100 * max(0.0, middle - half), 100 * min(1.0, middle + half))


def span_of_count(value: float, count: int) -> Span:
    """Where a value lies nineteen times of twenty that grows with how often something was counted, after Byar."""
    low = count * (1 - 1 / (9 * count) - SURE / (3 * sqrt(count))) ** 3
    high = (count + 1) * (1 - 1 / (9 * (count + 1)) + SURE / (3 * sqrt(count + 1))) ** 3
    return Span(value * max(0.0, low) / count, value * high / count)


def _told(names: Sequence[str], values: Sequence[Any]) -> str:
    """What the points of a panel have in common: texts speak for themselves, numbers and answers do not."""
    return ", ".join(_in_words(name.replace("_", " "), value) for name, value in zip(names, values, strict=True))


def _in_words(name: str, value: Any) -> str:
    if value in ("yes", "no"):
        return f"{name}: {value}"
    return f"{written(value)} {name}" if isinstance(value, int | float) else written(value)


def _number(value: Any) -> float:
    return float(value)


def _order(value: Any) -> tuple[int, Any]:
    """Numbers before texts, those by the numbers in them too, NULL last, whatever comes together."""
    if value is None:
        return 2, 0
    place = position(value)
    if place is not None:
        return 0, place
    parts = NUMBERS.split(str(value))
    return 1, [(int(part), "") if at % 2 else (-1, part) for at, part in enumerate(parts)]


Drawing = Callable[[Chart, int, bool], Iterator[str]]
DRAWINGS: Final[Mapping[str, Drawing]] = {"bars": _bars, "histogram": _bars, "line": _line, "heat": _heat}

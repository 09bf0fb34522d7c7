"""Reports drawn with letters, for a terminal; `charts` draws the same for a file."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import cycle
from math import isnan
from textwrap import wrap
from typing import Any, Final

from ludograph.analytics.reports.chart_data import (
    EVEN,
    Chart,
    Point,
    are_whole,
    axis_position,
    grid,
    label,
    value_label,
)

BLOCKS: Final = " ▏▎▍▌▋▊▉█"
SHADES: Final = " ░▒▓█"
MARKS: Final = "•x+o*#%@"
"""What tells lines apart where there are no colours."""
HEIGHT: Final = 24
NARROW: Final = 2
"""A range less wide than this is told to a tenth."""
TICKS: Final = 5
"""So many numbers stand beside a line of whole ones."""
HARD: Final = "\xa0"
"""Stands for a space within a name, where a line may not be broken."""


def chart_lines(chart: Chart, width: int, colored: bool) -> Iterator[str]:
    """The lines of a chart."""
    yield chart.title
    if not any(panel.points for panel in chart.panels):
        yield "There is nothing to draw."
        return
    yield from DRAWINGS[chart.kind](chart, width, colored)


def _bars(chart: Chart, width: int, colored: bool) -> Iterator[str]:
    """A bar for each point, panel by panel, on one scale those whose values are the same."""
    if chart.y:
        yield f"{label(chart.y)} by {label(chart.x).lower()}" if chart.x else label(chart.y)
    yield from _reading(chart, width)
    every = [point for panel in chart.panels for point in panel.points]
    names = min(max(len(value_label(point.x)) for point in every), width // 3)
    values = max(len(value_label(point.value)) for point in every)
    details = max(len(_details(point)) for point in every)
    room = max(5, width - names - values - 4 - details - (details > 0))
    for panel in chart.panels:
        low, high = _reach([point for one in chart.panels if one.y == panel.y for point in one.points])
        yield ""
        if panel.title:
            yield f"{panel.title} ({label(panel.y).lower()})" if panel.y else panel.title
        for point in panel.points:
            shown = _cut(value_label(point.x), names)
            side = ">" if isinstance(point.x, int | float | Decimal) else "<"
            bar = _paint(_marked(_bar(point.value, low, high, room), point.even, (low, high), room), colored)
            told = f" {_details(point):<{details}}" if details else ""
            yield f"  {shown:{side}{names}} {value_label(point.value):>{values}}{told} {bar}".rstrip()


def _reach(points: Sequence[Point]) -> tuple[float, float]:
    """From where to where bars go."""
    marks = [mark for point in points for mark in (point.value, point.even) if mark is not None]
    return min(0.0, *marks), max(0.0, *marks)


def _details(point: Point) -> str:
    """The range and the number of cases of a point, as far as they are told."""
    if point.cases is None:
        return ""
    if point.span is None:
        return f"(n={point.cases:,})"
    low, high = point.span
    digits = 0 if high - low >= NARROW else 1
    return f"({low:.{digits}f}{'-' if low >= 0 else ' to '}{high:.{digits}f} n={point.cases:,})"


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
        if end < zero:
            return " " * end + "█" * (zero - end)
        # Where all but a trifle is below zero, its mark would stand behind the last column.
        return " " * min(zero, room - 1) + "│" + "█" * (end - zero - 1)
    eighths = round(value * scale)
    return "█" * (eighths // 8) + BLOCKS[eighths % 8].strip()


def _heat(chart: Chart, width: int, colored: bool) -> Iterator[str]:
    """A table of rounded values, each with a shade."""
    across, down, cells = grid(chart)
    names = min(max(len(value_label(name)) for name in down), width // 3)
    size = max(4, *(len(value_label(round(value))) + 1 for value in cells.values()))
    size = max(size, min(8, max(len(value_label(name)) for name in across)))
    fit = max(1, (width - names - 1) // (size + 1))
    low, high = min(cells.values()), max(cells.values())
    yield f"{label(chart.value)}: {label(chart.y).lower()} down, {label(chart.x).lower()} across"
    yield from wrap(chart.note, width)
    for start in range(0, len(across), fit):
        some = across[start : start + fit]
        yield ""
        yield " " * names + "".join(f" {_cut(value_label(name), size):>{size}}" for name in some)
        for name in down:
            shown = (_cell(cells.get((column, name)), size, (low, high), colored) for column in some)
            yield f"{_cut(value_label(name), names):<{names}}" + "".join(f" {cell}" for cell in shown)


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
    figure.ruler("x").ticks([places[value] for value in ticks], [value_label(value) for value in ticks])
    heights = [point.value for panel in chart.panels for point in panel.points if not isnan(point.value)]
    if are_whole(heights):
        between = _ticks(range(int(min(heights)), int(max(heights)) + 1), TICKS)
        figure.ruler("y").ticks(between, [value_label(value) for value in between])
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
    found = {value: axis_position(value) for value in values}
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


Drawing = Callable[[Chart, int, bool], Iterator[str]]
DRAWINGS: Final[Mapping[str, Drawing]] = {"bars": _bars, "histogram": _bars, "line": _line, "heat": _heat}

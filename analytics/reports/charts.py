"""Reports drawn as pictures, PNG or SVG."""

from collections.abc import Sequence
from itertools import pairwise
from math import ceil
from textwrap import fill
from typing import IO, TYPE_CHECKING, Any, Final

from ludograph.analytics.reports.chart_data import (
    Chart,
    Panel,
    Point,
    are_whole,
    axis_position,
    grid,
    label,
    value_label,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

KINDS: Final = ("png", "svg")
MOST: Final = 24
"""More panels than these nobody can read."""
ACROSS: Final = 3
LINE: Final = 1.5
WIDER: Final = 0.5
FEW: Final = 12
"""So many ticks can be read."""

COLOR: Final = "#33709c"
DARK: Final = "#222222"
STYLE: Final[dict[Any, Any]] = {
    "svg.hashsalt": "ludograph",
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "text.parse_math": False,  # a name is no formula, whatever dollars are in it
}


def save(chart: Chart, told: str, kind: str, out: IO[bytes]) -> int:
    """Writes a picture; `told` stands below the title. Returns how many panels were left out."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context(STYLE):
        together = chart.kind in ("line", "heat")
        panels = chart.panels if together else chart.panels[:MOST]
        figure = Figure(figsize=_size(chart, panels), layout="constrained")
        figure.suptitle(f"{chart.title}\n{told}" if told else chart.title, fontsize=12)
        if chart.reading:
            figure.supxlabel(fill(chart.reading, 90), fontsize=8)
        if not any(panel.points for panel in panels):
            figure.text(0.5, 0.5, "There is nothing to draw.", ha="center")
        elif chart.kind == "line":
            _lines(figure.subplots(), chart)
        elif chart.kind == "heat":
            _heat(figure, figure.subplots(), chart)
        else:
            _panels(figure, chart, panels)
        figure.savefig(out, format=kind, dpi=150, metadata={"Date": None} if kind == "svg" else {})
    return 0 if together else len(chart.panels) - len(panels)


def _size(chart: Chart, panels: Sequence[Panel]) -> tuple[float, float]:
    """Inches across and down, so that every name has its room."""
    if chart.kind == "heat":
        across, down, _ = grid(chart)
        return 3 + 0.45 * max(6, len(across)), 2 + 0.3 * max(5, len(down))
    if chart.kind == "line":
        return 9, 5
    columns = min(ACROSS, max(1, len(panels)))
    longest = 10 if chart.kind == "histogram" else max((len(panel.points) for panel in panels), default=0)
    return 4 + 3 * columns, 1.2 + ceil(len(panels) / columns) * (1.3 + 0.2 * max(4, longest))


def _panels(figure: "Figure", chart: Chart, panels: Sequence[Panel]) -> None:
    """A panel for each group, with a bar for each point; numbers stand along the axis, names beside it."""
    columns = min(ACROSS, len(panels))
    reach = _reach(panels)
    for at, axes in enumerate(figure.subplots(ceil(len(panels) / columns), columns, squeeze=False).flat):
        if at >= len(panels):
            axes.set_visible(False)
            continue
        (_histogram if chart.kind == "histogram" else _bars)(axes, chart, panels[at])
        if chart.kind == "bars":
            axes.set_xlim(*reach)
            axes.set_xticks(_marks(chart, panels, axes.get_xticks(), reach))
        axes.set_title(panels[at].title, fontsize=10)


def _reach(panels: Sequence[Panel]) -> tuple[float, float]:
    """From where to where the axis of all panels goes, so that they can be compared, with room for numbers."""
    points = [point for panel in panels for point in panel.points]
    marks = [mark for point in points for mark in (point.value, point.even, *(point.span or ())) if mark is not None]
    low, high = min(0.0, *marks), max(0.0, *marks)
    room = (high - low or 1) * (0.35 if any(point.cases is not None for point in points) else 0.15)
    return (low - room if low < 0 else low), high + room


def _marks(chart: Chart, panels: Sequence[Panel], ticks: Sequence[float], reach: tuple[float, float]) -> list[float]:
    """The numbers along an axis; in the room beside the bars there are none above 100 percent, where none is."""
    highest = max((point.value for panel in panels for point in panel.points), default=0.0)
    last = 100 if "percent" in chart.y and highest <= 100 else reach[1]
    return [tick for tick in ticks if reach[0] <= tick <= min(last, reach[1])]


def _bars(axes: "Axes", chart: Chart, panel: Panel) -> None:
    places = range(len(panel.points))
    axes.barh(places, [point.value for point in panel.points], color=COLOR)
    for place, point in enumerate(panel.points):
        end = max(0, point.value, point.even or 0, *(point.span or ()))
        told, beside = _beside(point), (end, place)
        axes.annotate(told, beside, xytext=(3, 0), textcoords="offset points", va="center", fontsize=7)
        if point.span:
            axes.plot(point.span, (place + 0.3, place + 0.3), color=DARK, linewidth=1)
        if point.even is not None:
            axes.plot((point.even, point.even), (place - 0.45, place + 0.45), color=DARK, linestyle=":")
    axes.set_yticks(places, [value_label(point.x) for point in panel.points])
    axes.set_ylim(len(places) - 0.4, -0.6)
    axes.margins(x=0.12)
    if are_whole([point.value for point in panel.points]):
        axes.locator_params(axis="x", integer=True)
    axes.set_xlabel(label(chart.y))
    axes.set_ylabel(label(chart.x))


def _beside(point: Point) -> str:
    """What stands at the end of a bar."""
    return value_label(point.value) + (f"  n={point.cases:,}" if point.cases is not None else "")


def _histogram(axes: "Axes", chart: Chart, panel: Panel) -> None:
    """Bars side by side; each begins at its x and is as wide as its range."""
    places = [axis_position(point.x) for point in panel.points]
    if any(place is None for place in places):
        _bars(axes, chart, panel)
        return
    xs, heights = [place for place in places if place is not None], [point.value for point in panel.points]
    axes.bar(xs, heights, width=panel.width, align="edge", color=COLOR, edgecolor="white")
    axes.locator_params(axis="x", integer=are_whole(xs))
    axes.locator_params(axis="y", integer=are_whole(heights))
    axes.set_xlabel(label(chart.x))
    axes.set_ylabel(label(chart.y))


def _lines(axes: "Axes", chart: Chart) -> None:
    for panel, width in zip(chart.panels, _widths(chart.panels), strict=True):
        xs: list[Any] = [
            point.x if axis_position(point.x) is not None else value_label(point.x) for point in panel.points
        ]
        marker = "o" if len(xs) < 40 else None
        values = [point.value for point in panel.points]
        axes.plot(xs, values, marker=marker, markersize=1.5 + width, linewidth=width, label=panel.title or None)
    axes.set_xlabel(label(chart.x))
    axes.set_ylabel(label(chart.y))
    axes.grid(alpha=0.3)
    _ticks(axes, [x for panel in chart.panels for x in (point.x for point in panel.points)])
    if are_whole([point.value for panel in chart.panels for point in panel.points]):
        axes.locator_params(axis="y", integer=True)
    _cases(axes, chart.panels)
    if any(axis_position(point.x) != point.x for point in chart.panels[0].points):
        axes.tick_params(axis="x", rotation=30)
        for told in axes.get_xticklabels():
            told.set(ha="right", rotation_mode="anchor")
    if any(panel.title for panel in chart.panels):
        axes.legend(loc="upper left", bbox_to_anchor=(1.01, 1), frameon=False)


def _widths(panels: Sequence[Panel]) -> list[float]:
    """How wide lines are: where some run over others, those below are wider, so that they are seen."""
    parts = [pair for panel in panels for pair in {(one[0:2], two[0:2]) for one, two in pairwise(panel.points)}]
    over = len(set(parts)) < len(parts)
    return [LINE + (WIDER * (len(panels) - 1 - at) if over else 0) for at in range(len(panels))]


def _ticks(axes: "Axes", values: Sequence[Any]) -> None:
    """A tick for each of a few numbers or days, and none between whole numbers."""
    from matplotlib.ticker import MaxNLocator

    places = [axis_position(value) for value in values]
    if len(set(values)) <= FEW and None not in places:
        axes.set_xticks(sorted(set(values)), [value_label(value) for value in sorted(set(values))])
    elif all(isinstance(value, int) for value in values):
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))


def _cases(axes: "Axes", panels: Sequence[Panel]) -> None:
    """How many cases a line is of, at so many of its points that they can be read."""
    for panel in panels:
        for point in panel.points[:: ceil(len(panel.points) / FEW) or 1]:
            if point.cases is not None and axis_position(point.x) is not None:
                told = f"n={point.cases:,}"
                axes.annotate(told, (point.x, point.value), xytext=(0, 4), textcoords="offset points", fontsize=6)


def _heat(figure: "Figure", axes: "Axes", chart: Chart) -> None:
    across, down, cells = grid(chart)
    image = axes.imshow([[cells.get((x, y), float("nan")) for x in across] for y in down], cmap="Blues", aspect="auto")
    axes.set_xticks(range(len(across)), [value_label(x) for x in across], rotation=90)
    axes.set_yticks(range(len(down)), [value_label(y) for y in down])
    middle = (min(cells.values()) + max(cells.values())) / 2
    counted = {(point.x, point.y): point.cases for point in chart.panels[0].points}
    for (x, y), value in cells.items():
        color = "white" if value > middle else "black"
        cases = counted[x, y]
        text = f"{value:.0f}" if cases is None else f"{value:.0f}\n({cases})"
        axes.text(across.index(x), down.index(y), text, ha="center", va="center", fontsize=6, color=color)
    axes.set_xlabel(label(chart.x))
    axes.set_ylabel(label(chart.y))
    figure.colorbar(image, ax=axes, label=label(chart.value))

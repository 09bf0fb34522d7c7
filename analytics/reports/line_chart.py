"""Lines, all equally wide, with the bands in which what they show lies."""

from collections.abc import Sequence
from math import ceil, isnan
from typing import TYPE_CHECKING, Any, Final

from ludograph.analytics.reports.chart_data import Chart, Panel, Point, are_whole, axis_position, label, value_label
from ludograph.analytics.reports.chart_theme import Theme, line_look

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH: Final = 1.8
FEW: Final = 12
"""So many ticks can be read."""
DOTTED: Final = 40
"""A line has no more marks than these."""


def draw_lines(axes: "Axes", chart: Chart, look: Theme) -> None:
    """A line for each panel, named in the order in which they end."""
    panels = sorted(chart.panels, key=_end, reverse=True)
    for at, panel in enumerate(panels):
        xs = [_place(point) for point in panel.points]
        values = [point.value for point in panel.points]
        drawn = line_look(look, at)
        every = ceil(len(xs) / DOTTED) or 1
        axes.plot(xs, values, markersize=3.5, markevery=every, linewidth=WIDTH, label=panel.title or None, **drawn)
        banded = [point for point in panel.points if point.band]
        if banded:
            low, high = ([band[side] for point in banded if (band := point.band)] for side in (0, 1))
            axes.fill_between(
                [_place(point) for point in banded], low, high, color=drawn["color"], alpha=0.1, linewidth=0
            )
    axes.set_xlabel(label(chart.x))
    axes.set_ylabel(label(chart.y))
    axes.grid(alpha=0.6)
    _ticks(axes, [point.x for panel in chart.panels for point in panel.points])
    if are_whole([point.value for panel in chart.panels for point in panel.points]):
        axes.locator_params(axis="y", integer=True)
    _cases(axes, chart.panels, look)
    if any(axis_position(point.x) != point.x for point in chart.panels[0].points):
        axes.tick_params(axis="x", rotation=30)
        for told in axes.get_xticklabels():
            told.set(ha="right", rotation_mode="anchor")
    if any(panel.title for panel in chart.panels):
        axes.legend(loc="upper left", bbox_to_anchor=(1.01, 1), frameon=False, handlelength=3)


def _place(point: Point) -> Any:
    return point.x if axis_position(point.x) is not None else value_label(point.x)


def _end(panel: Panel) -> float:
    """The last value of a line that is known."""
    return next((point.value for point in reversed(panel.points) if not isnan(point.value)), 0.0)


def _ticks(axes: "Axes", values: Sequence[Any]) -> None:
    """A tick for each of a few numbers or days, and none between whole numbers."""
    places = [axis_position(value) for value in values]
    if len(set(values)) <= FEW and None not in places:
        axes.set_xticks(sorted(set(values)), [value_label(value) for value in sorted(set(values))])
    elif all(isinstance(value, int) for value in values):
        axes.locator_params(axis="x", integer=True)


def _cases(axes: "Axes", panels: Sequence[Panel], look: Theme) -> None:
    """How many cases a line is of, at so many of its points that they can be read."""
    for panel in panels:
        for point in panel.points[:: ceil(len(panel.points) / FEW) or 1]:
            if point.cases is not None and axis_position(point.x) is not None:
                told, there = f"n={point.cases:,}", (point.x, point.value)
                axes.annotate(
                    told, there, xytext=(0, 5), textcoords="offset points", fontsize="x-small", color=look.faint
                )

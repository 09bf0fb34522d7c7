"""Bars with their ranges and what would be even, and histograms."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ludograph.analytics.reports.chart_data import (
    Chart,
    Panel,
    Point,
    are_whole,
    axis_position,
    label,
    value_label,
)
from ludograph.analytics.reports.chart_theme import Theme

if TYPE_CHECKING:
    from matplotlib.axes import Axes

HIGH: Final = 0.74
"""How much of the room of a bar it fills."""
CUT: Final = 34
"""Longer names are cut."""


def shared_reach(panels: Sequence[Panel]) -> tuple[float, float]:
    """From where to where the axis of these panels goes, so that they can be compared, with room for numbers."""
    points = [point for panel in panels for point in panel.points]
    marks = [mark for point in points for mark in (point.value, point.even, *(point.span or ())) if mark is not None]
    low, high = min(0.0, *marks), max(0.0, *marks)
    room = (high - low or 1) * (0.4 if any(point.cases is not None for point in points) else 0.15)
    return (low - room if low < 0 else low), high + room


class Room(NamedTuple):
    """What panels beside each other have in common: from where to where they reach, and room for how many bars."""

    reach: tuple[float, float]
    bars: int


def draw_bars(axes: "Axes", chart: Chart, panel: Panel, look: Theme, room: Room | None = None) -> None:
    """A bar for each point: the whisker in its middle is its range, and a dotted line is what would be even."""
    places = range(len(panel.points))
    axes.barh(places, [point.value for point in panel.points], height=HIGH, color=look.bar)
    _whiskers(axes, panel, look)
    _even_line(axes, panel, look)
    for place, point in enumerate(panel.points):
        end = max(0, point.value, *(point.span or ()))
        axes.annotate(
            _beside(point), (end, place), xytext=(4, 0), textcoords="offset points", va="center", fontsize="small",
            color=look.faint,
        )  # fmt: skip
    axes.set_yticks(places, [_cut(value_label(point.x)) for point in panel.points])
    axes.tick_params(axis="y", length=0)
    axes.set_ylim((room.bars if room else len(places)) - 0.4, -0.6)
    if any(point.value < 0 for point in panel.points):
        axes.axvline(0, color=look.faint, linewidth=1)
    axes.margins(x=0.12)
    if are_whole([point.value for point in panel.points]):
        axes.locator_params(axis="x", integer=True)
    if room is not None:
        axes.set_xlim(*room.reach)
        axes.set_xticks(_marks(chart, [panel], list(axes.get_xticks()), room.reach))
    axes.set_xlabel(label(chart.values_of(panel)))
    axes.set_ylabel(label(chart.x))


def _whiskers(axes: "Axes", panel: Panel, look: Theme) -> None:
    """The range of each bar, with an outline so that it is seen on the bar and beside it."""
    ranged = [(place, point.value, point.span) for place, point in enumerate(panel.points) if point.span]
    if not ranged:
        return
    places, values = [place for place, *_ in ranged], [value for _, value, _ in ranged]
    errors = [[value - span.low for _, value, span in ranged], [span.high - value for _, value, span in ranged]]
    for width, color in ((3.2, look.ground), (1.4, look.ink)):
        drawn: dict[str, Any] = {"ecolor": color, "elinewidth": width, "capthick": width}
        axes.errorbar(values, places, xerr=errors, fmt="none", capsize=2.5, **drawn)


def _even_line(axes: "Axes", panel: Panel, look: Theme) -> None:
    """What would be even: one line where it is the same for all, else a mark at each bar."""
    evens = [point.even for point in panel.points]
    if evens and evens[0] is not None and len(set(evens)) == 1:
        axes.axvline(evens[0], color=look.ink, linestyle=":", linewidth=1.4)
        return
    for place, even in enumerate(evens):
        if even is not None:
            axes.plot((even, even), (place - 0.45, place + 0.45), color=look.ink, linestyle=":", linewidth=1.4)


def _marks(chart: Chart, panels: Sequence[Panel], ticks: Sequence[float], reach: tuple[float, float]) -> list[float]:
    """The numbers along an axis; in the room beside the bars there are none above 100 percent, where none is."""
    highest = max((point.value for panel in panels for point in panel.points), default=0.0)
    last = 100 if all("percent" in chart.values_of(panel) for panel in panels) and highest <= 100 else reach[1]
    return [tick for tick in ticks if reach[0] <= tick <= min(last, reach[1])]


def _beside(point: Point) -> str:
    """What stands at the end of a bar."""
    return value_label(point.value) + (f"  n={point.cases:,}" if point.cases is not None else "")


def _cut(name: str) -> str:
    return name if len(name) <= CUT else f"{name[: CUT - 1]}…"


def draw_histogram(axes: "Axes", chart: Chart, panel: Panel, look: Theme) -> None:
    """Bars side by side; each begins at its x and is as wide as its range."""
    places = [axis_position(point.x) for point in panel.points]
    if any(place is None for place in places):
        draw_bars(axes, chart, panel, look)
        return
    xs, heights = [place for place in places if place is not None], [point.value for point in panel.points]
    axes.bar(xs, heights, width=panel.width, align="edge", color=look.bar, edgecolor=look.ground, linewidth=0.5)
    axes.locator_params(axis="x", integer=are_whole(xs), nbins=6)
    axes.locator_params(axis="y", integer=are_whole(heights), nbins=5)
    axes.set_xlabel(label(chart.x))
    axes.set_ylabel(label(chart.y))

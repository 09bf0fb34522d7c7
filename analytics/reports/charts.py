"""Reports drawn as pictures, PNG or SVG, each of which fits a page or a slide."""

import re
from io import BytesIO
from math import ceil
from textwrap import fill
from typing import IO, TYPE_CHECKING, Final

from ludograph.analytics.reports.bar_chart import Room, draw_bars, draw_histogram, shared_reach
from ludograph.analytics.reports.chart_data import Chart, Panel, grid
from ludograph.analytics.reports.chart_theme import THEMES, Theme, style
from ludograph.analytics.reports.heat_chart import draw_heat
from ludograph.analytics.reports.line_chart import draw_lines

if TYPE_CHECKING:
    from matplotlib.figure import Figure

KINDS: Final = ("png", "svg")
MOST: Final = 24
"""More panels than these nobody can read."""
PAGE: Final = (12.0, 7.6)
"""Inches across and down: a slide, or A4 across with its margins."""
SLIDE: Final = (12.0, 6.75)
ACROSS: Final = 4
HEAD, BAR = 0.62, 0.17
"""Inches of a panel's title and axis, and of each of its bars."""
LEAST: Final = 4
"""A panel is as high as for so many bars."""
SHORTEST: Final = 9
"""No panel is cut to fewer bars: rather some panels are left out."""
TWO_LINES: Final = 0.2
"""Inches more of a panel's title where many stand side by side."""
OUTSIDE: Final = 1.35
"""Inches for the title of all, and what stands below."""
HARD: Final = "\xa0"
"""A space at which no line is broken."""
NUMBERED: Final = re.compile(r"(?<=\d) ")
"""A space behind a number, which goes with what is counted."""
HISTOGRAM: Final = 9
"""A histogram is as high as so many bars."""


class PanelLayout:
    """How panels are laid out: in how many columns, and how many bars each of them has room for."""

    def __init__(self, chart: Chart) -> None:
        self.panels = chart.panels[:MOST]
        self.histogram = chart.kind == "histogram"
        self.columns = next((count for count in range(1, ACROSS) if self._fits(count, None)), ACROSS)
        self.columns = min(self.columns, max(1, len(self.panels)))
        sizes = range(self._longest, SHORTEST, -1)
        self.longest = next((size for size in sizes if self._fits(self.columns, size)), min(SHORTEST, self._longest))
        while len(self.panels) > self.columns and not self._fits(self.columns, self.longest):
            self.panels = self.panels[:-1]

    def _fits(self, columns: int, longest: int | None) -> bool:
        """Whether the picture is no higher than a page with so many columns, and no panel longer than that."""
        return self._height(columns, longest) <= PAGE[1]

    @property
    def _longest(self) -> int:
        return max((len(panel.points) for panel in self.panels), default=LEAST)

    def _height(self, columns: int, longest: int | None) -> float:
        """How high the picture is with so many columns, and no panel longer than that."""
        return OUTSIDE + sum(self.heights(columns, longest))

    def heights(self, columns: int, longest: int | None = None) -> list[float]:
        """How high each row of panels is."""
        rows = [self.panels[at : at + columns] for at in range(0, len(self.panels), columns)]
        head = HEAD + (TWO_LINES if columns == ACROSS else 0)
        return [head + BAR * max(LEAST, *(self._bars(panel, longest) for panel in row)) for row in rows]

    def _bars(self, panel: Panel, longest: int | None) -> int:
        bars = HISTOGRAM if self.histogram else len(panel.points)
        return bars if longest is None else min(bars, longest)

    @property
    def size(self) -> tuple[float, float]:
        """Inches across and down."""
        across = PAGE[0] if self.columns > 2 else 8.5 if self.columns == 1 else 10.5
        return across, max(3.2, min(PAGE[1], self._height(self.columns, self.longest)))

    def shown(self) -> list[Panel]:
        """The panels as they are drawn; of longer ones the points with the most cases, which their titles say."""
        return [self._cut(panel) for panel in self.panels]

    def _cut(self, panel: Panel) -> Panel:
        count = len(panel.points)
        if self.histogram or count <= self.longest:
            return panel
        told = f"{self.longest}{HARD}of{HARD}{count:,}"
        title = f"{panel.title} ({told})" if panel.title else told
        weights = sorted((-(point.cases or 0), at) for at, point in enumerate(panel.points))
        kept = sorted(at for _, at in weights[: self.longest])
        return panel._replace(title=title, points=tuple(panel.points[at] for at in kept))


def save(chart: Chart, told: str, kind: str, out: IO[bytes], theme: str = "light", across: float | None = None) -> int:
    """Writes a picture; `told` stands below the title. Returns how many panels were left out.

    It is so many inches `across`, or else as wide as what is drawn asks for. It is drawn before anything is written, so
    that whoever stops it finds no part of it.
    """
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    look, drawn = THEMES[theme], BytesIO()
    layout = PanelLayout(chart)
    with rc_context(style(look, 10 if layout.columns < ACROSS else 9)):
        wide, high = _size(chart, layout)
        figure = Figure(figsize=(across or wide, high), layout="constrained")
        fits = ceil(figure.get_figwidth() * 7.5)
        heading = "\n".join(fill(line, fits) for line in (chart.title, told) if line)
        figure.suptitle(heading, fontsize=15, fontweight="bold", x=0.01, ha="left")
        if chart.reading:
            around = ceil(figure.get_figwidth() * 13)
            figure.supxlabel(fill(chart.reading, around), fontsize=9, color=look.faint, x=0.01, ha="left")
        if not any(panel.points for panel in chart.panels):
            figure.text(0.5, 0.5, "There is nothing to draw.", ha="center")
        elif chart.kind == "line":
            draw_lines(figure.subplots(), chart, look)
        elif chart.kind == "heat":
            draw_heat(figure, figure.subplots(), chart, look)
        else:
            _panels(figure, chart, layout, look)
        figure.savefig(drawn, format=kind, dpi=160, metadata={"Date": None} if kind == "svg" else {})
    out.write(drawn.getvalue())
    return 0 if chart.kind in ("line", "heat") else len(chart.panels) - len(layout.panels)


def themed_pictures(chart: Chart, across: float | None = None) -> dict[str, str]:
    """A chart as SVG for each theme, to stand in a page, which says itself what it is."""
    pictures = {}
    for theme in THEMES:
        save(chart._replace(title=""), "", "svg", drawn := BytesIO(), theme, across)
        pictures[theme] = drawn.getvalue().decode()
    return pictures


def _size(chart: Chart, layout: PanelLayout) -> tuple[float, float]:
    """Inches across and down, never more than a page."""
    if chart.kind == "heat":
        across, down, _ = grid(chart)
        return min(PAGE[0], 3 + 0.9 * max(4, len(across))), min(PAGE[1], 2 + 0.5 * max(4, len(down)))
    return SLIDE if chart.kind == "line" else layout.size


def _panels(figure: "Figure", chart: Chart, layout: PanelLayout, look: Theme) -> None:
    """A panel for each group, with a bar for each point; numbers stand along the axis, names beside it."""
    panels = layout.shown()
    heights = layout.heights(layout.columns, layout.longest)
    every = figure.subplots(len(heights), layout.columns, squeeze=False, height_ratios=heights)
    for at, axes in enumerate(every.flat):
        if at >= len(panels):
            axes.set_visible(False)
            continue
        if chart.kind == "histogram":
            draw_histogram(axes, chart, panels[at], look)
        else:
            row = panels[at - at % layout.columns :][: layout.columns]
            reach = shared_reach([one for one in panels if one.y == panels[at].y])
            draw_bars(axes, chart, panels[at], look, Room(reach, max(LEAST, *(len(one.points) for one in row))))
        axes.set_title(fill(NUMBERED.sub(HARD, panels[at].title), 100 // layout.columns))
        if at % layout.columns:
            axes.set_ylabel("")  # it stands beside the first of each row, and below the last of each column
        below = panels[at + layout.columns :]
        if below and below[0].y == panels[at].y:
            axes.set_xlabel("")

"""Heat: a table whose cells are shaded by what they hold."""

from typing import TYPE_CHECKING, Final

from ludograph.analytics.reports.chart_data import Chart, grid, label, value_label
from ludograph.analytics.reports.chart_theme import Theme

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LETTERS: Final = ((6, "large"), (12, "small"), (10**9, "xx-small"))
"""How large the letters are in so many cells side by side."""
DARK: Final = 0.72
"""From which part of the range on a shade needs the other letters."""
LEVEL: Final = 90
"""Names of more letters than these together stand upright."""


def draw_heat(figure: "Figure", axes: "Axes", chart: Chart, look: Theme) -> None:
    """A cell for each point, with its value and the number of cases in brackets."""
    from matplotlib.colors import LinearSegmentedColormap

    across, down, cells = grid(chart)
    shades = LinearSegmentedColormap.from_list("shades", look.shades)
    values = [[cells.get((x, y), float("nan")) for x in across] for y in down]
    image = axes.imshow(values, cmap=shades, aspect="auto")
    upright = max(len(value_label(x)) for x in across) * len(across) > 90
    axes.set_xticks(range(len(across)), [value_label(x) for x in across], rotation=90 if upright else 0)
    axes.set_yticks(range(len(down)), [value_label(y) for y in down])
    low, high = min(cells.values()), max(cells.values())
    counted = {(point.x, point.y): point.cases for point in chart.panels[0].points}
    letters = "small" if len(across) <= 12 and len(down) <= 12 else "xx-small"
    for (x, y), value in cells.items():
        cases = counted[x, y]
        text = f"{value:.0f}" if cases is None else f"{value:.0f}\n({cases})"
        place = (across.index(x), down.index(y))
        axes.text(
            *place,
            text,
            ha="center",
            va="center",
            fontsize=letters,
            color=look.letters[value > low + DARK * (high - low)],
        )
    axes.set_xlabel(label(chart.x))
    axes.set_ylabel(label(chart.y))
    figure.colorbar(image, ax=axes, label=label(chart.value)).outline.set_visible(False)

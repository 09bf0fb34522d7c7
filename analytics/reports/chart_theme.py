"""How pictures of reports look: colours for light and dark screens and for print, letters that carry in a room."""

from typing import Any, Final, NamedTuple

DASHES: Final = ("-", "--", "-.", ":")
MARKERS: Final = ("o", "s", "^", "D")


class Theme(NamedTuple):
    """The colours of a picture: what it stands on, letters and lines, bars, and one for each line."""

    ground: str
    ink: str
    faint: str
    rule: str
    bar: str
    lines: tuple[str, ...]
    shades: tuple[str, str, str]
    """Of heat: for the lowest values, those in the middle and the highest."""
    letters: tuple[str, str]
    """On its low and on its high shades."""


THEMES: Final = {
    "light": Theme(
        "#fffdf8", "#22252b", "#5f5b52", "#d8d2c4", "#1c5fa8",
        ("#1c5fa8", "#d9480f", "#1f6b3a", "#7b3f98", "#8a6d00", "#0f7c8a", "#b3261e", "#5f5b52"),
        ("#fffdf8", "#8fb4dc", "#174f8c"), ("#22252b", "#ffffff"),
    ),
    "dark": Theme(
        "#1f2227", "#e9e6df", "#a5a198", "#3a3e46", "#8ab8ef",
        ("#8ab8ef", "#ffa94d", "#8fd3a8", "#d3a4ea", "#e6cf6b", "#74d0dc", "#ff8f85", "#c9c4b9"),
        ("#1f2227", "#3f6596", "#a9cdf7"), ("#e9e6df", "#10151c"),
    ),
    "print": Theme(
        "#ffffff", "#000000", "#404040", "#bfbfbf", "#7a7a7a",
        ("#000000", "#7a7a7a"),
        ("#ffffff", "#b0b0b0", "#404040"), ("#000000", "#ffffff"),
    ),
}  # fmt: skip
"""As the pages have them (`replay/design/tokens.css`); what is printed is told apart without colours."""


def style(theme: Theme, letters: float = 10) -> dict[Any, Any]:
    """The settings of matplotlib for a theme, with ordinary letters of so many points."""
    return {
        "svg.hashsalt": f"ludograph{theme.ground}",
        "svg.fonttype": "none",
        "font.size": letters,
        "font.family": "sans-serif",
        "axes.titlesize": letters + 1,
        "axes.titleweight": "bold",
        "axes.titlelocation": "left",
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.facecolor": theme.ground,
        "axes.edgecolor": theme.rule,
        "axes.labelcolor": theme.faint,
        "axes.axisbelow": True,
        "grid.color": theme.rule,
        "figure.facecolor": theme.ground,
        "savefig.facecolor": theme.ground,
        "text.color": theme.ink,
        "text.parse_math": False,  # a name is no formula, whatever dollars are in it
        "xtick.color": theme.faint,
        "ytick.color": theme.ink,
        "legend.labelcolor": theme.ink,
    }


def line_look(theme: Theme, at: int) -> dict[str, Any]:
    """The colour, dashes and marks of one line among several, all equally wide."""
    first, second = (theme.lines, DASHES) if theme is not THEMES["print"] else (DASHES, theme.lines)
    one, other = first[at % len(first)], second[at // len(first) % len(second)]
    color, dashes = (one, other) if first is theme.lines else (other, one)
    return {"color": color, "linestyle": dashes, "marker": MARKERS[at // (len(first) * len(second)) % len(MARKERS)]}

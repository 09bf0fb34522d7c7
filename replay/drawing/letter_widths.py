"""How long a text is in letters of different widths, for drawings whose font nobody knows beforehand."""

from typing import Final

from ludograph.replay.sentences.terminal_widths import wide

_WIDTHS: Final = {
    letter: width
    for width, letters in (
        (0.21, " ,."), (0.26, "':;ijl"), (0.31, "()I[]`{|}"), (0.36, "!-/ft"), (0.41, '"*?\\_r'), (0.46, "Jcsz"),
        (0.51, "Laegkvxy"), (0.56, "FSbdhnopqu"), (0.6, "#$+0123456789<=>EPTZ^~"), (0.65, "BRXY"), (0.7, "&ACKV"),
        (0.75, "DGHNUw"), (0.81, "%@OQm"), (0.92, "M→"), (1.0, "W"),
    )
    for letter in letters
}  # fmt: skip
"""The width of each letter compared with its height, as in Lato."""
_OTHER: Final = 0.58
"""The width of a terminal column of any other letter, compared with its height."""
BOLD: Final = 1.04
AVERAGE: Final = 0.53
"""How wide a letter of a sentence is, about."""


def length(text: str, size: float, *, bold: bool = False) -> float:
    """How long a line of text is, in the units of its size."""
    units = sum(_WIDTHS[letter] if letter in _WIDTHS else _OTHER * wide(letter) for letter in text)
    return units * size * (BOLD if bold else 1)


def length_attributes(text: str, length: float) -> str:
    """What makes a text exactly so long in any font, as attributes of an SVG element."""
    return f'textLength="{length:.4g}" lengthAdjust="spacingAndGlyphs"' if len(text) > 1 else ""


__all__ = ["AVERAGE", "length", "length_attributes"]

"""The colours of the design can be read and told apart, light and dark."""

import re
from typing import Final

import pytest

from ludograph.replay.design import design_asset

DECLARED: Final = re.compile(r"--([a-z-]+): (#[0-9a-f]{6});")
LIGHT: Final = ":root, [data-theme=light]"
DARK: Final = "[data-theme=dark]"
TEXT: Final = ("ink", "faint", "accent", "warn", "good", "live")
GROUNDS: Final = ("ground", "panel")
CONTROLS: Final = ("edge", "accent", "ring")


def palettes() -> dict[str, dict[str, str]]:
    """The colours by the selector that they are declared for."""
    blocks = re.findall(r"([^\n{]*\S) \{\n([^{}]*)\}", design_asset("tokens.css"))
    return {name: dict(DECLARED.findall(body)) for name, body in blocks if "--ground" in body}


def luminance(color: str) -> float:
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_colours_have_contrast(theme: str) -> None:
    colors = palettes()[theme]
    pairs = {(text, ground): 4.5 for text in TEXT for ground in GROUNDS}
    pairs |= {("ink", "felt"): 4.5, ("ink", "fresh"): 4.5, ("on-accent", "accent"): 4.5}
    pairs |= {(edge, ground): 3.0 for edge in CONTROLS for ground in GROUNDS if (edge, ground) not in pairs}
    low = {pair: contrast(colors[pair[0]], colors[pair[1]]) for pair in pairs}
    assert not {pair: round(low[pair], 2) for pair in pairs if low[pair] < pairs[pair]}


def test_dark_is_the_same_by_choice_and_by_the_browser() -> None:
    found = palettes()
    assert found["  :root:not([data-theme=light])"] == found[DARK]
    assert found[LIGHT].keys() == found[DARK].keys()


def test_styles_use_no_colour_that_is_not_declared() -> None:
    declared = set(re.findall(r"--([a-z-]+):", design_asset("tokens.css")))
    used = set(re.findall(r"var\(--([a-z-]+)\)", design_asset("base.css")))
    assert used <= declared

"""What all pages have alike: tokens and components as styles, the emblem and the accent colour of each game."""

from importlib.resources import files
from typing import Final

STYLES: Final = ("tokens.css", "base.css")
"""In the order in which a page has them, before its own."""


ASSETS: Final = (*STYLES, "entry.css")
"""With the one for pages on which actions are entered."""


def design_asset(name: str) -> str:
    """The text of one of `ASSETS`."""
    return (files(__name__) / name).read_text(encoding="utf-8")

"""What all pages have alike: tokens and components as styles, the emblem and the accent colour of each game."""

from importlib.resources import files
from typing import Final

STYLES: Final = ("tokens.css", "base.css")
"""In the order in which a page has them, before its own."""
ENTRY: Final = "entry.css"
"""The style of what is asked of somebody who enters an action."""


def design_asset(name: str) -> str:
    """The text of one of `STYLES`, or of `ENTRY`."""
    return (files(__name__) / name).read_text(encoding="utf-8")

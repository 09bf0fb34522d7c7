"""`docs/design.md`: what all pages have alike, made of the files that they use."""

import re
from collections.abc import Iterator
from typing import Final

from ludograph.domain.games import GAMES
from ludograph.replay.design import design_asset
from ludograph.replay.design.emblems import accent, emblem_inline
from tests.replay.test_design_tokens import DARK, LIGHT, contrast, palettes

USES: Final = {
    "ground": "behind everything",
    "panel": "tiles, fields, buttons",
    "ink": "text",
    "faint": "text that matters less",
    "rule": "lines between things",
    "edge": "borders of what can be touched",
    "felt": "the table on which cards lie",
    "felt-rule": "lines on the table",
    "accent": "the primary action, links, whose turn it is",
    "on-accent": "text on the accent",
    "ring": "focus, and what has just moved",
    "fresh": "behind what is new",
    "warn": "late, refused, in doubt",
    "good": "done, agreed",
    "live": "being played now",
}
SIZES: Final = re.compile(r"--((?:text|space|radius|leading|target|quick|slow|round)[a-z-]*): ([^;]+);")
RULES: Final = (
    "A **tile** stands for one thing that can be opened. What cannot be opened is a line of a list or a table.",
    "A **chip** says in a word or two how something stands: live, late, over, or which game. It is never pressed.",
    "A page or dialog has **one primary action** at a time, `button.main`. All others are plain buttons.",
    "An **empty state** says what would stand there and what to do for it.",
    "**Motion** only shows where something went. It takes `--quick` or `--slow`: nothing under reduced motion.",
    "Names stand with what each has: ★ before who has won, ▸ before who is to act.",
    "A **picture** of a table has cards and names alone, whole, as large as fits; it lies on the felt.",
    "A colour never says something alone: a word or a sign says it too.",
    "A game's emblem stands before its title, and `data-game` on an element gives what is in it the game's colours.",
)


def design_page() -> Iterator[str]:
    """The page, line by line."""
    yield from (
        "# Design",
        "",
        "Written by `python -m tests.generate` from `replay/design`, which every page uses.",
        "",
    )
    yield from ("## Rules of use", "", *(f"- {rule}" for rule in RULES), "", "## Colours", "")
    yield "Contrast is that with the ground; text has 4.5 at least, borders of controls and the ring of focus 3."
    yield from ("", "| name | for | light | contrast | dark | contrast |", "|---|---|---|---|---|---|")
    light, dark = palettes()[LIGHT], palettes()[DARK]
    for name, use in USES.items():
        cells = (f"{_swatch(one[name])} | {contrast(one[name], one['ground']):.1f}" for one in (light, dark))
        yield f"| `--{name}` | {use} | {' | '.join(cells)} |"
    yield from ("", "## Sizes and motion", "", "| name | value |", "|---|---|")
    yield from (f"| `--{name}` | {value} |" for name, value in dict(SIZES.findall(design_asset("tokens.css"))).items())
    yield from ("", "## Emblems and accents", "", "| game | emblem | accent |", "|---|---|---|")
    for game in GAMES.values():
        drawn = emblem_inline(game.id).replace("\n", "").replace("<svg ", '<svg width="48" height="48" ', 1)
        yield f"| {game.title} | {drawn} | {_swatch(accent(game.id))} |"
    yield from ("", "A game without an emblem gets one of the letters of its title, in a colour of its own.")


def _swatch(color: str) -> str:
    return f'<span style="display:inline-block;width:1em;height:1em;background:{color}"></span> `{color}`'

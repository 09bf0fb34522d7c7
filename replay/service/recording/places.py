"""Places among cards as people at a table say them: `row 2 left` for `r2c1`."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final, TypeVar, cast

from ludograph.domain.kernel.scene import Cell, Grid, Scene
from ludograph.domain.match.aggregate import Match

Json = dict[str, Any]
T = TypeVar("T")
SPOKEN: Final = frozenset({"told", "label", "answered", "log"})
"""Under these names an answer has words for people; all else is for programs."""


def places_json(scene: Scene) -> Json:
    """By whose cards it is among, where in their grid each place lies that has a name."""
    return {str(owner): {cell.place: [cell.x, cell.y] for cell in cells} for owner, cells in _named(scene)}


def place_words_json(scene: Scene) -> dict[str, str]:
    """What people call each place that has a name: `row 1 left`."""
    return dict(_words(scene))


def said_at_the_table(content: T, match: Match) -> T:
    """An answer in which the words for people say places as people do."""
    words = _words(match.game.scene(match.state))
    return cast("T", _spoken(content, words, said=False)) if words else content


def _spoken(content: Any, words: tuple[tuple[str, str], ...], *, said: bool) -> Any:
    if isinstance(content, dict):
        return {name: _spoken(value, words, said=said or name in SPOKEN) for name, value in content.items()}
    if isinstance(content, list):
        return [_spoken(value, words, said=said) for value in content]
    return (
        _pattern(words).sub(lambda found: dict(words)[found[0]], content)
        if said and isinstance(content, str)
        else content
    )


@lru_cache
def _pattern(words: tuple[tuple[str, str], ...]) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(re.escape(name) for name, _ in words)})\b")


def _words(scene: Scene) -> tuple[tuple[str, str], ...]:
    """The places that have names, each with its words."""
    found: dict[str, str] = {}
    for _, cells in _named(scene):
        columns = {cell.x for cell in cells}
        side = {min(columns): "left", max(columns): "right"} if len(columns) == 2 else {}
        found |= {cell.place: f"row {cell.y} {side.get(cell.x, f'column {cell.x}')}" for cell in cells}
    return tuple(found.items())


def _named(scene: Scene) -> Iterator[tuple[int, tuple[Cell, ...]]]:
    for zone in scene.zones:
        for part in zone.parts:
            if isinstance(part, Grid) and part.cells and all(cell.place for cell in part.cells):
                yield zone.owner or 0, part.cells

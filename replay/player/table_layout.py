"""The table on a screen: zones one under the other where that fits, else seats side by side."""

from collections.abc import Iterator, Sequence
from itertools import groupby, zip_longest
from typing import Final

from rich.text import Text

from ludograph.domain.kernel.scene import Scene
from ludograph.domain.kernel.sentences import Speaker
from ludograph.replay.beats.marks import Marks
from ludograph.replay.drawing.text_table import draw_table

NARROWEST: Final = 36
"""A seat needs at least so many columns to be drawn beside another."""
GAP: Final = 2


def tabletop(scene: Scene, speaker: Speaker, marks: Marks, width: int, height: int) -> list[Text]:
    """The table as lines: the layout with the fewest seats side by side that fits, else the lowest one."""
    under = _in_columns(scene, speaker, marks, width, 1)
    if len(under) <= height:
        return under
    lowest = _without_gaps(under)
    for columns in range(2, width // NARROWEST + 1):
        if len(lowest) > height:
            lines = _without_gaps(_in_columns(scene, speaker, marks, width, columns))
            lowest = min(lowest, lines or lowest, key=len)
    return lowest


def _without_gaps(lines: list[Text]) -> list[Text]:
    return [line for line in lines if line.plain.strip()]


def _in_columns(scene: Scene, speaker: Speaker, marks: Marks, width: int, columns: int) -> list[Text]:
    """The zones, so many seats side by side, an empty line between them; nothing where a seat is too wide for that."""
    narrow = (width - GAP * (columns - 1)) // columns
    lines: list[Text] = []
    for numbers in _bands(scene, columns):
        room = width if len(numbers) == 1 and scene.zones[numbers[0]].owner is None else narrow
        blocks = [_zone(scene, number, speaker, marks, room) for number in numbers]
        if columns > 1 and any(line.cell_len > room for block in blocks for line in block):
            return []
        lines += [Text(), *_beside(blocks, room)]
    return lines[1:]


def _bands(scene: Scene, columns: int) -> Iterator[list[int]]:
    """The numbers of the zones that stand beside each other: the middle alone, seats together."""
    for middle, group in groupby(range(len(scene.zones)), lambda number: scene.zones[number].owner is None):
        numbers, size = list(group), 1 if middle else columns
        yield from (numbers[at : at + size] for at in range(0, len(numbers), size))


def _zone(scene: Scene, number: int, speaker: Speaker, marks: Marks, width: int) -> list[Text]:
    alone = Scene(scene.title, (scene.zones[number],))
    drawn = draw_table(alone, speaker, width=width, color=True, marks=marks.alone(number))
    heading, *lines = [Text.from_ansi(line) for line in drawn.split("\n")[2:]]
    heading.truncate(width, overflow="ellipsis")
    return [heading, *lines]


def _beside(blocks: Sequence[list[Text]], width: int) -> Iterator[Text]:
    for row in zip_longest(*blocks):
        line = Text()
        for at, piece in enumerate(row):
            line.pad_right(max(at * (width + GAP) - line.cell_len, 0))
            if piece is not None:
                line.append_text(piece)
        yield line

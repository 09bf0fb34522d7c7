"""How the screen is divided: the steps beside the table where there is room, else under it."""

from typing import Final, NamedTuple

WIDE: Final = 110
"""From so many columns on the steps stand beside the table."""
LOW: Final = 16
"""On fewer rows than this there is no room for the list of steps under the table."""
FEW: Final = 3
"""So many steps are listed under the table, if not more are wanted, and beside it, however much is told."""


class ScreenLayout(NamedTuple):
    """Columns of the table and of the side; rows of the table, of the list of steps, and of what is told."""

    table: int
    side: int
    rows: int
    steps: int
    told: int


def layout(
    width: int, height: int, *, board: int = 0, told: int = 0, choosing: bool = False, listing: int = 1
) -> ScreenLayout:
    """Room for each part of a screen under a scoreboard of so many rows; `told` lines of the step wait to be shown."""
    body = max(height - 2 - board, 3)
    if width >= WIDE:
        side = max(44, min(width * 2 // 5, 72))
        shown = max(1, min(told, max(body // 2, body - 2 - FEW)))
        return ScreenLayout(width - side - 1, side, body, max(body - shown - 2, 1), shown)
    listed = (0, FEW, body // 2)[listing] if height >= LOW else 0
    shown, steps = _shared(told, max(1, min(height // (3 if choosing else 4), body - 3)), listed)
    return ScreenLayout(width, width, max(body - shown - 1 - (steps + 1 if steps else 0), 1), steps, shown)


def _shared(told: int, most: int, listed: int) -> tuple[int, int]:
    """Rows for what is told and for the list of steps, which gives way where more is told than `most`."""
    if told <= most:
        return max(told, 1), listed
    if told - most < listed:
        return told, listed - (told - most)
    return min(told, most + listed + 1 if listed else most), 0

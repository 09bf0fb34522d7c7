"""What each key of the player does."""

from collections.abc import Mapping
from typing import Any, Final

KEYS: Final[Mapping[str, tuple[Any, ...]]] = {
    "right": ("move", "step", 1),
    "left": ("move", "step", -1),
    "full_stop": ("move", "step_beat", 1),
    "comma": ("move", "step_beat", -1),
    "home": ("move", "go", 0),
    "end": ("move", "go_end"),
    "pagedown": ("move", "page", 1),
    "pageup": ("move", "page", -1),
    "right_square_bracket": ("same_seat", 1),
    "left_square_bracket": ("same_seat", -1),
    **{str(seat): ("seat", seat) for seat in range(1, 10)},
    "greater_than_sign": ("mark", 1),
    "less_than_sign": ("mark", -1),
    "h": ("moment", 1),
    "H": ("moment", -1),
    "p": ("ask", "Next step of player"),
    "g": ("ask", "Go to step"),
    "slash": ("ask", "Search"),
    "n": ("search_on", 1),
    "N": ("search_on", -1),
    "up": ("scroll_table", -1),
    "down": ("scroll_table", 1),
    "space": ("play",),
    "plus": ("change_pace", 1),
    "equals_sign": ("change_pace", 1),
    "minus": ("change_pace", -1),
    "i": ("vary",),
    "backspace": ("vary_back",),
    "k": ("keep",),
    "o": ("watch_as", 1),
    "O": ("watch_as", -1),
    "c": ("toggle_choices",),
    "l": ("toggle_list",),
    "v": ("toggle_future",),
    "e": ("learn",),
    "enter": ("ask_choice",),
    "t": ("toggle_reasons",),
    "f": ("panel", "facts"),
    "r": ("panel", "notes"),
    "w": ("panel", "words"),
    "m": ("panel", "glance"),
    "a": ("panel", "glance"),
    "question_mark": ("panel", "help"),
    "escape": ("panel", ""),
    "q": ("exit",),
}
"""By key the name of what the player does, and with what."""

IN_PANEL: Final[Mapping[str, tuple[Any, ...]]] = {
    **KEYS,
    "pagedown": ("scroll_page", 1),
    "pageup": ("scroll_page", -1),
    "space": ("scroll_page", 1),
}
"""By key what the player does while a panel hides the table: what moves the match far, or plays it, scrolls there."""

"""What can be typed in `play` besides actions."""

from collections.abc import Mapping
from typing import Final

COMMANDS: Final[Mapping[str, str]] = {
    "look": "look [OBSERVER]: the table, as everybody sees it or as OBSERVER does (also: show)",
    "log": "log [N]: the last N steps",
    "undo": "undo [STEP] [REASON]: takes back the last step, or all after STEP",
    "redo": "redo: brings back what the last undo took",
    "amend": "amend STEP ACTION: puts a step right; also STEP insert ACTION; ACTION, STEP remove; of "
    "the start 0 players NAMES, 0 deal {...}, or a field of the deal: 0 stacks 9ms 6sy; 8ms 7sk",
    "note": "note TEXT: a remark on the last step",
    "help": "help [VERB]: what can be entered, or more about one action",
    "rules": "rules [NUMBER]: the rules of the game, or one of them",
    "result": "result: how the match stands",
    "quit": "quit: leaves; the match can be gone on with at any time",
}
"""What can be entered besides actions; where a game has a verb of the same name, write :show for the command."""
OTHER_NAMES: Final = {"show": "look", "exit": "quit", "?": "help"}
MID_ENTRY_COMMANDS: Final = ("look", "log", "rules", "result")
"""Commands that are run in the middle of an entry, too."""


def command_named(word: str) -> str:
    """The command that a word names, or alone begins so; empty where there is none."""
    word = OTHER_NAMES.get(word.casefold(), word.casefold())
    begun = [name for name in COMMANDS if name.startswith(word)] if word else []
    return word if word in COMMANDS else begun[0] if len(begun) == 1 else ""

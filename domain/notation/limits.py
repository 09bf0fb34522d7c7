"""How much of anything may be written, so that no file and no remark takes more than it is worth."""

from typing import Final

from ludograph.domain.notation.visible_text import on_one_line

LINE: Final = 1_000_000
"""Bytes in a line."""
EVENTS: Final = 25_000
"""Actions, takebacks and remarks in a match."""
RESERVED: Final = 1_000
"""Events at the end of a match that are reserved for play and officials; remarks cannot use them."""
OFFICIALS: Final = 100
"""Events at the very end of a match that are reserved for officials: rulings, abandoning, reopening."""
PLAYERS: Final = 2_000
"""Players of a tournament: with more, standings after ten rounds take longer than two seconds to work out."""
LINES: Final = 30_000
"""Lines in a match, those of its header among them."""
MATCH: Final = 20_000_000
"""Characters in all lines of a match."""
WORDS: Final = 5_000
"""Words in a line of text, and outcomes of an action: no game has so many cards."""
OUTCOME: Final = 100
"""Characters in an outcome, which is a card or a number."""
TEXT: Final = 10_000
"""Characters in a remark, a reason, or what somebody says."""
SHORT_TEXT: Final = 200
"""Characters in what names something: a tournament, a table, who entered it."""
DIGITS: Final = 40
"""Digits in a number: no game has so much money, and which numbers are too large for it is for its rules to say."""
DEPTH: Final = 32
"""How deep lists and objects may stand in each other."""
NAME_WORDS: Final = 6
"""More words than this no card has in its name."""
QUOTED: Final = 60
"""Characters that a message quotes of what was written."""


def cut(text: str) -> str:
    """The beginning of a text, short enough for a message, and on one line."""
    text = on_one_line(text[: QUOTED + 1])
    return text if len(text) <= QUOTED else f"{text[: QUOTED - 3]}..."


LINE_TOO_LONG: Final = f"This line is too long: a line holds at most {LINE:,} bytes."
MATCH_TOO_LONG: Final = f"This match is too long: a match has at most {LINES:,} lines and {MATCH:,} characters."
TOO_DEEP: Final = f"This is nested too deeply: at most {DEPTH} lists and objects may stand in each other."
NUMBER_TOO_LONG: Final = f"A number here is too long to read: a number has at most {DIGITS} digits."
TOO_MANY_WORDS: Final = f"There are too many words here: a line holds at most {WORDS:,}."
TOO_MANY_OUTCOMES: Final = f"There are too many entries here: a list of cards or outcomes holds at most {WORDS:,}."
MATCH_FULL: Final = f"This match is too long: nothing can be added to {EVENTS:,} actions, takebacks and remarks."

KEPT_FOR_OFFICIALS: Final = (
    f"This match is full: the last {OFFICIALS} of its {EVENTS:,} events are kept for directors, who can still rule on "
    "it or abandon it."
)
NO_REMARKS: Final = (
    f"This match takes no more remarks: the last {RESERVED:,} of its {EVENTS:,} events are kept for play and officials."
)


class TooLong(ValueError):
    """A text that is to be recorded is too long; the message says what is and how long it may be."""


def check_text(what: str, text: str) -> None:
    """Raises `TooLong` where a text that is to be recorded is too long."""
    if len(text) > TEXT:
        raise TooLong(f"{what} has at most {TEXT:,} characters, and this one {len(text):,}.")

"""Text that people see: nothing that came from outside controls a terminal, hides, or turns letters round."""

import re
from functools import cache
from typing import Final

_CONTROLS: Final = "\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff"
_TURNING: Final = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_UNSEEN: Final = (
    "\xad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u2060-\u2065\u206a-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e00ff"
)
_SIMPLE: Final = "\x00-\u058f\u2000-\u206f"
"""Scripts that join no letters, and what is no letter: a joiner beside them only hides there."""
_JOINERS: Final = f"(?<![^{_SIMPLE}])[\u200c\u200d]|[\u200c\u200d](?![^{_SIMPLE}])"


class Styled(str):
    """A text with our own colours, in which everything from outside was made visible before it was coloured."""

    __slots__ = ()


def visible(text: str) -> str:
    r"""A text of any number of lines, with `\x1b` or `\u202e` for what would do something but be seen."""
    if isinstance(text, Styled) or _is_plain(text):
        return text
    return _harmful().sub(_written, text.replace("\r\n", "\n"))


def on_one_line(text: str) -> str:
    r"""A text that stands within a line, with `\n`, `\t` or `\x1b` for what would do something but be seen."""
    return text if _is_plain(text) else _harmful().sub(_written, text).replace("\n", r"\n").replace("\t", r"\t")


def visible_json(text: str) -> str:
    """JSON of the same value, with all that is not to be done escaped as JSON has it."""
    return text if _is_plain(text) else _harmful().sub(_escaped, text)


def _is_plain(text: str) -> bool:
    """Whether there is nothing in it but what every keyboard has, as in most texts: then nothing is looked for."""
    return text.isascii() and text.isprintable()


@cache
def _harmful() -> re.Pattern[str]:
    """Made when it is first needed, for it takes a millisecond."""
    return re.compile(f"[{_CONTROLS}{_TURNING}{_UNSEEN}]|{_JOINERS}")


def _written(found: re.Match[str]) -> str:
    return ascii(found[0])[1:-1]


def _escaped(found: re.Match[str]) -> str:
    units = found[0].encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))

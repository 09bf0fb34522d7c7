"""A line of text cut into words: as match files have them, and as people type them."""

import re
from collections.abc import Sequence
from functools import cache
from json import JSONDecodeError, loads
from typing import Final, Literal

from msgspec import Struct

from ludograph.domain.notation import limits
from ludograph.domain.notation.limits import cut
from ludograph.domain.notation.strict_json import Unreadable, encodable

Kind = Literal["plain", "quoted", "object", "open", "arrow", "end"]
"""What a word is: `open` begins a text or an object that does not end, `end` is a `;` before another action."""


class Word(Struct, frozen=True):
    """A word as it stands in a line, and where it begins and ends."""

    text: str
    start: int
    stop: int
    kind: Kind = "plain"


class Quoted(str):
    """A text that stood in quotes, so that a number in it stays a text."""

    __slots__ = ()


@cache
def _cutting(several: bool) -> re.Pattern[str]:
    """A pattern for words, which go up to one of some characters; made for the manner that is read."""
    stops, end = (r"\s;,", ";") if several else (r"\s", "(?!)")
    return re.compile(
        rf'(?P<quoted>"(?:[^"\\]|\\.)*")(?=[{stops}]|$)|(?P<open>["{{][^{stops}]*)|(?P<arrow>>)|(?P<end>{end})'
        rf"|(?P<plain>[^{stops}]+)",
        re.DOTALL,
    )


_BLANK: Final = re.compile(r"\s*")
_BLANK_OR_COMMA: Final = re.compile(r"[\s,]*")
KINDS: Final[dict[str, Kind]] = {kind: kind for kind in ("plain", "quoted", "open", "arrow", "end")}


def words_of(text: str, start: int = 0, *, most: int | None = None, several: bool = False) -> list[Word]:
    """The words of a line from a place on, up to `most` of them; a text in quotes is one, an object the last.

    `several`: whether `;` divides actions, and a comma is a blank.
    """
    found: list[Word] = []
    stop = len(text.rstrip())
    cutting, blank = _cutting(several), _BLANK_OR_COMMA if several else _BLANK
    braced = text[:stop].endswith("}")
    at = _after(blank, text, start)
    while at < stop and (most is None or len(found) < most):
        if braced and text[at] == "{":
            return [*found, Word(text[at:stop], at, stop, "object")]
        match = cutting.match(text, at, stop)
        assert match is not None
        found.append(Word(match[0], at, match.end(), KINDS[match.lastgroup or "plain"]))
        at = _after(blank, text, match.end())
    return found


def _after(blank: re.Pattern[str], text: str, at: int) -> int:
    found = blank.match(text, at)
    return found.end() if found else at


def plain(word: Word) -> str:
    """What a word says: a text in quotes without them, another as it stands."""
    text = _unquoted(word) if word.kind == "quoted" else None
    return word.text if text is None else Quoted(text)


def _unquoted(word: Word) -> str | None:
    try:
        text = str(loads(word.text))
    except JSONDecodeError:
        return None
    return text if encodable(text) else None


def check_words(words: Sequence[Word]) -> None:
    """Raises `Unreadable` for too many words, a text or object that does not end, and a text that is no JSON."""
    for word in words:
        if word.kind == "open":
            raise Unreadable("This text or object does not end.", word.start + 1)
        if word.kind == "quoted" and _unquoted(word) is None:
            raise Unreadable(f"This is not JSON: {cut(word.text)}.", word.start + 1)
    if len(words) > limits.WORDS:
        raise Unreadable(limits.TOO_MANY_WORDS, words[-1].start + 1)

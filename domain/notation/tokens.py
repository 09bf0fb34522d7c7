"""The first stage of reading a line: its text cut into tokens, as match files have them and as people type them."""

import re
from collections.abc import Sequence
from functools import cache
from json import JSONDecodeError, loads
from typing import Final, Literal, NamedTuple

from msgspec import Struct

from ludograph.domain.notation import limits
from ludograph.domain.notation.limits import cut
from ludograph.domain.notation.strict_json import Unreadable, encodable

TokenKind = Literal["plain", "quoted", "object", "open", "arrow", "end"]
"""What a word is: `open` begins a text or an object that does not end, `end` is a `;` before another action."""


class LineToken(Struct, frozen=True):
    """A word, a text in quotes, an object or a sign as it stands in a line, and where it begins and ends."""

    text: str
    start: int
    stop: int
    kind: TokenKind = "plain"


class TokenizedLine(NamedTuple):
    """The tokens of a text from a place on; what a parser takes them for is told by how many of them it takes."""

    text: str
    start: int
    """Where in the text they begin: its length where there are none."""
    items: Sequence[LineToken]

    def after(self, count: int) -> "TokenizedLine":
        """The tokens without the first ones; no more of them than a line may have, and one to show that it has."""
        items = self.items[count : count + limits.WORDS + 1]
        return TokenizedLine(self.text, items[0].start if items else len(self.text), items)

    def is_end(self, at: int) -> bool:
        """Whether no value of a field stands here, but outcomes, an object, another action or nothing."""
        return at >= len(self.items) or self.items[at].kind in ("arrow", "object", "end")

    def end(self, at: int) -> int:
        """The first place from here on at which no value stands."""
        while not self.is_end(at):
            at += 1
        return at

    def stop(self, at: int) -> int:
        """Where in the text a token ends; the length of the text behind the last."""
        return self.items[at].stop if at < len(self.items) else len(self.text)


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
KINDS: Final[dict[str, TokenKind]] = {kind: kind for kind in ("plain", "quoted", "open", "arrow", "end")}


def tokenize(text: str, start: int = 0, *, most: int | None = None, several: bool = False) -> TokenizedLine:
    """The tokens of a text from a place on, up to `most` of them; a text in quotes is one, an object the last.

    `several`: whether `;` divides actions, and a comma is a blank.
    """
    found: list[LineToken] = []
    stop = len(text.rstrip())
    cutting, blank = _cutting(several), _BLANK_OR_COMMA if several else _BLANK
    braced = text[:stop].endswith("}")
    at = _after(blank, text, start)
    while at < stop and (most is None or len(found) < most):
        # An object may hold blanks, quotes and a `>`: where the line ends with its brace it is taken whole.
        if braced and text[at] == "{":
            found.append(LineToken(text[at:stop], at, stop, "object"))
            break
        match = cutting.match(text, at, stop)
        assert match is not None
        found.append(LineToken(match[0], at, match.end(), KINDS[match.lastgroup or "plain"]))
        at = _after(blank, text, match.end())
    return TokenizedLine(text, start, found)


def _after(blank: re.Pattern[str], text: str, at: int) -> int:
    found = blank.match(text, at)
    return found.end() if found else at


def token_value(token: LineToken) -> str:
    """What a token says: a text in quotes without them, another as it stands."""
    text = _unquoted(token) if token.kind == "quoted" else None
    return token.text if text is None else Quoted(text)


def _unquoted(token: LineToken) -> str | None:
    try:
        text = str(loads(token.text))
    except JSONDecodeError:
        return None
    return text if encodable(text) else None


def check_tokens(tokens: Sequence[LineToken]) -> None:
    """Raises `Unreadable` for too many tokens, a text or object that does not end, and a text that is no JSON."""
    for token in tokens:
        if token.kind == "open":
            raise Unreadable("This text or object does not end.", token.start + 1)
        if token.kind == "quoted" and _unquoted(token) is None:
            raise Unreadable(f"This is not JSON: {cut(token.text)}.", token.start + 1)
    if len(tokens) > limits.WORDS:
        raise Unreadable(limits.TOO_MANY_WORDS, tokens[-1].start + 1)

"""JSON read strictly, and what is told where something is no notation at all."""

import re
from json import JSONDecodeError, dumps, loads
from typing import Any

from ludograph.domain.notation import limits
from ludograph.domain.notation.limits import cut
from ludograph.domain.notation.values import raw_text


class Unreadable(ValueError):
    """Not notation at all. `line` counts from 1 and is 0 where there is but one; `column` counts from 1."""

    def __init__(self, why: str, column: int = 1, line: int = 0) -> None:
        super().__init__(why)
        self.why = why
        self.column = column
        self.line = line


def load_object(text: str) -> dict[str, Any]:
    """A JSON object, read strictly: no key twice, no NaN; `Unreadable` says where it stops being one."""
    raw = load_value(text)
    if not isinstance(raw, dict):
        raise Unreadable(f"A JSON object belongs here, not {raw_text(raw)}.", 1)
    return raw


def load_value(text: str) -> Any:
    """A JSON value, read as strictly. Raises `Unreadable`, or `NoJson` where it is none at all."""
    _check_depth(text)
    try:
        raw = loads(text, object_pairs_hook=_once, parse_constant=_no_constant, parse_int=_number)
    except JSONDecodeError as wrong:
        raise NoJson(f"This is not JSON: {wrong.msg}.", wrong.pos + 1) from wrong
    except InvalidValue as wrong:
        raise Unreadable(str(wrong), key_column(text, wrong.key)) from wrong
    if (half := _HALF.search(text)) and not encodable(raw):
        raise Unreadable("Half a character stands here: \\ud800 to \\udfff come in pairs.", half.start() + 1)
    return raw


class NoJson(Unreadable):
    """A text that is no JSON, and may be meant as a plain text."""


def _check_depth(text: str) -> None:
    """Refuses what is nested too deeply, before anything is made of it."""
    if text.count("[") + text.count("{") <= limits.DEPTH:
        return
    depth = 0
    for found in _BRACKET.finditer(text):
        depth += (found[0] in "[{") - (found[0] in "]}")
        if depth > limits.DEPTH:
            raise Unreadable(limits.TOO_DEEP, found.start() + 1)


_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*(?:"|\\?$)|[\[{]|[\]}]')
"""What opens and closes in JSON, and texts, in which brackets mean nothing; one that does not end goes to the end."""


def _number(digits: str) -> int:
    if len(digits.lstrip("-")) > limits.DIGITS:
        raise InvalidValue("", limits.NUMBER_TOO_LONG)
    return int(digits)


_HALF = re.compile(r"\\u[dD][89a-fA-F]")


def encodable(raw: object) -> bool:
    """Whether all texts in a value can be written down: none has half of a character."""
    try:
        dumps(raw, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


class InvalidValue(ValueError):
    """The value of this key cannot be read."""

    def __init__(self, key: str, why: str) -> None:
        super().__init__(why)
        self.key = key


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise InvalidValue(key, f"`{cut(key)}` stands here twice.")
        found[key] = value
    return found


def _no_constant(name: str) -> Any:
    raise InvalidValue(name, f"{name} is no JSON.")


def key_column(text: str, key: str) -> int:
    """The column at which a key stands in a line of JSON."""
    return max(text.rfind(f'"{key}"'), 0) + 1

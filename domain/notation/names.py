"""Names of players: what can be one, and when two are the same."""

import re
from functools import lru_cache
from json import dumps
from typing import Final
from unicodedata import category, normalize

from ludograph.domain.notation.limits import cut
from ludograph.domain.notation.visible_text import on_one_line

NAME: Final = re.compile('[^\\s"](?:[^"]{0,38}[^\\s"])?')
_MEANING: Final = ("table", "judge", "??")
_VARIANTS: Final = frozenset(map(chr, range(0xFE00, 0xFE10)))
_BLANK: Final = _VARIANTS | {"\u2800", "\U0001d159"}
"""What shows nothing, though it is called a letter or a sign, and what only changes the sign before it."""
_ALIKE: Final = str.maketrans(
    dict.fromkeys((*_VARIANTS, "\u200c", "\u200d"), "") | dict.fromkeys("\u2018\u2019\u02bc\u2032", "'")
)
"""What cannot be seen at all, and the apostrophes."""


class Misnamed(ValueError):
    """Somebody cannot be called so; the message says why."""


def check_players(players: object) -> tuple[str, ...]:
    """The players' names, trimmed and in one composed form; `Misnamed` says which name cannot be one."""
    if not isinstance(players, list | tuple):
        raise Misnamed("`players` is a list of names in the order of the seats")
    names = tuple(_checked(name) for name in players)
    looks = [folded(name) for name in names]
    if same := next((name for name, look in zip(names, looks, strict=True) if looks.count(look) > 1), None):
        raise Misnamed(f"two players have the same name, or names that look the same: {cut(same)}; tell them apart")
    return names


# More than a tournament has players: it compares all of them again and again, in the same order.
@lru_cache(maxsize=4096)
def folded(name: str) -> str:
    """What is the same for two names that nobody can tell apart by looking at them, or that differ in capitals."""
    return " ".join(folded_text(name).split())


def folded_text(text: str) -> str:
    """What is the same for two texts that look alike or differ in capitals; their blanks stay as they are."""
    return normalize("NFKC", text).translate(_ALIKE).casefold()


def _checked(raw: object) -> str:
    name = normalize("NFC", raw).strip(" \t\r\n") if isinstance(raw, str) else ""
    quoted = cut(dumps(raw, ensure_ascii=False, default=str))
    if not NAME.fullmatch(name):
        raise Misnamed(f"{quoted} cannot be a name: 1 to 40 characters, without double quotes and control characters")
    if not _is_visible(name):
        raise Misnamed(f"{quoted} cannot be a name: every character must be visible, and spaces must be plain ones")
    if name.casefold() in _MEANING or name.isdigit():
        raise Misnamed(f"{name} cannot be a name: it means something else here")
    return name


def _is_visible(name: str) -> bool:
    """Whether every character shows, on its own or in the letters around it."""
    kinds = {category(character) for character in name.replace(" ", "")}
    blank = not _BLANK.isdisjoint(name) or on_one_line(name) != name
    return not blank and not kinds & {"Zs", "Zl", "Zp", "Cc", "Cs", "Cn", "Co"} and category(name[0])[0] != "M"

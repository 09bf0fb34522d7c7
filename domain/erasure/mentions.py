"""Where a name stands in a text: as a whole, in whatever capitals, letters and blanks it was written."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple
from unicodedata import category, name

from ludograph.domain.notation.names import folded, folded_text

UNSPACED: Final = ("CJK", "HIRAGANA", "KATAKANA", "THAI", "LAO", "KHMER", "MYANMAR", "HANGUL")
"""Scripts in which words, or endings of them, follow each other without blanks: a name may stand in the midst."""
SHORTEST: Final = 2
"""Fewer letters of a name are no part of it that somebody would look for."""
_JOINING: Final = "\u1160-\u11ff\uff9e\uff9f"


class TextSpan(NamedTuple):
    """Where something stands in a text."""

    start: int
    end: int


class Mentions:
    """Finds a name in texts; a longer name of somebody else, in which it stands too, is none of it."""

    def __init__(self, name: str, others: Iterable[str] = ()) -> None:
        self.name = folded(name)
        longer = {other for other in map(folded, others) if other != self.name and _pattern(self.name).search(other)}
        self._others = sorted(longer, key=len, reverse=True)
        self._first = self.name.partition(" ")[0]
        self._all = re.compile("|".join([*(f"(?:{_worded(one)})" for one in self._others), f"(?P<it>{_worded(name)})"]))

    def is_name(self, text: str) -> bool:
        """Whether this is the name, and nothing else."""
        return folded(text) == self.name

    def spans(self, text: str) -> Iterator[TextSpan]:
        """Every place at which the name stands."""
        if self._first not in folded_text(text):
            return  # as nearly always
        look, places = _mapped(text)
        for found in self._all.finditer(look):
            if found["it"] is not None and {found.start(), found.end()} <= places.keys():
                yield TextSpan(places[found.start()], places[found.end()])

    def replaced(self, text: str, pseudonym: str) -> str:
        """The text with a pseudonym in the place of the name."""
        done, kept = 0, []
        for span in self.spans(text):
            kept += [text[done : span.start], pseudonym]
            done = span.end
        return "".join([*kept, text[done:]]) if kept else text

    def stands_in(self, text: str) -> bool:
        """Whether the name stands in a text."""
        return next(self.spans(text), None) is not None


def parts_of(name: str) -> list[str]:
    """The words of a name of several: somebody may be called by one of them alone."""
    words = folded(name).split()
    return [word for word in words if len(word) >= SHORTEST] if len(words) > 1 else []


@lru_cache(maxsize=64)
def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(_worded(name))


def _worded(name: str) -> str:
    """A pattern of a name as it stands among other words."""
    words = folded(name).split()
    inner = r"\s+".join(map(re.escape, words))
    return f"{_bound(words[0][0], '<')}{inner}{_bound(words[-1][-1], '')}"


def _bound(edge: str, where: str) -> str:
    """What must not stand beside the edge of a name: more letters, where a script parts its words."""
    return rf"(?{where}![^\W_])" if edge.isalnum() and not _is_unspaced(edge) else ""


def _is_unspaced(letter: str) -> bool:
    return name(letter, "").startswith(UNSPACED)


def _mapped(text: str) -> tuple[str, dict[int, int]]:
    """A text as names are compared, and for each place in it between two letters that in the text itself."""
    look, places, size = [], {}, 0
    for start, cluster in _clusters(text):
        places[size] = start
        look.append(folded_text(cluster))
        size += len(look[-1])
    places[size] = len(text)
    return "".join(look), places


def _clusters(text: str) -> Iterator[tuple[int, str]]:
    """Each letter with the marks upon it, which may make one letter of it."""
    start = 0
    for at in range(1, len(text) + 1):
        if at == len(text) or not _joins(text[at]):
            if start < at:
                yield start, text[start:at]
            start = at


def _joins(letter: str) -> bool:
    return category(letter)[0] == "M" or re.match(f"[{_JOINING}]", letter) is not None

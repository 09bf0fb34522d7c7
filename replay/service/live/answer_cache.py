"""Answers that many ask for alike, kept by what they depend on.

Concurrency: asked from the event loop and from threads. A key holds the numbers of all that its answer follows from
(versions, changes, the time of those who are behind), so an answer is never wrong, only no longer asked for; nothing
has to be thrown away when something changes, and two who work out the same at once do no harm.
"""

from collections import OrderedDict
from typing import Any, Final

ANSWERS: Final = 200
"""No more answers than this are kept."""


class AnswerCache(OrderedDict[tuple[object, ...], Any]):
    """The newest answers; the oldest goes first."""

    def __setitem__(self, key: tuple[object, ...], value: Any) -> None:
        super().__setitem__(key, value)
        while len(self) > ANSWERS:
            self.popitem(last=False)

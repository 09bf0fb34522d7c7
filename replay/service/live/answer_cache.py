"""Answers that many ask for alike, kept by what they depend on."""

# Concurrency: asked from the event loop and from threads. A key holds all that its answer follows from (versions,
# numbers of changes, or the half second in which it was asked), so that nothing has to be thrown away when something
# changes: the old answer is not asked for any more. Two who work out the same at once do no harm.

from collections import OrderedDict
from typing import Any, Final

ANSWERS: Final = 200
"""No more answers than this are kept where nobody says how many."""


class AnswerCache(OrderedDict[tuple[object, ...], Any]):
    """The newest answers, so many at most; the oldest goes first."""

    def __init__(self, most: int = ANSWERS) -> None:
        super().__init__()
        self._most = most

    def __setitem__(self, key: tuple[object, ...], value: Any) -> None:
        super().__setitem__(key, value)
        while len(self) > self._most:
            self.popitem(last=False)

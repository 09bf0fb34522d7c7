"""A match as the observer sees it: what is open to whom."""

from functools import cached_property
from typing import Any

from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import Choice, Seat, verb_of
from ludograph.domain.match.aggregate import Match, waited_for


class ObservedMatch:
    """What an observer sees of a match, after a step or the last.

    It is worked out when it is asked for, which a line in full never does, and once, for other lines ask several times.
    """

    def __init__(self, match: Match, observer: Observer, at: int | None = None, *, view: Any = None) -> None:
        self.match = match
        self.observer = observer
        self.past = at is not None
        """Whether more was played since."""
        self._at = at
        self._view = view
        """How the match would stand for the observer after what is not recorded."""

    @cached_property
    def view(self) -> Any:
        """The state as the observer knows it."""
        return self._view if self._view is not None else self.match.view(self.observer, self._at)

    @cached_property
    def open(self) -> dict[Seat, tuple[Choice, ...]]:
        """What is open to each seat, as far as the observer can tell."""
        return self.match.open_to(self.view)

    @property
    def waited(self) -> list[Seat]:
        """Whom somebody waits for."""
        return [seat for seat, choices in self.open.items() if waited_for(choices)]

    def able(self, verb: str) -> list[Seat]:
        """Who can do this now."""
        return [seat for seat, choices in self.open.items() if any(verb_in(one) == verb for one in choices)]


def verb_in(choice: Choice) -> str:
    """The verb of a block of choices."""
    return verb_of(choice.action.__name__)

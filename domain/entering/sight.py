"""A match as the eyes at the screen see it: what is open to whom."""

from typing import Any, NamedTuple

from domain.kernel.conceal import Observer
from domain.kernel.game import Choice, Seat, verb_of
from domain.records.match import Match, waited_for


class Sight(NamedTuple):
    """A match, and its state as the eyes at the screen know it, after a step or the last."""

    match: Match
    view: Any
    past: bool = False
    """Whether more was played since."""

    @classmethod
    def of(cls, match: Match, observer: Observer, at: int | None = None) -> "Sight":
        """What an observer sees of a match."""
        return cls(match, match.view(observer, at), at is not None)

    def open(self) -> dict[Seat, tuple[Choice, ...]]:
        """What is open to each seat, as far as these eyes can tell."""
        return self.match.open_to(self.view)

    def able(self, verb: str) -> list[Seat]:
        """Who can do this now."""
        return [seat for seat, choices in self.open().items() if any(verb_in(one) == verb for one in choices)]

    def waited(self) -> list[Seat]:
        """Whom somebody waits for."""
        return [seat for seat, choices in self.open().items() if waited_for(choices)]


def verb_in(choice: Choice) -> str:
    """The verb of a block of choices."""
    return verb_of(choice.action.__name__)

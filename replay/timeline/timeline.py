"""A match step by step as an observer knows it: concealed, then the same fold as ever."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.events import AnyStep
from ludograph.domain.match.views import concealed, concealed_start, fold


class Frame(NamedTuple):
    """A step that stands, concealed for the observer, and the state after it. Step 0 is the setup and has no `step`."""

    number: int
    step: AnyStep | None
    facts: tuple[Any, ...]
    state: Any
    before: Any = None
    """The state before it; None before the setup."""


class Timeline:
    """All frames of a match for one observer, each worked out once when it is first needed."""

    def __init__(self, match: Match, observer: Observer) -> None:
        self.match = match
        self.observer = observer
        facts = concealed_start(match.start, observer).facts
        self._frames = [Frame(0, None, facts, fold(None, facts))]

    def __len__(self) -> int:
        return len(self.match.states)

    def __getitem__(self, number: int) -> Frame:
        """The frame of a step; IndexError where there is none."""
        if not 0 <= number < len(self):
            raise IndexError(number)
        while len(self._frames) <= number:
            step = concealed(self.match.steps[len(self._frames) - 1], self.observer)
            before = self._frames[-1].state
            self._frames.append(Frame(step.number, step, step.facts, fold(before, step.facts), before))
        return self._frames[number]

    def __iter__(self) -> Iterator[Frame]:
        """Every frame, from the setup on."""
        return (self[number] for number in range(len(self)))

    def carried_on(self, match: Match) -> "Timeline":
        """The timeline of the same match as it stands now; what still stands is not worked out again."""
        carried = Timeline(match, self.observer)
        kept = last_common_step(self.match, match)
        if self.match.start is match.start:
            carried._frames = self._frames[: kept + 1]
        return carried


def last_common_step(before: Match, now: Match) -> int:
    """The last step that is the same in a match as it was and as it is now."""
    pairs = enumerate(zip(before.steps, now.steps, strict=False))
    return next((number for number, (old, new) in pairs if old is not new), min(len(before.steps), len(now.steps)))

"""The fold of a match: which start, which steps and which states stand after its events."""

from collections.abc import Iterable, Sequence
from typing import Any

from ludograph.domain.match.events import (
    DealEntered,
    Event,
    MatchAbandoned,
    MatchReopened,
    MatchStarted,
    Step,
    StepsAmended,
    StepsTakenBack,
    start_of,
    steps_of,
)
from ludograph.domain.match.persistent_list import PersistentList, Tail
from ludograph.domain.match.views import fold


class MatchState:
    """What stands of a match, while events are applied to it; they carry their results, so that nothing is decided."""

    def __init__(
        self,
        start: MatchStarted[Any, Any, Any],
        steps: Sequence[Step[Any, Any]] = (),
        states: Sequence[Any] = (),
        history: Sequence[Event] = (),
        *,
        abandoned: bool = False,
    ) -> None:
        self.start = start
        self.abandoned = abandoned
        self._steps, self._states, self._history = Tail(steps), Tail(states), Tail(history)

    @property
    def steps(self) -> PersistentList[Step[Any, Any]]:
        """The steps that stand."""
        return self._steps.done()

    @property
    def states(self) -> PersistentList[Any]:
        """The state before the first step, and that after each."""
        return self._states.done()

    @property
    def history(self) -> PersistentList[Event]:
        """All events so far."""
        return self._history.done()

    def apply(self, events: Iterable[Event]) -> bool:
        """Goes on by these events, and says whether there were any. Raises `ValueError` where one is missing."""
        # One loop over plain lists, and no call for each event: a store of many long matches is loaded through it.
        steps, states, history = self._steps, self._states, self._history
        state = states.last
        for version, event in enumerate(events, len(history) + 1):
            if event.originator_version != version:
                raise ValueError(f"Event {version} is missing.")
            history.fresh.append(event)
            if isinstance(event, Step):
                for fact in event.facts:
                    state = fact.apply(state)
                states.fresh.append(state)
                steps.fresh.append(event)
            elif isinstance(event, StepsTakenBack):
                steps.cut(event.to)
                states.cut(event.to + 1)
                state = states.last
            elif isinstance(event, StepsAmended):
                self.start = start_of(event, self.start)
                self._amend(event)
                state = states.last
            elif isinstance(event, DealEntered):
                self.start = start_of(event, self.start)
                states.cut(0)
                state = fold(None, self.start.facts)
                states.fresh.append(state)
            elif isinstance(event, MatchAbandoned | MatchReopened):
                self.abandoned = isinstance(event, MatchAbandoned)
        return bool(history.fresh)

    def _amend(self, event: StepsAmended[Any, Any, Any, Any]) -> None:
        """Puts what a correction says in the place of what stood."""
        self._steps.cut(max(event.at - 1, 0))
        if event.start is not None:
            self._states.cut(0)
            self._states.fresh.append(fold(None, self.start.facts))
        self._states.cut(max(event.at, 1))
        for step in steps_of(event):
            self._steps.fresh.append(step)
            self._states.fresh.append(fold(self._states.last, step.facts))

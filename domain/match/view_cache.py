"""What an observer knew of a match a moment ago: whoever sees one step more of it need not fold all again."""

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock
from typing import Any, Final
from uuid import UUID

from msgspec import Struct

from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.match.events import AnyStarted, AnyStep
from ludograph.domain.match.views import concealed, concealed_start, fold

MOST: Final = 200
"""No more states than this are kept."""


class _Seen(Struct, frozen=True):
    """A state as an observer knows it, after so many steps of which this is the last."""

    start: AnyStarted
    steps: int
    last: AnyStep | None
    state: Any

    def leads_to(self, start: AnyStarted, steps: Sequence[AnyStep]) -> bool:
        """Whether these steps go on from there: a step is one object, and has the same before it wherever it stands."""
        if start is not self.start or len(steps) < self.steps:
            return False
        return self.steps == 0 or steps[self.steps - 1] is self.last


_SEEN: Final[OrderedDict[tuple[UUID, Observer], _Seen]] = OrderedDict()
_KEEPING: Final = Lock()


def cached_view(start: AnyStarted, steps: Sequence[AnyStep], observer: Observer) -> Any:
    """The state after all these steps as that observer knows it."""
    key = (start.originator_id, observer)
    seen = _SEEN.get(key)
    if seen is None or not seen.leads_to(start, steps):
        seen = _Seen(start, 0, None, fold(None, concealed_start(start, observer).facts))
    state = seen.state
    for at in range(seen.steps, len(steps)):
        state = fold(state, concealed(steps[at], observer).facts)
    with _KEEPING:
        _SEEN[key] = _Seen(start, len(steps), steps[-1] if steps else None, state)
        _SEEN.move_to_end(key)
        while len(_SEEN) > MOST:
            _SEEN.popitem(last=False)
    return state

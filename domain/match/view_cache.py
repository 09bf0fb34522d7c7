"""The cache of views: whoever sees one step more of a match than a moment ago need not fold all of it again."""

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
        """Whether these steps go on from there."""
        # Compared by identity, which costs nothing: a step is one object as long as the match is in memory, and what
        # stood before it is the same wherever it stands. A match that was loaded anew is folded anew.
        if start is not self.start or len(steps) < self.steps:
            return False
        return self.steps == 0 or steps[self.steps - 1] is self.last


_SEEN: Final[OrderedDict[tuple[UUID, Observer], _Seen]] = OrderedDict()
_LOCK: Final = Lock()


def cached_view(start: AnyStarted, steps: Sequence[AnyStep], observer: Observer) -> Any:
    """The state after all these steps as that observer knows it."""
    # Without it each action costs as much as all before it: a refusal is told from the actor's view, and followers look
    # at every step. Reading needs no lock: an entry is one immutable value, and `leads_to` asks whether it fits.
    key = (start.originator_id, observer)
    seen = _SEEN.get(key)
    if seen is None or not seen.leads_to(start, steps):
        seen = _Seen(start, 0, None, fold(None, concealed_start(start, observer).facts))
    state = seen.state
    for at in range(seen.steps, len(steps)):
        state = fold(state, concealed(steps[at], observer).facts)
    # Two threads may have folded the same; the last one stands. The lock is for the order of use, which is two steps.
    with _LOCK:
        _SEEN[key] = _Seen(start, len(steps), steps[-1] if steps else None, state)
        _SEEN.move_to_end(key)
        while len(_SEEN) > MOST:
            _SEEN.popitem(last=False)
    return state

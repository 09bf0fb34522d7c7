"""A cache of answers that many visitors request, keyed by everything they depend on."""

# Concurrency: `get`, `pop` and `[]` are used from the event loop and from threads, so a lock guards the answers; `once`
# belongs to the event loop. A key holds everything that its answer depends on (heads, change numbers, or the half
# second in which it was asked), so nothing has to be invalidated: an outdated answer is never asked for again.

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from functools import partial
from threading import Lock
from typing import Any, Final, TypeVar, cast

from ludograph.replay.service.live.worker_threads import is_viewer

T = TypeVar("T")
Key = tuple[object, ...]
ANSWERS: Final = 1_000
"""Number of answers kept by default."""
SHARE: Final = 200
"""Number of answers of one kind."""
_MISSING: Final = object()


class AnswerCache:
    """The answers that were requested last, up to a maximum number.

    Answers of one kind, the first part of their keys, take at most `share` of the places. A visitor who requests one
    step after the other drops answers of that kind, and neither the lobby nor standings.
    """

    def __init__(self, most: int = ANSWERS, share: int = SHARE) -> None:
        self._most = most
        self._share = share
        self._kept: OrderedDict[Key, Any] = OrderedDict()
        self._lock = Lock()
        self._pending: dict[tuple[bool, Key], asyncio.Task[Any]] = {}
        """Answers that are being made, apart for visitors without a token: others never share a refusal of theirs."""

    def get(self, key: Key, missing: Any = None) -> Any:
        """Return the kept answer; `missing` if there is none."""
        with self._lock:
            if key not in self._kept:
                return missing
            self._kept.move_to_end(key)
            return self._kept[key]

    def pop(self, key: Key) -> Any:
        """Take an answer out; None if there is none."""
        with self._lock:
            return self._kept.pop(key, None)

    def __setitem__(self, key: Key, value: Any) -> None:
        with self._lock:
            self._kept[key] = value
            self._kept.move_to_end(key)
            same = [one for one in self._kept if one[0] == key[0]]
            if len(same) > self._share:
                del self._kept[same[0]]
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)

    async def once(self, key: Key, make: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Return the kept answer, or make it. Requests that arrive meanwhile wait for the same one.

        Raises what `make` raises, to everybody who waited; nothing is kept then.
        """
        # An answer may be None.
        kept: T | object = self.get(key, _MISSING)
        if kept is not _MISSING:
            return cast("T", kept)
        who = (is_viewer(), key)
        task = self._pending.get(who)
        if task is None:
            task = self._pending[who] = asyncio.create_task(make())
            task.add_done_callback(partial(self._keep, who))
        # Shielded because a browser that goes away must not take the answer away from the others.
        answer: T = await asyncio.shield(task)
        return answer

    def _keep(self, who: tuple[bool, Key], task: asyncio.Task[Any]) -> None:
        del self._pending[who]
        if not task.cancelled() and task.exception() is None:
            self[who[1]] = task.result()

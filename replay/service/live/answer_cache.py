"""A cache of answers that many visitors request, keyed by everything they depend on."""

# Concurrency: `get` and `[]` are used from the event loop and from threads, `once` from the event loop alone. A key
# holds everything that its answer depends on (heads, change numbers, or the half second in which it was asked), so
# nothing has to be invalidated: an outdated answer is never asked for again.

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Final, TypeVar

T = TypeVar("T")
ANSWERS: Final = 200
"""Number of answers kept by default."""


class AnswerCache(OrderedDict[tuple[object, ...], Any]):
    """The newest answers, up to a maximum number; the oldest is dropped first."""

    def __init__(self, most: int = ANSWERS) -> None:
        super().__init__()
        self._most = most
        self._pending: dict[tuple[object, ...], asyncio.Task[Any]] = {}

    def __setitem__(self, key: tuple[object, ...], value: Any) -> None:
        super().__setitem__(key, value)
        while len(self) > self._most:
            self.popitem(last=False)

    async def once(self, key: tuple[object, ...], make: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Return the kept answer, or make it. Requests that arrive meanwhile wait for the same one.

        Raises what `make` raises, to everybody who waited; nothing is kept then.
        """
        if key in self:
            kept: T = self[key]
            return kept
        task = self._pending.get(key)
        if task is None:
            task = self._pending[key] = asyncio.create_task(make())
            task.add_done_callback(partial(self._keep, key))
        # Shielded because a browser that goes away must not take the answer away from the others.
        answer: T = await asyncio.shield(task)
        return answer

    def _keep(self, key: tuple[object, ...], task: asyncio.Task[Any]) -> None:
        del self._pending[key]
        if not task.cancelled() and task.exception() is None:
            self[key] = task.result()

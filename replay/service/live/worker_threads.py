"""The threads in which a service waits for its store, so that its event loop never does."""

# Concurrency: everything here runs in the event loop; only the work itself runs in a thread. What it touches has to
# bear several threads at once: the recorder, the match index and the tournament cache do, the match cache and the
# subscriptions do not and belong to the loop alone.

import math
from collections.abc import Callable
from contextvars import ContextVar
from functools import partial
from typing import Any, Final, TypeVar

from anyio import CapacityLimiter, WouldBlock, to_thread

from ludograph.replay.service.live.bounded_wait import fail_unanswered

T = TypeVar("T")
THREADS: Final = 8
"""So many pieces of work wait for the store at once; each takes a file for its connection (decision 204)."""
VIEWERS: Final = 4
"""Threads for those who show no token, besides. So a crowd of them takes none from those who record."""
LISTS: Final = 2
"""Threads that put lists and messages together. More would not be faster: Python runs one of them at a time."""


class Requester:
    """The sender of a request, as far as the choice of threads depends on it."""

    def __init__(self, *, is_viewer: bool) -> None:
        self.is_viewer = is_viewer
        """Whether the request shows no valid token."""


REQUESTER: Final = ContextVar[Requester | None]("REQUESTER", default=None)
"""The sender of the current request; None for the service's own work, which uses the threads of token holders."""


def is_viewer() -> bool:
    """Whether the current request shows no valid token."""
    requester = REQUESTER.get()
    return requester is not None and requester.is_viewer


class WorkerThreads:
    """A bounded number of threads, for which nobody waits longer than for the store itself."""

    def __init__(self, deadline: float, number: int = THREADS, viewers: int = VIEWERS) -> None:
        self._deadline = deadline
        self._present = CapacityLimiter(number)
        self._viewers = CapacityLimiter(viewers)
        # The wait for a thread has a deadline and the work has none, for the store has its own (decision 195): a query
        # that is answered slowly must not be cut off. So our limiter is taken first, and the library's sets no bound.
        self._unbounded = CapacityLimiter(math.inf)

    async def run(self, work: Callable[..., T], *args: Any, **named: Any) -> T:
        """What a function comes to that waits for the store. Raises `Unanswered` where no thread is free in time.

        Whoever is cancelled meanwhile (a browser that has gone) waits for the end of the work: a thread cannot be
        stopped, and until then it is not free for anybody else.
        """
        # A limiter knows its borrowers apart, by default as tasks, and lends to each once: so each call is its own.
        borrower, free = object(), self._viewers if is_viewer() else self._present
        try:
            free.acquire_on_behalf_of_nowait(borrower)
        except WouldBlock:
            with fail_unanswered(self._deadline, "All threads are waiting for the store."):
                await free.acquire_on_behalf_of(borrower)
        try:
            return await to_thread.run_sync(partial(work, *args, **named), limiter=self._unbounded)
        finally:
            free.release_on_behalf_of(borrower)

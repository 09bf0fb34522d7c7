"""Threads for questions about entries: desks, drafts and previews. One token asks one question at a time."""

# Concurrency: `run` belongs to the event loop; only the work itself runs in a thread.

from collections.abc import Callable
from typing import Any, Final, TypeVar

from ludograph.domain.store.tokens import Token
from ludograph.replay.service.live.bounded_wait import fail_unanswered
from ludograph.replay.service.live.match_locks import Locks
from ludograph.replay.service.live.worker_threads import WorkerThreads

T = TypeVar("T")
THREADS: Final = 4
"""Questions that are worked on at once, each for another token."""


class AskingThreads:
    """Threads apart from those that record, shared fairly among tokens.

    A preview of a long correction takes seconds. With a single token nobody can take more than one of the threads,
    so other tables are still answered, and entries never wait for any of them.
    """

    def __init__(self, deadline: float) -> None:
        self._deadline = deadline
        self._threads = WorkerThreads(deadline, THREADS)
        self._turns = Locks[str]()

    async def run(self, token: Token, work: Callable[..., T], *args: Any, **named: Any) -> T:
        """Return the result of a function. Raises `Unanswered` if the turn of the token does not come in time."""
        lock = self._turns.of(token.id)
        with fail_unanswered(self._deadline, "Earlier questions with this link are still being answered."):
            await lock.acquire()
        try:
            return await self._threads.run(work, *args, **named)
        finally:
            lock.release()

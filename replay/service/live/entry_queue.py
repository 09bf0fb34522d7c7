"""One entry in a match at a time: others wait in the order in which they came."""

# Concurrency: for tasks of one service. Other services and commands on the same store are not kept out: whoever is late
# is told of a clash by the store (decision 151), and that is seldom where those here take turns.

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import monotonic
from typing import Final
from uuid import UUID

from ludograph.replay.service.live.bounded_wait import fail_unanswered
from ludograph.replay.service.live.match_locks import MatchLocks

AT_ONCE: Final = 0.001
"""Whoever has their turn in so many seconds has not waited for anybody."""


class EntryQueue:
    """The turns of those who record, match by match and tournament by tournament."""

    def __init__(self, deadline: float) -> None:
        self._deadline = deadline
        self._locks = MatchLocks()

    @asynccontextmanager
    async def turn(self, id: UUID) -> AsyncIterator[bool]:
        """A turn in a match or tournament; whether it had to be waited for, so that rights are to be looked at anew.

        Raises `Unanswered` where those before it do not come to an end.
        """
        lock, began = self._locks.of(id), monotonic()
        with fail_unanswered(self._deadline, "Entries before this one are still waiting for the store."):
            await lock.acquire()
        try:
            # By the clock: a lock that is free may be on its way to somebody who came before.
            yield monotonic() - began > AT_ONCE
        finally:
            lock.release()

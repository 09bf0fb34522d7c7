"""The newest shares of the win of each match that somebody looks at, worked out in the background."""

# Concurrency: everything here runs in the event loop, and what is worked out in one process beside this one, a match at
# a time. Nobody waits for it: who asks is told what is known, and of several steps of a match only the newest is kept.

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Final, NamedTuple
from uuid import UUID

from ludograph.domain.judging.judgement_cache import judged_head
from ludograph.domain.judging.win_shares import WinShares, shares_task, win_shares
from ludograph.domain.kernel.processes import BackgroundProcess
from ludograph.domain.match.aggregate import Match
from ludograph.replay.service.live.live_store import LiveStore

MOST: Final = 200
"""The shares of no more matches than this are kept."""


class _Known(NamedTuple):
    """What was worked out of a match as it stood at a head; None where nothing could be."""

    head: str
    shares: WinShares | None


class LiveShares:
    """The shares of the win of all matches that are followed through a service."""

    def __init__(self, live: LiveStore, fault: Callable[[BaseException], None]) -> None:
        self._live = live
        self._fault = fault
        self._process = BackgroundProcess()
        self._known: OrderedDict[UUID, _Known] = OrderedDict()
        self._wanted: dict[UUID, Match] = {}
        self._task: asyncio.Task[None] | None = None

    def of(self, match: Match) -> WinShares | None:
        """The shares of a match as it stands; None until they are worked out, which begins then."""
        known, head = self._known.get(match.id), judged_head(match)
        if known is not None and known.head == head:
            return known.shares
        if not self._live.subscriptions.closing.is_set():
            self._wanted[match.id] = match
            if len(self._wanted) > MOST:
                del self._wanted[next(iter(self._wanted))]  # whoever still looks at it asks again
            self._task = self._task or asyncio.create_task(self._work())
        return None

    async def close(self) -> None:
        """Works nothing out any more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._process.kill()

    async def _work(self) -> None:
        try:
            while self._wanted:
                # Followed matches first: a visitor who asks for one match after the other holds up nobody who watches.
                followed = (id for id in self._wanted if self._live.subscriptions.is_followed(id))
                match = self._wanted.pop(next(followed, next(iter(self._wanted))))
                self._known[match.id] = _Known(judged_head(match), await self._worked_out(match))
                self._known.move_to_end(match.id)
                while len(self._known) > MOST:
                    self._known.popitem(last=False)
        finally:
            self._task = None

    async def _worked_out(self, match: Match) -> WinShares | None:
        """The shares; None where there are none, and where working them out failed: the next step is tried again."""
        try:
            task = await self._live.threads.run(shares_task, match)
            return None if task is None else await asyncio.wrap_future(self._process.submit(win_shares, task))
        except Exception as wrong:  # whatever it is: other matches have theirs all the same
            self._fault(wrong)
            return None

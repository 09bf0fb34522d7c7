"""Noticing that something changed in a tournament or anywhere: events that say no more than that."""

from collections.abc import AsyncIterator, Callable
from typing import Final
from uuid import UUID

from ludograph.replay.service.access.rights import Visitor
from ludograph.replay.service.http.settings import BEAT, LATELY
from ludograph.replay.service.live.delayed_store import Delayed
from ludograph.replay.service.live.live_matches import LiveMatches
from ludograph.replay.service.routes.event_stream import ALIVE, BYE, HELLO, Heartbeat, Pass, rung
from ludograph.replay.service.sessions.identity import renewed_visitor

PACE: Final = 1.0
"""In so many seconds nobody is told twice."""


class ChangeRoutes:
    """Those who look at lists, and when they are told to look again."""

    def __init__(self, hall: LiveMatches, delayed: Delayed) -> None:
        self._hall = hall
        self._delayed = delayed

    async def follow(
        self, about: UUID | None, shown: Pass, right: Callable[[Visitor], bool], *, behind: bool
    ) -> AsyncIterator[bytes]:
        """An event at once, and one whenever there is news; it ends when whoever follows has this right no more.

        Its `id:` is a number that grows. Whoever comes again is told at once, so that nothing is missed.
        """
        told, beat = -1, Heartbeat()
        yield HELLO
        async with self._hall.listening(about) as bell:
            while not self._hall.closing.is_set():
                bell.clear()
                if not await self._may_still(shown, right):
                    return
                number, patience = await self._known(about, behind=behind)
                if number > told:
                    await rung(self._hall.closing, LATELY)
                    yield f"id: {number}\nevent: changed\ndata: {{}}\n\n".encode()
                    told = number
                    beat.sent()
                    await rung(self._hall.closing, PACE)
                    continue
                await rung(bell, min(beat.left, patience))
                if not beat.left:
                    yield ALIVE
                    beat.sent()
        yield BYE

    async def _known(self, about: UUID | None, *, behind: bool) -> tuple[int, float]:
        """The newest number that may be told, and for how many seconds there can be no other but by the bell."""
        if not behind:
            return self._hall.news.number(about), BEAT
        past = await self._delayed.snapshot()
        return past.number, self._delayed.patience(past.next)

    async def _may_still(self, shown: Pass, right: Callable[[Visitor], bool]) -> bool:
        """Whether what opened this has neither ended nor been revoked since; asked only where it may have."""
        if shown.is_current(self._hall):
            return True
        had = right(shown.visitor)
        shown.visitor = await renewed_visitor(shown.request, self._hall)
        return right(shown.visitor) == had

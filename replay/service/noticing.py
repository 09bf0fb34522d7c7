"""Noticing that something changed in a tournament or anywhere: events that say no more than that."""

from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from typing import Final
from uuid import UUID

from replay.service.following import ALIVE, BYE, HELLO, Pass, rung
from replay.service.hall import Hall
from replay.service.identity import again
from replay.service.rights import Visitor
from replay.service.settings import BEAT, LATELY

PACE: Final = 1.0
"""In so many seconds nobody is told twice."""


class Noticing:
    """Those who look at lists, and when they are told to look again."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall

    async def follow(
        self, about: UUID | None, delay: timedelta, shown: Pass, right: Callable[[Visitor], bool]
    ) -> AsyncIterator[bytes]:
        """An event at once, and one whenever there is news; it ends when whoever follows has this right no more.

        Its `id:` is a number that grows. Whoever comes again is told at once, so that nothing is missed.
        """
        told = -1
        yield HELLO
        async with self._hall.listening(about) as bell:
            while not self._hall.closing.is_set():
                bell.clear()
                number = self._number(about, delay)
                if number > told:
                    await rung(self._hall.closing, LATELY)
                    yield f"id: {number}\nevent: changed\ndata: {{}}\n\n".encode()
                    told = number
                    await rung(self._hall.closing, PACE)
                if not await rung(bell, self._patience(delay)):
                    yield ALIVE
                if not await self._may_still(shown, right):
                    return
        yield BYE

    async def _may_still(self, shown: Pass, right: Callable[[Visitor], bool]) -> bool:
        """Whether what opened this has neither ended nor been revoked since; asked only where it may have."""
        if shown.is_current(self._hall):
            return True
        had = right(shown.visitor)
        shown.visitor = await again(shown.request, self._hall)
        return right(shown.visitor) == had

    def _number(self, about: UUID | None, delay: timedelta) -> int:
        if not delay:
            return self._hall.news.number(about)
        return self._hall.news.earlier(self._hall.recorder.sources.now() - delay)

    def _patience(self, delay: timedelta) -> float:
        """For how many seconds nothing can come but by the bell."""
        if not delay:
            return BEAT
        now = self._hall.recorder.sources.now()
        due = self._hall.news.next_after(now - delay)
        return BEAT if due is None else min(max((due + delay - now).total_seconds(), 0.05), BEAT)

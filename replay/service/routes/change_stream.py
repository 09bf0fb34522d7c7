"""Changes of a tournament or of anything as server-sent events, which say no more than that there was one.

What changed is not sent: what somebody may see is worked out in one place, when they look again (decision 132).
"""

from collections.abc import AsyncIterator, Callable
from typing import Final
from uuid import UUID

from litestar.di import NamedDependency

from ludograph.replay.service.access.rights import Visitor
from ludograph.replay.service.http.settings import CACHE_SECONDS, HEARTBEAT
from ludograph.replay.service.live.delayed_store import DelayedStore
from ludograph.replay.service.live.live_store import LiveStore
from ludograph.replay.service.routes.event_stream import ALIVE, BYE, HELLO, Credentials, Heartbeat, wait_for_event
from ludograph.replay.service.sessions.identity import renewed_visitor

PACE: Final = 1.0
"""In so many seconds nobody is told twice."""


class ChangeStream:
    """When those who look at lists are told to look again."""

    def __init__(self, live: LiveStore, delayed: DelayedStore) -> None:
        self._live = live
        self._delayed = delayed

    async def follow(
        self, about: UUID | None, credentials: Credentials, right: Callable[[Visitor], bool], *, behind: bool
    ) -> AsyncIterator[bytes]:
        """An event at once, and one whenever something changed; it ends when whoever follows has this right no more.

        Its `id:` is a number that grows. Whoever comes again is told at once, so that nothing is missed.
        """
        sent, heartbeat = -1, Heartbeat()
        yield HELLO
        async with self._live.subscriptions.subscribe(about) as changed:
            while not self._live.subscriptions.closing.is_set():
                changed.clear()
                if not await self._may_still(credentials, right):
                    return
                number, quiet = await self._known(about, behind=behind)
                if number > sent:
                    # Lists are answered from a cache for so long: whoever looks sooner would find the old one.
                    await wait_for_event(self._live.subscriptions.closing, CACHE_SECONDS)
                    yield f"id: {number}\nevent: changed\ndata: {{}}\n\n".encode()
                    sent = number
                    heartbeat.sent()
                    # Not `changed`: while a whole round is entered nobody looks at a list for every step of it.
                    await wait_for_event(self._live.subscriptions.closing, PACE)
                    continue
                await wait_for_event(changed, min(heartbeat.left, quiet))
                if not heartbeat.left:
                    yield ALIVE
                    heartbeat.sent()
        yield BYE

    async def _known(self, about: UUID | None, *, behind: bool) -> tuple[int, float]:
        """The newest number that may be told, and for how many seconds there is no other unless somebody is woken."""
        if not behind:
            return self._live.changes.number(about), HEARTBEAT
        past = await self._delayed.snapshot()
        return past.number, self._delayed.quiet_for(past.next)

    async def _may_still(self, credentials: Credentials, right: Callable[[Visitor], bool]) -> bool:
        """Whether what opened this has neither ended nor been revoked since; asked only where it may have."""
        if credentials.is_current(self._live):
            return True
        had = right(credentials.visitor)
        credentials.visitor = await renewed_visitor(credentials.request, self._live)
        return right(credentials.visitor) == had


ChangesDep = NamedDependency[ChangeStream]

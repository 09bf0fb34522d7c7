"""Following a match: server-sent events that survive a lost connection without a gap or a double."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from time import monotonic
from typing import Final
from uuid import UUID

from litestar.di import NamedDependency
from litestar.response import Stream

from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.match.aggregate import Match
from ludograph.replay.service.access.rights import Permission, Visitor
from ludograph.replay.service.http.responses import AnyRequest
from ludograph.replay.service.http.settings import HEARTBEAT
from ludograph.replay.service.live.delayed_store import DelayedStore
from ludograph.replay.service.live.live_store import LiveStore
from ludograph.replay.service.live.messages import Channels
from ludograph.replay.service.sessions.identity import renewed_visitor

HELLO: Final = b"retry: 1000\n\n"
"""So many milliseconds a browser waits before it connects again."""
# An event and no comment: scripts of pages see it too. Proxies that close silent connections see something pass.
ALIVE: Final = b"event: alive\ndata: {}\n\n"
BYE: Final = b"event: bye\ndata: {}\n\n"
"""What is said before the service stops, so that nobody takes silence for a quiet table."""


class EventStream:
    """Matches as server-sent events, for everybody who follows one."""

    def __init__(self, live: LiveStore, channels: Channels, delayed: DelayedStore) -> None:
        self._live = live
        self._channels = channels
        self._delayed = delayed

    async def follow(
        self, credentials: "Credentials", match: Match, observer: Observer, since: int, *, behind: bool
    ) -> AsyncIterator[bytes]:
        """Every message after a version, then those to come, until a token ends or who sits there is put right.

        Then the connection is closed, and whoever comes again is looked at anew.
        """
        yield HELLO
        heartbeat = Heartbeat()
        async with self._live.subscriptions.subscribe(match.id) as changed:
            while not self._live.subscriptions.closing.is_set():
                # Cleared before it is looked: what comes in between sets it again, and is not slept over.
                changed.clear()
                now, quiet = await self._known(match.id, behind=behind)
                if now is None or (observer > 0 and now.players != match.players):
                    return
                if not await self._may_still(credentials, now, observer, at_once=self._delayed.is_any and not behind):
                    return
                for version, messages in self._channels.channel(now, observer, behind=behind).after(since):
                    yield messages
                    heartbeat.sent()
                    since = version
                    # Whoever catches up with a long match lets others have their turn between two pieces.
                    await asyncio.sleep(0)
                await wait_for_event(changed, min(heartbeat.left, quiet))
                if not heartbeat.left:
                    yield ALIVE
                    heartbeat.sent()
        yield BYE

    async def _known(self, id: UUID, *, behind: bool) -> tuple[Match | None, float]:
        """A match as it may be told, and for how many seconds there is nothing new unless somebody is woken."""
        if not behind:
            return await self._live.matches.latest(id), HEARTBEAT
        past = await self._delayed.match(id, self._delayed.time())
        return (past.match, self._delayed.quiet_for(past.next)) if past else (None, HEARTBEAT)

    async def _may_still(self, credentials: "Credentials", match: Match, observer: Observer, *, at_once: bool) -> bool:
        """Whether they have the rights still with which this was opened; asked only where those may have changed.

        A token may have ended, and a match may belong to another tournament: by a decision, or by its header.
        """
        if credentials.visitor.nobody or credentials.is_current(self._live, match.start):
            return True
        credentials.visitor = await renewed_visitor(credentials.request, self._live)
        present = not at_once or credentials.visitor.may(Permission.ATTEND, match)
        return present and observer in credentials.visitor.observers(match)


class Heartbeat:
    """When an empty line is due: so long after anything was sent, whatever woke the follower in between.

    It goes by the clock alone, so that a line tells nothing of what others may not know yet (decision 190).
    """

    def __init__(self) -> None:
        self.sent()

    def sent(self) -> None:
        """Something was sent."""
        self._due = monotonic() + HEARTBEAT

    @property
    def left(self) -> float:
        """For how many seconds none is due; 0 where one is."""
        return max(self._due - monotonic(), 0)


class Credentials:
    """The tokens that a follower has shown, and whether they have to be looked at again.

    A stream outlives many changes of rights; to ask the store before each message would be a query for each follower
    and each step, so it is asked only where something changed that rights follow from (decision 139).
    """

    def __init__(self, request: AnyRequest, visitor: Visitor) -> None:
        self.request = request
        self.visitor = visitor
        self._known: tuple[object, ...] | None = None

    def is_current(self, live: LiveStore, about: object = None) -> bool:
        """Whether nothing has changed of what rights are worked out from since this was asked last.

        `about` is what counts besides tokens and decisions, such as the header of a match.
        """
        known, self._known = self._known, (live.changes.tokens, live.tournaments.decisions, about)
        now = live.recorder.sources.now()
        return known == self._known and all(token.is_valid(now) for token in self.visitor.tokens)


CredentialsDep = NamedDependency[Credentials]


async def wait_for_event(event: asyncio.Event, seconds: float) -> bool:
    """Waits for an event, and no longer than so many seconds; whether it was set."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()
            return True
    return False


def stream_response(messages: AsyncIterator[bytes]) -> Stream:
    """Messages as they come, which nobody between may keep or put together."""
    # The second is nginx's: it holds back pieces of an answer until they fill a buffer, unless it is told not to.
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return Stream(messages, media_type="text/event-stream", headers=headers)

"""Following a match: server-sent events that survive a lost connection without a gap or a double."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from time import monotonic
from typing import Final
from uuid import UUID

from litestar.response import Stream

from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.match.aggregate import Match
from ludograph.replay.service.access.rights import Power, Visitor
from ludograph.replay.service.http.responses import Asked
from ludograph.replay.service.http.settings import BEAT
from ludograph.replay.service.live.delayed_store import Delayed
from ludograph.replay.service.live.live_matches import LiveMatches
from ludograph.replay.service.live.messages import Feeds
from ludograph.replay.service.sessions.identity import renewed_visitor

HELLO: Final = b"retry: 1000\n\n"
"""So many milliseconds a browser waits before it connects again."""
ALIVE: Final = b": alive\n\n"
BYE: Final = b"event: bye\ndata: {}\n\n"
"""What is said before the service stops, so that nobody takes silence for a quiet table."""


class Following:
    """Those who follow matches, and what they are sent."""

    def __init__(self, hall: LiveMatches, feeds: Feeds, delayed: Delayed) -> None:
        self._hall = hall
        self._feeds = feeds
        self._delayed = delayed

    async def follow(
        self, shown: "Pass", match: Match, eyes: Observer, since: int, *, behind: bool
    ) -> AsyncIterator[bytes]:
        """Every message after a version, then those to come, until a token ends or who sits there is put right.

        Then the connection is closed, and whoever comes again is looked at anew.
        """
        yield HELLO
        beat = Heartbeat()
        async with self._hall.listening(match.id) as bell:
            while not self._hall.closing.is_set():
                bell.clear()
                now, patience = await self._known(match.id, behind=behind)
                if now is None or (eyes > 0 and now.players != match.players):
                    return
                if not await self._may_still(shown, now, eyes, at_once=self._delayed.is_any and not behind):
                    return
                for version, messages in self._feeds.feed(now, eyes, behind=behind).after(since):
                    yield messages
                    beat.sent()
                    since = version
                    await asyncio.sleep(0)
                await rung(bell, min(beat.left, patience))
                if not beat.left:
                    yield ALIVE
                    beat.sent()
        yield BYE

    async def _known(self, id: UUID, *, behind: bool) -> tuple[Match | None, float]:
        """A match as it may be told, and for how many seconds nothing new can be but by the bell."""
        if not behind:
            return await self._hall.latest(id), BEAT
        past = await self._delayed.match(id, self._delayed.time())
        return (past.match, self._delayed.patience(past.next)) if past else (None, BEAT)

    async def _may_still(self, shown: "Pass", match: Match, eyes: Observer, *, at_once: bool) -> bool:
        """Whether they have the rights still with which this was opened; asked only where those may have changed.

        A token may have ended, and a match may belong to another tournament: by a decision, or by its header.
        """
        if shown.visitor.nobody or shown.is_current(self._hall, match.start):
            return True
        shown.visitor = await renewed_visitor(shown.request, self._hall)
        present = not at_once or shown.visitor.may(Power.ATTEND, match)
        return present and eyes in shown.visitor.observers(match)


class Heartbeat:
    """When an empty line is due: so long after anything was sent, whatever rang or was looked at in between."""

    def __init__(self) -> None:
        self.sent()

    def sent(self) -> None:
        """Something was sent."""
        self._due = monotonic() + BEAT

    @property
    def left(self) -> float:
        """For how many seconds none is due; 0 where one is."""
        return max(self._due - monotonic(), 0)


class Pass:
    """What somebody who follows has shown, and when that was looked at."""

    def __init__(self, request: Asked, visitor: Visitor) -> None:
        self.request = request
        self.visitor = visitor
        self._known: tuple[object, ...] | None = None

    def is_current(self, hall: LiveMatches, about: object = None) -> bool:
        """Whether nothing has changed of what rights are worked out from since this was asked last.

        `about` is what counts besides tokens and decisions, such as the header of a match.
        """
        known, self._known = self._known, (hall.tokens_changed, hall.decisions, about)
        now = hall.recorder.sources.now()
        return known == self._known and all(token.is_valid(now) for token in self.visitor.tokens)


async def rung(bell: asyncio.Event, patience: float) -> bool:
    """Waits for the bell; whether it rang."""
    with suppress(TimeoutError):
        async with asyncio.timeout(patience):
            await bell.wait()
            return True
    return False


def stream_response(messages: AsyncIterator[bytes]) -> Stream:
    """Messages as they come, which nobody between may keep or put together."""
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return Stream(messages, media_type="text/event-stream", headers=headers)

"""Following a match: server-sent events that survive a lost connection without a gap or a double."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from datetime import datetime, timedelta
from time import monotonic
from typing import Final

from litestar.response import Stream

from domain.kernel.conceal import Observer
from domain.records.match import Match
from replay.service.answers import Asked
from replay.service.feeds import Feeds
from replay.service.hall import Hall
from replay.service.identity import again
from replay.service.settings import BEAT

HELLO: Final = b"retry: 1000\n\n"
"""So many milliseconds a browser waits before it connects again."""
ALIVE: Final = b": alive\n\n"
BYE: Final = b"event: bye\ndata: {}\n\n"
"""What is said before the service stops, so that nobody takes silence for a quiet table."""


class Following:
    """Those who follow matches, and what they are sent."""

    def __init__(self, hall: Hall, feeds: Feeds) -> None:
        self._hall = hall
        self._feeds = feeds

    async def follow(
        self, request: Asked, match: Match, eyes: Observer, delay: timedelta, since: int
    ) -> AsyncIterator[bytes]:
        """Every message after a version, then those to come, until the match has other players or a token ends.

        Then the connection is closed, and whoever comes again is looked at anew.
        """
        players, checked = match.players, monotonic()
        yield HELLO
        async with self._hall.listening(match.id) as bell:
            while not self._hall.closing.is_set():
                bell.clear()
                match = await self._hall.latest(match.id)
                if match.players != players:
                    return
                feed = self._feeds.feed(match, eyes)
                for version, message in feed.after(since, self._until(delay)):
                    yield message
                    since = version
                heard = await _rung(bell, self._patience(feed.next_time(since), delay))
                if monotonic() - checked > BEAT / 5:
                    if not await self._may_still(request, match, eyes):
                        return
                    checked = monotonic()
                if not heard:
                    yield ALIVE
        yield BYE

    def _until(self, delay: timedelta) -> datetime | None:
        return self._hall.recorder.sources.now() - delay if delay else None

    def _patience(self, recorded: datetime | None, delay: timedelta) -> float:
        """For how many seconds nothing can come but by the bell."""
        if recorded is None or not delay:
            return BEAT
        left = (recorded + delay - self._hall.recorder.sources.now()).total_seconds()
        return min(max(left, 0.01), BEAT)

    async def _may_still(self, request: Asked, match: Match, eyes: Observer) -> bool:
        """Whether the token that opened this has neither ended nor been revoked since."""
        visitor = await again(request, self._hall)
        return eyes in visitor.observers(match)


async def _rung(bell: asyncio.Event, patience: float) -> bool:
    """Waits for the bell; whether it rang."""
    with suppress(TimeoutError):
        async with asyncio.timeout(patience):
            await bell.wait()
            return True
    return False


def stream(messages: AsyncIterator[bytes]) -> Stream:
    """Messages as they come, which nobody between may keep or put together."""
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return Stream(messages, media_type="text/event-stream", headers=headers)

"""What those are told who look at a match: its events, what a page goes on with, or its table as it stands."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation.values import json_text
from ludograph.replay.page import GrowingPage
from ludograph.replay.service.http.stream_writer import Piece, piece_of
from ludograph.replay.service.live.messages import EventFeed, MatchFeed
from ludograph.replay.service.live.worker_threads import WorkerThreads


class PageFeed(MatchFeed):
    """What a page of a match needs to go on: for those who have all steps before these steps, for others that there is.

    So a page asks nothing at each step, for all of them would ask at once.
    """

    def __init__(self, threads: WorkerThreads, observer: Observer, label: str) -> None:
        super().__init__(threads, observer, label)
        self._events = EventFeed(threads, observer, label)
        self._version = self._steps = 0
        self._page = GrowingPage(observer)
        self._grown: dict[str, Any] = {}

    async def take(self, match: Match) -> None:
        """Takes in what was recorded since."""
        first, last = self._steps + 1, len(match.steps)
        is_first, self._grown = not self._version, {}
        if not is_first and first <= last:
            more = await self.threads.run(self._page.take, match, first)
            self._grown = {"first": first, "grown": more}
        await self._events.take(match)
        self._version, self._steps = match.version, last

    def after(self, version: int) -> Iterator[tuple[int, Piece]]:
        """That there is something new since a version, and of which kinds; what it is the page asks for."""
        if version < self._version:
            yield self._version, self._piece(version, {})

    def fresh(self, before: int) -> list[Piece]:
        """What the pages that show all that there was go on with."""
        return [self._piece(before, self._grown)]

    def _piece(self, before: int, more: dict[str, Any]) -> Piece:
        message = {"topic": self.label, "version": self._version, "kinds": self._events.kinds(before), **more}
        return piece_of(f"id: {self._version}\nevent: page\ndata: {json_text(message)}\n\n".encode())


FEEDS: Final[Mapping[str, type[MatchFeed]]] = {"match": EventFeed, "page": PageFeed}
"""What can be followed of a match."""

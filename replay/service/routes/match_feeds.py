"""What those are told who look at a match: its events, what a page goes on with, or its table as it stands."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.views import last_told
from ludograph.domain.notation.values import json_text
from ludograph.replay.page import GrowingPage
from ludograph.replay.service.http.stream_writer import StreamPiece, piece_of
from ludograph.replay.service.live.messages import EventFeed, MatchFeed
from ludograph.replay.service.live.worker_threads import WorkerThreads
from ludograph.replay.service.routes.live_tables import BoardRecorder


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

    @property
    def version(self) -> int:
        """The version of the last message."""
        return self._version

    async def take(self, match: Match) -> None:
        """Takes in what was recorded since."""
        first, last = self._steps + 1, len(match.steps)
        is_first, self._grown = not self._version, {}
        if not is_first and first <= last:
            more = await self.threads.run(self._page.take, match, first)
            self._grown = {"first": first, "grown": more}
        await self._events.take(match)
        self._version, self._steps = self._events.version, last

    def after(self, version: int) -> Iterator[tuple[int, StreamPiece]]:
        """That there is something new since a version, and of which kinds; what it is the page asks for."""
        if version < self._version:
            yield self._version, self._piece(version, {})

    def fresh(self, before: int) -> tuple[int, StreamPiece]:
        """What the pages that show all that there was go on with."""
        return self._version, self._piece(before, self._grown)

    def _piece(self, before: int, more: dict[str, Any]) -> StreamPiece:
        message = {"topic": self.label, "version": self._version, "kinds": self._events.kinds(before), **more}
        return piece_of(f"id: {self._version}\nevent: page\ndata: {json_text(message)}\n\n".encode())


class BoardFeed(MatchFeed):
    """A table as it stands: only the newest, for those who look at many at once."""

    def __init__(self, threads: WorkerThreads, observer: Observer, label: str) -> None:
        super().__init__(threads, observer, label)
        self._recorder = BoardRecorder(observer)
        self._version = 0

    @property
    def version(self) -> int:
        """The version of the table."""
        return self._version

    async def take(self, match: Match) -> None:
        """Takes in how the match stands now."""
        version = last_told(match.history, self.observer)
        if version != self._version:
            board = await self.threads.run(self._recorder.take, match)
            over = match.abandoned or match.game.result(match.state).over
            message = {"topic": self.label, "version": version, "over": over, "board": board}
            text = f"id: {version}\nevent: board\ndata: {json_text(message)}\n\n"
            self._version, self._piece = version, piece_of(text.encode())

    def after(self, version: int) -> Iterator[tuple[int, StreamPiece]]:
        """The table, for those who have it as it stood before."""
        if version < self._version:
            yield self._version, self._piece


FEEDS: Final[Mapping[str, type[MatchFeed]]] = {"match": EventFeed, "page": PageFeed, "board": BoardFeed}
"""What can be followed of a match."""

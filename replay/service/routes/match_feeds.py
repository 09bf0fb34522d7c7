"""What those are told who look at a match: its events, what a page goes on with, or its table as it stands."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation.values import json_text
from ludograph.replay.page import GrowingPage
from ludograph.replay.service.http.cursors import START
from ludograph.replay.service.http.stream_writer import StreamPiece, piece_of
from ludograph.replay.service.live.messages import EventFeed, MatchFeed, told_cursor
from ludograph.replay.service.live.worker_threads import WorkerThreads
from ludograph.replay.service.routes.live_tables import BoardRecorder


class PageFeed(MatchFeed):
    """What a page of a match needs to go on: for those who have all steps before these steps, for others that there is.

    So a page asks nothing at each step, for all of them would ask at once.
    """

    topic = "page"

    def __init__(self, threads: WorkerThreads, observer: Observer, label: str) -> None:
        super().__init__(threads, observer, label)
        self._events = EventFeed(threads, observer, label)
        self._cursor, self._steps = START, 0
        self._page = GrowingPage(observer)
        self._grown: dict[str, Any] = {}

    @property
    def version(self) -> int:
        """The version of the last message."""
        return self._cursor.version

    async def take(self, match: Match) -> None:
        """Takes in what was recorded since."""
        first, last = self._steps + 1, len(match.steps)
        is_first, self._grown = not self._cursor.version, {}
        if not is_first and first <= last:
            more = await self.threads.run(self._page.take, match, first)
            self._grown = {"first": first, "grown": more}
        await self._events.take(match)
        self._cursor, self._steps = told_cursor(match.history, self.observer), last

    def after(self, version: int) -> Iterator[tuple[int, StreamPiece]]:
        """That there is something new since a version, and of which kinds; what it is the page asks for."""
        if version < self._cursor.version:
            yield self._cursor.version, self._piece(version, {})

    def fresh(self, before: int) -> tuple[int, StreamPiece]:
        """What the pages that show all that there was go on with."""
        return self._cursor.version, self._piece(before, self._grown)

    def _piece(self, before: int, more: dict[str, Any]) -> StreamPiece:
        kinds = self._events.kinds(before)
        message = {"topic": self.label, **more, **self._cursor._asdict(), "kinds": kinds}
        return piece_of(f"id: {self._cursor.version}\nevent: page\ndata: {json_text(message)}\n\n".encode())


class BoardFeed(MatchFeed):
    """A table as it stands: only the newest, for those who look at many at once."""

    topic = "board"

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
        cursor = told_cursor(match.history, self.observer)
        if cursor.version != self._version:
            board = await self.threads.run(self._recorder.take, match)
            over = match.abandoned or match.game.result(match.state).over
            message = {"topic": self.label, **cursor._asdict(), "over": over, "board": board}
            text = f"id: {cursor.version}\nevent: board\ndata: {json_text(message)}\n\n"
            self._version, self._piece = cursor.version, piece_of(text.encode())

    def after(self, version: int) -> Iterator[tuple[int, StreamPiece]]:
        """The table, for those who have it as it stood before."""
        if version < self._version:
            yield self._version, self._piece


FEEDS: Final[Mapping[str, type[MatchFeed]]] = {one.topic: one for one in (EventFeed, PageFeed, BoardFeed)}
"""What can be followed of a match, by the first word of its topics."""

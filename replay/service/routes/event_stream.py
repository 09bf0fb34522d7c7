"""Following a match: server-sent events that survive a lost connection without a gap or a double."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Any
from uuid import UUID

from litestar.di import NamedDependency
from litestar.response import Stream

from ludograph.domain.exchange.exporter import observer_name
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation.values import json_text
from ludograph.replay.service.access.rights import Permission, Standing, Visitor
from ludograph.replay.service.http.cursors import START, RecordCursor, cursor_of
from ludograph.replay.service.http.responses import AnyRequest
from ludograph.replay.service.http.settings import HEARTBEAT
from ludograph.replay.service.http.stream_writer import WRITER, StreamPiece, piece_of
from ludograph.replay.service.live.delayed_store import DelayedStore
from ludograph.replay.service.live.live_store import LiveStore
from ludograph.replay.service.live.messages import MatchFeed, told_cursor
from ludograph.replay.service.live.open_streams import OpenStream
from ludograph.replay.service.live.topics import AT_ONCE, Interest, Topic, TopicMember
from ludograph.replay.service.sessions.identity import renewed_visitor


class MatchTopic(Topic):
    """A match as one observer knows it, for those who know it at once or for those who are behind."""

    def __init__(
        self, events: "EventStream", id: UUID, players: tuple[str, ...], feed: MatchFeed, *, behind: bool
    ) -> None:
        super().__init__(id)
        self._events = events
        self._id = id
        self._observer = feed.observer
        self._players = players
        self._feed = feed
        self._behind = behind
        self._version = -1
        self._looked = START

    def join(self, member: TopicMember) -> None:
        """Somebody follows from now on, and is told what was before."""
        super().join(member)
        if self._version > member.position:
            member.stream.catch_up(member)

    async def look(self) -> float:
        """Tells what is new; for how many seconds there is nothing more unless somebody is woken."""
        now, quiet = await self._events.known(self._id, behind=self._behind)
        # A seat of which somebody else is the player is another's: its followers come again, and are looked at anew.
        if now is None or (self._observer > 0 and now.players != self._players):
            self.end(self.members)
            return quiet
        # Another record under the same id: its followers come again, and are reset.
        if not self._looked.fits(now.history):
            self.end(self.members)
            return quiet
        self.now, self._looked = now, cursor_of(now)
        await self.end_without_rights()
        await self._feed.take(now)
        before, self._version = self._version, self._feed.version
        if before < self._version:
            await self._tell(before, self._version)
        return quiet

    def after(self, version: int) -> tuple[int, StreamPiece] | None:
        """Return the next messages after a version, and the version of the last one."""
        return next(self._feed.after(version), None) if version < self._version else None

    async def _tell(self, before: int, version: int) -> None:
        """Writes what is new into all streams that have what was before; others are caught up one by one."""
        fresh: tuple[int, StreamPiece] | None = None
        for at, member in enumerate(list(self.members)):
            if member.position == before and member.stream.is_ready:
                fresh = fresh or self._feed.fresh(before)
                member.send(fresh[1], fresh[0])
            if member.position < version:
                member.stream.catch_up(member)
            if at % AT_ONCE == AT_ONCE - 1:
                await asyncio.sleep(0)


class EventStream:
    """Matches as server-sent events, for everybody who follows one."""

    def __init__(self, live: LiveStore, delayed: DelayedStore) -> None:
        self._live = live
        self._delayed = delayed

    def interest(
        self,
        feed: type[MatchFeed],
        credentials: "Credentials",
        match: Match,
        observer: Observer,
        since: RecordCursor,
        *,
        behind: bool,
    ) -> Interest:
        """Every message after a cursor, then those to come, until a token ends or who sits there is put right.

        From the start, after the message `reset`, if the cursor does not fit the match.
        """
        # For a seat the names belong to the key: after a correction of who plays the seat is somebody else's (123).
        key = (feed, match.id, observer, match.players if observer > 0 else (), behind)
        label = f"{feed.topic}/{match.id}/{observer_name(match, observer)}"
        at_once = self._delayed.is_any and not behind

        # Without the match itself: a stream would keep each as it stood when it began.
        id, players, is_nobody = match.id, match.players, credentials.visitor.nobody

        def make() -> MatchTopic:
            return MatchTopic(self, id, players, feed(self._live.lists, observer, label), behind=behind)

        async def may_still(now: Match) -> bool:
            return await own.may_still(self._live, now.start, lambda visitor: _may(visitor, now, observer, at_once))

        # Its own for each topic, for each asks of another match.
        own = Credentials(credentials.request, credentials.visitor)
        check = None if is_nobody else may_still
        if since.fits(match.history):
            return Interest(key, make, since.version, check, label)
        # Without an `id:`, so that a connection that is lost right after it is reset again.
        message = json_text({"topic": label, **told_cursor(match.history, observer)._asdict()})
        return Interest(key, make, 0, check, label, f"event: reset\ndata: {message}\n\n".encode())

    async def known(self, id: UUID, *, behind: bool) -> tuple[Match | None, float]:
        """A match as it may be told, and for how many seconds there is nothing new unless somebody is woken."""
        if not behind:
            return await self._live.matches.latest(id), HEARTBEAT
        past = await self._delayed.match(id, await self._delayed.position())
        return (past.match, self._delayed.quiet_after(past.next)) if past else (None, HEARTBEAT)


def _may(visitor: Visitor, match: Match, observer: Observer, at_once: bool) -> bool:
    """Whether somebody may follow a match as an observer, as it is now; at once, where others are behind."""
    present = not at_once or visitor.may(Permission.ATTEND, match)
    return present and observer in visitor.observers(match)


class Credentials:
    """The tokens that a follower has shown, and whether they have to be looked at again.

    A stream outlives many changes of rights; to ask the store before each message would be a query for each follower
    and each step, so it is asked only where something changed that rights follow from (decision 139).
    """

    def __init__(self, request: AnyRequest, visitor: Visitor) -> None:
        self.request = request
        self.visitor = visitor
        self._known: tuple[object, ...] | None = None

    async def may_still(self, live: LiveStore, about: object, right: Callable[[Visitor], bool]) -> bool:
        """Whether they have a right still; `about` is what it follows from besides tokens and decisions of tournaments.

        A token may have ended, and a match may belong to another tournament: by a decision, or by its header.
        """
        known, now = (live.changes.tokens, live.tournaments.decisions, about), live.recorder.sources.now()
        if known == self._known and all(token.is_valid(now) for token in self.visitor.tokens):
            return True
        self.visitor = await renewed_visitor(self.request, live)
        # Only now: who asks while it is looked is not told what was true before.
        self._known = known
        return right(self.visitor)


CredentialsDep = NamedDependency[Credentials]


class EventResponse(Stream):
    """Events as they come, which nobody between may keep or put together. Raises `Replaced`."""

    def __init__(self, live: LiveStore, standing: Standing, *interests: Interest, first: bytes = b"") -> None:
        super().__init__(())
        live.health.check_same()
        self._live = live
        self._standing = standing
        self._interests = interests
        self._first = first

    def to_asgi_response(self, *args: Any, **named: Any) -> Any:
        """The answer as it is run: past the framework, which would wake a task for each message of each follower."""
        return self._run

    async def _run(self, scope: Any, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Any]) -> None:
        # The last is nginx's: it holds back pieces of an answer until they fill a buffer, unless it is told not to.
        headers = [(b"content-type", b"text/event-stream; charset=utf-8"), (b"cache-control", b"no-store")]
        headers.append((b"x-accel-buffering", b"no"))
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        writer = scope["extensions"][WRITER]
        await self._live.streams.serve(writer, self._standing, receive, self._join)
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    def _join(self, stream: OpenStream) -> Iterator[Callable[[], None]]:
        # Before anything is joined: from then on the sender may be at work, and nobody else may write.
        first = self._first + b"".join(interest.reset for interest in self._interests)
        if first:
            stream.write(piece_of(first))
        for interest in self._interests:
            yield self._live.topics.join(interest, stream)

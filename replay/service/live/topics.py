"""What is followed: each topic is looked at once for all who follow it as the same eyes, and told to all of them."""

# Concurrency: all of it belongs to the event loop. A topic has one task, until the last who follows it has left.

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Hashable, Iterable
from contextvars import Context
from functools import partial
from typing import Any, Final, NamedTuple
from uuid import UUID

from ludograph.domain.store.errors import StoreError
from ludograph.replay.service.http.stream_writer import StreamPiece
from ludograph.replay.service.live import open_streams
from ludograph.replay.service.live.open_streams import OpenStream
from ludograph.replay.service.live.subscriptions import Subscriptions

AT_ONCE: Final = 250
"""So many are written to before others have their turn."""
Check = Callable[[Any], Awaitable[bool]]
"""Whether somebody may still follow what stands now."""


class Interest(NamedTuple):
    """What somebody is about to follow: a topic, from a version on, as long as they may."""

    key: Hashable
    make: "Callable[[], Topic]"
    """Makes the topic where nobody follows it yet."""
    since: int
    check: Check | None
    """None for those without a token, whose rights never change."""
    label: str
    """What the messages of the topic call it."""
    reset: bytes = b""
    """The message to a reader whose cursor does not fit, sent before all others; empty if it fits."""

    def together(self, other: "Interest | None") -> "Interest":
        """This one and another of the same topic as one: from the earlier version, reset if either is."""
        if other is None:
            return self
        return self._replace(since=min(self.since, other.since), reset=self.reset or other.reset)


class TopicMember:
    """Somebody who follows a topic on a stream."""

    __slots__ = ("check", "position", "stream", "topic")

    def __init__(self, topic: "Topic", stream: OpenStream, since: int, check: Check | None) -> None:
        self.topic = topic
        self.stream = stream
        self.position = since
        """The version of the last message that was sent."""
        self.check = check

    def send(self, piece: StreamPiece, version: int) -> None:
        """Sends a message, the last of which is of this version, on a stream that is ready."""
        self.stream.write(piece)
        self.position = version

    async def next_piece(self) -> bytes | None:
        """Return the next messages that were missed; None if there are none, or if the right to them has ended."""
        if self.check is not None and not await self.check(self.topic.now):
            self.topic.end([self])
        # Nothing is awaited after this: a message that comes next is either in here or caught up later.
        missed = self.topic.after(self.position) if self in self.topic.members else None
        if missed is None:
            return None
        self.position, piece = missed
        return piece.data


class Topic(ABC):
    """Something that is followed, by everybody who may know the same of it."""

    def __init__(self, about: UUID | None) -> None:
        self.about = about
        self.members: dict[TopicMember, None] = {}
        self.now: Any = None
        """What was found at the last look, for the checks of members."""
        self._changed = asyncio.Event()

    def join(self, member: TopicMember) -> None:
        """Somebody follows from now on."""
        self.members[member] = None

    def leave(self, member: TopicMember) -> None:
        """Somebody follows no more."""
        self.members.pop(member, None)
        if not self.members:
            self._changed.set()

    async def run(self, subscriptions: Subscriptions) -> None:
        """Tells all members what is new, as long as there are any."""
        async with subscriptions.subscribe(self.about) as self._changed:
            while self.members and not subscriptions.closing.is_set():
                # Cleared before it is looked: what comes in between sets it again, and is not slept over.
                self._changed.clear()
                try:
                    quiet = await self.look()
                except StoreError:
                    # Their connections end, and they come again when the store answers.
                    self.end(self.members)
                    return
                if quiet and self.members:
                    await open_streams.wait_for_event(self._changed, quiet)

    @abstractmethod
    async def look(self) -> float:
        """Tells what is new; for how many seconds there is nothing more unless somebody is woken."""

    @abstractmethod
    def after(self, version: int) -> tuple[int, StreamPiece] | None:
        """Return the next messages after a version, and the version of the last one; None if there are none yet."""

    async def end_without_rights(self) -> None:
        """Ends the streams of those who may not follow any more what stands now."""
        for member in [one for one in self.members if one.check is not None]:
            if member.check is not None and not await member.check(self.now):
                self.end([member])

    def end(self, members: Iterable[TopicMember]) -> None:
        """Closes the streams of some; whoever comes again is looked at anew."""
        for member in list(members):
            self.leave(member)
            member.stream.end()


class Topics:
    """The topics that anybody follows, each once."""

    def __init__(self, subscriptions: Subscriptions) -> None:
        self._subscriptions = subscriptions
        self._running: dict[Hashable, tuple[Topic, asyncio.Task[None]]] = {}

    def join(self, interest: Interest, stream: OpenStream) -> Callable[[], None]:
        """Lets a stream follow something; what is to be called once it does so no more."""
        found = self._running.get(interest.key)
        # One whose last member has left comes to its end by itself, and is not joined any more.
        topic = interest.make() if found is None or not found[0].members else found[0]
        member = TopicMember(topic, stream, interest.since, interest.check)
        topic.join(member)
        if found is None or found[0] is not topic:
            # Not as whoever follows first: a topic that a viewer began must not wait with viewers for all others.
            task = asyncio.create_task(topic.run(self._subscriptions), context=Context())
            self._running[interest.key] = (topic, task)
            task.add_done_callback(partial(self._ended, interest.key))
        return partial(topic.leave, member)

    @property
    def running(self) -> list[Topic]:
        """Those that are followed now."""
        return [topic for topic, _ in self._running.values()]

    def _ended(self, key: Hashable, task: asyncio.Task[None]) -> None:
        found = self._running.get(key)
        if found is not None and found[1] is task:
            del self._running[key]
            # After a fault of the program nobody is left waiting for what will not come.
            found[0].end(found[0].members)

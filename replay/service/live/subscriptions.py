"""Those who follow a match, a tournament or everything, and how they are woken when there is something new."""

# Concurrency: `asyncio.Event` is not safe between threads, so all of this belongs to the event loop. An event says that
# there is something new and not what: several changes before a follower runs wake it once, and none is lost, because it
# clears the event before it looks.

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from uuid import UUID


class Subscriptions:
    """The events that wake followers, by what they follow: an id, or None for all."""

    def __init__(self) -> None:
        self._events: dict[UUID | None, set[asyncio.Event]] = defaultdict(set)
        self.closing = asyncio.Event()
        """Set once the service stops and nothing more will come."""

    @asynccontextmanager
    async def subscribe(self, about: UUID | None) -> AsyncIterator[asyncio.Event]:
        """An event that is set when a match or tournament changed, or anything where none is named.

        Whoever is woken clears it.
        """
        event = asyncio.Event()
        self._events[about].add(event)
        try:
            yield event
        finally:
            self._events[about].discard(event)
            if not self._events[about]:
                del self._events[about]

    def is_followed(self, id: UUID) -> bool:
        """Whether anybody follows just this match or tournament."""
        return id in self._events

    def followed(self) -> list[UUID]:
        """All matches and tournaments that anybody follows."""
        return [id for id in self._events if id is not None]

    def notify(self, changed: Iterable[UUID]) -> None:
        """Wakes those who follow any of these, and those who follow everything."""
        for id in (*changed, None) if changed else ():
            for event in self._events.get(id, ()):
                event.set()

    def close(self) -> None:
        """Wakes everybody, for nothing more will come."""
        self.closing.set()
        for events in self._events.values():
            for event in events:
                event.set()

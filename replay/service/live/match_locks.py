"""A lock for each match or tournament, so that one of them holds up no other."""

# Concurrency: for tasks of the event loop. Between looking for a lock and making it nothing is awaited, so no two tasks
# can make two locks for one match. Locks are held weakly: whoever has or awaits one keeps it in being, and the last who
# lets go of it takes it along, so that thousands of matches leave nothing behind.

import asyncio
from uuid import UUID
from weakref import WeakValueDictionary


class MatchLocks:
    """The locks that anybody holds or waits for, by the ids of what they are for."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[UUID, asyncio.Lock] = WeakValueDictionary()

    def of(self, id: UUID) -> asyncio.Lock:
        """The lock of a match: the one that others have or wait for, or a new one."""
        found = self._locks.get(id)
        if found is None:
            found = self._locks[id] = asyncio.Lock()
        return found

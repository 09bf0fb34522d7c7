"""A lock for each match or tournament, so that one of them holds up no other."""

# Concurrency: for tasks of the event loop. Between looking for a lock and making it nothing is awaited, so no two tasks
# can make two locks for one match. Locks are held weakly: whoever has or awaits one keeps it in being, and the last who
# lets go of it takes it along, so that thousands of matches leave nothing behind.

import asyncio
from collections.abc import Hashable
from typing import Generic, TypeVar
from uuid import UUID
from weakref import WeakValueDictionary

K = TypeVar("K", bound=Hashable)


class Locks(Generic[K]):
    """The locks that anybody holds or waits for, by the ids of what they are for."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[K, asyncio.Lock] = WeakValueDictionary()

    def of(self, id: K) -> asyncio.Lock:
        """Return the lock of an id: the one that others have or wait for, or a new one."""
        found = self._locks.get(id)
        if found is None:
            found = self._locks[id] = asyncio.Lock()
        return found


MatchLocks = Locks[UUID]
"""The locks of matches and tournaments."""

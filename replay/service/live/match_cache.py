"""Matches kept in memory, so that a step is decoded once and not for each of those who look at it."""

# Concurrency: the cache belongs to the event loop; only loading runs in threads. Two tasks may load one match at once,
# so what comes back is put in only where nothing newer is there by then.

from collections import OrderedDict
from collections.abc import Iterable
from contextlib import suppress
from itertools import islice
from typing import Final
from uuid import UUID

from ludograph.domain.match.aggregate import Match
from ludograph.domain.store.recorder import Recorder
from ludograph.replay.service.http.cursors import cursor_of
from ludograph.replay.service.live.match_locks import MatchLocks
from ludograph.replay.service.live.subscriptions import Subscriptions
from ludograph.replay.service.live.worker_threads import WorkerThreads

CACHED: Final = 500
"""No more matches than this are kept in memory that nobody follows."""


class MatchCache:
    """The matches that were asked for lately, each as it stood when it was loaded or recorded last."""

    def __init__(self, recorder: Recorder, threads: WorkerThreads, subscriptions: Subscriptions) -> None:
        self._recorder = recorder
        self._threads = threads
        self._subscriptions = subscriptions
        self._matches: OrderedDict[UUID, Match] = OrderedDict()
        self._stale: set[UUID] = set()
        """Matches in which somebody recorded since they were loaded."""
        self._loading = MatchLocks()

    async def current(self, id: UUID) -> Match:
        """A match as it stands in the store now. Raises as `Recorder.load`."""
        cached = self._matches.get(id)
        if cached is None:
            return self.put(await self._threads.run(self._recorder.load, id))
        now = await self._threads.run(self._recorder.refreshed, cached)
        if not cursor_of(cached).fits(now.history):
            self._forget(cached)
        return self.put(now)

    async def find(self, name: str) -> Match:
        """A match by its id, a beginning of that, or the id of its file, as it stands now. Raises `NotFound`."""
        with suppress(ValueError):
            if (known := UUID(name)) in self._matches:
                return await self.current(known)
        return await self.current(await self._threads.run(self._recorder.find, name))

    async def latest(self, id: UUID) -> Match:
        """A match as it stood when the store was looked at last, a moment ago: for followers, who will be woken."""
        cached = self._fresh(id)
        if cached is not None:
            return cached
        # A step wakes all followers of a match at once: one of them loads it, and the others find it here.
        async with self._loading.of(id):
            cached = self._fresh(id)
            if cached is None:
                # Before the store is asked: what is recorded during that marks the match stale again, and is not lost.
                self._stale.discard(id)
                cached = await self.current(id)
        return cached

    def put(self, match: Match) -> Match:
        """Takes in how a match stands and wakes its followers where that is new; what stands, if it is newer."""
        cached = self._matches.get(match.id)
        if cached is not None and cached.version > match.version:
            return cached
        self._matches[match.id] = match
        self._matches.move_to_end(match.id)
        if len(self._matches) > CACHED:
            self._evict(len(self._matches) - CACHED)
        if cached is not None and cached.version < match.version:
            self._subscriptions.notify([match.id])
        return match

    def mark_stale(self, ids: Iterable[UUID]) -> None:
        """Others recorded in these matches: whoever asks for the latest of one loads it again."""
        self._stale.update(id for id in ids if id in self._matches)

    def fresh_version(self, id: UUID) -> int | None:
        """The version of a match as it is known here; None where it is stale or not known."""
        cached = self._fresh(id)
        return None if cached is None else cached.version

    def _forget(self, outdated: Match) -> None:
        """Drops a match of which the store has another record now, unless that was put in its place already."""
        known = self._matches.get(outdated.id)
        if known is not None and cursor_of(outdated).fits(known.history):
            del self._matches[outdated.id]
            self._subscriptions.notify([outdated.id])

    def _fresh(self, id: UUID) -> Match | None:
        return None if id in self._stale else self._matches.get(id)

    def _evict(self, many: int) -> None:
        """Lets go of so many matches, those first that were asked for longest ago; not of those that are followed."""
        for id in list(islice((id for id in self._matches if not self._subscriptions.is_followed(id)), many)):
            del self._matches[id]
            self._stale.discard(id)

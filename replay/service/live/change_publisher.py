"""Looks at the store again and again, and wakes those who follow what changed.

So commands, and other services on the same store, need not know of this one (decisions 140 and 154).
"""

# Concurrency: one task of the event loop for as long as the service runs. It looks in a thread of its own, which waits
# for none of those in which the store is asked: followers learn of a step also while all of these are taken.

from collections.abc import Callable, Iterable
from functools import partial
from time import sleep
from typing import Any, TypeVar
from uuid import UUID

from anyio import CapacityLimiter, to_thread

from ludograph.domain.store.errors import Replaced, StoreError
from ludograph.domain.tournaments.owners import concerned_by
from ludograph.replay.service.live.live_store import LiveStore
from ludograph.replay.service.live.store_watch import PAUSE, StoreWatch, open_watch

T = TypeVar("T")


class ChangePublisher:
    """What was recorded since the last look, told to the caches, the change log and the subscriptions of a service."""

    def __init__(self, live: LiveStore) -> None:
        self._live = live
        self._thread = CapacityLimiter(1)
        self._unpublished: dict[UUID, int] = {}
        """In what was recorded of which the followers of tournaments do not know yet."""
        self._told: set[UUID] = set()
        """Those of them in which more was recorded than remarks."""

    async def run(self) -> None:
        """Publishes changes until the service is closed.

        Where the store cannot be read for a while it looks again later: those who follow would wait for ever else.
        """
        watch: StoreWatch | None = None
        try:
            while not self._live.subscriptions.closing.is_set():
                try:
                    if watch is None:
                        await self._in_thread(self._live.seen.begin)
                        watch = await self._in_thread(open_watch, self._live.recorder)
                        self._live.changes.take(watch.last, ())
                    await self._publish(watch)
                except StoreError as wrong:
                    self._live.health.missed(wrong)
                    if isinstance(wrong, Replaced):
                        self._live.streams.end_all()
                await self._in_thread(partial(sleep, PAUSE) if watch is None else watch.wait)
        finally:
            if watch is not None:
                watch.close()
            self._live.index.close()

    async def _in_thread(self, work: Callable[..., T], *args: Any) -> T:
        return await to_thread.run_sync(work, *args, limiter=self._thread)

    async def _publish(self, watch: StoreWatch) -> None:
        live = self._live
        recorded = await self._in_thread(watch.changed)
        live.seen.note(watch.last)
        live.recorder.store.check_path()
        live.health.found()
        # Kept until it is published: where the store fails in between, the next look goes on with it.
        self._unpublished |= recorded.versions
        self._told |= recorded.told
        # What this service recorded itself is in the cache already, and its followers were woken then.
        newer = [id for id, version in recorded.versions.items() if live.matches.fresh_version(id) != version]
        live.matches.mark_stale(newer)
        if recorded.tokens:
            # A right may have ended: every follower looks whether it may go on, before anything more is sent (139).
            live.changes.tokens += 1
            live.subscriptions.notify(live.subscriptions.followed())
        live.subscriptions.notify(newer)
        if self._unpublished:
            concerned = await self._in_thread(self._concerned, self._unpublished)
            told = await self._in_thread(self._concerned, self._told)
            live.changes.take(watch.last, (*self._unpublished, *concerned), (*self._told, *told))
            live.subscriptions.notify(concerned)
            self._unpublished, self._told = {}, set()

    def _concerned(self, newer: Iterable[UUID]) -> set[UUID]:
        """The tournaments that depend on these matches, or that are among them."""
        tournaments = self._live.tournaments.load()
        listed = [one for id in newer if (one := self._live.index.find(id)) is not None]
        of = {one.id for one in tournaments.values() if any(map(concerned_by(one), listed))}
        return of | {id for id in newer if id in tournaments}

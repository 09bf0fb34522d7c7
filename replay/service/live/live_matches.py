"""Everything that is played now: matches kept in memory, and those who wait for news of them."""

import asyncio
import math
from collections import OrderedDict, defaultdict
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from datetime import datetime
from functools import partial
from itertools import islice
from time import monotonic, sleep
from typing import Any, Final, TypeVar
from uuid import UUID
from weakref import WeakValueDictionary

from anyio import CapacityLimiter, WouldBlock, fail_after, to_thread

from ludograph.domain.match.aggregate import Match
from ludograph.domain.store.base import translated_store_errors
from ludograph.domain.store.errors import StoreError, Unanswered
from ludograph.domain.store.recorder import Recorder
from ludograph.domain.store.url import deadline_of
from ludograph.domain.tournaments.aggregate import Tournament
from ludograph.domain.tournaments.owners import Owners, concerned_by
from ludograph.domain.tournaments.service import TournamentService
from ludograph.replay.service.http.store_health import Reach
from ludograph.replay.service.live.change_log import ChangeLog
from ludograph.replay.service.live.match_index import MatchIndex
from ludograph.replay.service.live.store_watch import PAUSE, Watched, watching

T = TypeVar("T")
Locks = WeakValueDictionary[UUID, asyncio.Lock]
KEPT: Final = 500
"""No more matches than this are kept in memory that nobody follows."""
ANSWERS: Final = 200
"""No more answers than this are kept that many ask for."""
THREADS: Final = 8


AT_ONCE: Final = 0.001
"""Whoever has their turn in so many seconds has not waited for anybody."""


class Lately(OrderedDict[tuple[object, ...], Any]):
    """What was worked out lately, by what it depends on."""

    def __setitem__(self, key: tuple[object, ...], value: Any) -> None:
        super().__setitem__(key, value)
        while len(self) > ANSWERS:
            self.popitem(last=False)


class LiveMatches:
    """What is in a store as it stands, and a bell for each match and tournament: it rings when there is news of it."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.catalogue = MatchIndex(recorder)
        with translated_store_errors(recorder.place):
            self.layout = recorder.store.layout
        self._deadline = deadline_of(recorder.place)
        self.reach = Reach(self._deadline)
        self.news = ChangeLog()
        self.followers = 0
        self.tokens_changed = 0
        """How often tokens or devices were made or ended since the service began."""
        self.seen: dict[str, datetime] = {}
        """When each device was seen last by this service, by its id."""
        self._kept: OrderedDict[UUID, Match] = OrderedDict()
        self._bells: dict[UUID | None, set[asyncio.Event]] = defaultdict(set)
        self._entering: Locks = WeakValueDictionary()
        self._loading: Locks = WeakValueDictionary()
        self._stale: set[UUID] = set()
        """Matches in which somebody recorded since they were loaded."""
        self._threads = CapacityLimiter(THREADS)
        self._looking = CapacityLimiter(1)
        """The thread that looks at the store waits for none of those in which it is asked."""
        self._any = CapacityLimiter(math.inf)
        self._untold: dict[UUID, int] = {}
        """In what was recorded of which the tournaments do not know yet."""
        self._tournaments: dict[UUID, Tournament] = {}
        self._owners = Owners()
        self._decisions = -1
        self.answers: Lately = Lately()
        self.closing = asyncio.Event()

    async def aside(self, work: Callable[..., T], *args: Any, **named: Any) -> T:
        """Does work that waits for the store in a thread. Raises `Unanswered` where none is free in time."""
        borrower = object()
        try:
            self._threads.acquire_on_behalf_of_nowait(borrower)
        except WouldBlock:
            with self._in_time("All threads are waiting for the store."):
                await self._threads.acquire_on_behalf_of(borrower)
        try:
            return await to_thread.run_sync(partial(work, *args, **named), limiter=self._any)
        finally:
            self._threads.release_on_behalf_of(borrower)

    @contextmanager
    def _in_time(self, why: str) -> Iterator[None]:
        """Waits for its turn no longer than for an answer of the store. Raises `Unanswered`."""
        try:
            with fail_after(self._deadline):
                yield
        except TimeoutError:
            raise Unanswered(why) from None

    async def match(self, id: UUID) -> Match:
        """A match as it stands now. Raises as `Recorder.load`."""
        kept = self._kept.get(id)
        found = await self.aside(self.recorder.load, id) if kept is None else kept
        if kept is not None:
            found = await self.aside(self.recorder.refreshed, kept)
        return self.keep(found)

    async def called(self, name: str) -> Match:
        """A match by its id, a beginning of that, or the id of its file, as it stands now. Raises `NotFound`."""
        with suppress(ValueError):
            if (known := UUID(name)) in self._kept:
                return await self.match(known)
        return await self.match(await self.aside(self.recorder.find, name))

    async def latest(self, id: UUID) -> Match:
        """A match as it stood when the store was looked at last, a moment ago: for those who will hear the bell."""
        kept = self._kept.get(id)
        if kept is not None and id not in self._stale:
            return kept
        async with match_lock(self._loading, id):
            kept = self._kept.get(id)
            if kept is None or id in self._stale:
                self._stale.discard(id)
                kept = await self.match(id)
        return kept

    async def tournaments(self) -> dict[UUID, Tournament]:
        """Every tournament of the store that can be read, as it stands now."""
        return await self.aside(self._opened)

    @property
    def decisions(self) -> int:
        """A number that grows with what is decided of tournaments, as far as that is known here."""
        return self._decisions

    async def owners(self) -> Owners:
        """To which tournament each match belongs, as it was decided by now."""
        return await self.aside(self.owned)

    def owned(self) -> Owners:
        """To which tournament each match belongs, for whoever is in a thread that may wait for the disk."""
        self._opened()
        return self._owners

    def _opened(self) -> dict[UUID, Tournament]:
        decisions = self.catalogue.numbers().decisions
        if decisions == self._decisions:
            return self._tournaments
        found = {one.id: one for one in TournamentService(self.recorder).all()}
        if decisions > self._decisions:
            self._tournaments, self._owners, self._decisions = found, Owners(found.values()), decisions
        return found

    def keep(self, match: Match) -> Match:
        """Takes down how a match stands, if nothing newer is known, and rings where that is news."""
        kept = self._kept.get(match.id)
        if kept is not None and kept.version > match.version:
            return kept
        self._kept[match.id] = match
        self._kept.move_to_end(match.id)
        if len(self._kept) > KEPT:
            self._forget(len(self._kept) - KEPT)
        if kept is not None and kept.version < match.version:
            self._ring([match.id])
        return match

    def _forget(self, many: int) -> None:
        """Lets go of so many matches, those first that were asked for longest ago; not of those that are followed."""
        for id in list(islice((id for id in self._kept if id not in self._bells), many)):
            del self._kept[id]
            self._stale.discard(id)

    @asynccontextmanager
    async def entering(self, id: UUID) -> AsyncIterator[bool]:
        """One entry in a match at a time; whether it had to wait for others.

        Raises `Unanswered` where those before it do not come to an end.
        """
        lock, began = match_lock(self._entering, id), monotonic()
        with self._in_time("Entries before this one are still waiting for the store."):
            await lock.acquire()
        try:
            # By the clock: a lock that is free may be on its way to somebody who came before.
            yield monotonic() - began > AT_ONCE
        finally:
            lock.release()

    @asynccontextmanager
    async def listening(self, id: UUID | None) -> AsyncIterator[asyncio.Event]:
        """A bell that rings with news of a match or a tournament, or of anything where none is named.

        Whoever heard it clears it.
        """
        bell = asyncio.Event()
        self._bells[id].add(bell)
        self.followers += 1
        try:
            yield bell
        finally:
            self.followers -= 1
            self._bells[id].discard(bell)
            if not self._bells[id]:
                del self._bells[id]

    async def watch(self) -> None:
        """Looks again and again whether anybody recorded in the store, this program or another, until it is closed.

        Where the store cannot be read for a while it looks again later: those who follow would wait for ever else.
        """
        watched: Watched | None = None
        try:
            while not self.closing.is_set():
                try:
                    if watched is None:
                        watched = await self._watching(watching, self.recorder)
                        self.news.take(watched.last, ())
                    await self._look(watched)
                except StoreError:
                    self.reach.missed()
                await self._watching(partial(sleep, PAUSE) if watched is None else watched.wait)
        finally:
            if watched is not None:
                watched.close()
            self.catalogue.close()

    async def _watching(self, work: Callable[..., T], *args: Any) -> T:
        return await to_thread.run_sync(work, *args, limiter=self._looking)

    async def _look(self, watched: Watched) -> None:
        recorded = await self._watching(watched.changed)
        self.reach.found()
        self._untold |= recorded.versions
        newer = [id for id, version in recorded.versions.items() if self._version(id) != version]
        self._stale.update(id for id in newer if id in self._kept)
        if recorded.tokens:
            self.tokens_changed += 1
            self._ring([id for id in self._bells if id is not None])
        self._ring(newer)
        if self._untold:
            concerned = await self._watching(self._concerned, self._untold)
            self.news.take(watched.last, (*self._untold, *concerned))
            self._ring(concerned)
            self._untold = {}

    def _version(self, id: UUID) -> int | None:
        kept = self._kept.get(id)
        return None if kept is None or id in self._stale else kept.version

    def _concerned(self, newer: Iterable[UUID]) -> set[UUID]:
        """The tournaments that depend on these matches, or that are among them."""
        tournaments = self._opened()
        listed = [one for id in newer if (one := self.catalogue.find(id)) is not None]
        of = {one.id for one in tournaments.values() if any(map(concerned_by(one), listed))}
        return of | {id for id in newer if id in tournaments}

    def close(self) -> None:
        """Wakes everybody, for nothing more will come."""
        self.closing.set()
        for bells in self._bells.values():
            for bell in bells:
                bell.set()

    def _ring(self, matches: Iterable[UUID]) -> None:
        for id in (*matches, None) if matches else ():
            for bell in self._bells.get(id, ()):
                bell.set()


def match_lock(locks: Locks, id: UUID) -> asyncio.Lock:
    """The lock of a match, which is in being as long as anybody holds it or waits for it."""
    found = locks.get(id)
    if found is None:
        found = locks[id] = asyncio.Lock()
    return found

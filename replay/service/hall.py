"""Everything that is played now: matches kept in memory, and those who wait for news of them."""

import asyncio
from collections import OrderedDict, defaultdict
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any, Final, TypeVar
from uuid import UUID

from anyio import CapacityLimiter, to_thread

from domain.records.match import Match
from domain.records.recorder import Recorder
from domain.records.sqlite import StoreError
from domain.tournaments.office import Office
from domain.tournaments.tournament import Tournament
from replay.service.access import belonging
from replay.service.catalogue import Catalogue
from replay.service.news import News
from replay.service.settings import POLL
from replay.service.watching import watching

T = TypeVar("T")
KEPT: Final = 500
"""No more matches than this are kept in memory that nobody follows."""
THREADS: Final = 8


class Hall:
    """What is in a store as it stands, and a bell for each match and tournament: it rings when there is news of it."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.catalogue = Catalogue(recorder)
        self.news = News(recorder.sources.now)
        self.followers = 0
        self._kept: OrderedDict[UUID, Match] = OrderedDict()
        self._bells: dict[UUID | None, set[asyncio.Event]] = defaultdict(set)
        self._entering: dict[UUID, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._loading: dict[UUID, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._stale: set[UUID] = set()
        """Matches in which somebody recorded since they were loaded."""
        self._threads = CapacityLimiter(THREADS)
        self._tournaments: dict[UUID, Tournament] = {}
        self._tournament_heads: list[tuple[UUID, int]] = []
        self.closing = asyncio.Event()

    async def aside(self, work: Callable[..., T], *args: Any, **named: Any) -> T:
        """Does work that waits for the disk in a thread."""
        return await to_thread.run_sync(partial(work, *args, **named), limiter=self._threads)

    async def match(self, id: UUID) -> Match:
        """A match as it stands now. Raises as `Recorder.load`."""
        kept = self._kept.get(id)
        found = await self.aside(self.recorder.load, id) if kept is None else kept
        if kept is not None:
            found = await self.aside(self.recorder.refreshed, kept)
        return self.keep(found)

    async def latest(self, id: UUID) -> Match:
        """A match as it stood when the store was looked at last, a moment ago: for those who will hear the bell."""
        kept = self._kept.get(id)
        if kept is not None and id not in self._stale:
            return kept
        async with self._loading[id]:
            kept = self._kept.get(id)
            if kept is None or id in self._stale:
                self._stale.discard(id)
                kept = await self.match(id)
        self._loading.pop(id, None)
        return kept

    async def tournaments(self) -> dict[UUID, Tournament]:
        """Every tournament of the store that can be read, as it stands now."""
        return await self.aside(self._opened)

    def _opened(self) -> dict[UUID, Tournament]:
        heads = self.recorder.heads.tournaments()
        key = [(head.match, head.version) for head in heads]
        if key != self._tournament_heads:
            damaged: list[StoreError] = []
            self._tournaments = {one.id: one for one in Office(self.recorder).all(damaged)}
            self._tournament_heads = key
        return self._tournaments

    def keep(self, match: Match) -> Match:
        """Takes down how a match stands, if nothing newer is known, and rings where that is news."""
        kept = self._kept.get(match.id)
        if kept is not None and kept.version > match.version:
            return kept
        self._kept[match.id] = match
        self._kept.move_to_end(match.id)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        if kept is not None and kept.version < match.version:
            self._ring([match.id])
        return match

    @asynccontextmanager
    async def entering(self, id: UUID) -> AsyncIterator[None]:
        """One entry in a match at a time."""
        lock = self._entering[id]
        async with lock:
            yield
        if not lock.locked():
            self._entering.pop(id, None)

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
        """Looks again and again whether anybody recorded in the store, this program or another, until it is closed."""
        with suppress(asyncio.CancelledError):
            watched = await self.aside(watching, self.recorder)
            self.news.take(watched.last, ())
            try:
                while not self.closing.is_set():
                    newer = await self.aside(watched.changed)
                    self._stale.update(id for id in newer if id in self._kept)
                    self._ring(newer)
                    if newer:
                        concerned = await self.aside(self._concerned, newer)
                        self.news.take(watched.last, (*newer, *concerned))
                        self._ring(concerned)
                    await asyncio.sleep(POLL)
            finally:
                watched.close()
                self.catalogue.close()

    def _concerned(self, newer: Iterable[UUID]) -> set[UUID]:
        """The tournaments to which these matches belong, or that are among them."""
        tournaments = self._opened()
        listed = [one for id in newer if (one := self.catalogue.find(id)) is not None]
        of = {one.id for one in tournaments.values() if any(map(belonging(one), listed))}
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

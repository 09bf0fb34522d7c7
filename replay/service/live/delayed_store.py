"""The store as those know it who are behind: as it stood some time ago, without anything that was recorded since."""

import asyncio
from collections import OrderedDict
from collections.abc import Collection
from datetime import timedelta
from typing import Final, NamedTuple
from uuid import UUID

from ludograph.domain.match.aggregate import Match, rebuilt
from ludograph.domain.store.base import translated_store_errors
from ludograph.domain.store.errors import StoreError
from ludograph.domain.store.match_summary import summary_in
from ludograph.domain.store.recorder import UNFOLDABLE, Listed, head_of, match_id_of
from ludograph.domain.tournaments.aggregate import Tournament
from ludograph.domain.tournaments.aggregate import rebuilt as tournament_rebuilt
from ludograph.replay.service.live.live_store import LiveStore
from ludograph.replay.service.live.match_cache import CACHED
from ludograph.replay.service.live.match_locks import MatchLocks
from ludograph.replay.service.live.seen_positions import SeenPositions

_HEX: Final = frozenset("0123456789abcdef")


class Snapshot(NamedTuple):
    """What a store held at a moment: all matches and tournaments as they stood then."""

    time: float
    """The moment, as a second by a clock that nobody sets."""
    position: int
    """The last position in the store that is shown."""
    matches: dict[UUID, Listed]
    """In the order in which they were recorded."""
    tournaments: dict[UUID, Tournament]
    """In the order in which they were opened."""
    number: int
    """How many events it holds: it grows when there is anything new."""


class DelayedMatch(NamedTuple):
    """A match as it stood at a moment."""

    match: Match
    listed: Listed
    position: int
    """The last position in the store that is shown."""
    next: int | None
    """The position of its next event; None where it has none yet."""


class DelayedStore:
    """Answers from the store as it stood `delay` ago. What was recorded since is not read for them, or left out here.

    It is cut at a position, so that whatever was recorded together is told together; the cut moves on by a clock that
    nobody sets (`SeenPositions`). Nothing that depends on later events leaves this class but `next`, by which nobody is
    told anything: only when to look again (decision 189).
    """

    # Concurrency: for the event loop; reading runs in threads, and touches nothing of this but what it is given.

    def __init__(self, live: LiveStore, delay: timedelta) -> None:
        self._live = live
        self._delay = delay
        self._past: OrderedDict[UUID, DelayedMatch] = OrderedDict()
        self._loading = MatchLocks()
        self._cut: dict[UUID, Tournament] = {}
        self._snapshot: Snapshot | None = None
        self._making = asyncio.Lock()

    @property
    def is_any(self) -> bool:
        """Whether anybody is behind at all."""
        return bool(self._delay)

    async def position(self) -> int:
        """Up to which position those who are behind may know the store now."""
        return (await self._seen_positions()).shown(self._live.seen.moment())

    def quiet_after(self, position: int | None) -> float:
        """Seconds for which there is nothing new to tell, if the next event of interest is at this position.

        Where there is none, whatever comes from now on is as old as the delay when it may be told.
        """
        return self._live.seen.due_in(position)

    async def snapshot(self) -> Snapshot:
        """All matches and tournaments; one for all who ask within the same grain of time."""
        # One makes it while the others wait: a second would only read the same once more.
        async with self._making:
            seen = await self._seen_positions()
            time = seen.moment()
            position = seen.shown(time)
            if self._snapshot is None or self._snapshot.position != position:
                self._snapshot = await self._make_snapshot(time, position)
            elif self._snapshot.time != time:
                self._snapshot = self._snapshot._replace(time=time)
            return self._snapshot

    async def match(self, id: UUID, position: int) -> DelayedMatch | None:
        """A match as it stood at a position that `position` or a snapshot gave; None where it had not begun."""
        async with self._loading.of(id):
            known = self._past.get(id)
            if known is None or (known.position < position and (known.next is None or known.next <= position)):
                known = await self._live.threads.run(self._read, id, position, known)
            if known is not None:
                self._past[id] = known
                self._past.move_to_end(id)
                while len(self._past) > CACHED:
                    self._past.popitem(last=False)
            return known

    async def _seen_positions(self) -> SeenPositions:
        """The seen positions; the first call finds out how old the stored events are."""
        seen = self._live.seen
        if seen.last < 0:
            await self._live.threads.run(seen.begin)
        return seen

    async def _make_snapshot(self, time: float, position: int) -> Snapshot:
        every = await self._live.threads.run(self._live.index.every)
        whole = await self._live.tournaments.all()
        # Asked last: what is recorded meanwhile is among them, and left out of what was read before. Nearly all have
        # rested for longer than the delay: those are as lists have them, without being read.
        later = await self._live.threads.run(self._versions_after, position)
        matches = {}
        for one in every:
            id = one.head.match
            if id not in later:
                matches[id] = one
            elif later[id] > 1 and (past := await self.match(id, position)) is not None:
                matches[id] = past.listed
        cut = (self._tournament(one, later.get(one.id, one.version + 1) - 1) for one in whole.values())
        tournaments = {one.id: one for one in cut if one is not None}
        number = sum(one.head.version for one in matches.values()) + sum(one.version for one in tournaments.values())
        return Snapshot(time, position, matches, tournaments, number)

    def _versions_after(self, position: int) -> dict[UUID, int]:
        with translated_store_errors(self._live.recorder.place):
            return self._live.recorder.store.versions_after(position)

    def _tournament(self, whole: Tournament, version: int) -> Tournament | None:
        known = self._cut.get(whole.id)
        version = min(version, whole.version)
        if known is None or known.version != version or known.head != whole.history[version - 1].digest:
            known = whole if version == whole.version else tournament_rebuilt(whole.history[:version])
        if known is not None:
            self._cut[whole.id] = known
        return known

    def _read(self, id: UUID, position: int, known: DelayedMatch | None) -> DelayedMatch | None:
        """A match from the store, or one carried on; no event that came later is read."""
        recorder = self._live.recorder
        try:
            with translated_store_errors(recorder.place):
                store = recorder.store
                next = store.next_position(id, position)
                newer = (
                    None
                    if known is None
                    else store.events_since(id, known.match.version, known.match.head, until=position)
                )
                if newer is None:
                    known, newer = None, store.events(id, 0, position)
                fresh = list(newer)
            match = rebuilt(known and known.match, fresh)
        except UNFOLDABLE as wrong:
            raise StoreError(f"Match {id} is damaged: `ludograph verify {id}` says where.") from wrong
        if match is None:
            return None
        if known is not None and not fresh:
            return known._replace(position=position, next=next)
        head = head_of(match)
        return DelayedMatch(match, Listed(match.start, head, summary_in(head.result)), position, next)


def matches_named(ids: Collection[UUID], name: str) -> list[UUID]:
    """Of these matches the one of this id or of this file's id, else those whose id begins like this."""
    if (whole := match_id_of(name)) in ids:
        return [whole]
    prefix = name.replace("-", "").lower()
    return [id for id in ids if prefix and set(prefix) <= _HEX and id.hex.startswith(prefix)]

"""The store as those know it who are behind: as it stood some time ago, without anything that was recorded since."""

import asyncio
from collections import OrderedDict
from collections.abc import Collection, Iterable
from datetime import UTC, datetime, timedelta
from itertools import takewhile
from typing import Final, NamedTuple
from uuid import UUID

from ludograph.domain.match.aggregate import Match, rebuilt
from ludograph.domain.store.base import translated_store_errors
from ludograph.domain.store.errors import StoreError
from ludograph.domain.store.match_summary import summary_in
from ludograph.domain.store.recorder import UNFOLDABLE, Listed, head_of, match_id_of
from ludograph.domain.tournaments.aggregate import Tournament
from ludograph.domain.tournaments.aggregate import rebuilt as tournament_rebuilt
from ludograph.replay.service.http.settings import CACHE_SECONDS
from ludograph.replay.service.live.live_store import LiveStore
from ludograph.replay.service.live.match_cache import CACHED
from ludograph.replay.service.live.match_locks import MatchLocks

GRAIN: Final = timedelta(seconds=CACHE_SECONDS)
"""The clock of those who are behind goes on by so much at a time, so that all who ask within it are told the same."""
_EPOCH: Final = datetime(2000, 1, 1, tzinfo=UTC)
_HEX: Final = frozenset("0123456789abcdef")


class Snapshot(NamedTuple):
    """What a store held at a moment: all matches and tournaments as they stood then."""

    time: datetime
    matches: dict[UUID, Listed]
    """In the order in which they were recorded."""
    tournaments: dict[UUID, Tournament]
    """In the order in which they were opened."""
    next: datetime | None
    """When the first was recorded of what came later; None where nothing has come yet."""
    number: int
    """How many events it holds: it grows when there is anything new."""


class DelayedMatch(NamedTuple):
    """A match as it stood at a moment."""

    match: Match
    listed: Listed
    time: datetime
    next: datetime | None
    """When its next event was recorded; None where it has none yet."""


class DelayedStore:
    """Answers from the store as it stood `delay` ago. What was recorded since is not read for them, or left out here.

    Nothing that depends on later events leaves this class but `next`, by which nobody is told anything: only when to
    look again (decision 189).
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

    def time(self) -> datetime:
        """The moment up to which those who are behind may know now what was recorded."""
        # In steps, counted from a fixed moment: so an answer that is kept for many is the same for all of them.
        until = self._live.recorder.sources.now() - self._delay
        return until - (until - _EPOCH) % GRAIN

    def quiet_for(self, next: datetime | None) -> float:
        """For how many seconds there is nothing to tell, where this is when the next event was recorded.

        Where none was, whatever comes from now on is as old as the delay when it may be told.
        """
        if next is None:
            return max(self._delay, GRAIN).total_seconds()
        due = next + (_EPOCH - next) % GRAIN + self._delay
        return max((due - self._live.recorder.sources.now()).total_seconds(), 0.01)

    async def snapshot(self) -> Snapshot:
        """All matches and tournaments; one for all who ask within the same grain of time."""
        # One makes it while the others wait: a second would only read the same once more.
        async with self._making:
            time = self.time()
            if self._snapshot is None or self._snapshot.time != time:
                self._snapshot = await self._make_snapshot(time)
            return self._snapshot

    async def match(self, id: UUID, time: datetime) -> DelayedMatch | None:
        """A match as it stood at a moment that `time` gave; None where it had not begun."""
        async with self._loading.of(id):
            known = self._past.get(id)
            if known is None or (known.time < time and (known.next is None or known.next <= time)):
                known = await self._live.threads.run(self._read, id, time, known)
            if known is not None:
                self._past[id] = known
                self._past.move_to_end(id)
                while len(self._past) > CACHED:
                    self._past.popitem(last=False)
            return known

    async def _make_snapshot(self, time: datetime) -> Snapshot:
        every = await self._live.threads.run(self._live.index.every)
        # Nearly all matches have rested for longer than the delay: those are as lists have them, without being read.
        settled = await self._live.threads.run(self._settled, every, time)
        matches, later = {}, []
        for one in every:
            id = one.head.match
            if id in settled:
                matches[id] = one
            elif one.start.recorded_at > time:
                later.append(one.start.recorded_at)
            elif (past := await self.match(id, time)) is not None:
                matches[id] = past.listed
                later += [] if past.next is None else [past.next]
        tournaments = {}
        for whole in (await self._live.tournaments.all()).values():
            if (cut := self._tournament(whole, time)) is not None:
                tournaments[whole.id] = cut
            later += [event.recorded_at for event in whole.history[cut.version if cut else 0 :][:1]]
        number = sum(one.head.version for one in matches.values()) + sum(one.version for one in tournaments.values())
        return Snapshot(time, matches, tournaments, min(later, default=None), number)

    def _settled(self, every: Iterable[Listed], time: datetime) -> set[UUID]:
        """The matches in which nothing was recorded since."""
        return {one.head.match for one in every if self._live.index.recorded_at(one) <= time}

    def _tournament(self, whole: Tournament, time: datetime) -> Tournament | None:
        history = tuple(takewhile(lambda event: event.recorded_at <= time, whole.history))
        known = self._cut.get(whole.id)
        if known is None or known.version != len(history) or known.head != history[-1].digest:
            known = whole if len(history) == whole.version else tournament_rebuilt(history)
        if known is not None:
            self._cut[whole.id] = known
        return known

    def _read(self, id: UUID, time: datetime, known: DelayedMatch | None) -> DelayedMatch | None:
        """A match from the store, or one carried on; events are decoded up to the first that came later."""
        recorder, fresh, next = self._live.recorder, [], None
        try:
            with translated_store_errors(recorder.place):
                # Read one by one, and no further than the first that came later: the rest is not even decoded.
                newer = (
                    None if known is None else recorder.store.events_since(id, known.match.version, known.match.head)
                )
                if newer is None:
                    known, newer = None, recorder.store.events(id)
                for event in newer:
                    if event.recorded_at > time:
                        next = event.recorded_at
                        break
                    fresh.append(event)
            match = rebuilt(known and known.match, fresh)
        except UNFOLDABLE as wrong:
            raise StoreError(f"Match {id} is damaged: `ludograph verify {id}` says where.") from wrong
        if match is None:
            return None
        if known is not None and not fresh:
            return known._replace(time=time, next=next)
        head = head_of(match)
        return DelayedMatch(match, Listed(match.start, head, summary_in(head.result)), time, next)


def matches_named(ids: Collection[UUID], name: str) -> list[UUID]:
    """Of these matches the one of this id or of this file's id, else those whose id begins like this."""
    if (whole := match_id_of(name)) in ids:
        return [whole]
    prefix = name.replace("-", "").lower()
    return [id for id in ids if prefix and set(prefix) <= _HEX and id.hex.startswith(prefix)]

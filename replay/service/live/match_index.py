"""All matches of the store as lists have them, kept in memory: thousands of them cost a list no more than a look."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from threading import Lock
from typing import NamedTuple
from uuid import UUID

from ludograph.domain.games import GAMES
from ludograph.domain.match.events import AnyStarted
from ludograph.domain.notation.names import folded
from ludograph.domain.store.event_mapper import Damaged, StoreError, Unanswered
from ludograph.domain.store.recorder import Listed, Recorder
from ludograph.domain.store.url import deadline_of
from ludograph.replay.service.live.store_watch import Watched, watching


class StoreVersion(NamedTuple):
    """Numbers that grow: what was worked out from the store stands as long as they do."""

    steps: int
    """With every step and all else that is recorded of a match."""
    results: int
    """With who plays where and what came of it alone."""
    decisions: int
    """With what is decided of tournaments."""


class MatchIndex:
    """Every match that can be read, in the order in which they were recorded, brought up to date before each answer."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._watched: Watched | None = None
        self._lock = Lock()
        self._listed: dict[UUID, Listed] = {}
        self._times: dict[UUID, tuple[int, datetime]] = {}
        self._words: dict[UUID, tuple[AnyStarted, str]] = {}
        self._untaken: dict[UUID, None] = {}
        """In what was recorded that is not in the list yet, in that order."""
        self._steps = self._results = self._decisions = 0

    def every(self) -> list[Listed]:
        """All of them as they stand now."""
        with self._refreshed():
            return list(self._listed.values())

    def numbers(self) -> StoreVersion:
        """The numbers as they stand now."""
        with self._refreshed():
            return StoreVersion(self._steps, self._results, self._decisions)

    def find(self, id: UUID) -> Listed | None:
        """A match as it stands now; None where it is none."""
        with self._refreshed():
            return self._listed.get(id)

    def recorded_at(self, one: Listed) -> datetime:
        """When the newest event of a match was recorded."""
        id, version = one.head.match, one.head.version
        known = self._times.get(id)
        if known is None or known[0] != version:
            newest = next(iter(self._recorder.heads.events(id, version - 1)))
            known = self._times[id] = (version, newest.recorded_at)
        return known[1]

    def words(self, one: Listed) -> str:
        """What a search looks at of a match, folded: worked out again only where its start was put right."""
        known = self._words.get(one.head.match)
        if known is None or known[0] is not one.start:
            known = self._words[one.head.match] = (one.start, folded(" ".join(_told(one.start))))
        return known[1]

    def close(self) -> None:
        """Looks no more."""
        with self._lock:
            if self._watched is not None:
                self._watched.close()
            self._watched = None

    @contextmanager
    def _refreshed(self) -> Iterator[None]:
        """The list brought up to date, and held so. Raises `Unanswered` where others are at it for too long."""
        if not self._lock.acquire(timeout=deadline_of(self._recorder.place)):
            raise Unanswered("All who look at the list of matches are waiting for the store.")
        try:
            self._refresh()
            yield
        finally:
            self._lock.release()

    def _refresh(self) -> None:
        if self._watched is None:
            watched = watching(self._recorder)
            try:
                damaged: list[Damaged] = []
                self._listed = {one.head.match: one for one in self._recorder.listed(damaged)}
            except StoreError:
                watched.close()
                raise
            self._watched = watched
            return
        self._untaken |= dict.fromkeys(self._watched.changed().versions)
        for id in list(self._untaken):
            self._take(id)
            del self._untaken[id]

    def _take(self, id: UUID) -> None:
        known = self._listed.get(id)
        try:
            first = known.start if known is not None and known.kept.start is None else None
            found = self._recorder.listing(id, first)
        except Unanswered:
            raise
        except StoreError:
            return
        if found is None:
            self._decisions += 1
            return
        self._listed[id] = found
        self._steps += 1
        if known is None or _lasting(known) != _lasting(found):
            self._results += 1


def _told(start: AnyStarted) -> Iterator[str]:
    """The game, players, event, day, file and place of a match."""
    yield from (GAMES[start.game].title, *start.players, start.event, start.played_on, start.source)
    yield from (f"{name} {value}" for name, value in (("round", start.round), ("table", start.table)) if value)


def _lasting(one: Listed) -> object:
    """What of a match does not change with every step."""
    return one.start, one.head.over, one.kept

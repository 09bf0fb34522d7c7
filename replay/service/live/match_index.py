"""All matches of the store as lists have them, kept in memory: thousands of them cost a list no more than a look."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import NamedTuple
from uuid import UUID

from ludograph.domain.games import GAMES
from ludograph.domain.match.events import AnyStarted, origin_of
from ludograph.domain.notation.names import folded
from ludograph.domain.store.errors import Damaged, StoreError, Unanswered
from ludograph.domain.store.recorder import Listed, Recorder
from ludograph.domain.store.url import deadline_of
from ludograph.replay.service.live.store_watch import StoreWatch, open_watch


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

    # Concurrency: asked from many threads, so a lock guards the list and its numbers. It is taken with a deadline, for
    # whoever has it may be waiting for the store (decision 195). `words` goes without it: what it keeps is right for
    # the start beside which it is kept, and working it out twice does no harm.

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._watch: StoreWatch | None = None
        self._lock = Lock()
        self._listed: dict[UUID, Listed] = {}
        self._words: dict[UUID, tuple[AnyStarted, str]] = {}
        self._pending: dict[UUID, None] = {}
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

    def holds(self, one: Listed) -> bool:
        """Whether this is the entry of its match as it was known last; nothing is looked up."""
        return self._listed.get(one.head.match) is one

    def words(self, one: Listed) -> str:
        """What a search looks at of a match, folded: worked out again only where its start was put right."""
        known = self._words.get(one.head.match)
        if known is None or known[0] is not one.start:
            known = self._words[one.head.match] = (one.start, folded(" ".join(_searched(one.start))))
        return known[1]

    def close(self) -> None:
        """Closes the watch over the store."""
        with self._lock:
            if self._watch is not None:
                self._watch.close()
            self._watch = None

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
        if self._watch is None:
            # Opened before the list is read: what is recorded in between is found by the next look, and not lost.
            watch = open_watch(self._recorder)
            try:
                damaged: list[Damaged] = []
                self._listed = {one.head.match: one for one in self._recorder.listed(damaged)}
            except StoreError:
                watch.close()
                raise
            self._watch = watch
            return
        self._pending |= dict.fromkeys(self._watch.changed().versions)
        # One by one, each forgotten once it is taken in: where the store fails on the way the rest is not lost.
        for id in list(self._pending):
            self._take(id)
            del self._pending[id]

    def _take(self, id: UUID) -> None:
        known = self._listed.get(id)
        try:
            first = known.start if known is not None and known.summary.start is None else None
            found = self._recorder.listing(id, first)
        except Unanswered:
            raise
        except StoreError:
            # Damaged since: it stays as it was listed, for one match shall not take all others from the lobby.
            return
        if found is not None and origin_of(found.start) is not None:
            return  # a fork is for whoever made it, and stands in no list
        if found is None:
            # It is no match but a tournament, for both are streams of one store.
            self._decisions += 1
            return
        self._listed[id] = found
        self._steps += 1
        if known is None or _lasting(known) != _lasting(found):
            self._results += 1


def _searched(start: AnyStarted) -> Iterator[str]:
    """The game, players, event, day, file and place of a match."""
    yield from (GAMES[start.game].title, *start.players, start.event, start.played_on, start.source)
    yield from (f"{name} {value}" for name, value in (("round", start.round), ("table", start.table)) if value)


def _lasting(one: Listed) -> object:
    """What of a match does not change with every step."""
    return one.start, one.head.over, one.summary

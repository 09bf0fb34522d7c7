"""Tournaments kept in memory, and to which of them each match belongs: worked out once for each new decision."""

# Concurrency: asked from several threads at once, without a lock. What is known is one value that is put in place by
# one assignment, so nobody finds the tournaments of one moment beside the owners of another; two threads may work out
# the same, and the newer result stays.

from typing import NamedTuple
from uuid import UUID

from ludograph.domain.store.recorder import Recorder
from ludograph.domain.tournaments.aggregate import Tournament
from ludograph.domain.tournaments.owners import Owners
from ludograph.domain.tournaments.service import TournamentService
from ludograph.replay.service.live.match_index import MatchIndex
from ludograph.replay.service.live.worker_threads import WorkerThreads


class _Known(NamedTuple):
    """All tournaments as they were decided at one moment."""

    decisions: int
    tournaments: dict[UUID, Tournament]
    owners: Owners


class TournamentCache:
    """Every tournament of the store that can be read."""

    def __init__(self, recorder: Recorder, index: MatchIndex, threads: WorkerThreads) -> None:
        self._recorder = recorder
        self._index = index
        self._threads = threads
        self._known = _Known(-1, {}, Owners())

    @property
    def decisions(self) -> int:
        """A number that grows with what is decided of tournaments, as far as that is known here."""
        return self._known.decisions

    async def all(self) -> dict[UUID, Tournament]:
        """Every tournament as it stands now, by its id."""
        return await self._threads.run(self.load)

    async def owners(self) -> Owners:
        """To which tournament each match belongs, as it was decided by now."""
        return await self._threads.run(self.load_owners)

    def load(self) -> dict[UUID, Tournament]:
        """Every tournament as it stands now, for whoever is in a thread that may wait for the disk."""
        decisions = self._index.numbers().decisions
        known = self._known
        if decisions == known.decisions:
            return known.tournaments
        # The number was taken before the tournaments were read: what is decided between counts as not read yet.
        found = {one.id: one for one in TournamentService(self._recorder).all()}
        if decisions > self._known.decisions:
            self._known = _Known(decisions, found, Owners(found.values()))
        return found

    def load_owners(self) -> Owners:
        """To which tournament each match belongs, for whoever is in a thread that may wait for the disk."""
        self.load()
        return self._known.owners

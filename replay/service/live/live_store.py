"""A store as a running service knows it: each of its parts does one thing, and says what it bears at the same time."""

from datetime import datetime, timedelta
from typing import Final

from litestar.di import NamedDependency

from ludograph.domain.store.base import translated_store_errors
from ludograph.domain.store.recorder import Recorder
from ludograph.domain.store.url import deadline_of
from ludograph.replay.service.http.store_health import StoreHealth
from ludograph.replay.service.live.answer_cache import AnswerCache
from ludograph.replay.service.live.asking_threads import AskingThreads
from ludograph.replay.service.live.builders import DRAWINGS, PAGES, Builders, end_processes
from ludograph.replay.service.live.change_log import ChangeLog
from ludograph.replay.service.live.entry_queue import EntryQueue
from ludograph.replay.service.live.latest_step_cache import LatestStepCache
from ludograph.replay.service.live.match_cache import MatchCache
from ludograph.replay.service.live.match_index import MatchIndex
from ludograph.replay.service.live.open_streams import OpenStreams
from ludograph.replay.service.live.seen_positions import SeenPositions
from ludograph.replay.service.live.subscriptions import Subscriptions
from ludograph.replay.service.live.topics import Topics
from ludograph.replay.service.live.tournament_cache import TournamentCache
from ludograph.replay.service.live.worker_threads import LISTS, WorkerThreads

KEPT_PAGES: Final = 60
"""Pages of matches kept in memory, each of some hundred kilobytes."""
FILMS: Final = 30
"""Films kept in memory, each of some megabytes."""


class LiveStore:
    """The parts of a service that all requests share: made once, over one recorder."""

    def __init__(self, recorder: Recorder, delay: timedelta = timedelta()) -> None:
        """`delay` is how far those are behind who are not at the tables."""
        self.recorder = recorder
        with translated_store_errors(recorder.place):
            self.layout = recorder.store.layout
            recorder.time()  # seen once, so that no answer is of a time before what is recorded
        deadline = deadline_of(recorder.place)
        self.health = StoreHealth(deadline)
        # Everything that a service writes goes through its recorder: entries, decisions, links, devices, moves of bots.
        recorder.on_write = self.health.wrote
        self.threads = WorkerThreads(deadline)
        self.lists = WorkerThreads(deadline, LISTS, LISTS)
        """Threads for lists of all matches and for what followers are told, apart from those that record."""
        self.asking = AskingThreads(deadline)
        self.entry_queue = EntryQueue(deadline)
        self.subscriptions = Subscriptions()
        self.streams = OpenStreams(self.subscriptions)
        self.topics = Topics(self.subscriptions)
        self.changes = ChangeLog()
        self.seen = SeenPositions(recorder, delay)
        self.index = MatchIndex(recorder)
        self.builders = Builders(recorder.place, self.index, "pages", PAGES)
        self.drawings = Builders(recorder.place, self.index, "drawings", DRAWINGS)
        self.matches = MatchCache(recorder, self.threads, self.subscriptions)
        self.tournaments = TournamentCache(recorder, self.index, self.threads)
        self.answers = AnswerCache()
        self.pages = AnswerCache(KEPT_PAGES)
        self.films = AnswerCache(FILMS)
        self.latest_steps = LatestStepCache()
        self.devices_seen: dict[str, datetime] = {}
        """When each device was seen last, by its id: in memory alone, for no look shall write (decision 181)."""

    def close(self) -> None:
        """End what is still being built."""
        self.builders.close()
        self.drawings.close()

    def end_processes(self) -> None:
        """End the processes in which pages are built, at work or not: the program is about to exit."""
        end_processes()


LiveDep = NamedDependency[LiveStore]

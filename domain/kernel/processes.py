"""Work shared among processes: shares of it go out, and what comes of them is told in their order."""

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import islice
from multiprocessing import active_children, get_context, parent_process
from threading import Thread
from typing import Any, Final, TypeVar

S = TypeVar("S")
T = TypeVar("T")
AHEAD: Final = 4
"""How many shares wait for each process, so that none is idle."""


def shared_work(work: Callable[[S], T], shares: Iterable[S], jobs: int) -> Iterator[T]:
    """What comes of each share, in their order, as it becomes ready; with one job it is done in this process."""
    if jobs == 1:
        yield from map(work, shares)
        return
    waiting = iter(shares)
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_begin_work)
    try:
        with signal_handled(signal.SIGINT, signal.SIG_IGN):  # processes inherit it: Ctrl-C is for who gave out the work
            under_way = deque(pool.submit(work, share) for share in islice(waiting, AHEAD * jobs))
        while under_way:
            done: Future[T] = under_way.popleft()
            yield done.result()
            under_way.extend(pool.submit(work, share) for share in islice(waiting, 1))
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


class BackgroundProcess:
    """One process beside this one, for work that would hold up what has to answer at once.

    It begins when it is first needed, does one thing after the other, and stands back for other programs, by `nice` as
    Unix counts it.
    """

    def __init__(self, nice: int = 10) -> None:
        self._nice = nice
        self._pool: ProcessPoolExecutor | None = None
        self._pid: Future[int] | None = None

    def submit(self, work: Callable[[S], T], what: S) -> "Future[T]":
        """Has something worked out there, by a function of a module."""
        for _ in range(2):
            try:
                if self._pool is None:
                    self._pool = ProcessPoolExecutor(1, get_context("spawn"), _begin_background, (self._nice,))
                    self._pid = self._pool.submit(os.getpid)
                return self._pool.submit(work, what)
            except BrokenExecutor:  # somebody ended the process: another takes its place
                self._pool = None
        raise BrokenExecutor("The process that works in the background ends as soon as it begins.")

    def kill(self) -> None:
        """End it at once, whatever it is at. The next piece of work begins another."""
        if self._pid is not None and self._pid.done() and not self._pid.cancelled() and not self._pid.exception():
            # Only a child that still lives: its number may be another program's by now.
            for process in active_children():
                if process.pid == self._pid.result():
                    process.kill()
        self.close()

    def close(self) -> None:
        """Ends it once it has done what it is at, for which nobody waits here."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = self._pid = None


@contextmanager
def signal_handled(number: signal.Signals, handler: Any) -> Iterator[None]:
    """Within this a signal goes to another handler; only in the first thread of a program."""
    before = signal.signal(number, handler)
    try:
        yield
    finally:
        signal.signal(number, before)


def _begin_work() -> None:
    """What each process does first: Ctrl-C is not for it, and it ends with the one that it works for."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _begin_background(nice: int) -> None:
    _begin_work()
    if hasattr(os, "nice"):  # not on Windows
        os.nice(nice)


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)

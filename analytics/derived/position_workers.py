"""Processes that work out rows of the tables at steps, one for each processor, beside the one that reads and writes.

They are programs of their own that talk through pipes, and not those of `multiprocessing`: that runs a user's script a
second time in each, and a script may well ask for these tables without being written for it.
"""

import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final

import ludograph

Work = Callable[[Sequence[Any], str], bytes]
"""What is worked out: the rows of some matches, for an observer."""
WORTHWHILE: Final = 20_000
"""Of so many events it is sooner done by several: a process takes a second to begin."""
MOST: Final = 8


class WorkerPool:
    """Work that is done by several processes at once; without any, by this one when its result is asked for."""

    def __init__(self, work: Work, processes: int = 0) -> None:
        self._work = work
        self._idle: SimpleQueue[subprocess.Popen[bytes]] = SimpleQueue()
        self._processes = [_begun() for _ in range(processes)]
        for process in self._processes:
            self._idle.put(process)
        self._threads = ThreadPoolExecutor(processes) if processes else None
        self.room = 2 * processes or 1
        """So much may be under way."""

    def submit(self, some: Sequence[Any], observer: str) -> Callable[[], bytes]:
        """Has something worked out; what is returned waits for the result."""
        if self._threads is None:
            return lambda: self._work(some, observer)
        return self._threads.submit(self._elsewhere, some, observer).result

    def close(self) -> None:
        """Ends the processes."""
        for process in self._processes:
            process.kill()
        if self._threads:
            self._threads.shutdown(cancel_futures=True)
        for process in self._processes:
            process.communicate()

    def _elsewhere(self, some: Sequence[Any], observer: str) -> bytes:
        process = self._idle.get()
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            with suppress(OSError, EOFError, pickle.UnpicklingError):
                pickle.dump((some, observer), process.stdin)
                process.stdin.flush()
                return bytes(pickle.load(process.stdout))
        finally:
            self._idle.put(process)
        return self._work(some, observer)  # it was ended by somebody


@contextmanager
def pool_for(events: int, work: Work) -> Iterator[WorkerPool]:
    """Whoever works out so many events."""
    processors = min(MOST, len(os.sched_getaffinity(0)))
    several = events >= WORTHWHILE and processors > 1 and bool(sys.executable)
    pool = WorkerPool(work, processors if several else 0)
    try:
        yield pool
    finally:
        pool.close()


def _begun() -> "subprocess.Popen[bytes]":
    where = str(Path(ludograph.__file__).absolute().parents[1])  # whatever folder we were found by
    path = os.pathsep.join([where, *filter(None, [os.environ.get("PYTHONPATH")])])
    command = [sys.executable, "-m", "ludograph.analytics.derived.batch_worker"]
    environment = {**os.environ, "PYTHONPATH": path}
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)

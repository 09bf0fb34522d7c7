"""What a piece of work costs, in numbers that a busy machine leaves as they are: processor time, calls, SQL."""

import gc
import sqlite3
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import process_time
from typing import Any, Final, NamedTuple

Work = Callable[[], object]
"""Something that is done once; what it needs was made before."""
EACH: Final = 100
"""SQLite tells of so many instructions of its machine at a time."""


class Cost(NamedTuple):
    """What one piece of work took. `calls` and `read` hardly depend on the machine; both are 0 where nobody counted."""

    seconds: float
    """Of a processor, in all threads."""
    calls: int = 0
    """Of functions, Python's and C's, in this thread."""
    read: int = 0
    """Hundreds of instructions of SQLite's machine: a scan takes several for each row."""


def cost(prepare: Callable[[], Work], rounds: int) -> Cost:
    """The least of several rounds in seconds, and what one more takes in calls; one before them to warm up."""
    prepare()()
    seconds = []
    for _ in range(rounds):
        work = prepare()
        gc.collect()
        begun = process_time()
        work()
        seconds.append(process_time() - begun)
    work = prepare()
    with _counted() as counts:
        work()
    return Cost(min(seconds), *counts)


_running: list[list[int]] = []


@contextmanager
def _counted() -> Iterator[list[int]]:
    """Counts calls and SQLite's instructions until the end of the block."""
    counts = [0, 0]

    def called(frame: object, event: str, what: object) -> None:
        if event in ("call", "c_call"):
            counts[0] += 1

    _running.append(counts)
    threading.setprofile(called)
    sys.setprofile(called)
    try:
        yield counts
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
        _running.clear()


def listen() -> None:
    """From now on every connection to SQLite that is made tells how much it does, while anybody counts."""
    connect = sqlite3.connect

    def heard(*given: Any, **named: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(*given, **named)
        connection.set_progress_handler(_step, EACH)
        return connection

    sqlite3.connect = heard  # type: ignore[assignment]


def _step() -> int:
    for counts in _running:
        counts[1] += 1
    return 0

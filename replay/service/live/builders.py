"""Processes beside the service that build pages, so that viewers take no time from those who record."""

# Concurrency: `run` is for the event loop. Python runs one thread at a time, so a page that is built in a thread of the
# service slows down every entry; a process can also be ended, which a thread cannot.

import asyncio
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from contextlib import nullcontext
from functools import partial
from importlib import import_module
from time import monotonic
from typing import Any, Final, TypeVar

from ludograph.domain.kernel.processes import BackgroundProcess
from ludograph.domain.match.aggregate import Match
from ludograph.domain.store.url import Place
from ludograph.replay.service.http.responses import BadRequest
from ludograph.replay.service.live.builder_process import BuildOrder, build, pack
from ludograph.replay.service.live.match_index import MatchIndex
from ludograph.replay.service.live.worker_threads import is_viewer

T = TypeVar("T")
PAGES: Final = 2
"""Processes that build pages, boards and standings."""
DRAWINGS: Final = 1
"""Processes that draw films and try variations, which take seconds."""
LONGEST: Final = 20.0
"""Seconds after which work is stopped, and after which nobody waits for their turn any longer."""
AGAIN: Final = 60.0
"""Seconds for which work that took too long is not tried again."""
NICE = 5
"""How far they stand back for the recording process: not so far that other programs of the machine stop them."""
WAITING: Final = 50
"""Number of pieces of work for visitors without a token that may wait for one process."""
RESERVED: Final = 10
"""Places to wait that are kept for those with a token, besides."""
BUSY: Final = "Too much is being worked out here at this moment: try again in a few seconds."
CLOSED: Final = "The service is being stopped: try again later."
TOO_LONG: Final = f"This takes longer than {LONGEST:.0f} seconds, so it was stopped: ask for less of it."

_PROCESSES: Final[dict[tuple[str, int], BackgroundProcess]] = {}
"""The processes of this program, by what they are for. They are told the store with each piece of work."""


class Builders:
    """Runs heavy work in other processes, so that the service keeps answering."""

    def __init__(self, place: Place, index: MatchIndex, name: str, number: int) -> None:
        self._place = place
        self._index = index
        self._lanes = [_Lane(_PROCESSES.setdefault((name, at), BackgroundProcess(NICE))) for at in range(number)]
        self._stopped: dict[bytes, float] = {}
        """Until when work that took too long is refused."""

    async def run(self, work: Callable[..., T], *args: Any) -> T:
        """Return what a function of a module returns for these arguments, which must not depend on this process.

        A match goes to the same process each time, which remembers it. Raises what the function raises, and
        `BadRequest` (503) if it takes too long or too much is waiting.
        """
        # In a thread, since thousands of matches may have to be named.
        packed = await asyncio.to_thread(pack, self._index, work, args)
        if self._stopped.get(packed, 0) > monotonic():
            raise BadRequest(503, TOO_LONG)
        match = next((one for one in args if isinstance(one, Match)), None)
        lane = self._lanes[-1 if match is None else match.id.int % len(self._lanes)]
        try:
            answer: T = await lane.run(BuildOrder(self._place, packed))
        except _Stopped:
            now = monotonic()
            self._stopped = {one: until for one, until in self._stopped.items() if until > now}
            self._stopped[packed] = now + AGAIN
            raise BadRequest(503, TOO_LONG) from None
        return answer

    def begin(self) -> None:
        """Start the processes before anybody needs them: what they import takes seconds on a busy machine."""
        for lane in self._lanes:
            lane.process.submit(_import_pages, None)

    def close(self) -> None:
        """End what is still being built."""
        for lane in self._lanes:
            lane.close()


def end_processes() -> None:
    """End the processes of this program, at work or not."""
    for process in _PROCESSES.values():
        process.kill()


class _Stopped(Exception):
    """Work took too long, and was ended."""


class _Lane:
    """One process, and those who wait for it."""

    def __init__(self, process: BackgroundProcess) -> None:
        self.process = process
        self._turn = asyncio.Lock()
        self._viewers = asyncio.Lock()
        """Held by the visitor without a token who is next: others with a token wait for one of them at most."""
        self._waiting = 0
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closed = False

    async def run(self, order: BuildOrder) -> Any:
        """Do one piece of work after the others."""
        if self._waiting >= WAITING + RESERVED * (not is_viewer()):
            raise BadRequest(503, BUSY)
        self._waiting += 1
        try:
            async with asyncio.timeout(LONGEST), self._viewers if is_viewer() else nullcontext():
                await self._turn.acquire()
        except TimeoutError:
            raise BadRequest(503, BUSY) from None
        finally:
            self._waiting -= 1
        if self._closed:
            self._turn.release()
            raise BadRequest(503, CLOSED)
        # A task of its own: if the visitor leaves, the process works on, and the next one must wait for its end.
        task = asyncio.create_task(self._build(order))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(partial(_release, self._turn))
        return await asyncio.shield(task)

    async def _build(self, order: BuildOrder) -> Any:
        for last in (False, True):
            future = self.process.submit(build, order)
            try:
                async with asyncio.timeout(LONGEST):
                    return await asyncio.wrap_future(future)
            except (BrokenExecutor, asyncio.CancelledError):  # somebody ended the process
                if self._closed:
                    raise BadRequest(503, CLOSED) from None
                if not future.done():
                    raise
                if last:
                    raise BadRequest(503, BUSY) from None
            except TimeoutError:
                self.process.kill()
                raise _Stopped from None
        raise AssertionError("The second try returns or raises.")

    def close(self) -> None:
        """End the process if it is at work."""
        self._closed = True
        if self._tasks:
            self.process.kill()


def _release(turn: asyncio.Lock, task: asyncio.Task[Any]) -> None:
    turn.release()
    if not task.cancelled():
        task.exception()  # marks it as seen; visitors who still wait get it from `shield`


def _import_pages(_: None) -> None:
    import_module("ludograph.replay.service.routes.match_pages")

"""Bots that move by themselves as soon as they are awaited, in the matches that somebody plays here."""

# Concurrency: a task of the event loop for each match in which a bot is awaited. Thinking is done in one process beside
# this one, a move at a time in the order in which they were wanted: however many play, it takes one processor.

import asyncio
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from functools import partial
from typing import Final, TypeVar
from uuid import UUID

from ludograph.domain.bots.moves import Move
from ludograph.domain.bots.roster import UnknownBot, check_thinks_here
from ludograph.domain.bots.thinking import BotTask, awaited_bot, thought_out
from ludograph.domain.kernel.game import Seat
from ludograph.domain.kernel.processes import BackgroundProcess
from ludograph.domain.match.aggregate import EntryDetails, Match
from ludograph.domain.match.final_result import status_of
from ludograph.domain.match.seated_bots import playing_bots
from ludograph.domain.store.errors import Conflict
from ludograph.replay.service.live.live_store import LiveStore

S = TypeVar("S")
T = TypeVar("T")
MOST_PLAYOUTS: Final = 400
"""A bot thinks of no more playouts for a move here, for it takes a processor from all who play."""
MOST_STEPS: Final = 2000
"""In a match that is longer bots move no more by themselves: nobody might be left to end it."""


class BotMoves:
    """The bots of all matches that are played through a service."""

    def __init__(self, live: LiveStore, fault: Callable[[BaseException], None]) -> None:
        self._live = live
        self._fault = fault
        self._process = BackgroundProcess()
        self._tasks: dict[UUID, asyncio.Task[None]] = {}
        self._woken: set[UUID] = set()

    def wake(self, id: UUID) -> None:
        """Lets the bots of a match move that are awaited; where they are at it already they look once more."""
        if self._live.subscriptions.closing.is_set():
            return
        self._woken.add(id)
        if id not in self._tasks:
            self._tasks[id] = asyncio.create_task(self._go_on(id))

    async def close(self) -> None:
        """Lets no bot move any more; whoever looks at the match again lets it go on."""
        for task in [*self._tasks.values()]:
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        self._process.kill()

    async def _go_on(self, id: UUID) -> None:
        try:
            while id in self._woken:
                self._woken.discard(id)
                match = await self._live.matches.current(id)
                if (task := task_of(match)) is not None:
                    self._woken.add(id)
                    await self._record(match, await self.thought(thought_out, task))
        except Exception as wrong:  # whatever it is: the others play on, and whoever looks again lets it be tried again
            self._fault(wrong)
        finally:
            self._woken.discard(id)
            del self._tasks[id]

    async def thought(self, work: Callable[[S], T], what: S) -> T:
        """What bots come to by a function of a module, in the process in which all bots think."""
        with suppress(BrokenExecutor):  # somebody ended the process while it thought
            return await asyncio.wrap_future(self._process.submit(work, what))
        return await asyncio.wrap_future(self._process.submit(work, what))

    async def _record(self, match: Match, move: Move) -> None:
        """Stores the move, where nobody recorded anything while it was thought out."""
        live = self._live
        with suppress(Conflict):
            async with live.entry_queue.turn(match.id):
                live.matches.put(await live.threads.run(partial(_stored, live, match, move)))


def task_of(match: Match) -> BotTask | None:
    """The bot of a match that is awaited and moves by itself; None where there is none."""
    running = status_of(match) == "running" and len(match.steps) < MOST_STEPS
    task = awaited_bot(match, playing_bots(match)) if running else None
    return None if task is None or why_not(task.bot) else task


def why_not(bot: str) -> str:
    """Why a bot does not move by itself here, as a sentence; empty where it does."""
    try:
        check_thinks_here(bot, MOST_PLAYOUTS)
    except UnknownBot as wrong:
        return str(wrong)
    return ""


def _stored(live: LiveStore, match: Match, move: Move) -> Match:
    recorder, bots = live.recorder, dict[Seat, str](playing_bots(match))
    entry = EntryDetails(by=bots[move.seat])
    return recorder.record(match.play(move.seat, move.action, recorder.stamp(), entry=entry))

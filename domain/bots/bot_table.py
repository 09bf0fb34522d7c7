"""Bots at a table that others may look at, or record at, meanwhile: a move at a time, each stored before the next."""

from collections.abc import Iterator
from random import Random
from uuid import UUID

from ludograph.domain.bots.moves import STEPS, Bots, Move
from ludograph.domain.bots.opponents import Opponents
from ludograph.domain.kernel.chance import Drawing
from ludograph.domain.kernel.game import Refused
from ludograph.domain.match.aggregate import EntryDetails, Match
from ludograph.domain.match.final_result import status_of
from ludograph.domain.match.seated_bots import with_bots_remark
from ludograph.domain.store.errors import Conflict
from ludograph.domain.store.recorder import Recorder

TRIES = 20
"""So many moves that are refused in a row, and the table is left to people."""
BY_CHANCE = "random"
"""The bot that thinks of nothing."""


class BotTable:
    """A table at which bots play all seats; where its cards are real they make up what a scribe would write down.

    Where they are called something, the match says so in a remark, and each of their steps is by them.
    """

    def __init__(self, recorder: Recorder, match: UUID, seed: str, bot: str = "") -> None:
        self.match = recorder.load(match)
        self._recorder = recorder
        self._seed = seed
        self._bots = Bots(self.match.game, len(self.match.players), Random(f"{seed}/{match}"))
        self._names = dict.fromkeys(range(1, len(self.match.players) + 1) if bot else (), bot)
        # What is chosen by chance for all seats together is found sooner, and sometimes what nobody waits for.
        self._thinking = Opponents({} if bot == BY_CHANCE else self._names, f"{seed}/{match}")

    def moves(self) -> Iterator[Match]:
        """The match after each move, stored, until it is over or no bot can go on."""
        try:
            yield from self._moves()
        finally:
            self._thinking.close()

    def _moves(self) -> Iterator[Match]:
        refused = 0
        if self._names:
            told = with_bots_remark(self.match, self._names, self._recorder.stamp())
            self.match = self.match if told is self.match else self._recorder.record(told)
        while refused < TRIES:
            match = self._recorder.refreshed(self.match)
            self.match = match
            move = None if status_of(match) != "running" else self._next(match, thinks=not refused)
            if move is None:
                return
            chance = Drawing(self._seed, len(match.states)) if match.start.seed is None else None
            try:
                stamp = self._recorder.stamp()
                entry = EntryDetails(by=self._names.get(move.seat, ""))
                self.match = self._recorder.record(
                    match.play(move.seat, move.action, stamp, chance=chance, entry=entry)
                )
            except (Refused, Conflict):
                refused += 1  # or a scribe was quicker: it is looked at again
                continue
            refused = 0
            yield self.match

    def _next(self, match: Match, *, thinks: bool) -> Move | None:
        """What the bot of a seat thinks best; else, and late in a match without end, any move by chance."""
        move = self._thinking.move(match) if thinks and len(match.steps) < STEPS else None
        return move or self._bots.move(match.state, len(match.steps))

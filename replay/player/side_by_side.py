"""Two matches with one deal being replayed beside each other: how far both have come; no screen is touched here."""

from collections.abc import Iterable
from typing import Final

from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.match.aggregate import Match
from ludograph.replay.beats.changes import changes
from ludograph.replay.beats.marks import Marks
from ludograph.replay.player.session import PAGE, ReplaySession
from ludograph.replay.timeline.alignment import Alignment, aligned

BOTH: Final = (0, 1)
"""The two sides, the match that was named first and the one beside it."""


class SideBySide:
    """Both matches through the eyes of the same observer: where that is a player, of whoever sits in that seat there.

    It begins where they part.
    """

    def __init__(self, one: Match, other: Match, observer: Observer, *, terse: bool = False) -> None:
        self.sides = (ReplaySession(one, observer), ReplaySession(other, observer))
        for side in self.sides:
            side.terse = terse
        self.at = 0
        """The row that is shown."""
        self._alignments: dict[Observer, Alignment] = {}
        self.go(self.parted)

    @property
    def alignment(self) -> Alignment:
        """Which steps stand beside each other, as the present observer knows both."""
        one, other = (side.recording.timeline for side in self.sides)
        if one.observer not in self._alignments:
            self._alignments[one.observer] = aligned(one, other)
        return self._alignments[one.observer]

    @property
    def last(self) -> int:
        """The number of the last row."""
        return len(self.alignment.rows) - 1

    @property
    def parted(self) -> int:
        """The first row at which they are not the same, the last where they are the same throughout."""
        return min(self.alignment.parted, self.last)

    @property
    def same(self) -> bool:
        """Whether all that is shown happened at both."""
        return self.at < self.alignment.parted

    def goes_on(self, side: int) -> bool:
        """Whether a side makes its step in this row; else it waits for the other."""
        rows = self.alignment.rows
        return self.at == 0 or rows[self.at][side] != rows[self.at - 1][side]

    def go(self, row: int) -> None:
        """Shows another row, or the nearest there is."""
        self.at = max(0, min(row, self.last))
        for side, step in zip(self.sides, self.alignment.rows[self.at], strict=True):
            side.go(step, 0)

    def step(self, direction: int) -> None:
        """A row on or back."""
        self.go(self.at + direction)

    def page(self, direction: int) -> None:
        """To the beginning of a round of the first match; some rows on in a game without rounds."""
        rows = self.alignment.rows
        if not self.sides[0].has_rounds:
            self.go(self.at + direction * PAGE)
            return
        first = self.sides[0].round_starts
        ways: Iterable[int] = range(self.at + direction, len(rows) if direction > 0 else -1, direction)
        found = (row for row in ways if rows[row].one in first and rows[row].one != rows[row - 1].one)
        self.go(next(found, self.last if direction > 0 else 0))

    def watch(self, direction: int) -> None:
        """As the next observer, where the first match has come to."""
        reached = self.alignment.rows[self.at].one
        for side in self.sides:
            side.watch(direction)
        self.go(next(at for at, row in enumerate(self.alignment.rows) if row.one >= reached))

    def marks(self, side: int) -> Marks:
        """What is marked on the table of a side: what the step did, and what is not so at the other table."""
        own, beside = self.sides[side], self.sides[1 - side]
        scene, there = (one.recording.scene(one.at) for one in (own, beside))
        done = own.recording.marks(own.at) if self.goes_on(side) else Marks()
        return done._replace(differs=changes(there, scene))


__all__ = ["BOTH", "SideBySide"]

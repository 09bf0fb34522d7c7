"""Row 3: one action recorded and on the disk, and a bare commit of the same bytes."""

import sqlite3
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path

from bench.measuring import Comparison, Pair, Scale, Work, folder, in_turn, stopwatch
from bench.playing import played
from ludograph.domain.exchange.exporter import action_line
from ludograph.domain.games import GAMES
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.events import Event, encoded, topic_of
from ludograph.domain.notation.lines import Line, from_json
from ludograph.domain.notation.values import Reader, ValueWriter
from ludograph.domain.store.recorder import Recorder

ROW = "entry"
AIM = 1.5
ENTRIES = 20
"""How many actions, each on the disk before the next begins, make one sample."""


def rows(scale: Scale) -> Iterator[Comparison]:
    """One, over the first game: what is recorded hardly matters."""
    with folder() as made:
        desk = Desk(made)
        sides = in_turn(scale.rounds, lambda: _each(desk.record), lambda: _each(desk.commit))
        desk.close()
    what, peer = "one action recorded", "a bare commit of its bytes"
    yield Pair(*sides).compared(ROW, what, "action", peer, AIM, faster=False)


def _each(entry: Callable[[], float]) -> Work:
    return Work(sum(entry() for _ in range(ENTRIES)), ENTRIES)


Row = tuple[str, int, str, bytes]


def bare(made: Path) -> sqlite3.Connection:
    """A table with nothing but rows, as durable as a store."""
    opened = sqlite3.connect(made / "bare.sqlite", isolation_level=None)
    opened.execute("PRAGMA journal_mode=WAL")
    for pragma in ("synchronous=FULL", "fullfsync=ON"):
        opened.execute(f"PRAGMA {pragma}")
    opened.execute("CREATE TABLE events (match TEXT, version INTEGER, topic TEXT, state BLOB)")
    return opened


def row_of(event: Event) -> Row:
    """What a store keeps of an event."""
    return event.originator_id.hex, event.originator_version, topic_of(event), encoded(event)


def commit(opened: sqlite3.Connection, rows: list[Row]) -> None:
    """Puts rows on the disk."""
    opened.execute("BEGIN")
    opened.executemany("INSERT INTO events VALUES (?,?,?,?)", rows)
    opened.execute("COMMIT")


class Desk:
    """Records match after match, an action at a time; the bare table gets the same events."""

    def __init__(self, made: Path) -> None:
        self.game = next(iter(GAMES.values()))
        self.recorder = Recorder(made / "store.sqlite")
        self.bare = bare(made)
        self.number = 0
        self.match, self.lines = self._next_match()
        self.rows = cycle([row_of(event) for event in played(self.game, 0).history[1:]])

    def _next_match(self) -> tuple[Match, list[Line]]:
        self.number += 1
        whole = played(self.game, self.number)
        writer, reader = ValueWriter(whole.players), Reader(self.game.deck, whole.players)
        raw = [{k: v for k, v in action_line(s, writer).items() if k != "drawn"} for s in whole.steps]
        lines = [from_json(self.game, reader, line, "") for line in raw]
        match = Match(whole.start, self.game, (), whole.states[:1], (whole.start,), (whole.start,))
        return self.recorder.record(match), lines[::-1]

    def record(self) -> float:
        """The next action, as the command line would hand it to a recorder."""
        if not self.lines:
            self.match, self.lines = self._next_match()
        line = self.lines.pop()
        with stopwatch() as seconds:
            self.match = self.recorder.act(self.match, line)
        return seconds()

    def commit(self) -> float:
        """The bytes of such an action, and nothing else."""
        row = next(self.rows)
        with stopwatch() as seconds:
            commit(self.bare, [row])
        return seconds()

    def close(self) -> None:
        """Closes both."""
        self.recorder.close()
        self.bare.close()

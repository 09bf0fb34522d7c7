"""Row 3: one action recorded and on the disk, and a bare commit of the same bytes."""

import sqlite3
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

from bench.measuring import Comparison, Sample, Scale, folder, in_turn, stopwatch
from bench.playing import played
from domain.games import GAMES
from domain.notation.lines import Line, from_json
from domain.notation.values import Reader, Writer
from domain.records.events import Event, encoded, topic_of
from domain.records.exporting import action_line
from domain.records.match import Match
from domain.records.recorder import Recorder

ROW = "entry"
AIM = 2.0
ENTRIES = 20
"""How many actions, each on the disk before the next begins, make one sample."""


def rows(scale: Scale) -> Iterator[Comparison]:
    """One, over the first game: what is recorded hardly matters."""
    with folder() as made:
        desk = Desk(made)
        sides = in_turn(lambda: _each(desk.record), lambda: _each(desk.commit), scale.rounds)
        desk.close()
    yield Comparison(ROW, "one action recorded", "action", "a bare commit of its bytes", AIM, False, *sides)


def _each(entry: Sample) -> float:
    return sum(entry() for _ in range(ENTRIES)) / ENTRIES


class Desk:
    """Records match after match, an action at a time; the bare table gets the same events."""

    def __init__(self, made: Path) -> None:
        self.game = next(iter(GAMES.values()))
        self.recorder = Recorder(made / "store.sqlite")
        self.bare = sqlite3.connect(made / "bare.sqlite", isolation_level=None)
        self.bare.execute("PRAGMA journal_mode=WAL")
        for pragma in ("synchronous=FULL", "fullfsync=ON"):
            self.bare.execute(f"PRAGMA {pragma}")
        self.bare.execute("CREATE TABLE events (match TEXT, version INTEGER, topic TEXT, state BLOB)")
        self.number = 0
        self.match, self.lines = self._next_match()
        self.rows = cycle([self._row(event) for event in played(self.game, 0).history[1:]])

    def _next_match(self) -> tuple[Match, list[Line]]:
        self.number += 1
        whole = played(self.game, self.number)
        writer, reader = Writer(whole.players), Reader(self.game.deck, whole.players)
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
            self.bare.execute("BEGIN")
            self.bare.execute("INSERT INTO events VALUES (?,?,?,?)", row)
            self.bare.execute("COMMIT")
        return seconds()

    def _row(self, event: Event) -> tuple[str, int, str, bytes]:
        return event.originator_id.hex, event.originator_version, topic_of(event), encoded(event)

    def close(self) -> None:
        """Closes both."""
        self.recorder.close()
        self.bare.close()

"""Row 4: matches read from a store and folded."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import msgspec
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event
from pokerkit import HandHistory

from bench import poker
from bench.measuring import WORKING, Comparison, Pair, Sample, Scale, Work, folder, in_turn, parts_of, stopwatch
from bench.playing import matches_of, played
from ludograph.domain.games import GAMES
from ludograph.domain.match.aggregate import Match
from ludograph.domain.store.recorder import Recorder

ROW = "loading"
STOCK_AIM = 4.0
POKER_AIM = 5.0


def rows(scale: Scale) -> Iterator[Comparison]:
    """Two for each game."""
    for game in GAMES.values():
        with folder() as made:
            random = Random(0)
            count = matches_of(game, scale.actions)
            matches = [played(game, number, UUID(int=random.getrandbits(128))) for number in range(count)]
            recorder = Recorder(made / "store.sqlite")
            recorder.record(*matches)
            stock = Stock(made / "stock.sqlite")
            sides = _ours(recorder, matches), stock.loading(matches), _phh(scale)
            ours, theirs, poker = in_turn(scale.rounds, *sides)
            what = f"{game.id}, loaded"
            pair = Pair(ours, theirs)
            yield pair.compared(ROW, what, "action", "eventsourcing's aggregate", STOCK_AIM, faster=True)
            yield Pair(ours, poker).compared(ROW, what, "action", "PokerKit reading PHH", POKER_AIM, faster=True)
            stock.close()
            recorder.close()


def _ours(recorder: Recorder, matches: list[Match]) -> Sample:
    facts = parts_of([match.history for match in matches])

    def ours() -> Work:
        with stopwatch(WORKING) as seconds:
            actions = sum(len(recorder.load(match.id).steps) for match in matches)
        return Work(seconds(), actions, facts)

    return ours


def _phh(scale: Scale) -> Sample:
    texts, decisions = poker.written(scale.actions // 4)

    def theirs() -> Work:
        with stopwatch(WORKING) as seconds:
            for text in texts:
                for _ in HandHistory.loads(text):
                    pass
        return Work(seconds(), decisions)

    return theirs


class Table(Aggregate):
    """A match as the library's tutorial would have it: events of plain JSON, folded into a table that is changed.

    Of what a fold of ours does it does what any game needs: it keeps each step, and writes every field of every fact.
    """

    @event("Started")
    def __init__(self, start: dict[str, Any]) -> None:
        self.start = start
        self.steps: list[dict[str, Any]] = []
        self.table: dict[str, Any] = {}
        self.fold(start["facts"])

    @event("Acted")
    def act(self, step: dict[str, Any]) -> None:
        """Takes in a step."""
        self.steps.append(step)
        self.fold(step["facts"])

    def fold(self, facts: list[dict[str, Any]]) -> None:
        """Writes what happened on the table."""
        for fact in facts:
            kind = fact["fact"]
            for field, value in fact.items():
                self.table[f"{kind}.{field}"] = value


class Stock(Application[UUID]):
    """The library as it comes, with SQLite and its JSON transcoder."""

    def __init__(self, path: Path) -> None:
        super().__init__({"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(path)})

    def loading(self, matches: list[Match]) -> Sample:
        """Records events of the same number and content as these matches have; returns what reads them."""
        tables = []
        for match in matches:
            start, *steps = (_payload(event) for event in match.history)
            table = Table(start)
            for step in steps:
                table.act(step)
            self.save(table)
            tables.append(table.id)

        facts = parts_of([match.history for match in matches])

        def theirs() -> Work:
            with stopwatch(WORKING) as seconds:
                actions = sum(len(self._table(id).steps) for id in tables)
            return Work(seconds(), actions, facts)

        return theirs

    def _table(self, id: UUID) -> Table:
        table: Table = self.repository.get(id)
        return table


def _payload(event: Any) -> dict[str, Any]:
    """What an event says, as plain data; the library adds the id, the version and the time itself."""
    plain: dict[str, Any] = msgspec.to_builtins(event)
    return {key: value for key, value in plain.items() if key not in ("match", "version", "recorded_at")}

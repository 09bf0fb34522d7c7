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
from bench.measuring import Comparison, Sample, Scale, folder, in_turn, stopwatch
from bench.playing import matches_of, played
from domain.games import GAMES
from domain.records.match import Match
from domain.records.recorder import Recorder

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
            ours = _ours(recorder, matches)
            stock = Stock(made / "stock.sqlite")
            sides = in_turn(ours, stock.loading(matches), scale.rounds)
            yield Comparison(
                ROW, f"{game.id}, loaded", "action", "eventsourcing's aggregate (JSON)", STOCK_AIM, True, *sides
            )
            sides = in_turn(ours, _phh(scale), scale.rounds)
            yield Comparison(ROW, f"{game.id}, loaded", "action", "PokerKit reading PHH", POKER_AIM, True, *sides)
            stock.close()
            recorder.close()


def _ours(recorder: Recorder, matches: list[Match]) -> Sample:
    def ours() -> float:
        with stopwatch() as seconds:
            actions = sum(len(recorder.load(match.id).steps) for match in matches)
        return seconds() / actions

    return ours


def _phh(scale: Scale) -> Sample:
    texts, decisions = poker.written(scale.actions // 4)

    def theirs() -> float:
        with stopwatch() as seconds:
            for text in texts:
                for _ in HandHistory.loads(text):
                    pass
        return seconds() / decisions

    return theirs


class Table(Aggregate):
    """A match as the library's tutorial would have it; its steps are plain JSON, and it folds nothing but a list."""

    @event("Started")
    def __init__(self, start: dict[str, Any]) -> None:
        self.start = start
        self.steps: list[dict[str, Any]] = []

    @event("Acted")
    def act(self, step: dict[str, Any]) -> None:
        """Takes in a step."""
        self.steps.append(step)


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

        def theirs() -> float:
            with stopwatch() as seconds:
                actions = sum(len(self._table(id).steps) for id in tables)
            return seconds() / actions

        return theirs

    def _table(self, id: UUID) -> Table:
        table: Table = self.repository.get(id)
        return table


def _payload(event: Any) -> dict[str, Any]:
    """What an event says, as plain data; the library adds the id, the version and the time itself."""
    plain: dict[str, Any] = msgspec.to_builtins(event)
    return {key: value for key, value in plain.items() if key not in ("match", "version", "recorded_at")}

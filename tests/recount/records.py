"""What the commands print of each match in a store, as JSON: all that a recount may look at."""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from datetime import date, datetime
from functools import cached_property
from pathlib import Path
from typing import Any

from cli.commands import history
from cli.printing.json import json_line
from domain.kernel.game import JUDGE
from domain.records.exporting import exported
from domain.records.recorder import Recorder
from replay.shapes.log import log_json
from replay.shapes.matches import listed_json, result_json

Json = dict[str, Any]


class Record:
    """A match: a line of `matches --json`, and the JSON of `log`, `result`, `history` and `export` for the judge.

    `log` begins with the setup (`--from 0`). `stored` holds the events as the store has them: topic and JSON. `deck`
    says which cards the match is played with, and how many of each.
    """

    def __init__(self, listed: Json, log: list[Json], result: Json, history: list[Json], file: list[Json]) -> None:
        self.listed = listed
        self.log = log
        self.result = result
        self.history = history
        self.file = file
        self.stored: list[tuple[str, Json]] = []
        self.deck: Counter[str] = Counter()

    @property
    def id(self) -> str:
        """The id of the match."""
        return str(self.listed["match"])

    @property
    def game(self) -> str:
        """The id of the game."""
        return str(self.listed["game"])

    @property
    def players(self) -> list[str]:
        """The players by seat."""
        return list(self.listed["players"])

    @cached_property
    def day(self) -> date:
        """The day it was played on where that is written down, else that of its start."""
        return date.fromisoformat(self.listed["played_on"] or self.listed["started_at"][:10])

    @property
    def over(self) -> bool:
        """Whether it came to its end."""
        return bool(self.result["over"])

    @cached_property
    def start(self) -> Json:
        """The setup that stands: its facts, options and deal."""
        return next(line for line in self.log if line["step"] == 0 and not line["superseded"])

    @cached_property
    def steps(self) -> list[Json]:
        """The steps that stand, in order."""
        return [line for line in self.log if line["step"] and not line["superseded"]]

    @cached_property
    def facts(self) -> list[Json]:
        """All facts that stand, those of the setup first."""
        return [fact for line in (self.start, *self.steps) for fact in line["facts"]]

    @property
    def scores(self) -> Json | None:
        """Who has which score after all rulings (None where `??`); None before the end."""
        if not self.over:
            return None
        return {name: None if score == "??" else score for name, score in self.result["final"]["scores"].items()}

    @property
    def winners(self) -> list[str] | None:
        """Who has won after all rulings; None before the end, and where nobody knows."""
        winners = self.result["final"]["winners"]
        return list(winners) if self.over and winners != "??" else None

    @property
    def places(self) -> Json | None:
        """Who came to which place after all rulings; None before the end, where nobody knows, and for one player."""
        if self.winners is None or len(self.players) < 2:
            return None
        return {name: None if place == "??" else place for name, place in self.result["final"]["places"].items()}


def at(time: str) -> datetime:
    """A time as JSON has it."""
    return datetime.fromisoformat(time)


def records(store: Path) -> list[Record]:
    """All matches of a store, in the order in which they were recorded."""
    with Recorder(store, reading=True) as reading:
        found = list(_read(reading))
    by_id = {record.id.replace("-", ""): record for record in found}
    with closing(sqlite3.connect(store)) as database:
        for match, topic, state in database.execute(
            "SELECT originator_id, topic, state FROM stored_events ORDER BY originator_id, originator_version"
        ):
            by_id[match.replace("-", "")].stored.append((topic, json.loads(state)))
    return found


def _read(reading: Recorder) -> Iterator[Record]:
    for one in reading.listed():
        match = reading.load(one.head.match)
        record = Record(
            _printed(listed_json(one)),
            [_printed(line) for line in log_json(match, JUDGE, lambda number: True)],
            _printed(result_json(match, JUDGE)),
            [_printed(line) for line in history.lines(match, JUDGE)],
            [_printed(line) for line in exported(match, JUDGE)],
        )
        record.deck.update(map(str, match.game.cards(match.states[0])[0]))
        yield record


def _printed(line: Any) -> Any:
    """What whoever reads the output gets."""
    return json.loads(json_line(line))

"""What the commands print of each match and tournament in a store, as JSON: all that a recount may look at."""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from csv import DictReader
from datetime import date, datetime
from functools import cached_property
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

from ludograph.cli.commands import history
from ludograph.cli.printing.json import json_line
from ludograph.cli.tournaments.as_csv import results_csv
from ludograph.domain.exchange.exporter import exported
from ludograph.domain.kernel.game import JUDGE, Choice
from ludograph.domain.match.aggregate import Match
from ludograph.domain.store.recorder import Recorder
from ludograph.domain.tournaments.scores.ranking import standings
from ludograph.domain.tournaments.service import TournamentService
from ludograph.replay.shapes.log import log_json
from ludograph.replay.shapes.matches import listed_json, result_json
from ludograph.replay.shapes.tournaments import line_json, tournament_json
from ludograph.replay.timeline.scoreboard import scoreboard

Json = dict[str, Any]
ELIMINATING = ("conundruze", "hand-of-the-hanataz")
"""The games in which somebody goes out of a match, and is behind all who do not."""


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
        self.match: Match | None = None
        self.judged: list[Json] = []
        """The lines of `judge --json`, the start before them; empty where nobody judged it."""

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
    def bots(self) -> dict[str, str]:
        """Which players were bots, and which, as remarks say it."""
        told = (event["text"] for _, event in self.stored if str(event.get("text", "")).startswith("Bots: "))
        pairs = (
            one.split(" is ") for text in told for one in text.removeprefix("Bots: ").removesuffix(".").split(", ")
        )
        return dict(pairs)

    @cached_property
    def day(self) -> date:
        """The day it was played on where that is written down, else that of its start."""
        return date.fromisoformat(self.listed["played_on"] or self.listed["started_at"][:10])

    @cached_property
    def first_over(self) -> datetime | None:
        """When the first event was recorded with which it was over; None where it never was."""
        for _, event in self.stored:
            steps = event.get("steps", [event])
            if any(fact["fact"] == "MatchEnded" for step in steps for fact in step.get("facts", ())):
                return at(event["recorded_at"])
        return None

    @property
    def when(self) -> tuple[date, datetime, str]:
        """Its place in time: its day where that is written down, else the one on which it was first over; then that."""
        first_over = self.first_over
        assert first_over is not None
        written = self.listed["played_on"]
        return date.fromisoformat(written) if written else first_over.date(), first_over, self.id

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

    @cached_property
    def course(self) -> list[list[float | None]]:
        """What the scoreboard of the player shows for each seat after each step, from the setup on."""
        assert self.match is not None
        boards = (scoreboard(self.match, state, last=False) for state in self.match.states)
        return [[_shown(one.value) for one in board] for board in boards]

    @cached_property
    def out(self) -> list[set[int]]:
        """Who is out of the match after each step, by what is told of players who go out and come in again.

        Where all are, those are not who went with the last step. In one game of Conundruze out is who ducked.
        """
        found: list[set[int]] = []
        leaving = {"SeatOut", "PlayerPutOut"} if self.game in ELIMINATING else set()
        if self.game == "conundruze" and self.start["options"]["play_to"] == 0:
            leaving = {"Ducked"}
        for line in (self.start, *self.steps):
            before = found[-1] if found else set()
            gone = {self.players.index(fact["seat"]) + 1 for fact in line["facts"] if fact["fact"] in leaving}
            back = {self.players.index(fact["seat"]) + 1 for fact in line["facts"] if fact["fact"] == "BoughtIn"}
            after = (before | gone) - back
            found.append(before if len(after) == len(self.players) else after)
        return found

    @cached_property
    def open(self) -> list[dict[int, tuple[Choice, ...]]]:
        """What is open to each seat before each step, as `show` lists it."""
        assert self.match is not None
        return [self.match.open_to(state) for state in self.match.states[:-1]]

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


class Organised(NamedTuple):
    """A tournament, as `tournament show --json`, `standings --after N --json` and `export --csv results` print it.

    `standings` are those after each round, by its number; 0 where none is seated.
    """

    opened_at: datetime
    source: str
    shown: Json
    standings: dict[int, list[Json]]
    results: list[dict[str, str]]
    penalties: list[tuple[str, float, int]]
    """Player, points and from which round on."""

    @property
    def matches(self) -> set[str]:
        """The matches that count at its tables."""
        return {table["match"] for seated in self.shown["rounds"] for table in seated["tables"] if table["match"]}

    def is_called(self, name: str | None) -> bool:
        """Whether it is meant by a name, or by the organiser's own id; it is where none is asked for."""
        wanted = name and name.casefold()
        return not wanted or wanted in (self.shown["name"].casefold(), self.source.casefold())


class Records(list[Record]):
    """All matches of a store, in the order in which they were recorded, and the tournaments."""

    tournaments: tuple[Organised, ...] = ()


def at(time: str) -> datetime:
    """A time as JSON has it."""
    return datetime.fromisoformat(time)


def records(store: Path) -> Records:
    """All matches of a store, in the order in which they were recorded."""
    with Recorder(store, reading=True) as reading:
        found = Records(_read(reading))
        found.tournaments = tuple(_organised(TournamentService(reading)))
    by_id = {record.id.replace("-", ""): record for record in found}
    with closing(sqlite3.connect(store)) as database:
        for match, topic, state in database.execute(
            "SELECT originator_id, topic, state FROM stored_events ORDER BY originator_id, originator_version"
        ):
            if not topic.startswith("tournament."):
                by_id[match.replace("-", "")].stored.append((topic, json.loads(state)))
    return found


def _organised(service: TournamentService) -> Iterator[Organised]:
    for one in service.all():
        results, doubts = service.tables(one)
        rounds = range(1, len(one.state.rounds) + 1) if one.state.rounds else (0,)
        yield Organised(
            one.opened.recorded_at,
            one.opened.source,
            _printed(tournament_json(one, results, doubts)),
            {number: [_printed(line_json(line)) for line in standings(one, results, number)] for number in rounds},
            list(DictReader(StringIO(results_csv(one, results)))),
            [(given.player, float(given.points), given.round) for given in one.state.penalties],
        )


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
        record.match = match
        record.deck.update(map(str, match.game.cards(match.states[0])[0]))
        yield record


def _shown(value: str) -> float | None:
    try:
        return float(value)
    except ValueError:
        return None


def _printed(line: Any) -> Any:
    """What whoever reads the output gets."""
    return json.loads(json_line(line))

"""Matches go by when each was first over: what is put right later moves none of them, and a list has its date."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import pytest

from ludograph.analytics.archive.archive import ArchiveSpec, archive
from ludograph.domain.games import GAMES
from ludograph.domain.match.aggregate import Match, Setting, rebuilt, start_match
from ludograph.domain.store.clock import Sources
from ludograph.domain.store.recorder import Recorder
from tests.analytics.histories import Scribe, played
from tests.cli.conftest import Ludograph
from tests.large import most_slow, slow, times
from tests.recount.records import records
from tests.worlds import all_games, random_match

EVENING = datetime(2026, 11, 20, 22, 30, tzinfo=UTC)
LISTS = (
    ("report", "ratings"),
    ("report", "rating-history"),
    ("query", "SELECT * FROM bankroll ORDER BY ALL"),
    ("query", "SELECT * FROM chronology ORDER BY ALL"),
)


class Clock(Scribe):
    """Whose clock is set by hand, and goes on a second with each look."""

    def __init__(self, seed: int, now: datetime = EVENING) -> None:
        super().__init__(Random(seed))
        self.now = now

    def time(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now

    @contextmanager
    def recorder(self, store: Path) -> Iterator[Recorder]:
        with Recorder(store, Sources(self.time, self.random.randbytes)) as opened:
            yield opened


def begun(clock: Clock, game: str = "sun-bid", players: tuple[str, ...] = ("Ann", "Ben", "Cleo")) -> Match:
    setting = Setting(players, GAMES[game].options(), None, str(clock.random.random()))
    return start_match(GAMES[game], UUID(int=clock.random.getrandbits(128), version=4), setting, clock.stamp())


def rows(store: Path, sql: str) -> list[Any]:
    with archive(ArchiveSpec(store)) as found:
        return [tuple(row.values()) for row in found.connection.sql(sql).to_arrow_table().to_pylist()]


@slow
def test_a_correction_of_a_remark_moves_no_match_in_time(tmp_path: Path) -> None:
    ludograph = Ludograph(tmp_path)
    ludograph("simulate", "sun-bid", "-n", "3", "--players", "Ann,Ben,Cleo", "--seed", "5")
    ludograph("simulate", "hand-of-the-hanataz", "-n", "2", "--players", "Ann,Ben,Cleo", "--seed", "5")
    before = [ludograph.lines(*asked) for asked in LISTS]
    for match in [line["match"] for line in ludograph.lines("matches")][::2]:
        *others, last = ludograph("export", match).splitlines()
        file = ludograph.file("other.jsonl", *others, json.dumps(json.loads(last) | {"note": "said with a smile"}))
        ludograph("amend", match, "--file", file, "--reason", "the remark was missing")
    assert [ludograph.lines(*asked) for asked in LISTS] == before


def test_who_was_over_first_comes_first_though_it_began_later_and_was_put_right_since(tmp_path: Path) -> None:
    store, clock = tmp_path / "store.sqlite", Clock(1)
    with clock.recorder(store) as recorder:
        late, early = begun(clock), begun(clock)
        early = played(early, clock, 10_000)
        first = early.history[-1].recorded_at
        clock.now += timedelta(hours=3)
        late = played(late, clock, 10_000)
        early = early.take_back(len(early.steps) - 2, "to have another look", clock.stamp())
        early = played(early, clock, 10_000)
        recorder.record(late, early)
    found = rows(store, "SELECT match::VARCHAR, day::VARCHAR, first_over_at FROM chronology ORDER BY number")
    assert found == [
        (str(early.id), "2026-11-20", first),
        (str(late.id), "2026-11-21", late.history[-1].recorded_at),
    ], "late began before midnight, and is of the day after"


def test_a_day_that_is_written_down_counts_before_the_one_of_recording(tmp_path: Path) -> None:
    ludograph = Ludograph(tmp_path)
    ludograph("simulate", "sun-bid", "-n", "1", "--players", "Ann,Ben,Cleo", "--seed", "1")
    ludograph("simulate", "sun-bid", "-n", "1", "--players", "Ann,Ben,Cleo", "--seed", "2")
    (paper,) = [line["match"] for line in ludograph.lines("matches")][1:]
    ludograph("amend", paper, "0", "played_on: 2025-03-01", "--reason", "it was played then")
    asked = "SELECT match, day FROM chronology ORDER BY number"
    assert ludograph.lines("query", asked)[0] == {"match": paper, "day": "2025-03-01"}


@slow
def test_a_published_list_can_be_had_again_by_its_date(tmp_path: Path) -> None:
    ludograph, clock = Ludograph(tmp_path), Clock(2)
    published = {}
    for _ in range(times(2, 3)):
        with clock.recorder(ludograph.store) as recorder:
            recorder.record(*(played(begun(clock), clock, 10_000) for _ in range(2)))
        day = f"{clock.now:%Y-%m-%d}"
        published[day] = ludograph.lines("report", "ratings")
        clock.now += timedelta(days=1)
    for day, told in published.items():
        assert ludograph.lines("report", "ratings", "-p", f"until={day}") == told
        assert ludograph.lines("report", "ratings", "--as-of", day) == told
    assert ludograph.lines("report", "ratings", "-p", "until=2026-11-19") == []


def test_the_heading_of_a_list_of_ratings_says_its_date(tmp_path: Path) -> None:
    ludograph, clock = Ludograph(tmp_path), Clock(4)
    assert ludograph("simulate", "aucteraden", "--seed", "1", "--json")
    assert ludograph("report", "ratings", "--format", "table").startswith("Ratings of players in games of many\n")
    with clock.recorder(ludograph.store) as recorder:
        recorder.record(played(begun(clock), clock, 10_000))
    day = f"{clock.now:%Y-%m-%d}"
    for given in ((), ("-p", f"until={day}")):
        heading, *_ = ludograph("report", "ratings", *given, "--format", "table").splitlines()
        assert heading == f"Ratings of players in games of many, to the end of {day} (UTC)"


@pytest.mark.parametrize("game", all_games())
def test_a_match_is_over_from_the_fact_that_says_so_in_every_game(game: str) -> None:
    random = Random(game)
    for _ in range(6):
        match = random_match(GAMES[game], random, steps=400)
        ended = [any(type(fact).__name__ == "MatchEnded" for fact in step.facts) for step in match.steps]
        over = [match.game.result(state).over for state in match.states[1:]]
        assert over == [any(ended[: at + 1]) for at in range(len(ended))]


@slow
@pytest.mark.parametrize("seed", most_slow(range(2), 2))
def test_when_a_match_was_first_over_is_what_its_events_tell_one_by_one(tmp_path: Path, seed: int) -> None:
    from tests.recount.world import record_world

    store = tmp_path / "store.sqlite"
    record_world(store, 14, seed)
    with Recorder(store, reading=True) as reading:
        matches = [reading.load(one.head.match) for one in reading.listed()]
    told = dict(rows(store, "SELECT match::VARCHAR, first_over_at FROM matches"))
    assert told == {str(match.id): first_over(match) for match in matches}
    assert {one.id: one.first_over for one in records(store)} == told


def first_over(match: Match) -> datetime | None:
    """When a match was first over, by looking at it after each event."""
    so_far = None
    for event in match.history:
        so_far = rebuilt(so_far, [event])
        assert so_far is not None
        if so_far.game.result(so_far.state).over:
            return event.recorded_at
    return None

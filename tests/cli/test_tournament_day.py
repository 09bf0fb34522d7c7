"""What helps on the day: what stops the next round, and the clock of a round."""

import json
import re
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from secrets import token_bytes

import pytest

from ludograph.domain.bots.moves import Bots, play_match
from ludograph.domain.store.clock import Sources
from ludograph.domain.store.recorder import Recorder
from ludograph.domain.tournaments.events import SeatedRound
from ludograph.domain.tournaments.rounds.decisions import How, started_round
from ludograph.domain.tournaments.rounds.round_clock import ClockChange, clock_changed, late_from
from ludograph.domain.tournaments.service import TournamentService
from ludograph.domain.tournaments.terms import Terms
from tests.cli.conftest import Ludograph
from tests.cli.test_tournament_moments import seated
from tests.places import place


@pytest.fixture
def cup(ludograph: Ludograph) -> Ludograph:
    return seated(ludograph)


def texts(cup: Ludograph, *, stops: bool = True) -> list[str]:
    """What `check` finds; it ends with 1 where anything stops."""
    run = cup.run("tournament", "check", "WC", "--json")
    found = json.loads(run.stdout)
    assert run.exit_code == (0 if found["ready"] else 1)
    return [one["text"] for one in found["found"] if one["stops"] == stops]


def over(cup: Ludograph) -> None:
    """The first round is over."""
    cup("tournament", "result", "WC", "1", "1", "Ann=3", "Ben=1")
    cup("tournament", "result", "WC", "1", "2", "Cleo=3", "Dora=1")


def test_check_says_which_tables_are_open_and_what_ends_them(cup: Ludograph) -> None:
    assert not texts(cup)
    cup("tournament", "start", "WC", "1", "--table", "1")
    told = cup.run("tournament", "check", "WC")
    assert told.exit_code == 1
    assert "    ludograph play WC-1-1\n" in told.stdout
    assert "    ludograph tournament result WC 1 2 Cleo=... Dora=...\n" in told.stdout
    assert "2 things stop round 2." in told.stdout
    cup("abandon", "WC-1-1", "--reason", "nobody came")
    over(cup)
    assert "Nothing stops round 2: `ludograph tournament start WC 2`." in cup("tournament", "check", "WC")


def test_check_finds_seats_of_players_who_went(cup: Ludograph) -> None:
    over(cup)
    cup("tournament", "withdraw", "WC", "Dora")
    assert texts(cup) == ["Dora has withdrawn, and has a seat in round 2."]
    cup(
        "tournament", "seat", "WC", "--game", "sun-bid", "--again", "--size", "3", "--method", "spread", "--rounds", "1"
    )
    assert not texts(cup)
    cup("tournament", "enter", "WC", "Dora")
    assert not texts(cup)
    assert texts(cup, stops=False) == ["Dora has no seat in round 2, which was seated before they came."]


def test_check_finds_matches_that_compete_or_have_no_place(cup: Ludograph) -> None:
    cup("tournament", "start", "WC", "1")
    place = ("--event", "Winter Cup", "--round", "1", "--table")
    cup("new", "sun-bid", "Ann", "Ben", *place, "1", "--id", "second")
    cup("new", "sun-bid", "Ann", "Dora", *place, "2", "--id", "stray")
    told = " ".join(texts(cup, stops=False))
    assert "Round 1, table 1: second was recorded for it too; WC-1-1 counts." in told
    assert "Match stray counts for no table" in told


def test_check_counts_who_is_left_over(ludograph: Ludograph) -> None:
    ludograph("tournament", "new", "Winter Cup", "--id", "WC")
    assert ludograph.run("tournament", "check", "WC").stdout.startswith("x Nobody is entered.")
    ludograph("tournament", "enter", "WC", "Ann", "Ben", "Cleo", "Dora", "Emil")
    ludograph("tournament", "seat", "WC", "--game", "sun-bid", "--size", "4", "--seed", "s")
    names = ludograph.json("tournament", "show", "WC")["rounds"][0]["tables"][0]["players"]
    ludograph("tournament", "result", "WC", "1", "1", *(f"{name}=1" for name in names))
    assert texts(ludograph, stops=False) == ["5 players do not fill tables of 4: 1 bye. `seat --size` takes others."]
    ludograph("tournament", "withdraw", "WC", "Ann")
    ludograph("tournament", "withdraw", "WC", "Ben")
    assert texts(ludograph) == ["3 players are too few for a table of 4."]


def test_check_tells_of_unknown_scores_and_of_results_to_which_nobody_agreed(cup: Ludograph) -> None:
    cup("new", "sun-bid", "Ann", "Ben", "--event", "Winter Cup", "--round", "1", "--table", "1", "--id", "T1")
    cup("tournament", "result", "WC", "1", "2", "Cleo=3", "Dora=??")
    assert "Table 2 of round 1 has scores that nobody knows (??)." in texts(cup, stops=False)
    assert any("was started, and has no entry yet" in one for one in texts(cup))


def left(cup: Ludograph, number: int = 1) -> str:
    return cup("tournament", "clock", "WC", str(number)).strip()


def test_a_clock_begins_with_its_round_and_can_be_stopped(cup: Ludograph) -> None:
    cup("tournament", "clock", "WC", "--every-round", "--minutes", "50")
    assert left(cup) == "Round 1 has no clock."
    cup("tournament", "start", "WC", "1")
    assert re.fullmatch(r"Round 1 may take 50 minutes: (50:00|49:5\d) left\.", left(cup))
    cup("tournament", "clock", "WC", "1", "--stop", "--add", "5", "--reason", "fire alarm")
    assert re.fullmatch(r"Round 1 may take 55 minutes: 5\d:\d\d left, and the clock stands still\.", left(cup))
    shown = cup.json("tournament", "show", "WC")["rounds"][0]["clock"]
    assert (shown["minutes"], shown["since"], shown["ends_at"]) == (55, None, None)
    cup("tournament", "clock", "WC", "1", "--go")
    assert cup.json("tournament", "show", "WC")["rounds"][0]["clock"]["ends_at"]
    assert "fire alarm" in cup("tournament", "history", "WC")
    cup("tournament", "undo", "WC", "--reason", "slip")
    assert "stands still" in left(cup)
    cup("verify", "--all")


def test_a_round_is_started_with_its_minutes_and_undo_takes_back_the_start_first(cup: Ludograph) -> None:
    started = cup.json("tournament", "start", "WC", "1", "--minutes", "40")
    assert len(started["matches"]) == 2
    assert "Round 1 may take 40 minutes: " in " ".join(cup.run("tournament", "show", "WC").stderr.split())
    cup("tournament", "undo", "WC", "--reason", "slip")
    assert left(cup) == "Round 1 may take 40 minutes, from its start on."


class Hours:
    """A clock that a test sets, in minutes after noon."""

    def __init__(self) -> None:
        self.minutes = 0.0

    def __call__(self) -> datetime:
        return datetime(2026, 11, 23, 12, tzinfo=UTC) + timedelta(minutes=self.minutes)


def test_a_table_is_late_by_the_clock_or_once_others_are_long_done(tmp_path: Path) -> None:
    hours = Hours()
    with closing(Recorder(place(tmp_path / "late.sqlite"), Sources(hours, token_bytes))) as store:
        service = TournamentService(store)
        now = service.open(Terms("Cup", "wins", "")).enter(tuple("ABCD"), store.stamp())
        now = now.seat(1, [SeatedRound("sun-bid", {}, (("A", "B"), ("C", "D")))], store.stamp(), method="file")
        now = clock_changed(now, 1, ClockChange(60), "", store.stamp())
        now, (first, second) = started_round(service, now, 1, How())
        service.record(now, first, second)

        def late() -> dict[int, float]:
            found = late_from(service, now, service.tables(now).results)
            return {at: (since - Hours()()).total_seconds() / 60 for (_, at), since in found.items()}

        assert late() == {1: 60, 2: 60}
        hours.minutes = 20
        store.record(play_match(Bots(first.game, 2, Random(1)), store.load(first.id), store.stamp))
        assert late() == {2: 30}
        hours.minutes = 25
        assert clock_changed(now, 1, ClockChange(runs=False), "", store.stamp()).state.clocks[1].left(hours()) == 2100
        assert (
            clock_changed(now, 1, ClockChange(from_now=True), "", store.stamp()).state.clocks[1].left(hours()) == 3600
        )


def test_what_a_clock_cannot_be(cup: Ludograph) -> None:
    assert "Round 1 has no clock yet: --minutes says how long it may take." in cup.refused(
        "tournament", "clock", "WC", "1", "--stop"
    )
    cup("tournament", "clock", "WC", "1", "--minutes", "10")
    assert "takes away all of its minutes" in cup.refused("tournament", "clock", "WC", "1", "--add", "-10")
    assert "There is no round 9" in cup.refused("tournament", "clock", "WC", "9", "--minutes", "10")


STANDS = "Round 2 was seated by the standings as they were before."


def test_a_correction_after_the_next_seating_says_what_to_do(cup: Ludograph) -> None:
    over(cup)
    correct = ("tournament", "result", "WC", "1", "1", "Ann=1", "Ben=3", "--correct", "--reason", "misread")
    assert STANDS not in cup.run(*correct).stderr
    cup("tournament", "seat", "WC", "--game", "sun-bid", "--size", "2", "--again")
    again = ("tournament", "result", "WC", "1", "1", "Ann=1", "Ben=4", "--correct", "--reason", "misread twice")
    told = " ".join(cup.run(*again).stderr.split())
    assert f"{STANDS} Nothing has begun in it: `ludograph tournament seat WC --game sun-bid --again`" in told
    assert any("put right after round 2 was seated" in one for one in texts(cup, stops=False))
    cup("tournament", "seat", "WC", "--game", "sun-bid", "--size", "2", "--again")
    assert not texts(cup, stops=False)
    cup("tournament", "start", "WC", "2")
    assert "It has begun, so that its seating stands" in " ".join(cup.run(*correct).stderr.split())


def test_a_ruling_or_takeback_after_the_next_seating_says_so_too(ludograph: Ludograph) -> None:
    cup = seated(ludograph, game="last-years-magic")
    cup("tournament", "result", "WC", "1", "1", "Ann=3", "Ben=1")
    cup("tournament", "start", "WC", "1")
    with closing(Recorder(cup.store)) as store:
        match = store.load(store.find("WC-1-2"))
        store.record(play_match(Bots(match.game, 2, Random(1)), match, store.stamp))
    cup("tournament", "seat", "WC", "--game", "last-years-magic", "--size", "2", "--again")
    rule = ("rule", "WC-1-2", "late", "--by", "Referee")
    assert STANDS not in cup.run(*rule).stderr
    assert STANDS in " ".join(cup.run(*rule, "--adjust", "Cleo=-3").stderr.split())
    assert STANDS in " ".join(cup.run("undo", "WC-1-2", "--reason", "misread").stderr.split())
    assert STANDS in " ".join(cup.run("redo", "WC-1-2").stderr.split())
    assert any("put right after round 2 was seated" in one for one in texts(cup, stops=False))

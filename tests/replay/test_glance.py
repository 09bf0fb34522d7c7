"""A match at a glance: the numbers of the table over time, marks where something was said or done, and times."""

from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from ludograph.domain.bots.moves import Bots
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE, TABLE
from ludograph.domain.match.aggregate import EntryDetails, Match
from ludograph.domain.match.final_result import final_of
from ludograph.domain.match.official_decisions import RulingDraft, ruled
from ludograph.replay.sentences.ending import over_since
from ludograph.replay.sentences.notes import notes_of, said_of
from ludograph.replay.sentences.overview import MatchOverview, duration, match_overview, think_times, thought_in_all
from ludograph.replay.timeline.scoreboard import worths
from ludograph.replay.timeline.timeline import Timeline
from tests.playthrough import golden_match
from tests.worlds import STAMP, observers, random_match, random_start

BEGAN = datetime(2026, 11, 20, 18, tzinfo=UTC)


def timed_match(seconds: list[int], game: str = "sun-bid") -> Match:
    """A match with a step after each of these spans."""
    random = Random(5)
    match = random_start(GAMES[game], random)
    bots, now = Bots(match.game, len(match.players), random), BEGAN
    for span in seconds:
        now += timedelta(seconds=span)
        move = bots.move(match.state, len(match.steps))
        assert move is not None
        match = match.play(*move, STAMP, entry=EntryDetails(happened_at=now))
    return match


def marked_match() -> Match:
    """Twelve steps and then nine, after a takeback, with a long think, remarks and a ruling."""
    match = timed_match([10, 10, 10, 200, *[10] * 8])
    match = match.annotate(2, "for all to read", STAMP, public=True).annotate(5, "for the judge", STAMP)
    match = ruled(match, RulingDraft("no talking", step=6), STAMP, "Desk")
    match = match.take_back(9, "a slip", STAMP)
    return match.annotate(1, "late", STAMP, public=True)


def seen(match: Match, observer: Observer) -> MatchOverview:
    over = over_since(match)
    frames = Timeline(match, observer)
    values = [worths(match, frame.state, last=over is not None and frame.number >= over) for frame in frames]
    return match_overview(match, said_of(match, observer), values)


def kinds(match: Match, observer: Observer) -> list[tuple[int, str]]:
    return [(mark.step, mark.kind) for mark in seen(match, observer).marks]


def test_marks_stand_where_they_belong_for_those_who_may_know() -> None:
    match = marked_match()
    public = [(1, "note"), (2, "note"), (4, "think"), (6, "ruling"), (9, "takeback")]
    assert kinds(match, TABLE) == kinds(match, 1) == public
    assert kinds(match, JUDGE) == sorted([*public, (5, "note")])


def test_what_was_taken_back_stands_with_the_takeback_and_whoever_knew_it_knows_it() -> None:
    match = marked_match()
    (takeback,) = [one for one in said_of(match, TABLE)[9] if one.kind == "takeback"]
    assert takeback.details is not None
    assert [line.split()[0] for line in takeback.details.lines] == ["10", "11", "12"]
    assert all(not one.details for step, said in said_of(match, TABLE).items() if step != 9 for one in said)


def test_a_long_think_takes_much_longer_than_others_and_is_timed() -> None:
    match = timed_match([5, 20, 5, 100, 5, 5])
    assert [(mark.step, mark.text) for mark in seen(match, TABLE).marks] == [
        (4, f"{match.name(match.steps[3].actor)} thought for 1:40.")
    ]
    assert seen(timed_match([100] * 6), TABLE).marks == ()
    assert seen(timed_match([5, 5, 5, 20, 5]), TABLE).marks == ()


def test_everybody_has_the_sum_of_their_times() -> None:
    match = timed_match([5, 20, 30, 40])
    thought = thought_in_all(match, seen(match, TABLE).took)
    assert sum(thought.values()) == 90
    assert set(thought) == {step.actor for step in match.steps[1:] if step.actor}


def test_without_times_there_are_none() -> None:
    match = random_match(GAMES["sun-bid"], Random(1), 10)
    assert think_times(match) == {}
    assert thought_in_all(match, seen(match, JUDGE).took) == {}


def test_times_that_go_back_are_left_out() -> None:
    assert think_times(timed_match([5, -20, 30])) == {3: 30}


@pytest.mark.parametrize(
    ("seconds", "told"), [(0, "0 s"), (45.4, "45 s"), (59.6, "1:00"), (252, "4:12"), (3723, "1:02:03")]
)
def test_a_time_as_one_says_it(seconds: float, told: str) -> None:
    assert duration(seconds) == told


@pytest.mark.parametrize("game", GAMES)
def test_the_lines_reach_the_last_step_and_end_with_the_result(game: str) -> None:
    match = golden_match(game)
    for observer in observers(match):
        found = seen(match, observer)
        assert [len(line) for line in found.lines] == [len(match.steps) + 1] * len(match.players)
        assert tuple(line[-1] for line in found.lines) == final_of(match).scores


def test_a_ruling_counts_in_the_last_value_of_a_line() -> None:
    match = golden_match("sun-bid")
    before = [line[-1] for line in seen(match, TABLE).lines]
    match = ruled(match, RulingDraft("late", adjust=((1, -5),)), STAMP, "Desk")
    after = seen(match, TABLE)
    assert [line[-1] for line in after.lines] == [(before[0] or 0) - 5, *before[1:]]
    assert after.lines[0][-2] == seen(golden_match("sun-bid"), TABLE).lines[0][-2]


def test_remarks_are_what_they_were() -> None:
    match = marked_match()
    for observer in (TABLE, JUDGE):
        assert notes_of(match, observer) == {
            step: [one.text for one in said] for step, said in said_of(match, observer).items()
        }

"""Going about in a match: steps, seats, rounds, searching, other eyes, and a match that goes on."""

import pytest

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import JUDGE, TABLE
from ludograph.domain.match.aggregate import Match
from ludograph.replay.player.overview import BLOCKS, overview, sparkline
from ludograph.replay.player.session import ReplaySession
from ludograph.replay.sentences.notes import notes_of
from ludograph.replay.timeline.timeline import Timeline, last_common_step
from tests.playthrough import golden_match
from tests.replay.test_glance import marked_match
from tests.worlds import STAMP


@pytest.fixture(scope="module")
def match() -> Match:
    return golden_match("sun-bid")


@pytest.fixture
def session(match: Match) -> ReplaySession:
    return ReplaySession(match, TABLE)


def test_there_is_no_step_before_the_first_and_none_after_the_last(session: ReplaySession) -> None:
    session.go(-3)
    assert session.at == 0
    session.go(9999)
    assert session.at == session.last == len(session.match.steps)


def test_the_same_seat_acts_again(session: ReplaySession) -> None:
    session.go(9)
    actor = session.recording.actor(9)
    assert session.same_seat(1)
    assert session.at > 9
    assert session.recording.actor(session.at) == actor
    assert all(session.recording.actor(step) != actor for step in range(10, session.at))
    assert session.same_seat(-1)
    assert session.at == 9


def test_a_seat_acts_next(session: ReplaySession) -> None:
    assert session.seat_acts(2)
    assert session.recording.actor(session.at) == 2
    assert all(session.recording.actor(step) != 2 for step in range(1, session.at))
    assert not session.seat_acts(3)


@pytest.mark.parametrize("game", GAMES)
def test_pages_are_rounds_where_a_game_has_rounds(game: str) -> None:
    """One lands on the first step that is played in it, not on the one that ends the round before."""
    session = ReplaySession(golden_match(game), TABLE)
    begins = [step for step in range(session.last + 1) if session.recording.begins(step)]
    assert session.has_rounds is bool(begins)
    if not session.has_rounds:
        return
    names = [session.recording.begins(step) for step in begins]
    assert names == list(dict.fromkeys(names))
    first = [min(step + 1, session.last) for step in begins if step]
    for step in first:
        session.page(1)
        assert session.at == step
    session.page(1)
    assert session.at == session.last
    for step in reversed([step for step in first if step < session.last]):
        session.page(-1)
        assert session.at == step
    session.page(-1)
    assert session.at == 0


def test_pages_are_ten_steps_where_it_has_none() -> None:
    session = ReplaySession(golden_match("aucteraden"), TABLE)
    session.page(1)
    assert session.at == 10
    session.page(-1)
    assert session.at == 0


def test_one_looks_through_the_eyes_of_the_next(session: ReplaySession) -> None:
    seen = [session.observer]
    for _ in range(4):
        session.watch(1)
        seen.append(session.observer)
    assert seen == [TABLE, 1, 2, JUDGE, TABLE]
    session.watch(-1)
    assert session.observer == JUDGE


def test_what_was_not_reached_is_not_told_unless_asked_for(session: ReplaySession) -> None:
    session.go(5)
    session.go(3)
    assert session.told == 5
    session.reveals = True
    assert session.told == session.last


def test_only_what_is_told_is_searched(session: ReplaySession) -> None:
    word = "the match ends"
    step = next(step for step in range(session.last + 1) if word in session.recording.line(step).casefold())
    assert not session.search("The Match Ends")
    assert session.at == 0
    session.reveals = True
    assert session.search("The Match Ends")
    assert session.at == step


def test_searching_goes_on_from_the_other_end(session: ReplaySession) -> None:
    session.go(session.last)
    hits = [step for step in range(session.last + 1) if "calls an auction" in session.recording.line(step)]
    for step in hits:
        assert session.search("calls an auction")
        assert session.at == step
    assert session.search("calls an auction")
    assert session.at == hits[0]
    assert session.search("calls an auction", -1)
    assert session.at == hits[-1]


@pytest.mark.parametrize("game", GAMES)
def test_an_observer_is_told_what_the_timeline_of_that_observer_holds(game: str) -> None:
    """The judge's eyes leave nothing behind for the next."""
    match = golden_match(game)
    session, fresh = ReplaySession(match, JUDGE, len(match.steps)), ReplaySession(match, 1, len(match.steps))
    session.recording.scene(session.last)
    session.observer = 1
    for step in range(session.last + 1):
        assert session.recording.line(step) == fresh.recording.line(step)
        assert session.recording.scene(step) == fresh.recording.scene(step)
        assert list(session.recording.recorded(step)) == list(fresh.recording.recorded(step))
        assert session.recording.could_have(step) == fresh.recording.could_have(step)


# A match that goes on


def cut_off(match: Match, step: int) -> Match:
    """The match as it stood after a step."""
    return Match(match.start, match.game, match.steps[:step], match.states[: step + 1], match.history[: step + 1])


def test_at_the_end_one_stays_at_the_end(match: Match) -> None:
    session = ReplaySession(cut_off(match, 5), TABLE, 5)
    assert not session.carry_on(cut_off(match, 9))
    assert (session.at, session.told) == (9, 9)


def test_elsewhere_one_stays_where_one_is(match: Match) -> None:
    session = ReplaySession(cut_off(match, 5), TABLE, 3)
    assert not session.carry_on(cut_off(match, 9))
    assert (session.at, session.told) == (3, 3)


def test_steps_that_were_taken_back_are_left(match: Match) -> None:
    session = ReplaySession(cut_off(match, 9), TABLE, 9)
    session.go(8)
    assert session.carry_on(cut_off(match, 9).take_back(4, "wrong", STAMP))
    assert (session.at, session.told, session.last) == (4, 4, 4)
    assert "Taken back: the match stands again as after step 4." in session.recording.notes[4]


def test_what_still_stands_is_not_worked_out_again(match: Match) -> None:
    shorter = cut_off(match, 9)
    timeline = Timeline(shorter, 1)
    frame = timeline[7]
    carried = timeline.carried_on(shorter.take_back(7, "wrong", STAMP))
    assert len(carried) == 8
    assert carried[7] is frame
    assert last_common_step(shorter, match) == 9


# Remarks


def test_remarks_are_for_those_who_may_read_them(match: Match) -> None:
    noted = (
        cut_off(match, 3).annotate(2, "a long think", STAMP, by="Eve").annotate(3, "well played", STAMP, public=True)
    )
    assert notes_of(noted, TABLE) == {3: ["Note on step 3: well played"]}
    assert notes_of(noted, JUDGE) == {
        2: ["Note on step 2 by Eve: a long think"],
        3: ["Note on step 3: well played"],
    }


def test_remarks_on_what_was_taken_back_are_gone(match: Match) -> None:
    noted = cut_off(match, 3).annotate(3, "well played", STAMP, public=True).take_back(2, "he meant the Pact", STAMP)
    assert notes_of(noted, 1) == {2: ["Taken back: the match stands again as after step 2."]}
    assert "he meant the Pact" in notes_of(noted, JUDGE)[2][0]


def test_the_ending_comes_at_the_last_step(session: ReplaySession) -> None:
    session.go(session.last - 1)
    assert session.recording.ending(session.at) == []
    session.go(session.last)
    ranking, why, *sums = session.recording.ending(session.at)
    assert ranking.startswith("1. ")
    assert " (winner), 2. " in ranking
    assert " wins with " in why
    assert len(sums) == len(session.match.players)


def test_beats_go_on_and_back_over_the_ends_of_steps() -> None:
    session = ReplaySession(golden_match("fools-down"), TABLE, 12)
    beats = [len(session.recording.beats(step)) for step in (13, 14)]
    places = []
    for _ in range(sum(beats)):
        session.step_beat(1)
        places.append((session.at, session.beat))
    assert places == [(step, beat + 1) for step, count in zip((13, 14), beats, strict=True) for beat in range(count)]
    for _ in range(sum(beats) - 1):
        session.step_beat(-1)
    assert (session.at, session.beat) == places[0]


def test_a_step_is_shown_as_something_is_decided_in_it_and_then_to_its_end() -> None:
    """In step 13 of 31 a pot is won in the second beat of four; in step 31 the match ends after that."""
    session = ReplaySession(golden_match("fools-down"), TABLE, 12)
    session.step_beat(1)
    session.step(1)
    assert (session.at, session.beat) == (13, session.recording.climax(13)) == (13, 2)
    session.step(1)
    assert (session.at, session.beat) == (13, 4)
    session.step(1)
    assert (session.at, session.beat) == (14, 0)
    session.step(-1)
    assert (session.at, session.beat) == (13, 4)
    session.step(-1)
    assert (session.at, session.beat) == (13, 2)
    session.step_beat(1)
    session.step(-1)
    assert (session.at, session.beat) == (13, 2)
    session.step(-1)
    assert (session.at, session.beat) == (12, 0)
    session.go(session.last)
    assert (session.newest, session.ended) == (True, False)
    session.step(1)
    assert session.ended
    session.go_end()
    assert session.ended


def test_in_the_middle_of_a_step_in_which_nothing_is_decided_one_steps_to_its_end() -> None:
    session = ReplaySession(golden_match("fools-down"), TABLE, 13)
    session.step_beat(1)
    session.go(14, 1)
    session.step(1)
    assert (session.at, session.beat) == (14, 0)


def test_of_a_step_that_was_not_finished_only_its_first_beats_are_told() -> None:
    session = ReplaySession(golden_match("fools-down"), TABLE, 12)
    session.go(13, 2)
    assert session.beats_told(13) == 2
    assert not session.search("broke")
    session.step_beat(-1)
    assert session.beats_told(13) == 2
    session.step(1)
    assert session.beats_told(13) == 2
    session.step(1)
    assert session.beats_told(13) == 0
    assert session.search("broke")


def test_beats_before_the_first_and_after_the_last_are_none() -> None:
    session = ReplaySession(golden_match("fools-down"), TABLE)
    session.step_beat(-1)
    assert session.at == 0
    session.go_end()
    assert session.ended
    end = session.beat
    session.step_beat(1)
    assert (session.at, session.beat) == (session.last, end)


def test_marks_are_gone_to() -> None:
    session = ReplaySession(marked_match(), TABLE)
    steps = []
    while session.mark(1):
        steps.append(session.at)
    assert steps == [1, 2, 4, 6, 9]
    assert session.mark(-1)
    assert session.at == 6


def test_the_overview_tells_what_was_reached_and_no_more() -> None:
    session = ReplaySession(golden_match("sun-bid"), TABLE)
    session.go(10)
    begun = [line.plain for line in overview(session, 80)]
    assert begun[0] == "Points, steps 0 to 10"
    session.go_end()
    whole = [line.plain for line in overview(session, 80)]
    assert whole[0] == f"Points, steps 0 to {session.last}"
    totals = session.match.game.result(session.match.state).scores
    session.step(1)
    whole = [line.plain for line in overview(session, 80)]
    assert [int(line.split()[-1]) for line in whole[1:3]] == list(totals)
    assert f"What decided the match up to step {session.last}" in whole
    assert all(len(line) <= 80 for line in whole)
    assert BLOCKS[-1] in whole[1] + whole[2]


def test_whoever_is_ahead_has_the_tallest_line_also_where_few_are_good() -> None:
    session = ReplaySession(golden_match("conundruze"), TABLE)
    session.go_end()
    title, *lines = [line.plain for line in overview(session, 80)]
    assert "few are good: the fewer, the taller" in title
    (best,) = [at for at, score in enumerate(session.recording.standings(session.last)) if score.won]
    last = [line.split()[-2][-1] for line in lines[:3]]
    assert BLOCKS.index(last[best]) == max(map(BLOCKS.index, last))
    assert BLOCKS.index(last[best]) > min(map(BLOCKS.index, last))


def test_the_overview_has_marks_and_times() -> None:
    session = ReplaySession(marked_match(), TABLE)
    session.go(session.last)
    told = "\n".join(line.plain for line in overview(session, 80))
    assert "Thought in all: " in told
    assert "   4 … " in told
    assert "   9 ↶ Taken back" in told
    assert "for the judge" not in told
    session.observer = JUDGE
    assert "for the judge" in "\n".join(line.plain for line in overview(session, 80))


@pytest.mark.parametrize(
    ("values", "room", "drawn"),
    [((0, 7), 2, "▁█"), ((0, 1, 2, 7), 2, "▂█"), ((None, 3), 2, " ▄"), ((5, 5, 5), 3, "▆▆▆"), ((0,), 1, "▁")],
)
def test_a_line_of_blocks(values: tuple[int | None, ...], room: int, drawn: str) -> None:
    assert sparkline(values, room, 0, 7) == drawn


def test_what_was_taken_back_is_told_with_the_facts_of_its_step() -> None:
    session = ReplaySession(marked_match(), TABLE)
    assert session.recording.details(8) == []
    ((title, lines),) = session.recording.details(9)
    assert title == "What stood there: 3 steps"
    assert [line.split()[0] for line in lines] == ["10", "11", "12"]

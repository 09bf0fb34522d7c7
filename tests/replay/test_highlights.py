"""The moments that decided a match: for every game, from what an observer knows, and told in words."""

from itertools import islice
from random import Random

import pytest

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import JUDGE, TABLE
from ludograph.domain.match.final_result import final_of
from ludograph.replay.beats.highlights import MOST, courses_of, highlights
from ludograph.replay.timeline.timeline import Timeline
from tests.large import slow_but
from tests.playthrough import golden_match
from tests.replay.test_glance import marked_match
from tests.twins import twins_of
from tests.worlds import observers, played_on, random_match


def found_in(timeline: Timeline) -> list[tuple[int, tuple[str, ...], tuple[str, ...]]]:
    return [(one.step, one.kinds, one.why) for one in highlights(timeline, courses_of(timeline))]


@pytest.mark.parametrize("game", GAMES)
def test_every_match_has_moments_in_the_order_of_its_steps(game: str) -> None:
    match = golden_match(game)
    for observer in observers(match):
        timeline = Timeline(match, observer)
        moments = highlights(timeline, courses_of(timeline))
        steps = [one.step for one in moments]
        assert 0 < len(steps) <= MOST
        assert steps == sorted(set(steps))
        assert all(one.why and all(why.endswith(".") for why in one.why) and one.told for one in moments)


def test_the_last_change_of_the_lead_is_told_and_the_winner_is_ahead_from_there_on() -> None:
    match = golden_match("sorcerous-futures")
    timeline = Timeline(match, TABLE)
    courses = courses_of(timeline)
    (step,) = [one.step for one in highlights(timeline, courses) if "lead" in one.kinds]
    winners = final_of(match).winners
    assert len(winners) == 1
    places = [[value for value in course.values if value is not None] for course in courses]
    winner = int(winners[0]) - 1
    ahead = [course.values[winner] == max(values) for course, values in zip(courses, places, strict=True)]
    assert all(ahead[step:])
    assert not ahead[step - 1]


def test_the_biggest_swing_is_that_of_the_curve() -> None:
    timeline = Timeline(golden_match("fools-down"), JUDGE)
    courses = courses_of(timeline)
    biggest = max(range(len(courses)), key=lambda step: max(map(abs, courses[step].changes)))
    assert any(step == biggest and "swing" in kinds for step, kinds, _ in found_in(timeline))


@pytest.mark.parametrize("game", ["fools-down", "sorcerous-futures"])
def test_the_two_biggest_swings_are_among_the_moments(game: str) -> None:
    timeline = Timeline(golden_match(game), TABLE)
    courses = courses_of(timeline)
    sizes = [max(map(abs, course.changes)) for course in courses]
    first, second = sorted(range(1, len(courses)), key=lambda step: -sizes[step])[:2]
    steps = [step for step, _, _ in found_in(timeline)]
    assert first in steps
    assert second in steps or 5 * sizes[second] < sizes[first]


def test_what_a_round_that_begins_counts_anew_is_no_swing() -> None:
    """Whoever has the most Suns has five points more as soon as the next round of Sun Bid begins, by nobody's doing."""
    match = golden_match("sun-bid")
    timeline = Timeline(match, TABLE)
    courses = courses_of(timeline)
    rounds = [match.game.scene(frame.state).round for frame in timeline]
    begun = [step for step in range(1, len(rounds)) if rounds[step] and rounds[step] != rounds[step - 1]]
    assert begun
    for step in begun:
        ((before, after),) = [(courses[step - 1].values, courses[step].values)]
        gained = [
            10 * int(new - old) for old, new in zip(before, after, strict=True) if old is not None and new is not None
        ]
        assert 50 in [more - told for more, told in zip(gained, courses[step].changes, strict=True)]


def test_who_goes_out_is_told() -> None:
    match = golden_match("fools-down")
    told = [why for _, kinds, why in found_in(Timeline(match, TABLE)) if "elimination" in kinds]
    assert told
    assert "Bob goes out." in told[0]


def test_long_thinks_are_moments() -> None:
    match = marked_match()
    steps = [step for step, kinds, _ in found_in(Timeline(match, TABLE)) if "think" in kinds]
    assert steps == [4]


def test_a_part_of_a_match_tells_nothing_of_what_comes_after() -> None:
    """However a match goes on, its beginning has the moments that it had."""
    one = random_match(GAMES["conundruze"], Random(5), 30)
    other = played_on(one, Random(6))
    short, long = Timeline(one, TABLE), Timeline(other, TABLE)
    assert highlights(short, courses_of(short)) == highlights(long, courses_of(long)[: len(short)])


@pytest.mark.parametrize("game", slow_but(GAMES, "sorcerous-futures", "fools-down"))
def test_moments_tell_nobody_what_they_have_not_seen(game: str) -> None:
    random, compared = Random(11), 0
    for _ in range(20):
        for twins in islice(twins_of(random_match(GAMES[game], random, 60 + 40 * compared), random), compared < 2):
            timelines = [Timeline(match, twins.blind[0]) for match in twins[:2]]
            courses = [courses_of(timeline) for timeline in timelines]
            assert courses[0] == courses[1]
            assert highlights(timelines[0], courses[0]) == highlights(timelines[1], courses[1])
            compared += 1
    assert compared or game == "aucteraden"


@pytest.mark.parametrize("game", GAMES)
def test_nobody_is_blamed_for_what_somebody_did_to_themselves(game: str) -> None:
    """Where sealed bids are opened, whoever sealed the last one costs the others nothing."""
    timeline = Timeline(golden_match(game), TABLE)
    courses = courses_of(timeline)
    for step, kinds, why in found_in(timeline):
        if "surprise" in kinds and "swing" not in kinds:
            (loser,) = [sentence.split(" costs ")[1] for sentence in why if " costs " in sentence]
            seats = [timeline.match.players[seat - 1] for seat in courses[step].shown]
            assert not any(loser.startswith(name) for name in seats), (step, why)
    if game == "sorcerous-futures":
        assert not any("costs Bob" in one for _, _, why in found_in(timeline) for one in why)


def test_an_expectation_that_hardly_moved_is_no_part_of_a_swing() -> None:
    told = {step: why for step, kinds, why in found_in(Timeline(golden_match("conundruze"), TABLE)) if "swing" in kinds}
    assert told[30] == ("A swing: Cat -5.8, and few points win.",)

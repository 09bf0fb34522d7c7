"""Places by each game's own tie-breaks, without rulings and after them."""

from random import Random
from typing import Any

import pytest

from ludograph.domain.games import GAMES
from ludograph.domain.games.conundruze.state import Exit
from ludograph.domain.kernel.game import replace
from ludograph.domain.kernel.result import FinalResult, final
from ludograph.domain.match.aggregate import Match
from tests.worlds import random_match

FINISHED: dict[tuple[str, int], Match] = {}


def finished(game: str, seats: int) -> Match:
    """A match of so many players that is over; what a test changes of its state is enough to make its result."""
    key = game, seats
    seed = 0
    while key not in FINISHED:
        match = random_match(GAMES[game], Random(seed))
        if match.game.result(match.state).over:
            FINISHED.setdefault((game, len(match.players)), match)
        seed += 1
    return FINISHED[key]


def placed(id: str, seats: int, points: dict[int, int], forfeit: tuple[int, ...] = (), **changes: Any) -> FinalResult:
    state = replace(finished(id, seats).state, **changes)
    return final(GAMES[id].result(state), points, forfeit)


SUNS = {
    # Worked example 12: 41 to 41, and what the bidding cards add up to.
    (23, 19): (("9MS", "8MS", "5SV", "1S"), ("7SK", "6SY", "4MS", "2SY")),
    (20, 20): (("9MS", "6SY", "4MS", "1S"), ("8MS", "7SK", "3SK", "2SY")),
}


@pytest.mark.parametrize(
    ("suns", "points", "winners", "places"),
    [((23, 19), {}, (1,), (1, 2)), ((20, 20), {}, (1, 2), (1, 1)), ((23, 19), {2: 1}, (2,), (2, 1))],
)
def test_sun_bid_breaks_ties_by_suns(suns: Any, points: Any, winners: Any, places: Any) -> None:
    match = finished("sun-bid", 2)
    options = replace(match.state.options, equal_pawns=False)
    found = placed(
        "sun-bid", 2, points, options=options, totals=(41, 41), face_up=((), ()), face_down=SUNS[suns], winners=winners
    )
    assert (found.winners, found.places) == (winners, places)


VALUATIONS = ("PSVK", "7SK", "2VL", "5ML", "9VY", "4YK", "3SK")
ACES = (("1M", "1S"), ("1V", "1L"), ("1Y", "1K"))


@pytest.mark.parametrize(
    ("scores", "valuations", "points", "winners", "places"),
    [
        # In front of Ann lie 1 + 7, of Bob 2 + 5, of Cat 9 + 4: the lowest is first.
        ((104, 104, 90), VALUATIONS, {}, (2,), (2, 1, 3)),
        ((104, 103, 104), VALUATIONS, {2: 1}, (2,), (2, 1, 3)),
        ((104, 104, 90), ("??", *VALUATIONS[1:]), {}, "??", ("??", "??", 3)),
        ((104, 104, 90), ("??", *VALUATIONS[1:]), {1: -1}, (2,), (2, 1, 3)),
        (("??", 104, 90), VALUATIONS, {}, "??", ("??", "??", "??")),
    ],
)
def test_sorcerous_futures_breaks_ties_by_the_lowest_front(
    scores: Any, valuations: Any, points: Any, winners: Any, places: Any
) -> None:
    changes = {"scores": scores, "valuations": valuations, "aces": ACES, "excuse": None}
    found = placed("sorcerous-futures", 3, points, **changes)
    assert (found.winners, found.places) == (winners, places)


@pytest.mark.parametrize(
    ("total", "points", "winners"), [(40, {}, (1,)), (39, {}, ()), (39, {1: 1}, (1,)), (45, {1: -6}, ())]
)
def test_aucteraden_is_won_from_forty_on(total: int, points: dict[int, int], winners: tuple[int, ...]) -> None:
    found = placed("aucteraden", 1, points, total=total)
    assert (found.winners, found.places) == (winners, (1,))


def test_last_years_magic_has_no_tie_break() -> None:
    found = placed("last-years-magic", 4, {4: 5}, scores=(7, -2, 7, 2), best=(1, 3))
    assert (found.scores, found.winners, found.places) == ((7, -2, 7, 7), (1, 3, 4), (1, 4, 1, 1))


def test_hand_of_the_hanataz_has_seats_that_are_out_behind_the_others() -> None:
    match = finished("hand-of-the-hanataz", 3)
    status = ("out", "active", "ducked")
    players = [replace(one, status=what) for one, what in zip(match.state.players, status, strict=True)]
    changes = {"players": tuple(players), "net": (30, 5, 8), "winners": (3,)}
    assert placed("hand-of-the-hanataz", 3, {}, **changes).places == (3, 2, 1)
    assert placed("hand-of-the-hanataz", 3, {}, (2, 3), **changes).winners == ()


def test_fools_down_counts_what_was_won() -> None:
    found = placed("fools-down", 3, {2: -100}, stacks=(40, 130, 70), buy_ins=(100, 100, 40), winners=(2, 3))
    assert (found.scores, found.winners, found.places) == ((-60, -70, 30), (3,), (2, 3, 1))


def conundruze(play_to: int, points: dict[int, int], forfeit: tuple[int, ...] = (), **changes: Any) -> FinalResult:
    match = finished("conundruze", 3)
    options = replace(match.state.options, play_to=play_to)
    totals = changes.pop("totals", (0, 0, 0))
    sides = tuple(replace(side, total=total) for side, total in zip(match.state.sides, totals, strict=True))
    return placed("conundruze", 3, points, forfeit, options=options, sides=sides, **changes)


def test_conundruze_places_by_the_game_in_which_a_seat_went_out() -> None:
    gone = (Exit(1, 2, "total"), Exit(3, 4, "total"))
    one_left: dict[str, Any] = {"out": gone, "game": 4, "winners": (2,), "totals": (50, 49, 60)}
    assert conundruze(50, {}, **one_left).places == (3, 1, 2)
    assert conundruze(50, {2: 20}, **one_left).winners == (2,)
    assert conundruze(50, {}, (2,), **one_left).winners == (3,)
    together: dict[str, Any] = {
        "out": (Exit(1, 4, "total"), *gone[1:], Exit(2, 4, "total")),
        "game": 4,
        "totals": (53, 52, 52),
    }
    assert conundruze(50, {}, winners=(2, 3), **together).places == (3, 1, 1)
    assert conundruze(50, {1: -2}, winners=(2, 3), **together).winners == (1,)


def test_conundruze_in_a_single_game_has_the_fewest_points_first_and_who_ducked_last() -> None:
    assert conundruze(0, {}, scores=(12, None, 7), winners=(3,)).places == (2, 3, 1)
    assert conundruze(0, {3: 5}, scores=(12, None, 7), winners=(3,)).winners == (1, 3)
    assert conundruze(0, {}, (1, 3), scores=(12, None, 7), winners=(3,)).winners == ()
    assert conundruze(0, {}, scores=(None, None, None), winners=(1,)).places == (1, 2, 2)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_without_rulings_the_final_result_is_that_of_the_game(game: Any) -> None:
    for seed in range(12):
        match = random_match(game, Random(seed))
        result = game.result(match.state)
        found = final(result)
        assert (found.scores, found.winners) == (result.scores, result.winners)
        ends = [fact for step in match.steps for fact in step.facts if type(fact).__name__ == "MatchEnded"]
        told = [getattr(fact, name) for fact in ends for name in ("places", "ranks") if hasattr(fact, name)]
        assert not told or told == [found.places]
        if result.over and "??" not in found.places and isinstance(found.winners, tuple):
            assert all(found.places[seat - 1] == 1 for seat in found.winners)

"""Seating through its door: what holds for every field, and what small fields come to when all ways are tried."""

import signal
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise
from random import Random

import pytest

from ludograph.domain.kernel.game import Refused
from ludograph.domain.tournaments.seating.methods import seat
from ludograph.domain.tournaments.seating.requests import METHODS, Method, RoundSeating, Seated, SeatingRequest

every_tournament = pytest.mark.parametrize("seed", range(30))


def names(count: int) -> tuple[str, ...]:
    return tuple(f"P{number}" for number in range(1, count + 1))


def repeated(rounds: Iterable[RoundSeating]) -> int:
    met = Counter(frozenset(pair) for round in rounds for table in round.tables for pair in combinations(table, 2))
    return sum(met.values()) - len(met)


def spread(players: int, size: int, rounds: int, seed: str = "1") -> Seated:
    return seat(SeatingRequest(players=names(players), sizes=(size, size), rounds=rounds, method="spread", seed=seed))


@cache
def random_tournament(seed: int) -> tuple[tuple[SeatingRequest, Seated], ...]:
    """Some rounds by all methods, in which players come and go."""
    random = Random(seed)
    least = random.choice((2, 3, 3, 4))
    sizes = (least, least + random.randrange(2))
    everybody = names(random.randint(least, 12))
    past: tuple[RoundSeating, ...] = ()
    made = []
    for _ in range(random.randint(1, 4)):
        present = random.sample(everybody, random.randint(least, len(everybody)))
        method: Method = random.choice(METHODS)
        points = {name: Fraction(random.randrange(7), 3) for name in present}
        present.sort(key=lambda name: -points[name])
        count = 1 if method == "swiss" else random.randint(1, 2)
        asked = SeatingRequest(
            players=tuple(present),
            sizes=sizes,
            rounds=count,
            method=method,
            seed=str(seed),
            past=past,
            points=points,
        )
        seated = seat(asked)
        made.append((asked, seated))
        past += seated.rounds
    return tuple(made)


def could_be_seated(players: int, sizes: tuple[int, int]) -> bool:
    return any(sizes[0] * tables <= players <= sizes[1] * tables for tables in range(players + 1))


@every_tournament
def test_everybody_present_sits_once_or_has_a_bye_and_nobody_else(seed: int) -> None:
    for asked, seated in random_tournament(seed):
        assert len(seated.rounds) == asked.rounds
        for round in seated.rounds:
            there = [*round.byes, *(player for table in round.tables for player in table)]
            assert sorted(there) == sorted(asked.players)
            assert all(asked.sizes[0] <= len(table) <= asked.sizes[1] for table in round.tables)


@every_tournament
def test_byes_are_as_few_as_can_be_and_nobody_has_a_second_before_everybody_had_one(seed: int) -> None:
    for asked, seated in random_tournament(seed):
        had = Counter(player for round in asked.past for player in round.byes)
        for round in seated.rounds:
            assert not any(could_be_seated(len(asked.players) - fewer, asked.sizes) for fewer in range(len(round.byes)))
            others = set(asked.players) - set(round.byes)
            assert max((had[player] for player in round.byes), default=0) <= min(map(had.__getitem__, others))
            had.update(round.byes)
        assert seated.byes == sum(len(round.byes) for round in seated.rounds)


@every_tournament
def test_what_is_said_of_repeated_meetings_is_so(seed: int) -> None:
    for asked, seated in random_tournament(seed):
        assert seated.meetings_repeated == repeated((*asked.past, *seated.rounds))
        assert repeated(asked.past) <= seated.bound <= seated.meetings_repeated


@pytest.mark.parametrize("seed", range(6))
def test_the_same_seed_seats_alike_and_a_draw_does_not_ask_in_which_order_players_are_named(seed: int) -> None:
    for asked, seated in random_tournament(seed):
        assert seat(asked) == seated
    random = Random(seed)
    one, other = (tuple(random.sample(names(10), 10)) for _ in range(2))
    for method in ("random", "spread"):
        drawn = [
            seat(SeatingRequest(players=order, sizes=(3, 4), rounds=2, method=method, seed="a"))
            for order in (one, other)
        ]
        assert drawn[0] == drawn[1]
        assert drawn[0] != seat(SeatingRequest(players=one, sizes=(3, 4), rounds=2, method=method, seed="b"))


@pytest.mark.parametrize(("players", "size", "rounds"), [(9, 3, 4), (16, 4, 5), (15, 3, 7), (25, 5, 5)])
@pytest.mark.parametrize("seed", ["1", "other"])
def test_the_known_perfect_schedules_come_out(players: int, size: int, rounds: int, seed: str) -> None:
    seated = spread(players, size, rounds, seed)
    assert seated.proven
    assert seated.meetings_repeated == repeated(seated.rounds) == seated.byes == 0


def splits(players: frozenset[int], size: int) -> Iterator[tuple[frozenset[int], ...]]:
    """Every way to seat these at tables of a size."""
    if not players:
        yield ()
        return
    first = min(players)
    for others in combinations(sorted(players - {first}), size - 1):
        table = frozenset((first, *others))
        yield from ((table, *rest) for rest in splits(players - table, size))


def fewest(players: int, size: int, rounds: int) -> int:
    """The fewest repeated meetings, when every way is tried."""
    ways = [
        frozenset(pair for table in way for pair in combinations(sorted(table), 2))
        for byes in combinations(range(players), players % size)
        for way in splits(frozenset(range(players)) - set(byes), size)
    ]
    met: dict[frozenset[tuple[int, int]], int] = {ways[0]: 0}
    for _ in range(rounds - 1):
        after: dict[frozenset[tuple[int, int]], int] = {}
        for known, so_far in met.items():
            for way in ways:
                count = so_far + len(known & way)
                if count < after.get(known | way, count + 1):
                    after[known | way] = count
        met = after
    return min(met.values())


@pytest.mark.parametrize(
    ("players", "size", "rounds"),
    [(6, 3, 2), (6, 3, 3), (6, 3, 4), (6, 2, 4), (6, 2, 5), (8, 4, 2), (8, 4, 3), (9, 3, 3)],
)
def test_in_small_fields_nothing_is_better_when_every_way_is_tried(players: int, size: int, rounds: int) -> None:
    seated = spread(players, size, rounds)
    best = fewest(players, size, rounds)
    assert seated.meetings_repeated == best
    assert seated.bound <= best


@pytest.mark.parametrize(("players", "size", "rounds"), [(12, 4, 4), (12, 3, 3), (120, 4, 4), (120, 4, 7), (13, 4, 5)])
def test_everybody_sits_in_all_seats_alike(players: int, size: int, rounds: int) -> None:
    seated = seat(SeatingRequest(players=names(players), sizes=(size, size), rounds=rounds, method="random", seed="1"))
    for player in names(players):
        sat = Counter(
            place
            for round in seated.rounds
            for table in round.tables
            for place, who in enumerate(table)
            if who == player
        )
        times = [sat[place] for place in range(size)]
        assert max(times) - min(times) <= 1


def test_round_by_round_nobody_is_always_first() -> None:
    past: tuple[RoundSeating, ...] = ()
    for _ in range(5):
        past += seat(SeatingRequest(players=names(12), sizes=(4, 4), past=past, seed="1")).rounds
    first = Counter(table[0] for round in past for table in round.tables)
    assert set(first.values()) <= {1, 2}


def by_points(points: dict[str, int], **more: object) -> list[list[int]]:
    """The points of those at each table, as a swiss round seats them."""
    order = tuple(sorted(points, key=lambda name: -points[name]))
    asked = SeatingRequest(players=order, sizes=(3, 3), points=points, seed="1", **more)  # type: ignore[arg-type]
    return [sorted((points[player] for player in table), reverse=True) for table in seat(asked).rounds[0].tables]


def test_swiss_seats_those_of_like_points_together_in_the_order_of_the_standings() -> None:
    points = dict(zip(names(9), (9, 8, 7, 6, 5, 4, 3, 2, 1), strict=True))
    assert by_points(points) == [[9, 8, 7], [6, 5, 4], [3, 2, 1]]


def test_swiss_repeats_no_meeting_where_it_can_and_goes_no_further_than_it_must() -> None:
    points = dict(zip(names(9), (9, 8, 7, 6, 5, 4, 3, 2, 1), strict=True))
    past = (RoundSeating((("P1", "P2", "P9"), ("P3", "P5", "P7"), ("P4", "P6", "P8"))),)
    assert by_points(points, past=past) == [[9, 7, 6], [8, 5, 4], [3, 2, 1]]


def with_last(repeat: Fraction) -> bool:
    """Whether the leader sits with the last of seven, at a table of two, when the second is the only one met."""
    order = names(6)
    points = dict(zip(order, (10, 10, 9, 1, 0, 0), strict=True))
    met = [("P1", other) for other in ("P2", "P3", "P4", "P5")] + [("P2", "P3"), ("P2", "P5"), ("P3", "P4")]
    past = tuple(RoundSeating((pair,)) for pair in met)
    asked = SeatingRequest(players=order, sizes=(2, 2), points=points, seed="1", past=past, repeat=repeat)
    return {"P1", "P6"} in [set(table) for table in seat(asked).rounds[0].tables]


def test_the_leader_does_not_sit_with_the_last_to_avoid_one_repeat_unless_repeats_weigh_much() -> None:
    assert not with_last(SeatingRequest(players=(), sizes=(2, 2)).repeat)
    assert not with_last(Fraction(0))
    assert with_last(Fraction(1000))


def test_swiss_gives_the_bye_to_the_lowest_who_had_none() -> None:
    points = dict(zip(names(7), (7, 6, 5, 4, 3, 2, 1), strict=True))
    asked = SeatingRequest(players=names(7), sizes=(3, 3), points=points, seed="1")
    past = seat(asked).rounds
    assert past[0].byes == ("P7",)
    again = seat(SeatingRequest(players=names(7), sizes=(3, 3), points=points, seed="1", past=past))
    assert again.rounds[0].byes == ("P6",)


def test_the_first_round_of_swiss_is_drawn() -> None:
    drawn = {seat(SeatingRequest(players=names(9), sizes=(3, 3), seed=str(seed))).rounds for seed in range(3)}
    assert len(drawn) == 3


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"players": ("Ann", "Bob")}, "2 players cannot fill a table of 3: enter 1 more"),
        ({"sizes": (4, 3)}, "write it as 3-4"),
        ({"rounds": 0}, "one round at least"),
        ({"rounds": 2}, "one round at a time"),
        ({"players": ("Ann", "Bob", "Ann")}, "named twice"),
        ({"method": "file"}, "three ways"),
    ],
)
def test_what_cannot_be_seated_is_refused_with_a_sentence(wrong: dict[str, object], said: str) -> None:
    with pytest.raises(Refused, match=said):
        seat(SeatingRequest(**{"players": names(6), "sizes": (3, 3), **wrong}))  # type: ignore[arg-type]


def test_it_is_told_how_much_is_done() -> None:
    heard: list[float] = []
    seat(SeatingRequest(players=names(13), sizes=(4, 4), rounds=2, method="spread"), heard.append)
    assert heard[-1] == 1.0
    assert all(0 <= before <= after <= 1 for before, after in pairwise(heard))


def test_ctrl_c_ends_it_in_the_middle_of_the_work() -> None:
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 0.5)
    try:
        with pytest.raises(KeyboardInterrupt):
            spread(20, 4, 12)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_a_large_field_repeats_nothing() -> None:
    for players in (120, 118, 101):
        seated = seat(SeatingRequest(players=names(players), sizes=(3, 4), rounds=4, method="spread", seed="1"))
        assert seated.proven
        assert seated.byes == 0

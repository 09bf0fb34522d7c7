"""The door: seats what is asked for, by one of the methods."""

from collections.abc import Callable, Sequence
from random import Random

from ludograph.domain.tournaments.seating.meetings import least_repeats, met_in, repeated
from ludograph.domain.tournaments.seating.requests import (
    RoundSeating,
    Seated,
    SeatingHistory,
    SeatingRequest,
    Split,
    check_request,
)
from ludograph.domain.tournaments.seating.seat_order import in_turn
from ludograph.domain.tournaments.seating.several_rounds import spread
from ludograph.domain.tournaments.seating.solver import SolverProgress, time_limit
from ludograph.domain.tournaments.seating.swiss import by_standings, in_steps
from ludograph.domain.tournaments.seating.tables import byes_had, next_byes, table_plan


def seat(
    asked: SeatingRequest,
    done: Callable[[float], None] = lambda done: None,
    *,
    best: Callable[[str], None] = lambda best: None,
    seconds: float | None = None,
) -> Seated:
    """Seats the next rounds; the same ones for the same seed, unless the clock ends the search after some seconds.

    Raises `Refused` where that cannot be done. `done` hears how much is done, 0 to 1,
    and `best` the best so far.
    """
    with time_limit(seconds):
        seated = _seated(asked, SolverProgress(done, best))
    done(1.0)
    return seated


def _seated(asked: SeatingRequest, told: SolverProgress) -> Seated:
    check_request(asked)
    random = Random(asked.seed)
    names = _numbered(asked, random)
    field = _field(asked, names)
    if asked.method == "swiss":
        points = in_steps([asked.points.get(name, 0) for name in names])
        split, bound = by_standings(field, points, asked.repeat, told)
        splits: Sequence[Split] = (split,)
    elif asked.method == "spread":
        splits, bound = spread(field, told)
    else:
        splits, bound = _drawn(field, random), least_repeats(field)
    rounds = [_named(split, names) for split in splits]
    if asked.method != "swiss":
        rounds = [_shuffled(round, random) for round in rounds]
    seated = in_turn(rounds, asked.past, random)
    of_others = repeated(met_in(asked.past)) - repeated(field.met)
    return Seated(
        rounds=seated,
        meetings_repeated=repeated(met_in((*asked.past, *seated))),
        byes=field.byes * field.rounds,
        bound=bound + of_others,
    )


def _numbered(asked: SeatingRequest, random: Random) -> list[str]:
    """The players in the order in which they are numbered: by the standings, else drawn.

    The draw does not depend on the order in which players are named. Before there are points it is drawn for all.
    """
    unlike = len({asked.points.get(name, 0) for name in asked.players}) > 1
    if asked.method == "swiss" and (unlike or asked.past):
        return list(asked.players)
    names = sorted(asked.players)
    random.shuffle(names)
    return names


def _field(asked: SeatingRequest, names: Sequence[str]) -> SeatingHistory:
    least, most = asked.sizes
    sizes = table_plan(len(names), least, most).tables
    had, met, number = byes_had(asked.past), met_in(asked.past), {name: at for at, name in enumerate(names)}
    known = {
        (min(number[one], number[other]), max(number[one], number[other])): times
        for (one, other), times in met.items()
        if one in number and other in number
    }
    return SeatingHistory(len(names), sizes, asked.rounds, known, tuple(had[n] for n in names))


def _drawn(field: SeatingHistory, random: Random) -> list[Split]:
    """A draw and nothing else, but for the byes."""
    splits, rested = [], list(field.rested)
    for _ in range(field.rounds):
        turn = random.sample(range(field.players), field.players)
        byes = next_byes(turn, rested, field.byes)
        for player in byes:
            rested[player] += 1
        left = iter([player for player in turn if player not in byes])
        splits.append(Split(tuple(tuple(next(left) for _ in range(size)) for size in field.sizes), byes))
    return splits


def _named(split: Split, names: Sequence[str]) -> RoundSeating:
    return RoundSeating(
        tuple(tuple(names[player] for player in table) for table in split.tables),
        tuple(names[player] for player in split.byes),
    )


def _shuffled(round: RoundSeating, random: Random) -> RoundSeating:
    return RoundSeating(tuple(random.sample(round.tables, len(round.tables))), round.byes)

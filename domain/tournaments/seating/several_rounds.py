"""Rounds made together, so that as few meetings as can be are repeated over all of them."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from ludograph.domain.kernel.sentences import counted
from ludograph.domain.tournaments.seating.cyclic_schedules import shifted, turned
from ludograph.domain.tournaments.seating.joint_model import improved
from ludograph.domain.tournaments.seating.meetings import least_repeats, met_with, repeated
from ludograph.domain.tournaments.seating.requests import SeatingHistory, Split
from ludograph.domain.tournaments.seating.single_round import next_split
from ludograph.domain.tournaments.seating.solver import SolverProgress, out_of_time
from ludograph.domain.tournaments.seating.tables import next_byes

TURNED: Final = 48
"""Up to how many players a round that can be turned is looked for."""
JOINT: Final = 20_000
"""Up to how many meetings that could be, over all tables and rounds, all rounds are put into one model."""

SMALL: Final = 24
"""Up to how many players more than one attempt is made."""
ATTEMPTS: Final = 4

AGAIN: Final = 12
"""How many rounds are made again in an attempt at most."""


class Rounds(NamedTuple):
    """New rounds, and how many meetings are repeated at least, those before counted too."""

    splits: Sequence[Split]
    bound: int


def spread(field: SeatingHistory, told: SolverProgress) -> Rounds:
    """The rounds of a field with the fewest repeated meetings that are found.

    First those in which one round gives all others; then one round after the other; small fields all in one model.
    """
    bound = least_repeats(field)
    perfect = _perfect(field) if field.fresh and not bound else None
    if perfect is not None:
        return Rounds(perfect, bound)
    told.best("one round after the other")
    splits = _made_again(field, one_by_one(field, 0))
    attempts = ATTEMPTS if field.players <= SMALL else 1
    for attempt in range(1, attempts):
        if out_of_time():
            break
        told.done(attempt / (attempts + 1))
        told.best(f"{_so_far(field, splits)}, at least {bound}; attempt {attempt + 1} of {attempts}")
        if _weighed(field, splits)[0] > bound:
            splits = _better(field, splits, _made_again(field, one_by_one(field, attempt)))
    if _weighed(field, splits)[0] > bound and not out_of_time() and _size(field) <= JOINT:
        told.done(attempts / (attempts + 1))
        told.best(f"{_so_far(field, splits)}, at least {bound}; now all rounds at once")
        found, shown = improved(field, splits, 0.5)
        return Rounds(_better(field, splits, found), max(bound, shown))
    return Rounds(splits, bound)


def _so_far(field: SeatingHistory, splits: Sequence[Split]) -> str:
    return f"{counted(_weighed(field, splits)[0], 'meeting')} repeated"


def _better(field: SeatingHistory, one: list[Split], other: list[Split]) -> list[Split]:
    return min(one, other, key=lambda splits: _weighed(field, splits))


def _size(field: SeatingHistory) -> int:
    return field.players * (field.players - 1) // 2 * len(field.sizes) * field.rounds


def _perfect(field: SeatingHistory) -> Sequence[Split] | None:
    """Rounds in which nobody meets twice, where one of them gives all others."""
    found = shifted(field)
    orders = range(field.rounds, field.players) if field.players <= TURNED and not found else ()
    for order in orders:
        if found or out_of_time() or least_repeats(field._replace(rounds=order)):
            break
        for attempt in range(ATTEMPTS):
            found = found or turned(field, order, 0.3, attempt)
    return found


def one_by_one(field: SeatingHistory, attempt: int) -> list[Split]:
    """The rounds one after the other, each with the fewest repeated meetings after those before it."""
    splits: list[Split] = []
    rested = list(field.rested)
    for _ in range(field.rounds):
        byes = next_byes(range(field.players), rested, field.byes)
        splits.append(next_split(field, met_with(field, splits), byes, 0.5, attempt))
        for player in byes:
            rested[player] += 1
    return splits


def _made_again(field: SeatingHistory, splits: list[Split]) -> list[Split]:
    """Rounds made again after all others, until none becomes better by it."""
    waiting, made = list(range(field.rounds)), 0
    while waiting and made < AGAIN and not out_of_time():
        number, made = waiting.pop(0), made + 1
        others = [*splits[:number], *splits[number + 1 :]]
        again = next_split(field, met_with(field, others), splits[number].byes, 0.3)
        better = [*splits[:number], again, *splits[number + 1 :]]
        if _weighed(field, better) < _weighed(field, splits):
            splits, waiting = better, [other for other in range(field.rounds) if other != number]
    return splits


def _weighed(field: SeatingHistory, splits: Sequence[Split]) -> tuple[int, int]:
    met = met_with(field, splits)
    return repeated(met), sum(times * times for times in met.values())

"""Rounds made together, so that as few meetings as can be are repeated over all of them."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from domain.tournaments.seating.asked import Field, Split
from domain.tournaments.seating.joint import improved
from domain.tournaments.seating.meetings import least_repeats, met_with, repeated
from domain.tournaments.seating.single import next_split
from domain.tournaments.seating.solving import Told
from domain.tournaments.seating.tables import next_byes
from domain.tournaments.seating.turning import shifted, turned

TURNED: Final = 48
"""Up to how many players a round that can be turned is looked for."""
JOINT: Final = 20_000
"""Up to how many meetings that could be, over all tables and rounds, all rounds are put into one model."""


class Rounds(NamedTuple):
    """New rounds, and how many meetings are repeated at least, those before counted too."""

    splits: Sequence[Split]
    bound: int


def spread(field: Field, told: Told) -> Rounds:
    """The rounds of a field with the fewest repeated meetings that are found."""
    bound = least_repeats(field)
    perfect = _perfect(field) if field.fresh and not bound else None
    if perfect is not None:
        return Rounds(perfect, bound)
    splits = one_by_one(field, told)
    if _repeats(field, splits) > bound:
        splits = _made_again(field, splits)
    if _repeats(field, splits) > bound and _size(field) <= JOINT:
        splits, shown = improved(field, splits, 6.0)
        bound = max(bound, shown)
    return Rounds(splits, bound)


def _size(field: Field) -> int:
    return field.players * (field.players - 1) // 2 * len(field.sizes) * field.rounds


def _repeats(field: Field, splits: Sequence[Split]) -> int:
    return repeated(met_with(field, splits))


def _perfect(field: Field) -> Sequence[Split] | None:
    """Rounds in which nobody meets twice, where one of them gives all others."""
    found = shifted(field)
    orders = range(field.rounds, field.players) if field.players <= TURNED and not found else ()
    for order in orders:
        if least_repeats(field._replace(rounds=order)):
            break
        found = turned(field, order, 1.0)
        if found:
            break
    return found


def one_by_one(field: Field, told: Told) -> list[Split]:
    """The rounds one after the other, each with the fewest repeated meetings after those before it."""
    splits: list[Split] = []
    rested = list(field.rested)
    for number in range(field.rounds):
        byes = next_byes(range(field.players), rested, field.byes)
        splits.append(next_split(field, met_with(field, splits), byes, 1.0))
        for player in byes:
            rested[player] += 1
        told((number + 1) / field.rounds)
    return splits


def _made_again(field: Field, splits: list[Split]) -> list[Split]:
    """Each round made again after all others, until none becomes better by it."""
    waiting = list(range(field.rounds))
    while waiting:
        number = waiting.pop(0)
        others = [*splits[:number], *splits[number + 1 :]]
        again = next_split(field, met_with(field, others), splits[number].byes, 1.0)
        better = [*splits[:number], again, *splits[number + 1 :]]
        if _weighed(field, better) < _weighed(field, splits):
            splits, waiting = better, [other for other in range(field.rounds) if other != number]
    return splits


def _weighed(field: Field, splits: Sequence[Split]) -> tuple[int, int]:
    met = met_with(field, splits)
    return repeated(met), sum(times * times for times in met.values())

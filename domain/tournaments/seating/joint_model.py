"""All new rounds in one model: for small fields, where the solver can also show that it cannot be done better."""

from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, NamedTuple

from ludograph.domain.tournaments.seating.meetings import met_with, repeated
from ludograph.domain.tournaments.seating.requests import SeatingHistory, Split
from ludograph.domain.tournaments.seating.single_round import (
    Places,
    found_tables,
    may_sit,
    model_places,
    tables_in_order,
    together,
)
from ludograph.domain.tournaments.seating.solver import Solution, new_model, solve
from ludograph.domain.tournaments.seating.tables import bye_limits

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar, LinearExprT

Pair = tuple[int, int]


class Joint(NamedTuple):
    """The model of all rounds: where everybody sits in each, and the meetings of each pair by number.

    The first of a pair's `levels` is true where it meets in these rounds, the second where it meets twice, and so on.
    """

    model: "CpModel"
    rounds: "Sequence[Places]"
    levels: "dict[Pair, list[IntVar]]"


def improved(field: SeatingHistory, start: Sequence[Split], effort: float) -> tuple[list[Split], int]:
    """These rounds with fewer repeated meetings where there are such, and how many there are at least.

    Of the ones with the fewest, those where the repeated meetings are spread over the most pairs.
    """
    joint = _modelled(field, start)
    again = [
        level
        for pair, levels in joint.levels.items()
        for number, level in enumerate(levels)
        if number or field.met.get(pair)
    ]
    joint.model.minimize(sum(again))
    found = solve(joint.model, effort, _hints(field, joint, start))
    if found is None:
        return list(start), 0
    bound = repeated(field.met) + found.bound
    if found.cost:
        joint.model.add(sum(again) <= found.cost)
        joint.model.minimize(sum(_how_often(field, joint)))
        found = solve(joint.model, effort / 2, _hints(field, joint, _splits(field, joint, found))) or found
    return _splits(field, joint, found), bound


def _how_often(field: SeatingHistory, joint: Joint) -> "list[LinearExprT]":
    return [
        (field.met.get(pair, 0) + number) * level
        for pair, levels in joint.levels.items()
        for number, level in enumerate(levels)
    ]


def _modelled(field: SeatingHistory, start: Sequence[Split]) -> Joint:
    model, free = new_model(), len(field.sizes)
    sizes = (*field.sizes, *((field.byes,) if field.byes else ()))
    rounds = [model_places(model, range(field.players), sizes, may_sit(field)) for _ in range(field.rounds)]
    levels: dict[Pair, list[IntVar]] = {}
    for one, other in combinations(range(field.players), 2):
        met = [both for at in rounds if (both := together(model, at, one, other, free)) is not None]
        levels[one, other] = [model.new_bool_var("") for _ in met]
        model.add(sum(levels[one, other]) >= sum(met))
        for lower, higher in pairwise(levels[one, other]):
            model.add_implication(higher, lower)
    if field.fresh:  # all first rounds are alike
        for variable, value in _placed(field, rounds[0], start[0]).items():
            model.add(variable == value)
    if field.byes:
        _rest_in_turn(field, model, rounds)
    return Joint(model, rounds, levels)


def _rest_in_turn(field: SeatingHistory, model: "CpModel", rounds: "Sequence[Places]") -> None:
    """After each round nobody has had more byes than the rule allows, or fewer."""
    free = len(field.sizes)
    for number in range(1, field.rounds + 1):
        limits = bye_limits(field.rested, field.byes * number)
        for player, (fewest, most) in enumerate(limits):
            had = sum(at[player, free] for at in rounds[:number])
            model.add_linear_constraint(had, fewest, most)


def _placed(field: SeatingHistory, at: Places, split: Split) -> "dict[IntVar, bool]":
    where = {player: table for table, seated in enumerate(tables_in_order(field, split.tables)) for player in seated}
    where |= dict.fromkeys(split.byes, len(field.sizes))
    return {variable: where[player] == table for (player, table), variable in at.items()}


def _hints(field: SeatingHistory, joint: Joint, splits: Sequence[Split]) -> "dict[IntVar, bool]":
    meetings = met_with(field, splits)
    hints = {
        level: number < meetings[pair] - field.met.get(pair, 0)
        for pair, levels in joint.levels.items()
        for number, level in enumerate(levels)
    }
    for at, split in zip(joint.rounds, splits, strict=True):
        hints |= _placed(field, at, split)
    return hints


def _splits(field: SeatingHistory, joint: Joint, found: Solution) -> list[Split]:
    free = len(field.sizes)
    tables = [found_tables(found, at, free + bool(field.byes)) for at in joint.rounds]
    return [Split(round[:free], round[free] if field.byes else ()) for round in tables]

"""Seats in turn: nobody always first."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from domain.tournaments.seating.asked import Round
from domain.tournaments.seating.solving import new_model, surely

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import IntVar

EFFORT = 2.0


def seats_had(rounds: Iterable[Round]) -> Counter[tuple[str, int]]:
    """How often each sat in which seat."""
    return Counter((player, seat) for round in rounds for table in round.tables for seat, player in enumerate(table))


def in_turn(rounds: Sequence[Round], past: Sequence[Round]) -> tuple[Round, ...]:
    """The same tables, with everybody as evenly in all seats as can be."""
    model, had = new_model(), seats_had(past)
    sits: dict[tuple[int, int, str, int], IntVar] = {}
    mine: dict[tuple[str, int], list[IntVar]] = defaultdict(list)
    for number, round in enumerate(rounds):
        for place, table in enumerate(round.tables):
            here = {(player, seat): model.new_bool_var("") for player in table for seat in range(len(table))}
            for seat, player in enumerate(table):
                model.add_exactly_one(here[player, other] for other in range(len(table)))
                model.add_exactly_one(here[other, seat] for other in table)
            for (player, seat), variable in here.items():
                sits[number, place, player, seat] = variable
                mine[player, seat].append(variable)
    cost = []
    for key, variables in mine.items():
        steps = [model.new_bool_var("") for _ in variables]
        model.add(sum(steps) == sum(variables))
        cost += [(had[key] + already) * step for already, step in enumerate(steps)]
    model.minimize(sum(cost))
    found = surely(model, EFFORT)
    at = {(number, place, seat): player for (number, place, player, seat), var in sits.items() if var in found}
    return tuple(
        Round(
            tuple(
                tuple(at[number, place, seat] for seat in range(len(table))) for place, table in enumerate(round.tables)
            ),
            round.byes,
        )
        for number, round in enumerate(rounds)
    )

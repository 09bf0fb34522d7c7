"""Schedules in which one round gives all others: its players are turned on, as on a wheel.

The known perfect schedules come out so, the schoolgirls of Kirkman too: the solver has only one round to find.
"""

from itertools import combinations
from math import gcd

from ludograph.domain.tournaments.seating.requests import SeatingHistory, Split
from ludograph.domain.tournaments.seating.single_round import found_tables, model_places, together
from ludograph.domain.tournaments.seating.solver import new_model, solve


def shifted(field: SeatingHistory) -> list[Split] | None:
    """Rows of players, each shifted by one table more than the row above it: nobody meets twice.

    None where the tables are too few for so many rounds, or somebody has a bye.
    """
    tables, rows = len(field.sizes), field.sizes[0]
    if field.byes or any(tables // gcd(tables, apart) < field.rounds for apart in range(1, rows)):
        return None
    splits = []
    for number in range(field.rounds):
        seated: list[list[int]] = [[] for _ in range(tables)]
        for player in range(field.players):
            row, column = divmod(player, tables)
            seated[(column + row * number) % tables].append(player)
        splits.append(Split(tuple(map(tuple, seated))))
    return splits


def turned(field: SeatingHistory, order: int, effort: float, attempt: int = 0) -> list[Split] | None:
    """Wheels of `order` players, and a rest who stand still; so many rounds, or fewer, in which nobody meets twice.

    None where the solver finds no round that can be turned so.
    """
    model, wheels = new_model(), field.players // order
    on_wheels, free = wheels * order, len(field.sizes)
    sizes = (*field.sizes, *((field.byes,) if field.byes else ()))
    at = model_places(model, range(field.players), sizes, lambda player, table: table < free or player < on_wheels)
    if field.byes:
        for wheel in range(wheels):
            model.add_at_most_one(at[player, free] for player in range(wheel * order, (wheel + 1) * order))
    for alike in _turning_into_each_other(field.players, order):
        here = [both for pair in alike if (both := together(model, at, *pair, free)) is not None]
        if len(alike) == order:
            model.add_at_most_one(here)
        else:
            model.add(sum(here) == 0)  # they would meet again before the wheels are round
    found = solve(model, effort, attempt=attempt)
    if not found:
        return None
    base = found_tables(found, at, len(sizes))
    rounds = [[tuple(_turn(player, by, order, on_wheels) for player in table) for table in base] for by in range(order)]
    return [Split(tuple(round[:free]), round[free] if field.byes else ()) for round in rounds[: field.rounds]]


def _turn(player: int, by: int, order: int, on_wheels: int) -> int:
    if player >= on_wheels:
        return player
    return player - player % order + (player + by) % order


def _turning_into_each_other(players: int, order: int) -> list[list[tuple[int, int]]]:
    """All pairs, those together that become each other on the wheels."""
    on_wheels = players // order * order
    kinds: dict[tuple[int, ...], list[tuple[int, int]]] = {}
    for pair in combinations(range(players), 2):
        turns = (tuple(sorted(_turn(player, by, order, on_wheels) for player in pair)) for by in range(order))
        kinds.setdefault(min(turns), []).append(pair)
    return list(kinds.values())

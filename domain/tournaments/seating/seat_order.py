"""Seats in turn: nobody always first."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from random import Random
from typing import NamedTuple

from ludograph.domain.tournaments.seating.requests import RoundSeating

Table = tuple[int, int]
"""A round, and a table in it."""


class _Player(NamedTuple):
    """How often somebody is still to sit, and how often in each of the seats that are open to him."""

    left: int
    had: tuple[int, ...]

    def dearness(self, uses: int) -> int:
        """How uneven his seats become when he takes the last of these so often, and the others as evenly as can be."""
        seats = list(self.had)
        seats[-1] += uses
        for _ in range(self.left - uses):
            seat = min(range(len(seats) - 1), key=seats.__getitem__, default=0)
            seats[seat] += 1
        return sum(times * times for times in seats)


def seats_had(rounds: Iterable[RoundSeating]) -> Counter[tuple[str, int]]:
    """How often each sat in which seat."""
    return Counter((player, seat) for round in rounds for table in round.tables for seat, player in enumerate(table))


def in_turn(rounds: Sequence[RoundSeating], past: Sequence[RoundSeating], random: Random) -> tuple[RoundSeating, ...]:
    """These tables, with everybody as evenly in all seats as can be.

    From the last seat to the first it is worked out who takes it at each table, as a flow of the least cost: what is
    even now can be made even in the seats that are left.
    """
    had = seats_had(past)
    waiting = {
        (number, place): list(table) for number, round in enumerate(rounds) for place, table in enumerate(round.tables)
    }
    orders: dict[Table, list[str]] = {table: [] for table in waiting}
    for seat in reversed(range(max(map(len, waiting.values())))):
        for table, player in _taking(seat, waiting, had, random).items():
            waiting[table].remove(player)
            orders[table].insert(0, player)
    return tuple(
        RoundSeating(tuple(tuple(orders[number, place]) for place in range(len(round.tables))), round.byes)
        for number, round in enumerate(rounds)
    )


def _taking(
    seat: int, waiting: dict[Table, list[str]], had: Counter[tuple[str, int]], random: Random
) -> dict[Table, str]:
    """Who takes this seat at each table that has it: tables flow to players, and players to the sink."""
    from ortools.graph.python.min_cost_flow import SimpleMinCostFlow

    left = Counter(player for table in waiting.values() for player in table)
    tables = [table for table, players in waiting.items() if len(players) > seat]
    number = {player: at for at, player in enumerate(left, start=1 + len(tables))}
    flow, choices = SimpleMinCostFlow(), {}
    flow.set_node_supply(0, -len(tables))
    for node, table in enumerate(tables, start=1):
        flow.set_node_supply(node, 1)
        for player in random.sample(waiting[table], len(waiting[table])):
            lot = random.randrange(len(left))
            choices[flow.add_arc_with_capacity_and_unit_cost(node, number[player], 1, lot)] = table, player
    for player, node in number.items():
        player_now = _Player(left[player], tuple(had[player, other] for other in range(seat + 1)))
        for fewer, more in pairwise(map(player_now.dearness, range(left[player] + 1))):
            flow.add_arc_with_capacity_and_unit_cost(node, 0, 1, (more - fewer) * len(left) * (len(tables) + 1))
    flow.solve()
    return dict(choice for arc, choice in choices.items() if flow.flow(arc))

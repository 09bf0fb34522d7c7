"""One round, by the solver: who sits at which table, given who met before."""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from ludograph.domain.tournaments.seating.requests import SeatingHistory, Split
from ludograph.domain.tournaments.seating.solver import Solution, new_model, surely

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar

Places = dict[tuple[int, int], "IntVar"]
"""Whether a player sits at a table; tables a player cannot sit at are not in it."""
Met = Mapping[tuple[int, int], int]


def model_places(
    model: "CpModel", players: Sequence[int], sizes: Sequence[int], may: Callable[[int, int], bool]
) -> Places:
    """Everybody at one table, every table full."""
    at = {
        (player, table): model.new_bool_var("")
        for player in players
        for table in range(len(sizes))
        if may(player, table)
    }
    for player in players:
        model.add_exactly_one(at[player, table] for table in range(len(sizes)) if (player, table) in at)
    for table, size in enumerate(sizes):
        model.add(sum(at[player, table] for player in players if (player, table) in at) == size)
    return at


def may_sit(field: SeatingHistory) -> Callable[[int, int], bool]:
    """Where the solver may put a player: tables of one size are told apart by who has the smallest number there."""
    first = {size: field.sizes.index(size) for size in field.sizes}
    return lambda player, table: table == len(field.sizes) or player >= table - first[field.sizes[table]]


def tables_in_order(field: SeatingHistory, tables: Sequence[Sequence[int]]) -> list[Sequence[int]]:
    """The tables as `may_sit` wants them: the largest first, then by the smallest number."""
    return sorted(tables, key=lambda table: (-len(table), min(table)))


def together(model: "CpModel", at: Places, one: int, other: int, tables: int) -> "IntVar | None":
    """Whether two sit at one table: a variable that is true then, and else whatever costs less; None if they cannot."""
    shared = [table for table in range(tables) if (one, table) in at and (other, table) in at]
    if not shared:
        return None
    both = model.new_bool_var("")
    for table in shared:
        model.add_bool_or(at[one, table].negated(), at[other, table].negated(), both)
    return both


def found_tables(found: Solution, at: Places, tables: int) -> tuple[tuple[int, ...], ...]:
    """Who sits at each table, as found."""
    seated: list[list[int]] = [[] for _ in range(tables)]
    for (player, table), variable in at.items():
        if variable in found:
            seated[table].append(player)
    return tuple(map(tuple, seated))


def next_split(field: SeatingHistory, met: Met, byes: tuple[int, ...], effort: float, attempt: int = 0) -> Split:
    """The round with the fewest repeated meetings; of those the one in which who met least often meets again."""
    model = new_model()
    players = [player for player in range(field.players) if player not in byes]
    at = model_places(model, players, field.sizes, lambda *_: True)
    weight = 1 + sum(size * (size - 1) // 2 for size in field.sizes) * max(met.values(), default=0)
    cost = []
    for one, other in combinations(players, 2):
        times = met.get((one, other), 0)
        both = together(model, at, one, other, len(field.sizes)) if times else None
        if both is not None:
            cost.append((weight + times) * both)
    model.minimize(sum(cost))
    return Split(found_tables(surely(model, effort, attempt=attempt), at, len(field.sizes)), byes)

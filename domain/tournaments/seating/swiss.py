"""Swiss: a round by the standings."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, Final

from ludograph.domain.tournaments.seating.meetings import least_repeats
from ludograph.domain.tournaments.seating.requests import SeatingHistory, Split
from ludograph.domain.tournaments.seating.single_round import found_tables, model_places, together
from ludograph.domain.tournaments.seating.solver import SolverProgress, new_model, surely
from ludograph.domain.tournaments.seating.tables import next_byes

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import LinearExprT

EFFORT: Final = 0.5
"""For each of the two things that a round is made by, one after the other."""
FINE: Final = 1000
"""Into how many steps the points between the first and the last are parted."""


def by_standings(
    field: SeatingHistory, points: Sequence[int], repeat: Fraction, told: SolverProgress
) -> tuple[Split, int]:
    """The next round of players in the order of the standings, and how many meetings are repeated at least.

    Every table has a place in the standings. What costs least is seated: each player as much as the square of the way
    in points to the table's own players, each repeated meeting as much as the square of the way `repeat`. Of the ways
    to sit that cost as little, the one in which players go over the fewest places, squared too.
    """
    byes = next_byes(range(field.players)[::-1], field.rested, field.byes)
    players = [player for player in range(field.players) if player not in byes]
    model = new_model()
    at = model_places(model, players, field.sizes, lambda *_: True)
    minded = round((repeat * FINE) ** 2)
    again: list[LinearExprT] = []
    for one, other in combinations(players, 2):
        both = together(model, at, one, other, len(field.sizes)) if (one, other) in field.met else None
        if both is not None:
            again.append(both)
    far: list[LinearExprT] = []
    moved: list[LinearExprT] = []
    own = list(_own(players, field.sizes))
    for (player, table), variable in at.items():
        here = own[table]
        ranks = [players.index(here[0]), players.index(here[-1])]
        apart = _outside(points[player], sorted((points[here[0]], points[here[-1]])))
        far.append(apart**2 * variable)
        moved.append(_outside(players.index(player), ranks) ** 2 * variable)
    cost = sum([*far, *(minded * both for both in again)])
    model.minimize(cost)
    told.best("the nearest in points, with few repeated meetings")
    found = surely(model, EFFORT)
    told.done(1 / 2)
    told.best("the nearest in places")
    model.add(cost <= found.cost)
    model.minimize(sum(moved))
    found = surely(model, EFFORT, {variable: variable in found for variable in at.values()})
    return Split(found_tables(found, at, len(field.sizes)), byes), least_repeats(field)


def _own(players: Sequence[int], sizes: Sequence[int]) -> list[Sequence[int]]:
    """Who would sit at each table by the standings alone."""
    starts = [sum(sizes[:table]) for table in range(len(sizes))]
    return [players[start : start + size] for start, size in zip(starts, sizes, strict=True)]


def _outside(value: int, ends: Sequence[int]) -> int:
    low, high = min(ends), max(ends)
    return max(low - value, value - high, 0)


def in_steps(points: Sequence[int | float | Fraction]) -> list[int]:
    """Points as whole numbers, the least 0 and the most 1000; about a thousandth of that is alike."""
    low, high = Fraction(min(points)), Fraction(max(points))
    return [round((Fraction(amount) - low) * FINE / (high - low)) if high > low else 0 for amount in points]

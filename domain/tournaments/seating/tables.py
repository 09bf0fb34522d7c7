"""How a field is cut into tables, and who is left over."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import count
from typing import NamedTuple

from ludograph.domain.kernel.game import Refused
from ludograph.domain.tournaments.seating.requests import RoundSeating


class TablePlan(NamedTuple):
    """How a field is cut into tables."""

    tables: tuple[int, ...]
    """How many sit at each, the largest first."""
    byes: int
    """How many are left over."""


def table_plan(players: int, least: int, most: int) -> TablePlan:
    """As few left over, then as many tables as can be. Raises `Refused` where not one can be filled."""
    byes = fewest_byes(players, least, most)
    return TablePlan(table_sizes(players - byes, least), byes)


def sizes_for_all(players: int, least: int, most: int, allowed: range) -> tuple[int, int] | None:
    """The sizes nearest to those asked for by which nobody is left over; None where the game allows no such ones."""
    wider = sorted(
        ((low, high) for low in allowed for high in allowed if low <= least and high >= most),
        key=lambda sizes: (least - sizes[0] + sizes[1] - most, least - sizes[0]),
    )
    return next((sizes for sizes in wider if players >= sizes[0] and not fewest_byes(players, *sizes)), None)


def fewest_byes(players: int, least: int, most: int) -> int:
    """How many are left over at least when tables have from `least` to `most` players. Raises `Refused`."""
    if players < least:
        raise Refused(
            None,
            f"{players} players cannot fill a table of {least}: enter {least - players} more, "
            "or ask for smaller tables with --size.",
        )
    return next(byes for byes in count() if _fits(players - byes, least, most))


def _fits(seated: int, least: int, most: int) -> bool:
    return seated // least * most >= seated


def table_sizes(seated: int, least: int) -> tuple[int, ...]:
    """As many tables as can be, as even as can be, the largest first: so the fewest meet in a round."""
    tables = seated // least
    small, larger = divmod(seated, tables)
    return (small + 1,) * larger + (small,) * (tables - larger)


def byes_had(rounds: Iterable[RoundSeating]) -> Counter[str]:
    """How many byes each had."""
    return Counter(player for round in rounds for player in round.byes)


def next_byes(turn: Sequence[int], rested: Sequence[int], byes: int) -> tuple[int, ...]:
    """Who has a bye now: those with the fewest, and of these who comes first in `turn`."""
    return tuple(sorted(sorted(turn, key=lambda player: rested[player])[:byes]))


def bye_limits(rested: Sequence[int], byes: int) -> list[tuple[int, int]]:
    """How many of so many byes each may have at least and at most, so that nobody is ahead of others with it."""
    had = sorted(rested)
    level = next(level for level in count(had[0]) if sum(max(0, level + 1 - times) for times in had) > byes)
    return [(max(0, level - times), max(0, level + 1 - times)) for times in rested]

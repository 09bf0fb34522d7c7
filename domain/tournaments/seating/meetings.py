"""Who met whom, and how many meetings must be repeated whatever the seating."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import TypeVar

from ludograph.domain.tournaments.seating.requests import RoundSeating, SeatingHistory, Split

P = TypeVar("P", int, str)


def pairs_at(tables: Iterable[Sequence[P]]) -> Iterator[tuple[P, P]]:
    """Every two who sit at one table, in the order of their numbers or names."""
    for table in tables:
        yield from combinations(sorted(table), 2)


def met_in(rounds: Iterable[RoundSeating]) -> Counter[tuple[str, str]]:
    """How often each pair met."""
    return Counter(pair for round in rounds for pair in pairs_at(round.tables))


def met_with(field: SeatingHistory, splits: Iterable[Split]) -> Counter[tuple[int, int]]:
    """How often each pair met, these rounds counted too."""
    return Counter(field.met) + Counter(pair for split in splits for pair in pairs_at(split.tables))


def repeated(met: Mapping[tuple[P, P], int]) -> int:
    """How often pairs met beyond their first time."""
    return sum(times - 1 for times in met.values())


def least_repeats(field: SeatingHistory) -> int:
    """How many meetings are repeated at least, those before counted too: shown by counting, see `docs/seating.md`."""
    before = repeated(field.met)
    counted = before + max(_by_all(field), _by_each(field))
    return counted if field.met else max(counted, _by_rounds(field))


def _by_all(field: SeatingHistory) -> int:
    """There are only so many pairs who have not met."""
    new = field.rounds * sum(size * (size - 1) // 2 for size in field.sizes)
    return new - (field.players * (field.players - 1) // 2 - len(field.met))


def _by_each(field: SeatingHistory) -> int:
    """Everybody sits with so many others, and only so many are new to him."""
    known = Counter(player for pair in field.met for player in pair)
    at_most = -(-field.byes * field.rounds // field.players) + max(field.rested) - min(field.rested)
    others = max(field.rounds - at_most, 0) * (field.sizes[-1] - 1)
    excess = sum(max(0, others - (field.players - 1 - known[player])) for player in range(field.players))
    return -(-excess // 2)


def _by_rounds(field: SeatingHistory) -> int:
    """Whoever sits together in a round is spread over too few tables in another.

    In each two rounds so many pairs coincide. A pair that meets m times of R coincides m(m-1)/2 times, which is at most
    R/2 times what it repeats.
    """
    return (field.rounds - 1) * _coinciding(field.sizes, field.byes)


def _coinciding(sizes: Sequence[int], byes: int) -> int:
    """How many pairs sit together in two rounds at least: each table of one spread evenly, some of it over byes."""
    parts = [len(range(start, size, len(sizes))) for size in sizes for start in range(len(sizes))]
    for _ in range(byes):
        largest = max(range(len(parts)), key=parts.__getitem__)
        parts[largest] -= parts[largest] > 0
    return sum(part * (part - 1) // 2 for part in parts)

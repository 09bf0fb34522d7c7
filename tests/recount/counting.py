"""What many recounts do: choosing matches, percentages, means, ranges."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from datetime import date
from math import sqrt
from typing import Any, TypeVar

from tests.recount.records import Json, Record

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)
Given = Mapping[str, Any]
"""The parameters that a report is told, by their names."""


def chosen(records: Iterable[Record], given: Given) -> Iterator[Record]:
    """The matches of the game, tournament, round and days that are asked for."""
    for record in records:
        if (
            same(record.game, given.get("game"))
            and same(record.listed["event"], given.get("event"))
            and same(record.listed["round"], given.get("round"))
            and date.fromisoformat(given.get("since", "0001-01-01")) <= record.day
            and record.day <= date.fromisoformat(given.get("until", "9999-12-31"))
        ):
            yield record


def finished(records: Iterable[Record], given: Given) -> list[Record]:
    """Those of them that are over."""
    return [record for record in chosen(records, given) if record.over]


def same(found: str | None, wanted: str | None) -> bool:
    """Whether a name is the one that is asked for, however it is written; all are where nothing is asked for."""
    return wanted is None or (found is not None and found.casefold() == wanted.casefold())


def plays(record: Record, name: str | None) -> bool:
    """Whether somebody of this name plays; everybody does where none is asked for."""
    return any(same(player, name) for player in record.players)


def grouped(things: Iterable[T], key: Callable[[T], K]) -> dict[K, list[T]]:
    """What has the same key together."""
    found: dict[K, list[T]] = defaultdict(list)
    for thing in things:
        found[key(thing)].append(thing)
    return dict(found)


def percent(part: float, whole: float) -> float | None:
    """So many of a hundred; None of nothing."""
    return 100 * part / whole if whole else None


def mean(values: Iterable[Any]) -> float | None:
    """The average of those that are known; None of none."""
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def median(values: Iterable[float]) -> float | None:
    """The middle one, or between the two in the middle."""
    return quantile(values, 0.5)


def quantile(values: Iterable[float], part: float) -> float | None:
    """The value below which this part of all lies, in a straight line between two."""
    ordered = sorted(values)
    if not ordered:
        return None
    place = (len(ordered) - 1) * part
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


def spread(values: Iterable[Any]) -> float | None:
    """How far those that are known lie from their mean: the sample standard deviation, which one alone has not."""
    known = [value for value in values if value is not None]
    middle = mean(known)
    return (
        None
        if middle is None or len(known) < 2
        else sqrt(sum((value - middle) ** 2 for value in known) / (len(known) - 1))
    )


def within(part: int, whole: int) -> tuple[float | None, float | None]:
    """Between which percentages the true one lies nineteen times of twenty, after Wilson."""
    if not whole:
        return None, None
    z, share = 1.959964, part / whole
    middle = share + z * z / (2 * whole)
    width = z * sqrt(share * (1 - share) / whole + z * z / (4 * whole * whole))
    below = 1 + z * z / whole
    return 100 * max(0.0, (middle - width) / below), 100 * min(1.0, (middle + width) / below)


def named(facts: Iterable[Json], *kinds: str) -> list[Json]:
    """The facts of these kinds."""
    return [fact for fact in facts if fact["fact"] in kinds]

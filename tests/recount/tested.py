"""Groups of matches beside all others: means with spread, interval and test."""

from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from typing import Any

from tests.recount.comparing import Row
from tests.recount.counting import grouped, mean
from tests.recount.courses import variance, welch
from tests.recount.deciding import interval


def tested(what: str, groups: Mapping[Any, Sequence[float]], key: Any) -> Row:
    """The mean of a group with spread, interval and Welch's test against all others; each value is one of a match."""
    own = list(groups[key])
    rest = [value for other, values in groups.items() if other != key for value in values]
    low, high = interval(own)
    return {
        what: mean(own),
        f"{what}_spread": sqrt(variance(own)) if len(own) > 1 else None,
        f"{what}_from": low,
        f"{what}_to": high,
        f"{what}_differs_p": welch(own, rest),
    }


def by_match(ones: Iterable[tuple[str, float | None]]) -> list[float]:
    """The averages of what is known, match by match, of pairs of a match and a value."""
    found = (mean(value for _, value in own) for own in grouped(ones, lambda one: one[0]).values())
    return [value for value in found if value is not None]

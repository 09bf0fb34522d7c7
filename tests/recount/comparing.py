"""Reports beside their recounts, row by row, with every parameter that a report takes."""

import re
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any, NamedTuple
from uuid import UUID

from duckdb import DuckDBPyConnection

from ludograph.analytics.reports.reports import Parameter, report_named, report_rows
from tests.recount.counting import Given
from tests.recount.records import Json, Records

Row = dict[str, Any]
TRIED: Mapping[str, tuple[str, ...]] = {
    "game": ("sun-bid", "Aucteraden"),
    "event": ("autumn open", "No such", "winter cup"),
    "round": ("final",),
    "player": ("ann", "Nobody"),
    "opponent": ("Bob",),
    "since": ("2026-03-15",),
    "until": ("2026-03-15",),
    "fewest": ("2", "5"),
    "ranges": ("3", "1"),
    "break_minutes": ("1",),
    "at_least": ("5",),
}
"""The values that parameters of these names are given, unless a recount names others."""


class Recount(NamedTuple):
    """How a report is worked out again, and which columns name a row of it.

    `digits` says to how many decimals a column is rounded where that is not 1 for a percentage and 2 for others;
    `tried` which values parameters of its own are given, `apart` which columns are not counted again.
    """

    rows: Callable[[Records, Given], Iterator[Row]]
    keys: str
    digits: Mapping[str, int] = {}
    tried: Mapping[str, tuple[str, ...]] = {}
    apart: tuple[str, ...] = ()


class Compared(NamedTuple):
    """How many rows were compared over how many runs, and what is not the same."""

    runs: int
    rows: int
    differences: list[str]


def compare(
    connection: DuckDBPyConnection, records: Records, name: str, recount: Recount, *, briefly: bool = False
) -> Compared:
    """A report beside its recount: plain, with each parameter, and with two together; `briefly` the first and last."""
    runs = list(given_to(name, recount))
    differences, rows = [], 0
    for given in [runs[0], runs[-1]] if briefly else runs:
        told = report_rows(connection, report_named(name), given).to_arrow_table().to_pylist()
        counted = list(recount.rows(records, given))
        rows += len(told)
        differences += [f"{name} {given}: {wrong}" for wrong in differing(told, counted, recount)]
    return Compared(len(runs), rows, differences)


def given_to(name: str, recount: Recount) -> Iterator[Given]:
    """Nothing, each value of each parameter by itself, and two parameters together."""
    yield {}
    values = {one.name: _values(one, recount) for one in report_named(name).parameters}
    for parameter, tried in values.items():
        yield from ({parameter: value} for value in tried)
    yield {parameter: tried[0] for parameter, tried in values.items() if parameter in ("event", "since", "fewest")}


def _values(parameter: Parameter, recount: Recount) -> tuple[str, ...]:
    if parameter.name in recount.tried:
        return recount.tried[parameter.name]
    if parameter.type.startswith("ENUM"):
        return tuple(re.findall("'(.*?)'", parameter.type))
    return TRIED[parameter.name]


def differing(told: list[Json], counted: list[Row], recount: Recount) -> Iterator[str]:
    """What only one of both has, and what both do not have alike."""
    left, right = (_keyed(rows, recount.keys.split()) for rows in (told, counted))
    for key in left.keys() ^ right.keys():
        yield f"{_told(key, recount)} is {'not counted again' if key in left else 'missing'}"
    for key in left.keys() & right.keys():
        one, other = left[key], right[key]
        if len(one) != len(other):
            yield f"{_told(key, recount)} comes {len(one)} times, not {len(other)}"
        for row, again in zip(one, other, strict=False):
            if row.keys() - set(recount.apart) != again.keys():
                yield f"columns {sorted(row.keys() ^ again.keys())} have only one of both"
            for column in row.keys() & again.keys():
                if not alike(row[column], again[column], _digits(column, recount)):
                    yield f"{_told(key, recount)}: {column} is {row[column]!r}, counted again {again[column]!r}"


def alike(told: Any, counted: Any, digits: int) -> bool:
    """Whether a value is the one that was counted, rounded to so many decimals."""
    told, counted = plain(told), plain(counted)
    if isinstance(told, int | float) and isinstance(counted, int | float):
        exact = isinstance(told, int) and isinstance(counted, int)
        return told == counted if exact else abs(told - counted) <= 0.501 * 10**-digits
    return bool(told == counted)


def plain(value: Any) -> Any:
    """A value as JSON would have it."""
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, datetime | date):
        return value.isoformat().replace("+00:00", "Z")
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    return value


def _keyed(rows: list[Row], keys: Sequence[str]) -> dict[Hashable, list[Row]]:
    found: dict[Hashable, list[Row]] = {}
    for row in rows:
        key = tuple(str(plain(row[name])) for name in keys)
        found.setdefault(key, []).append(row)
    return found


def _told(key: Any, recount: Recount) -> str:
    return "row " + ", ".join(f"{name} {value}" for name, value in zip(recount.keys.split(), key, strict=True))


def _digits(column: str, recount: Recount) -> int:
    return recount.digits.get(column, 1 if "percent" in column else 2)

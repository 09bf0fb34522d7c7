"""Reports over some of the matches, and group by group, beside their recounts over the same records."""

from collections.abc import Iterator, Sequence
from typing import Any

from duckdb import DuckDBPyConnection

from ludograph.analytics.reports.answers import grouped_column, report_answer
from ludograph.analytics.reports.reports import Report, report_named
from tests.recount.comparing import Compared, Recount, Row, differing
from tests.recount.counting import Given, grouped
from tests.recount.records import Record, Records

OF_TOURNAMENTS = ("tournament", "standings", "tournament-ratings")
"""Reports that are about whole tournaments: byes and points are not those of chosen matches."""
BY = ("seats", "event", "player", "bot", "month")
OPTIONS = 3
"""So many options of those that a report's matches have are tried."""
TAKEN = ("event", "player")
"""What reports may take themselves: then a group is what they say with that."""


def compare_split(
    connection: DuckDBPyConnection, records: Records, name: str, recount: Recount, *, briefly: bool = False
) -> Compared:
    """A report beside its recount: with an option, by one, and by all else; `briefly` by an option, or by seats."""
    report = report_named(name)
    found = list(splits(report, records))
    differences, rows = [], 0
    for given, parts in [found[0], found[-1]] if briefly else found:
        told = report_answer(connection, report, given).relation.to_arrow_table().to_pylist()
        counted = list(_counted(recount, parts))
        again = (
            recount._replace(keys=" ".join([recount.keys, *(column for column, _ in parts[0][0])]))
            if parts
            else recount
        )
        rows += len(told)
        differences += [f"{name} {given}: {wrong}" for wrong in differing(told, counted, again)]
    return Compared(len(found), rows, differences)


Part = tuple[Sequence[tuple[str, Any]], Records, Given]
"""What stands in front of the rows, the matches they are of, and the parameters."""


def splits(report: Report, records: Records) -> Iterator[tuple[Given, list[Part]]]:
    """What a report is told, and what it then has to say: of which matches, with which parameters."""
    own = of_game(records, report)
    for name in sorted({name for record in own for name in options_of(record)})[:OPTIONS]:
        values = groups(own, f"option.{name}")
        for value in {min(values, key=lambda one: len(values[one])), max(values, key=lambda one: len(values[one]))}:
            yield {f"option.{name}": value}, [((), only(records, values[value]), {})]
        yield {"by": f"option.{name}"}, _parts(records, f"option.{name}", values)
    taken = {one.name for one in report.parameters if one.about.startswith("Only")}
    for by in BY:
        if by in taken and by in TAKEN:
            column = grouped_column(by)
            yield {"by": by}, [([(column, value)], records, {by: value}) for value in spellings(own, by)]
        else:
            yield {"by": by}, _parts(records, by, groups(own, by))


def _parts(records: Records, by: str, groups: dict[Any, list[Record]]) -> list[Part]:
    return [([(grouped_column(by), value)], only(records, those), {}) for value, those in groups.items()]


def _counted(recount: Recount, parts: Sequence[Part]) -> Iterator[Row]:
    for front, some, given in parts:
        yield from ({**dict(front), **row} for row in recount.rows(some, given))


def of_game(records: Records, report: Report) -> list[Record]:
    """The matches that a report may be about."""
    return [record for record in records if report.game in (None, record.game)]


def only(records: Records, some: Sequence[Record]) -> Records:
    """Those records as if no others were there; the tournaments in which one of them counts."""
    found = Records(some)
    ids = {record.id for record in some}
    found.tournaments = tuple(one for one in records.tournaments if one.matches & ids)
    return found


def options_of(record: Record) -> dict[str, Any]:
    """The options that a match is played with, by their names."""
    seats = {name: seat for seat, name in enumerate(record.players, start=1)}
    found = dict(record.start["options"])
    return {name: seats.get(value, value) if isinstance(value, str) else value for name, value in found.items()}


def shown(value: Any) -> str:
    """The value of an option as a report has it."""
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "none"}[value]
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def values_by(record: Record, by: str) -> list[Any]:
    """The groups that a match is in."""
    if by.startswith("option."):
        options = options_of(record)
        return [shown(options[name])] if (name := by.removeprefix("option.")) in options else []
    return {
        "seats": [len(record.players)],
        "event": [record.listed["event"]],
        "player": record.players,
        "bot": sorted({record.bots.get(name, "person") for name in record.players}),
        "month": [record.day.isoformat()[:7]],
    }[by]


def groups(records: Sequence[Record], by: str) -> dict[Any, list[Record]]:
    """The matches of each group."""
    pairs = [(value, record) for record in records for value in values_by(record, by)]
    return {value: [record for _, record in own] for value, own in grouped(pairs, lambda one: one[0]).items()}


def spellings(records: Sequence[Record], by: str) -> list[str]:
    """One spelling of each value: of names that differ in their case alone the first."""
    found = {value for record in records for value in values_by(record, by)}
    return [min(own) for own in grouped(sorted(found), str.lower).values()]

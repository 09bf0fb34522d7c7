"""A report answered: over all matches, over those with some options, or for each group of matches by itself.

What every report takes besides its own parameters is here: `option.NAME`, and `by`.
"""

from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ludograph.analytics.derived.ratings import rate_apart
from ludograph.analytics.reports.narrowed_sql import CHOSEN, RATED, names_used, narrowed
from ludograph.analytics.reports.reports import ONLY, Report, ReportError, check_given, report_rows
from ludograph.analytics.reports.unknown_names import unknown_names
from ludograph.analytics.reports.variants import (
    OPTION,
    JoinedVariants,
    Variant,
    check_option,
    check_value,
    option_names,
    pooled,
    variants_of,
)
from ludograph.analytics.tables.columns import quoted, text_literal
from ludograph.domain.games import GAMES
from ludograph.domain.match.ratings import ALL_GAMES
from ludograph.domain.notation.limits import cut

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

BY: Final = "by"
ASKED: Final = "asked_matches"
GROUPED: Final = "grouped_matches"
GROUPS: Final[Mapping[str, str]] = {
    "seats": "SELECT seats AS value, match FROM asked_matches",
    "event": "SELECT event AS value, match FROM asked_matches",
    "player": "SELECT s.player AS value, s.match FROM seats AS s JOIN asked_matches USING (match)",
    "bot": "SELECT coalesce(s.bot, 'person') AS value, s.match FROM seats AS s JOIN asked_matches USING (match)",
    "variant": "SELECT variant AS value, match FROM asked_matches",
    "month": "SELECT strftime(day, '%Y-%m') AS value, match FROM asked_matches",
    "game": "SELECT game AS value, match FROM asked_matches",
}
"""What matches can be told apart by besides options: the group of each match."""
WHERE: Final[Mapping[str, str]] = {
    "game": "lower(m.game) = lower($game)",
    "event": "lower(m.event) = lower($event)",
    "round": "lower(m.round) = lower($round)",
    "player": "m.match IN (SELECT match FROM seats WHERE lower(player) = lower($player))",
    "since": "coalesce(m.played_on, CAST(m.started_at AS DATE)) >= CAST($since AS DATE)",
    "until": "coalesce(m.played_on, CAST(m.started_at AS DATE)) <= CAST($until AS DATE)",
    "players": "m.seats = CAST($players AS INTEGER)",
}
"""Which matches a report is asked about, by the parameters that reports call alike."""
MATCHES: Final = """CREATE OR REPLACE TEMP TABLE asked_matches AS
    SELECT m.match, m.game, m.seats, m.event, m.over, m.variant, s.options,
        coalesce(m.played_on, CAST(m.started_at AS DATE)) AS day
    FROM matches AS m JOIN starts AS s USING (match) WHERE true"""


class ReportAnswer(NamedTuple):
    """The rows of a report, which variants of the rules are joined in them, and which names in it are nobody's."""

    relation: "DuckDBPyRelation"
    joined: JoinedVariants | None
    unknown: tuple[str, ...]


class _Wanted(NamedTuple):
    """What is asked: the report's own parameters, values of options by name, and what matches are told apart by."""

    own: Mapping[str, Any]
    options: Mapping[str, Any]
    by: str | None


def report_answer(connection: "DuckDBPyConnection", report: Report, given: Mapping[str, Any]) -> ReportAnswer:
    """The rows of a report, with these values of what it takes. Raises `ReportError`."""
    wanted = _wanted(report, given)
    check_given(connection, report, wanted.own)
    _ask_for(connection, report, wanted.own)
    variants = _keep_options(connection, _games(report, wanted.own), wanted.options, wanted.by or "")
    by = wanted.by and _grouping(connection, report, wanted, variants)
    counted = f"(FROM {ASKED} WHERE over)" if report.of_finished else ASKED
    apart = ["options"] if by == "variant" else [by] if by else []
    joined = pooled(report, variants_of(connection, counted), (*wanted.options, *apart))
    unknown = tuple(unknown_names(connection, report, wanted.own))
    if by is not None:
        return ReportAnswer(_by_group(connection, report, wanted, by), joined, unknown)
    answer = _narrowed if wanted.options else report_rows
    return ReportAnswer(answer(connection, report, wanted.own), joined, unknown)


def grouped_column(by: str) -> str:
    """What the column is called in which a report says of which group a row is."""
    return f"by_{by.strip().removeprefix(OPTION)}"


def _wanted(report: Report, given: Mapping[str, Any]) -> _Wanted:
    """What is given, taken apart. Raises `ReportError` for an option or a group that there is not."""
    own = {name: value for name, value in given.items() if name != BY and not name.startswith(OPTION)}
    games, by = _games(report, own), given.get(BY)
    options = {
        check_option(name.removeprefix(OPTION), games): value
        for name, value in given.items()
        if name.startswith(OPTION)
    }
    if by is None:
        return _Wanted(own, options, None)
    name = str(by).strip()
    if name.casefold() in GROUPS:
        return _Wanted(own, options, name.casefold())
    if name.startswith(OPTION):
        return _Wanted(own, options, OPTION + check_option(name.removeprefix(OPTION), games))
    known = option_names(games)
    if (plain := name.replace("-", "_").casefold()) in known:
        return _Wanted(own, options, OPTION + plain)
    close = get_close_matches(plain, [*GROUPS, *known], 3)
    told = f"Did you mean {' or '.join(close)}?" if close else f"It takes {', '.join(GROUPS)} and option.NAME."
    raise ReportError(f"Matches cannot be told apart by {cut(name)}. {told}")


def _games(report: Report, own: Mapping[str, Any]) -> list[str]:
    """The games that a report is asked about."""
    named = report.game or str(own.get("game") or "").strip().lower()
    return [named] if named in GAMES else list(GAMES)


def _ask_for(connection: "DuckDBPyConnection", report: Report, own: Mapping[str, Any]) -> None:
    """Puts the matches that a report is asked about into a temporary table."""
    values = {
        one.name: own[one.name]
        for one in report.parameters
        if one.name in WHERE and own.get(one.name) is not None and one.about.startswith(ONLY)
    }
    if str(values.get("game", "")).strip().lower() == ALL_GAMES:
        del values["game"]
    # From Python a round may be the number 2.
    values |= {name: str(value) for name, value in values.items() if f"lower(${name})" in WHERE[name]}
    where = "".join(f" AND {WHERE[name]}" for name in values)
    if report.game:
        values["of_game"] = report.game
        where += " AND m.game = $of_game"
    connection.execute(MATCHES + where, values)


def _keep_options(
    connection: "DuckDBPyConnection", games: Sequence[str], options: Mapping[str, Any], by: str
) -> Sequence[Variant]:
    """Leaves of the matches that are asked about those with these options, and with the one they are told apart by."""
    variants: Sequence[Variant] = variants_of(connection, ASKED)
    for name, given in options.items():
        have = [one for one in variants if name in option_names([one.game])]
        value = check_value(name, given, games, dict.fromkeys(one.value(name) for one in have))
        variants = [one for one in have if one.value(name) == value]
    if by.startswith(OPTION):
        variants = [one for one in variants if by.removeprefix(OPTION) in option_names([one.game])]
    if options or by.startswith(OPTION):
        _keep(connection, {(one.game, one.options) for one in variants})
    return variants


def _keep(connection: "DuckDBPyConnection", kept: set[tuple[str, str]]) -> None:
    pairs = "SELECT unnest(?::VARCHAR[]), unnest(?::VARCHAR[])"
    columns = [[game for game, _ in kept], [options for _, options in kept]]
    connection.execute(f"DELETE FROM {ASKED} WHERE (game, options) NOT IN ({pairs})", columns)


def _grouping(connection: "DuckDBPyConnection", report: Report, wanted: _Wanted, variants: Sequence[Variant]) -> str:
    """Puts the groups into a temporary table, a row for each match of each; what they are by."""
    by = wanted.by or ""
    make = f"CREATE OR REPLACE TEMP TABLE {GROUPED} AS "
    if not by.startswith(OPTION):
        connection.execute(make + GROUPS[by])
        return by
    name = by.removeprefix(OPTION)
    have = {(one.game, one.options): one.value(name) for one in variants if name in option_names([one.game])}
    columns = [[key[0] for key in have], [key[1] for key in have], list(have.values())]
    told = "SELECT unnest(?::VARCHAR[]) AS game, unnest(?::VARCHAR[]) AS options, unnest(?::VARCHAR[]) AS value"
    connection.execute(f"{make} SELECT value, match FROM {ASKED} JOIN ({told}) USING (game, options)", columns)
    return by


def _narrowed(
    connection: "DuckDBPyConnection", report: Report, own: Mapping[str, Any], chosen: str = f"SELECT match FROM {ASKED}"
) -> "DuckDBPyRelation":
    """The rows of a report over the matches that SQL chooses, read at once: the next may be over others."""
    connection.execute(f"CREATE OR REPLACE TEMP TABLE {CHOSEN} AS {chosen}")
    if names_used(report.sql) & RATED.keys():
        rate_apart(connection, CHOSEN, RATED)
    return _kept(connection, [report_rows(connection, report._replace(sql=narrowed(report.sql)), own)])


def _by_group(connection: "DuckDBPyConnection", report: Report, wanted: _Wanted, by: str) -> "DuckDBPyRelation":
    """The rows of a report for each group, with the group in front."""
    column = quoted(grouped_column(by))
    found = []
    for value, own in _groups(connection, report, wanted, by):
        if own is not None:
            rows = _narrowed(connection, report, own) if wanted.options else report_rows(connection, report, own)
        else:
            rows = _narrowed(
                connection, report, wanted.own, f"SELECT match FROM {GROUPED} WHERE value = {_literal(value)}"
            )
        found.append(_kept(connection, [rows.project(f"{_literal(value)} AS {column}, *")]))
    if not found:
        kind = "0::BIGINT" if by == "seats" else "''"
        return report_rows(connection, report, wanted.own).project(f"{kind} AS {column}, *").limit(0)
    return _kept(connection, found)


def _groups(
    connection: "DuckDBPyConnection", report: Report, wanted: _Wanted, by: str
) -> Iterator[tuple[Any, Mapping[str, Any] | None]]:
    """The groups in order; where the report itself takes what they are by, with that among its own parameters."""
    takes = any(one.name == by and one.about.startswith(ONLY) for one in report.parameters)
    if not takes:
        sql = f"SELECT DISTINCT value FROM {GROUPED} ORDER BY TRY_CAST(value AS DOUBLE), value"
        yield from ((value, None) for (value,) in connection.execute(sql).fetchall())
        return
    told = wanted.own.get(by)
    sql = f"SELECT min(value) FROM {GROUPED} WHERE $told IS NULL OR lower(value) = lower($told) GROUP BY lower(value)"
    for (value,) in connection.execute(f"{sql} ORDER BY 1", {"told": told}).fetchall():
        yield value, {**wanted.own, by: value}


def _literal(value: int | str) -> str:
    return str(value) if isinstance(value, int) else text_literal(value)


def _kept(connection: "DuckDBPyConnection", relations: "Sequence[DuckDBPyRelation]") -> "DuckDBPyRelation":
    """Rows that are read now, one relation after the other, in the types of the first."""
    import pyarrow as pa

    first = relations[0]
    table = pa.concat_tables([one.to_arrow_table() for one in relations])
    names = [f"c{at}" for at in range(len(first.columns))]
    chosen = (
        f"CAST({own} AS {kind}) AS {quoted(name)}"
        for own, kind, name in zip(names, first.types, first.columns, strict=True)
    )
    return connection.from_arrow(table.rename_columns(names)).project(", ".join(chosen))


__all__ = ["ReportAnswer", "grouped_column", "report_answer"]

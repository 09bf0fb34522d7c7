"""The reports: questions about the archive, one SQL file each, with a title, parameters, and what is drawn of it.

`sql/reports/<name>.sql` is about all games, `sql/reports/<game>/<name>.sql` about one. A file begins with comment
lines `key: value`; a line without a key goes on with the one before.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ludograph.analytics.archive.correction_texts import tell_corrections
from ludograph.analytics.derived.ratings import ratings_for_now
from ludograph.analytics.tables.definitions import MAIN, schema_of
from ludograph.analytics.tables.views import divided, sql_files
from ludograph.domain.games import GAMES
from ludograph.domain.match.ratings import ALL_GAMES

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

FOLDER: Final = "sql/reports"
KEYS: Final = ("title", "about", "counts", "param", "dated", "plot", "note", "needs", "apart")
PARAMETER: Final = re.compile(r"(\w+): (.+?) = (.+?) -- (.+)")
ONLY: Final = "Only"
"""How what a parameter does begins where it chooses matches or rows."""
USED: Final = re.compile(r"\$([a-z_]\w*)")


class ReportError(Exception):
    """A report or a parameter that there is not, or a value that it cannot take; the message is a sentence."""


class Parameter(NamedTuple):
    """What a report may be told: its name and type, the SQL of its default, and what it does."""

    name: str
    type: str
    default: str
    about: str


class Plot(NamedTuple):
    """How a report is drawn: bars, lines, a histogram or heat; what is drawn together has the same in `by`.

    There may be several columns in `by`, and in the `x` of bars, with commas. In heat `by` is the column with the
    values of the cells, in a histogram `y` the heights where they are counted already, and `to` the last value of each
    range. A percentage is of as many cases as the column `of` says, or its share of all in the column `part`; `cases`
    are told where it is none, and where the value grows with how often something was counted, `counted` says how often.
    `even` is what it would be if there were no difference: a column, or a number for all. Of a line the column `band`
    is its standard deviation. A `note` stands beside the picture.
    """

    kind: str
    x: str
    y: str | None = None
    by: str | None = None
    to: str | None = None
    of: str | None = None
    part: str | None = None
    cases: str | None = None
    counted: str | None = None
    even: str | None = None
    band: str | None = None
    note: str = ""

    @property
    def groups(self) -> tuple[str, ...]:
        """The columns in `by`."""
        return tuple(self.by.split(",")) if self.by else ()

    @property
    def axes(self) -> tuple[str, ...]:
        """What is drawn, and what it is drawn by."""
        return tuple(name for name in (*self.x.split(","), self.y, *self.groups) if name)

    @property
    def columns(self) -> tuple[str, ...]:
        """All that it needs."""
        others = (self.to, self.of, self.part, self.cases, self.counted, self.even, self.band)
        return (*self.axes, *(name for name in others if name and not name.isdigit()))


class Report(NamedTuple):
    """A question: where it belongs, what it is called and about, its parameters, how it is drawn, its SQL.

    `counts` goes on after `Counts`: what is counted, and what is left out.
    """

    schema: str
    name: str
    title: str
    about: str
    parameters: tuple[Parameter, ...]
    plot: Plot | None
    needs: tuple[str, ...]
    sql: str
    counts: str = ""
    dated: str = ""
    """The SQL of the day of a list that is published: its heading says that, where `until` does not."""
    apart: tuple[str, ...] = ()
    """What variants its rows tell apart: `seats`, `options` or the name of one; `matches` where no rules matter."""

    @property
    def game(self) -> str | None:
        """The game that it is about; None for all."""
        return next((game for game in GAMES if schema_of(game) == self.schema), None)

    @property
    def full_name(self) -> str:
        """What it is called on the command line."""
        return f"{self.game}/{self.name}" if self.game else self.name

    @property
    def of_finished(self) -> bool:
        """Whether only finished matches are in it."""
        return self.counts.startswith("finished")


@cache
def reports() -> tuple[Report, ...]:
    """Every report, those about all games first, the others in the order of the games."""
    order = [MAIN, *map(schema_of, GAMES)]
    found = (_read(*one) for one in sql_files(FOLDER))
    return tuple(sorted(found, key=lambda report: (order.index(report.schema), report.name)))


def report_named(name: str) -> Report:
    """A report by its name; without that of the game where no other is called so. Raises `ReportError`."""
    wanted = _plain(name)
    exact = [report for report in reports() if _plain(report.full_name) == wanted]
    found = exact or [report for report in reports() if _plain(report.name) == wanted]
    if len(found) == 1:
        return found[0]
    if found:
        several = ", ".join(report.full_name for report in found)
        raise ReportError(f"Several reports are called {name}: {several}.")
    names = {_plain(key): report.full_name for report in reports() for key in (report.name, report.full_name)}
    close = [names[key] for key in get_close_matches(wanted, names, 3)]
    hint = f" Did you mean {' or '.join(dict.fromkeys(close))}?" if close else " `ludograph report` lists them."
    raise ReportError(f"There is no report {' '.join(name.split())}.{hint}")


def report_rows(connection: "DuckDBPyConnection", report: Report, given: Mapping[str, Any]) -> "DuckDBPyRelation":
    """The rows of a report, with these values for its parameters; `None` stands for NULL. Raises `ReportError`."""
    check_given(connection, report, given)
    for need in report.needs:
        NEEDS[need](connection)
    types = {parameter.name: parameter for parameter in report.parameters}

    def put(found: re.Match[str]) -> str:
        parameter = types[found[1]]
        value = found[0] if parameter.name in given else parameter.default
        return f"CAST({value} AS {parameter.type})"

    used = set(USED.findall(report.sql))
    return connection.sql(
        USED.sub(put, report.sql), params={name: value for name, value in given.items() if name in used}
    )


def heading(connection: "DuckDBPyConnection", report: Report, given: Mapping[str, Any]) -> str:
    """The title of a report that was answered; of a list that is published with its day."""
    until = given.get("until")
    if not report.dated:
        return report.title
    day = "SELECT CAST($until AS DATE)" if until is not None else report.dated
    ((found,),) = connection.execute(day, {"until": until} if until is not None else {}).fetchall()
    return report.title if found is None else f"{report.title}, to the end of {found} (UTC)"


def check_given(connection: "DuckDBPyConnection", report: Report, given: Mapping[str, Any]) -> None:
    """Raises `ReportError` for a parameter that there is not, or a value that is not of its type."""
    import duckdb

    known = {parameter.name: parameter for parameter in report.parameters}
    for name, value in given.items():
        if name not in known:
            close = get_close_matches(name, known, 1)
            hint = (
                f"Did you mean {close[0]}?" if close else f"It takes {', '.join(known)}." if known else "It has none."
            )
            raise ReportError(f"The report {report.full_name} has no parameter {name}. {hint}")
        try:
            connection.execute(f"SELECT CAST(? AS {known[name].type})", [value]).fetchall()
        except duckdb.Error as wrong:
            raise ReportError(_ill_typed(known[name], value)) from wrong
        if name == "game" and value is not None:
            _check_game(value)


def _ill_typed(parameter: Parameter, value: Any) -> str:
    if parameter.type.startswith("ENUM"):
        words = ", ".join(re.findall("'(.*?)'", parameter.type))
        return f"The parameter {parameter.name} takes {words}, not {value}."
    return f"The parameter {parameter.name} is of type {parameter.type}, and {value} is not."


def _check_game(name: str) -> None:
    """Raises `ReportError` for a game that there is not."""
    games = [*GAMES, ALL_GAMES]
    if name.lower() not in games:
        close = get_close_matches(name.lower(), games, 1)
        raise ReportError(f"There is no game {name}{f': did you mean {close[0]}?' if close else '.'}")


def _read(schema: str, name: str, text: str) -> Report:
    lines, sql = divided(text)
    head = list(_entries(lines))
    by_key = {key: [value for found, value in head if found == key] for key in KEYS}
    parameters = tuple(_parameter(value) for value in by_key["param"])
    plot = _plot(by_key["plot"][0], " ".join(by_key["note"])) if by_key["plot"] else None
    needs = tuple(word for value in by_key["needs"] for word in value.replace(",", " ").split())
    return Report(
        schema,
        name.replace("_", "-"),
        " ".join(by_key["title"]),
        " ".join(by_key["about"]),
        parameters,
        plot,
        needs,
        sql,
        " ".join(by_key["counts"]),
        " ".join(by_key["dated"]),
        tuple(" ".join(by_key["apart"]).split()),
    )


def _entries(lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The keys of a head with their values."""
    key, value = "", ""
    for line in lines:
        word, found, rest = line.partition(" ") if line.startswith("param ") else line.partition(":")
        if found and word in KEYS:
            if key:
                yield key, value
            key, value = word, rest.strip()
        else:
            value = f"{value} {line}".strip()
    if key:
        yield key, value


def _parameter(text: str) -> Parameter:
    found = PARAMETER.fullmatch(text)
    if found is None:
        raise ValueError(f"`param {text}` is not `param NAME: TYPE = DEFAULT -- Help.`")
    return Parameter(*(part.strip() for part in found.groups()))


def _plot(text: str, note: str) -> Plot:
    kind, *parts = text.split()
    return Plot(kind, **dict(part.split("=", 1) for part in parts), note=note)


def _plain(name: str) -> str:
    return name.casefold().replace("_", "-")


NEEDS: Final[Mapping[str, Callable[["DuckDBPyConnection"], None]]] = {
    "ratings": ratings_for_now,
    "corrections": tell_corrections,
}
"""What is made before a report that needs it: tables and views that SQL alone cannot say."""

"""Names that a report is asked for and nobody goes by: its answer would be empty without a word."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Final

from ludograph.analytics.reports.reports import ONLY, Report
from ludograph.domain.notation.limits import cut

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

NAMES: Final[Mapping[str, tuple[str, str]]] = {
    "player": ("player", "SELECT player FROM seats UNION SELECT player FROM entrants"),
    "event": (
        "tournament",
        "SELECT unnest([name, source, CAST(tournament AS VARCHAR)]) FROM tournaments UNION SELECT event FROM matches",
    ),
}
"""By the parameter that takes it: what goes by such a name, and the SQL of all such names."""


def unknown_names(connection: "DuckDBPyConnection", report: Report, given: Mapping[str, Any]) -> Iterator[str]:
    """A sentence for each name among these parameters that is nobody's, with the nearest one that is somebody's."""
    taken = {one.name for one in report.parameters if one.about.startswith(ONLY)}
    for parameter, (what, sql) in NAMES.items():
        name = given.get(parameter)
        if parameter not in taken or name is None:
            continue
        known = {found.casefold(): found for (found,) in connection.execute(sql).fetchall() if found}
        wanted = str(name).casefold()
        if wanted not in known:
            near = get_close_matches(wanted, known, 1)
            yield f"There is no {what} {cut(str(name))}{f': did you mean {known[near[0]]}?' if near else '.'}"

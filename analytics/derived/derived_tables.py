"""Tables that SQL alone cannot fill: made when they are first asked for, and kept like the others.

What follows from all matches together is emptied when something new is recorded; the tables at steps are not, for
they know which matches are in them as they stand.
"""

import re
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from duckdb import DuckDBPyConnection

from ludograph.analytics.derived import positions
from ludograph.analytics.derived.judged_steps import clear_judgements, fill_judgements
from ludograph.analytics.derived.needs import JUDGED, ORGANISED, STEP_BY_STEP, not_made
from ludograph.analytics.derived.position_staging import StagingFile, open_staging
from ludograph.analytics.derived.ratings import RATED, fill_ratings
from ludograph.analytics.derived.tournaments import fill_tournaments
from ludograph.analytics.extract.observers import ObserverName
from ludograph.analytics.extract.source import Source
from ludograph.analytics.tables.definitions import AT_STEPS
from ludograph.analytics.tables.judgement_rows import JUDGEMENTS
from ludograph.analytics.tables.tournament_rows import TOURNAMENTS
from ludograph.analytics.tables.views import views

MADE: Final[Mapping[str, tuple[tuple[str, ...], Callable[[DuckDBPyConnection, Source], None]]]] = {
    "ratings": (RATED, lambda connection, source: fill_ratings(connection)),
    ORGANISED: (tuple(TOURNAMENTS), fill_tournaments),
}
"""What is made together out of all matches, or of all tournaments: its tables, and what fills them."""
TABLES: Final[Mapping[str, tuple[str, ...]]] = {
    **{need: tables for need, (tables, _) in MADE.items()},
    STEP_BY_STEP: tuple(AT_STEPS),
    JUDGED: (JUDGEMENTS,),
}
"""All that is made, with its tables."""
WORD: Final = re.compile(r"\w+")
ANY_TABLE: Final = frozenset(("query", "query_table"))
"""Functions that give SQL a table whose name it works out."""


class DerivationSource(NamedTuple):
    """What tables are made from: a source, for which observer, and the files with rows at steps and with judgements."""

    source: Source
    observer: ObserverName
    staging: StagingFile
    judgements: Path


def names_by_need() -> dict[str, set[str]]:
    """The names by which what is made can be asked: those of its tables, and of views that use them."""
    found = {need: {*tables, *ANY_TABLE} for need, tables in TABLES.items()}
    for view in views():
        words = set(WORD.findall(view.sql))
        for names in found.values():
            if words & names:
                names.add(view.name)
    return found


def make_tables(connection: DuckDBPyConnection, needs: Collection[str], source: DerivationSource) -> None:
    """Makes what is not made of this, each in a transaction of its own."""
    for need in not_made(connection, needs, source.judgements):
        connection.execute("BEGIN")
        if need == STEP_BY_STEP:
            with open_staging(source.staging) as staging:
                positions.make_positions(connection, source.source, source.observer, staging)
        elif need == JUDGED:
            fill_judgements(connection, source.source, source.observer, source.judgements)
        else:
            MADE[need][1](connection, source.source)
            connection.execute("INSERT INTO internal.made VALUES (?)", [need])
        connection.execute("COMMIT")


def invalidate_tables(connection: DuckDBPyConnection) -> None:
    """Empties what was made: something new was recorded, and it would not be true any more."""
    connection.execute("BEGIN")
    made = {name for (name,) in connection.execute("SELECT name FROM internal.made").fetchall()}
    for table in (table for need, (tables, _) in MADE.items() if need in made for table in tables):
        connection.execute(f"DELETE FROM {table}")
    clear_judgements(connection)
    connection.execute("DELETE FROM internal.made")
    connection.execute("COMMIT")

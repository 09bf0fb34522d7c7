"""The groups of derived tables, and which of them an archive does not have yet; nothing here makes any."""

import os
from collections.abc import Collection
from pathlib import Path
from typing import Final

from duckdb import DuckDBPyConnection

ORGANISED: Final = "organised"
STEP_BY_STEP: Final = "at_steps"
JUDGED: Final = "judged"
WITHOUT_POSITIONS: Final = "FROM matches ANTI JOIN internal.laid USING (match, events)"
"""Matches that are not in the tables at steps as they stand."""
CHANGES: Final = slice(24, 28)
"""Where a file of SQLite counts how often something was written to it."""


def not_made(connection: DuckDBPyConnection, needs: Collection[str], judgements: Path | None = None) -> list[str]:
    """Those of these needs for which the archive has not made the tables.

    Whether that of judgements is as it should be is only known by the `judgements` file from which it is made.
    """
    made = {name for (name,) in connection.execute("SELECT name FROM internal.made").fetchall()}
    if STEP_BY_STEP in needs and positions_are_made(connection):
        made.add(STEP_BY_STEP)
    if JUDGED in needs and judgements is not None and judgements_mark(judgements) == taken_mark(connection):
        made.add(JUDGED)
    return sorted(set(needs) - made)


def positions_are_made(connection: DuckDBPyConnection) -> bool:
    """Whether every match is in the tables at steps as it stands."""
    return connection.execute(f"SELECT 1 {WITHOUT_POSITIONS} LIMIT 1").fetchone() is None


def judgements_mark(file: Path) -> str:
    """What changes whenever a judgement is kept in a file; empty where there is none."""
    try:
        with file.open("rb") as opened:
            begins, status = opened.read(CHANGES.stop), os.fstat(opened.fileno())
    except FileNotFoundError:
        return ""
    return f"{status.st_mtime_ns} {status.st_size} {begins[CHANGES].hex()}"


def taken_mark(connection: DuckDBPyConnection) -> str:
    """The mark of the file from which the archive has its judgements; empty where it has none."""
    found = connection.execute("SELECT mark FROM internal.judged").fetchall()
    return str(found[0][0]) if found else ""

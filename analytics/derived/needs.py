"""The groups of derived tables, and which of them an archive does not have yet; nothing here makes any."""

from collections.abc import Collection
from typing import Final

from duckdb import DuckDBPyConnection

ORGANISED: Final = "organised"
STEP_BY_STEP: Final = "at_steps"
WITHOUT_POSITIONS: Final = "FROM matches ANTI JOIN internal.laid USING (match, events)"
"""Matches that are not in the tables at steps as they stand."""


def not_made(connection: DuckDBPyConnection, needs: Collection[str]) -> list[str]:
    """Those of these needs for which the archive has not made the tables."""
    made = {name for (name,) in connection.execute("SELECT name FROM internal.made").fetchall()}
    if STEP_BY_STEP in needs and positions_are_made(connection):
        made.add(STEP_BY_STEP)
    return sorted(set(needs) - made)


def positions_are_made(connection: DuckDBPyConnection) -> bool:
    """Whether every match is in the tables at steps as it stands."""
    return connection.execute(f"SELECT 1 {WITHOUT_POSITIONS} LIMIT 1").fetchone() is None

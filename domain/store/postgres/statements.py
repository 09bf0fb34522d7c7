"""The SQL that a store on a server is asked with, and its way through psycopg."""

from pathlib import Path
from typing import Final

from ludograph.domain.store.statements import statements_of

STATEMENTS: Final = statements_of(Path(__file__).with_name("statements.sql"), "notification_id")
"""All SQL that a store on a server is asked with, by name."""


def psycopg_sql(sql: str) -> str:
    """SQL with `?` where a value goes as psycopg has it: `%s`, and every other `%` doubled."""
    return sql.replace("%", "%%").replace("?", "%s")

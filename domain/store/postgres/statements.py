"""The SQL that a store on a server is asked with, and its way through psycopg."""

from pathlib import Path
from typing import Final

from ludograph.domain.store.statements import SHARED, load_statements

STATEMENTS: Final = {**SHARED, **load_statements(Path(__file__).with_name("statements.sql"))}
"""All SQL that a store on a server is asked with, by name."""


def psycopg_sql(sql: str) -> str:
    """SQL with `?` where a value goes as psycopg has it: `%s`, and every other `%` doubled."""
    return sql.replace("%", "%%").replace("?", "%s")

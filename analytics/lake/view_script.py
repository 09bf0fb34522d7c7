"""SQL by which DuckDB has the tables and views of a lake under their names, wherever the lake lies."""

from collections.abc import Iterator, Sequence
from typing import Final

from ludograph.analytics.lake.folders import TABLE_NAME, WHEN_PLAYED, LakeFolder
from ludograph.analytics.tables.columns import quoted, text_literal
from ludograph.analytics.tables.definitions import MAIN
from ludograph.analytics.tables.schema import qualified_name

SCRIPT: Final = "tables.sql"
HEAD: Final = """-- The tables and views of this lake for DuckDB, under the names that `ludograph tables` lists.
-- Say where the lake lies, then read this file:
--   SET VARIABLE lake = '/path/of/the/lake';
--   .read /path/of/the/lake/tables.sql
"""


def view_script(found: Sequence[LakeFolder]) -> str:
    """The script that makes a view of every table and view in these folders."""
    names = (_split(table.name)[0] for folder in found for table in folder.tables)
    schemas = [f"CREATE SCHEMA IF NOT EXISTS {schema};" for schema in dict.fromkeys(names) if schema != MAIN]
    return "\n".join([HEAD, *schemas, *_views(found), ""])


def _views(found: Sequence[LakeFolder]) -> Iterator[str]:
    for folder in found:
        rows = f"read_parquet(getvariable('lake') || {text_literal(f'/{folder.name}/*.parquet')})"
        when = [] if folder.whole else [column.name for column in WHEN_PLAYED]
        for table in folder.tables:
            names = {**folder.names(table), **{name: name for name in when}}
            chosen = ", ".join(
                quoted(called) if name == called else f"{quoted(called)} AS {quoted(name)}"
                for name, called in names.items()
            )
            where = f" WHERE {TABLE_NAME} = {text_literal(table.own)}" if folder.wide else ""
            yield f"CREATE OR REPLACE VIEW {qualified_name(*_split(table.name))} AS SELECT {chosen} FROM {rows}{where};"


def _split(name: str) -> tuple[str, str]:
    """The schema of a table, and its name there."""
    schema, _, own = name.rpartition(".")
    return schema or MAIN, own

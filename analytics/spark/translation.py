"""SQL as DuckDB reads it, translated for Spark: sqlglot does it, and `rewriting` what that leaves undone.

Before that every name is settled: parameters become their values, macros what they stand for, and each column says
of which table it is, so that aliases, stars and USING mean on Spark what they mean in DuckDB.
"""

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from typing import Any, Final, NamedTuple

import sqlglot
from sqlglot import exp
from sqlglot.dialects.duckdb import DuckDB
from sqlglot.errors import SqlglotError
from sqlglot.optimizer.annotate_types import annotate_types
from sqlglot.optimizer.qualify import qualify
from sqlglot.schema import MappingSchema

from ludograph.analytics.spark.dialect import rewritten_tree
from ludograph.analytics.spark.errors import Untranslatable
from ludograph.analytics.tables.definitions import MAIN
from ludograph.analytics.tables.macros import MACROS


class DuckDBDialect(DuckDB):
    """DuckDB's SQL, with places in lists as they are written: sqlglot would count those that are numbers from 0."""

    INDEX_OFFSET = 0


DUCKDB: Final = DuckDBDialect()
SPARK: Final = "spark"
Columns = Mapping[str, Mapping[str, Mapping[str, str]]]
"""The types of DuckDB by schema, table and column."""


class Macro:
    """What a call of a macro stands for."""

    def __init__(self, sql: str) -> None:
        made = sqlglot.parse_one(sql, read=DUCKDB)
        self.name = made.this.this.name.lower()
        self._names = [one.name for one in made.this.expressions]
        self._body = made.expression

    def of(self, values: list[exp.Expr]) -> exp.Expr:
        """The body with these in the places of its parameters."""
        if len(values) != len(self._names):
            raise Untranslatable(f"{self.name} takes {len(self._names)} values.")
        given = dict(zip(self._names, values, strict=True))

        def put(node: exp.Expr) -> exp.Expr:
            if not isinstance(node, exp.Column):
                return node
            if not node.table and node.name in given:
                return exp.paren(given[node.name].copy())
            if node.table in given:
                return exp.Dot(this=exp.paren(given[node.table].copy()), expression=node.this.copy())
            return node

        return exp.paren(self._body.copy().transform(put))


@cache
def macros() -> dict[str, Macro]:
    """Every macro of the archive by its name."""
    return {macro.name: macro for macro in map(Macro, MACROS)}


class Translated(NamedTuple):
    """SQL of Spark, and the tables and views that it names."""

    sql: str
    tables: frozenset[str]


def translated(
    sql: str, values: Mapping[str, exp.Expr], schema: MappingSchema, loose: Collection[str] = ()
) -> Translated:
    """A SELECT of DuckDB as Spark takes it, with these values for its parameters. Raises `Untranslatable`.

    Tables that are `loose` belong to the session and not to a database.
    """
    try:
        tree = sqlglot.parse_one(sql, read=DUCKDB)
        tree = _settled(tree, values)
        tree = qualify(tree, dialect=DUCKDB, schema=schema, db=MAIN, quote_identifiers=False, identify=False)
        tree = rewritten_tree(annotate_types(tree, schema=schema, dialect=DUCKDB))
        for table in tree.find_all(exp.Table):
            if table.db == MAIN and table.name in loose:
                table.set("db", None)
        return Translated(tree.sql(SPARK, identify=True), frozenset(_tables(tree)))
    except SqlglotError as wrong:
        raise Untranslatable(str(wrong).partition("\n")[0]) from wrong


def _tables(tree: exp.Expr) -> Iterator[str]:
    """The names of tables, as they are told where the schema is not the main one."""
    for table in tree.find_all(exp.Table):
        if table.db:
            yield table.name if table.db == MAIN else f"{table.db}.{table.name}"


def sql_schema(columns: Columns) -> MappingSchema:
    """What is known of the tables and views that SQL may name."""
    return MappingSchema({name: dict(tables) for name, tables in columns.items()}, dialect=DUCKDB)


def spark_type(type: str) -> str:
    """A type of DuckDB as Spark calls it."""
    return exp.DataType.build(type, dialect=DUCKDB).sql(SPARK)


def value_literal(value: Any, type: str | None = None) -> exp.Expr:
    """A plain Python value as SQL, of a type of DuckDB where that is told."""
    made = exp.convert(value)
    return made if type is None else exp.cast(made, exp.DataType.build(type, dialect=DUCKDB))


def _settled(tree: exp.Expr, values: Mapping[str, exp.Expr]) -> exp.Expr:
    """A tree without parameters and macros; a macro may use others."""

    def put(node: exp.Expr) -> exp.Expr:
        if isinstance(node, exp.Placeholder | exp.Parameter) and node.name in values:
            return values[node.name].copy()
        if isinstance(node, exp.Anonymous) and (macro := macros().get(node.name.lower())):
            return _settled(macro.of(node.expressions), values)
        return node

    return tree.transform(put)

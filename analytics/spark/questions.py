"""Questions to a lake by Spark: the named reports and any SELECT, in the words of DuckDB and with its answers.

DuckDB reads a question first, on an empty archive: it finds what is wrong with it, and says which columns the answer
has. Spark works it out; its rows then get the types that DuckDB would have given them.
"""

from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

import duckdb
from duckdb import DuckDBPyConnection, DuckDBPyRelation

from ludograph.analytics.archive import correction_texts
from ludograph.analytics.archive.connections import SETTINGS
from ludograph.analytics.archive.empty_template import empty
from ludograph.analytics.queries.output_formats import QueryResult, distinct, result_of
from ludograph.analytics.queries.queries import check_parameters, lock_up, statements
from ludograph.analytics.reports import reports
from ludograph.analytics.reports.answers import BY
from ludograph.analytics.reports.reports import Report
from ludograph.analytics.reports.variants import OPTION
from ludograph.analytics.spark.catalog import Laid
from ludograph.analytics.spark.errors import SparkTrouble, sentence_of
from ludograph.analytics.spark.translation import sql_schema, translated, value_literal
from ludograph.analytics.tables.columns import quoted
from ludograph.analytics.tables.definitions import AT_STEPS, MAIN
from ludograph.analytics.tables.judgement_rows import JUDGEMENTS

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import SparkSession

COLUMNS: Final = (
    "SELECT schema_name, table_name, column_name, data_type FROM duckdb_columns() "
    "WHERE NOT internal AND schema_name <> 'internal' ORDER BY column_index"
)
TEXTS: Final = "correction_texts"
"""The one table that a report needs and a lake does not have."""
TEXT_COLUMNS: Final = {"match": "VARCHAR", "version": "BIGINT", "was": "VARCHAR", "now": "VARCHAR"}


class Asker:
    """A lake in a Spark session that answers questions."""

    def __init__(self, laid: Laid, blank: DuckDBPyConnection) -> None:
        self._laid = laid
        self._blank = blank
        columns = _columns(blank)
        self._schema = sql_schema(columns | {MAIN: columns[MAIN] | {TEXTS: TEXT_COLUMNS}})
        self._told = False

    def report(self, report: Report, given: Mapping[str, Any]) -> QueryResult:
        """The rows of a report, with these values for its parameters. Raises `ReportError` or `SparkTrouble`."""
        if shared := next((name for name in given if name == BY or name.startswith(OPTION)), None):
            raise SparkTrouble(
                f"Spark answers reports over all matches alike, without {shared}: `ludograph report {report.full_name} "
                f"-p {shared}=...` takes it, and so does a SELECT over the lake."
            )
        meant = reports.report_rows(self._blank, report, given)
        if "corrections" in report.needs:
            self._tell_corrections()
        values = {
            one.name: self._value(given[one.name], one.type)
            if one.name in given
            else self._value_of(one.default, one.type)
            for one in report.parameters
        }
        return self._answered(report.sql, values, meant)

    def query(self, sql: str, given: Mapping[str, Any]) -> QueryResult:
        """The rows of a SELECT. Raises `duckdb.Error`, `SqlError` or `SparkTrouble`."""
        every = statements(self._blank, sql)
        if len(every) != 1 or every[0].kind != "SELECT":
            raise SparkTrouble("Spark is asked one SELECT at a time.")
        check_parameters(every, given)
        meant = self._blank.sql(every[0].sql, params=dict(given) or None)
        return self._answered(every[0].sql, {name: value_literal(value) for name, value in given.items()}, meant)

    def _value(self, value: Any, type: str) -> Any:
        """A value that was given for a parameter of a type, as SQL."""
        ((found,),) = self._blank.execute(f"SELECT CAST(? AS {type})", [value]).fetchall()
        return value_literal(found, _plain(type))

    def _value_of(self, default: str, type: str) -> Any:
        ((found,),) = self._blank.execute(f"SELECT CAST({default} AS {type})").fetchall()
        return value_literal(found, _plain(type))

    def _answered(self, sql: str, values: Mapping[str, Any], meant: DuckDBPyRelation) -> QueryResult:
        table = self._arrow(sql, values)
        names = distinct(meant.columns)
        table = table.rename_columns([f"c{at}" for at in range(len(names))])
        chosen = ", ".join(
            f"CAST(c{at} AS {type}) AS {quoted(name)}"
            for at, (name, type) in enumerate(zip(names, meant.types, strict=True))
        )
        return result_of(self._blank.from_arrow(table).project(chosen))

    def _arrow(self, sql: str, values: Mapping[str, Any]) -> "pa.Table":
        """What Spark says to SQL of DuckDB."""
        from pyspark.errors import PySparkException

        said = translated(sql, values, self._schema, (TEXTS,))
        self._check_there(said.tables)
        try:
            self._laid.register(said.tables)
            return self._laid.session.sql(said.sql).toArrow()
        except PySparkException as wrong:
            raise SparkTrouble(f"Spark does not answer this: {sentence_of(wrong)}") from wrong

    def _check_there(self, tables: frozenset[str]) -> None:
        missing = sorted(tables - {*self._laid.names})
        if set(missing) & set(AT_STEPS):
            raise SparkTrouble(f"The lake has no {missing[0]}: `ludograph lake {self._laid.given} --at-steps` adds it.")
        if JUDGEMENTS in missing:
            raise SparkTrouble(
                "No lake has judgements: `ludograph report` and `ludograph query` ask the archive for them."
            )
        if missing:
            raise SparkTrouble(f"The lake has no {missing[0]}.")

    def _rows(self, sql: str) -> list[tuple[Any, ...]]:
        """The rows of SQL as DuckDB gives them."""
        return list(self._answered(sql, {}, self._blank.sql(sql)).rows())

    def _tell_corrections(self) -> None:
        """Makes the table of what corrections changed, once."""
        if self._told:
            return
        import pyarrow as pa

        rows = [(str(match), *rest) for match, *rest in correction_texts.correction_texts(self._rows)]
        types = (pa.string(), pa.int64(), pa.string(), pa.string())
        columns = [list(column) for column in zip(*rows, strict=True)] or [[] for _ in types]
        arrays = [pa.array(column, type) for column, type in zip(columns, types, strict=True)]
        self._laid.session.createDataFrame(pa.table(arrays, names=list(TEXT_COLUMNS))).createOrReplaceTempView(TEXTS)
        self._told = True


@contextmanager
def asker(session: "SparkSession", folder: Path) -> Iterator[Asker]:
    """A lake that answers questions in a session. Raises `SparkTrouble` where the folder is none."""
    laid = Laid(session, folder)
    with TemporaryDirectory(prefix="ludograph-") as place:
        path = Path(place) / "blank.duckdb"
        path.write_bytes(empty())
        with closing(duckdb.connect(path, read_only=True)) as blank:
            for setting in SETTINGS:
                blank.execute(setting)
            lock_up(blank, files=False)
            yield Asker(laid, blank)


def _columns(blank: DuckDBPyConnection) -> dict[str, dict[str, dict[str, str]]]:
    found: dict[str, dict[str, dict[str, str]]] = {}
    for schema, table, column, type in blank.execute(COLUMNS).fetchall():
        found.setdefault(schema, {}).setdefault(table, {})[column] = type
    return found


def _plain(type: str) -> str:
    """The type of a parameter where words that are written out are texts."""
    return "VARCHAR" if type.startswith("ENUM") else type

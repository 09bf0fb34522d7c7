"""The rows that answer a question, for pandas, polars, Arrow and plain Python, or as a stream to be written out."""

import re
from collections.abc import Callable, Iterator
from html import escape
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

from ludograph.analytics.queries.output_formats import PLAIN, QueryResult, executed, result_of

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

IDS: Final = re.compile("UUID")
"""The type of columns with ids of matches and tournaments."""
SHOWN: Final = 50
"""So many rows are shown in a notebook."""


class ResultSet:
    """The rows of an answer. They are read when they are asked for, while the archive is open.

    In a notebook its first rows are shown as a table.
    """

    def __init__(
        self, relation: "DuckDBPyRelation", title: str = "", again: "Callable[[], DuckDBPyConnection] | None" = None
    ) -> None:
        self._relation = relation
        self._again = again
        self.title = title
        """What a report is called; empty for SQL."""
        self.reader: Any = None
        """What is open as long as somebody holds these rows."""

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return list(self._relation.columns)

    @property
    def types(self) -> list[str]:
        """The types of the columns, as DuckDB calls them."""
        return [str(type) for type in self._relation.types]

    def df(self) -> "pd.DataFrame":
        """The rows as a data frame of pandas. Raises `ImportError` where that is not installed."""
        _check_installed("pandas", "df")
        return self._told.df()  # type: ignore[no-any-return, unused-ignore]

    def pl(self) -> "pl.DataFrame":
        """The rows as a data frame of polars. Raises `ImportError` where that is not installed."""
        _check_installed("polars", "pl")
        return self._told.pl()

    def arrow(self) -> "pa.Table":
        """The rows as a table of Arrow."""
        return self._relation.to_arrow_table()

    def fetchall(self) -> list[tuple[Any, ...]]:
        """The rows as tuples; times with a zone are in UTC."""
        return _rows_of(self._told)

    def dicts(self) -> list[dict[str, Any]]:
        """The rows as dictionaries by the names of the columns."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.fetchall()]

    def stream(self, *, arrow: bool = False) -> QueryResult:
        """The rows some at a time, for files that may be larger than memory; read them before you ask anything else.

        For files in Arrow's formats they have to be read by `arrow`; else it is not loaded where it is not needed.
        """
        if self._again is None or arrow or not PLAIN.issuperset(self.types):
            return result_of(self._relation)
        return executed(self._again(), self.columns, self.types)

    def keep(self) -> None:
        """Reads the rows now, so that they are there when the archive is closed."""
        import duckdb

        self._relation, self._again = duckdb.from_arrow(self.arrow()), None

    @property
    def _told(self) -> "DuckDBPyRelation":
        """The rows with ids as texts, as Arrow has them, and matches that are listed."""
        ids = [name for name, type in zip(self.columns, self.types, strict=True) if IDS.fullmatch(type)]
        if not ids or len(set(map(str.casefold, self.columns))) < len(self.columns):
            return self._relation
        names = [name.replace('"', '""') for name in ids]
        changed = ", ".join(f'CAST("{name}" AS VARCHAR) AS "{name}"' for name in names)
        return self._relation.project(f"* REPLACE ({changed})")

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return iter(self.fetchall())

    def __len__(self) -> int:
        return len(self._relation)

    def __repr__(self) -> str:
        return repr(self._relation)

    def _repr_html_(self) -> str:
        """Its first rows as a table, whatever is installed."""
        rows = _rows_of(self._told.limit(SHOWN + 1))
        head = "".join(f"<th>{escape(name)}</th>" for name in self.columns)
        body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows[:SHOWN])
        title = f"<caption>{escape(self.title)}</caption>" if self.title else ""
        more = f"<p>The first {SHOWN} rows; .df() has all.</p>" if len(rows) > SHOWN else ""
        return f"<table>{title}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def _cell(value: Any) -> str:
    return f"<td>{'' if value is None else escape(str(value))}</td>"


def _rows_of(relation: "DuckDBPyRelation") -> list[tuple[Any, ...]]:
    if not any("TIME ZONE" in str(type) for type in relation.types):
        return relation.fetchall()
    # DuckDB makes times with a zone by a library that need not be there; Arrow makes them without.
    columns = [column.to_pylist() for column in relation.to_arrow_table().columns]
    return list(zip(*columns, strict=True))


def _check_installed(library: str, method: str) -> None:
    if find_spec(library) is None:
        raise ImportError(f"`.{method}()` needs {library}: pip install {library}. `.arrow()` and `.fetchall()` do not.")

"""Results of SQL written for other programs: CSV, JSON, NDJSON, Parquet and Arrow, batch by batch.

However many rows there are, only some of them are in memory.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from itertools import chain
from typing import IO, TYPE_CHECKING, Any, Final, NamedTuple

from duckdb import DuckDBPyConnection, DuckDBPyRelation, Error, InterruptException, OutOfMemoryException

from ludograph.analytics.queries.plain_values import JSON, NUMBERS, text

if TYPE_CHECKING:
    import pyarrow as pa

BATCH: Final = 20_000
"""Rows that are in memory at once; in Parquet and Arrow files they stand together."""
ENDINGS: Final = {
    ".csv": "csv", ".json": "json", ".ndjson": "ndjson", ".jsonl": "ndjson", ".parquet": "parquet",
    ".arrow": "arrow", ".feather": "arrow", ".txt": "table",
}  # fmt: skip
"""What a file's name says of its format."""
BINARY: Final = ("parquet", "arrow")
"""Formats that are not text."""
PLAIN: Final = (NUMBERS - {"HUGEINT", "UHUGEINT"}) | {"BOOLEAN", "VARCHAR"}
"""Types whose values are the same in Python with and without Arrow, which takes as long to load as DuckDB."""
QUOTED: Final = re.compile(r'^$|^\s|\s$|[",\r\n]')
"""What has to be quoted in CSV; an empty text too, for NULL is nothing at all."""


FORMULA: Final = re.compile(r"[\s'\"]*[=+\-@\t\r\n\uff0b\uff0d\uff1d\uff20]")
"""How a text begins that spreadsheets work out instead of showing it."""


class PlainBatch(NamedTuple):
    """Rows without Arrow, whose values are plain already."""

    rows: Sequence[tuple[Any, ...]]

    @property
    def num_rows(self) -> int:
        """How many there are."""
        return len(self.rows)

    def slice(self, start: int, length: int) -> "PlainBatch":
        """So many of them, from one on."""
        return PlainBatch(self.rows[start : start + length])


class PlainReader(NamedTuple):
    """Reads what a connection has executed, some rows at a time, without Arrow."""

    connection: DuckDBPyConnection

    def read_next_batch(self) -> PlainBatch:
        """The next rows. Raises `StopIteration` where there are none."""
        if not (rows := self.connection.fetchmany(BATCH)):
            raise StopIteration
        return PlainBatch(rows)


class QueryResult(NamedTuple):
    """Rows as they come out of DuckDB: names that differ from each other, DuckDB's types, and what reads the rows."""

    names: tuple[str, ...]
    types: tuple[str, ...]
    reader: "pa.RecordBatchReader | PlainReader"
    most: int | None = None
    """So many rows are taken; all where it is None."""
    ahead: "tuple[pa.RecordBatch | PlainBatch, ...]" = ()
    """What was read already."""

    def batches(self) -> "Iterator[pa.RecordBatch | PlainBatch]":
        """The rows, some at a time. Raises `duckdb.Error` where the query fails on the way, which Arrow hides."""
        left, batches = self.most, chain(self.ahead, self._unread())
        while left is None or left > 0:
            if (batch := next(batches, None)) is None:
                return
            yield batch if left is None else batch.slice(0, left)
            left = left and left - batch.num_rows

    def looked_into(self) -> "QueryResult":
        """These rows, the first of them `ahead`; where there is no row, nothing is."""
        first = next((batch for batch in self._unread() if batch.num_rows), None)
        return self if first is None else self._replace(ahead=(first,))

    def _unread(self) -> "Iterator[pa.RecordBatch | PlainBatch]":
        while True:
            try:
                yield self.reader.read_next_batch()
            except StopIteration:
                return
            except OSError as wrong:
                raise _hidden(str(wrong)) from None

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """Rows of plain Python values, as JSON has them."""
        for batch in self.batches():
            yield from zip(*self.columns(batch), strict=True)

    def columns(self, batch: "pa.RecordBatch | PlainBatch") -> list[Sequence[Any]]:
        """The columns of a batch as plain Python values."""
        if isinstance(batch, PlainBatch):
            return list(zip(*batch.rows, strict=True))
        from ludograph.analytics.queries.arrow_values import plain_column

        return [
            plain_column(name, type, column)
            for name, type, column in zip(self.names, self.types, batch.columns, strict=True)
        ]


def _hidden(told: str) -> Error:
    """The error of DuckDB of which Arrow keeps only the text."""
    kinds = {"INTERRUPT": InterruptException, "Out of Memory": OutOfMemoryException}
    return next((kind for begin, kind in kinds.items() if told.startswith(begin)), Error)(told)


def result_of(relation: DuckDBPyRelation) -> QueryResult:
    """Runs what a relation stands for; its rows are read once, as they come."""
    types = tuple(str(type) for type in relation.types)
    return QueryResult(distinct(relation.columns), types, relation.to_arrow_reader(BATCH))


def executed(connection: DuckDBPyConnection, names: Iterable[str], types: Iterable[str]) -> QueryResult:
    """What a connection has just executed, of `PLAIN` types; read it once, before the connection is asked more."""
    return QueryResult(distinct(names), tuple(types), PlainReader(connection))


def distinct(names: Iterable[str]) -> tuple[str, ...]:
    """The names, a repeated one with a number behind it."""
    found: list[str] = []
    for name in names:
        number, made = 1, name
        while made in found:
            number, made = number + 1, f"{name}_{number + 1}"
        found.append(made)
    return tuple(found)


def write_result(result: QueryResult, form: str, out: IO[bytes], *, harmless: bool = False) -> int:
    """Writes all rows of a result in a format that is not `table`; how many there were.

    In `harmless` CSV no text is a formula to a spreadsheet.
    """
    if form == "csv" and harmless:
        return _csv(result, out, _harmless_cell)
    if form in BINARY:
        from ludograph.analytics.queries.arrow_values import write_arrow, write_parquet

        return {"parquet": write_parquet, "arrow": write_arrow}[form](result, out)
    return {"csv": _csv, "json": _json, "ndjson": _ndjson}[form](result, out)


def _csv(result: QueryResult, out: IO[bytes], cell: Callable[[Any], str] | None = None) -> int:
    cell = cell or _cell
    out.write(",".join(map(cell, result.names)).encode() + b"\n")
    count = 0
    for batch in result.batches():
        columns = zip(result.columns(batch), result.types, strict=True)
        cells = [list(map(_number_cell if type in NUMBERS else cell, column)) for column, type in columns]
        out.write("".join(",".join(row) + "\n" for row in zip(*cells, strict=True)).encode())
        count += batch.num_rows
    return count


def _number_cell(value: float | None) -> str:
    return "" if value is None else str(value)


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if value.__class__ is datetime:
        return text(value)
    shown = value if value.__class__ is str else text(value)
    return '"' + shown.replace('"', '""') + '"' if QUOTED.search(shown) else shown


def _harmless_cell(value: Any) -> str:
    """A cell that begins with an apostrophe where a spreadsheet would take the text for a formula."""
    return _cell(f"'{value}" if isinstance(value, str) and FORMULA.match(value) else value)


def _ndjson(result: QueryResult, out: IO[bytes]) -> int:
    count = 0
    for batch in result.batches():
        out.write(JSON.encode_lines(_objects(result, batch)))
        count += batch.num_rows
    return count


def _json(result: QueryResult, out: IO[bytes]) -> int:
    """One list, an object on each line of it."""
    out.write(b"[")
    count = 0
    for batch in result.batches():
        for row in _objects(result, batch):
            out.write((b",\n " if count else b"\n ") + JSON.encode(row))
            count += 1
    out.write(b"\n]\n" if count else b"]\n")
    return count


def _objects(result: QueryResult, batch: "pa.RecordBatch | PlainBatch") -> list[dict[str, Any]]:
    return [dict(zip(result.names, row, strict=True)) for row in zip(*result.columns(batch), strict=True)]

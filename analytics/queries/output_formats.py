"""Results of SQL written for other programs: CSV, JSON, NDJSON, Parquet and Arrow, batch by batch.

However many rows there are, only some of them are in memory.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from typing import IO, Any, Final, NamedTuple

import msgspec
import pyarrow as pa
from duckdb import DuckDBPyRelation, Error, InterruptException, OutOfMemoryException

from ludograph.analytics.queries.errors import Unwritable

BATCH: Final = 20_000
"""Rows that are in memory at once; in Parquet and Arrow files they stand together."""
ENDINGS: Final = {
    ".csv": "csv", ".json": "json", ".ndjson": "ndjson", ".jsonl": "ndjson", ".parquet": "parquet",
    ".arrow": "arrow", ".feather": "arrow", ".txt": "table",
}  # fmt: skip
"""What a file's name says of its format."""
BINARY: Final = ("parquet", "arrow")
"""Formats that are not text."""
Value = Callable[[Any], Any]
JSON: Final = msgspec.json.Encoder(decimal_format="number")
QUOTED: Final = re.compile(r'^$|^\s|\s$|[",\r\n]')
"""What has to be quoted in CSV; an empty text too, for NULL is nothing at all."""


FORMULA: Final = re.compile(r"[\s'\"]*[=+\-@\t\r\n\uff0b\uff0d\uff1d\uff20]")
"""How a text begins that spreadsheets work out instead of showing it."""


class QueryResult(NamedTuple):
    """Rows as they come out of DuckDB: names that differ from each other, DuckDB's types, and the rows as Arrow."""

    names: tuple[str, ...]
    types: tuple[str, ...]
    reader: pa.RecordBatchReader
    most: int | None = None
    """So many rows are taken; all where it is None."""

    def batches(self) -> Iterator[pa.RecordBatch]:
        """The rows, some at a time. Raises `duckdb.Error` where the query fails on the way, which Arrow hides."""
        left = self.most
        while left is None or left > 0:
            try:
                batch = self.reader.read_next_batch()
            except StopIteration:
                return
            except OSError as wrong:
                raise _hidden(str(wrong)) from None
            yield batch if left is None else batch.slice(0, left)
            left = left and left - batch.num_rows

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """Rows of plain Python values, as JSON has them."""
        for batch in self.batches():
            yield from zip(*self.columns(batch), strict=True)

    def columns(self, batch: pa.RecordBatch) -> list[list[Any]]:
        """The columns of a batch as plain Python values."""
        return [
            _plain(name, type, column) for name, type, column in zip(self.names, self.types, batch.columns, strict=True)
        ]


def _hidden(told: str) -> Error:
    """The error of DuckDB of which Arrow keeps only the text."""
    kinds = {"INTERRUPT": InterruptException, "Out of Memory": OutOfMemoryException}
    return next((kind for begin, kind in kinds.items() if told.startswith(begin)), Error)(told)


def result_of(relation: DuckDBPyRelation) -> QueryResult:
    """Runs what a relation stands for; its rows are read once, as they come."""
    types = tuple(str(type) for type in relation.types)
    return QueryResult(distinct(relation.columns), types, relation.to_arrow_reader(BATCH))


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
    return {"csv": _csv, "json": _json, "ndjson": _ndjson, "parquet": _parquet, "arrow": _arrow}[form](result, out)


def text(value: Any, null: str = "") -> str:
    """A plain value as CSV and tables have it: lists and structs as JSON."""
    if isinstance(value, str):
        return value
    if value is None:
        return null
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    encoded = JSON.encode(value).decode()
    return encoded[1:-1] if encoded.startswith('"') else encoded


def is_number_type(type: str) -> bool:
    """Whether the values of a DuckDB type are numbers."""
    return type.startswith("DECIMAL") or type in NUMBERS


NUMBERS: Final = {
    "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT",
    "FLOAT", "DOUBLE",
}  # fmt: skip


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


def _objects(result: QueryResult, batch: pa.RecordBatch) -> list[dict[str, Any]]:
    return [dict(zip(result.names, row, strict=True)) for row in zip(*result.columns(batch), strict=True)]


def _parquet(result: QueryResult, out: IO[bytes]) -> int:
    import pyarrow.parquet as pq

    schema = _storable(result)
    with pq.ParquetWriter(out, schema, compression="zstd") as writer:
        return _store(result, schema, writer)


def _arrow(result: QueryResult, out: IO[bytes]) -> int:
    schema = _storable(result)
    with pa.ipc.new_file(out, schema) as writer:
        return _store(result, schema, writer)


def _store(result: QueryResult, schema: pa.Schema, writer: Any) -> int:
    count = 0
    for batch in result.batches():
        columns = [
            column if column.type == field.type else pa.array(_as_text(name, type, column), field.type)
            for name, type, column, field in zip(result.names, result.types, batch.columns, schema, strict=True)
        ]
        writer.write_batch(pa.record_batch(columns, schema=schema))
        count += batch.num_rows
    return count


def _storable(result: QueryResult) -> pa.Schema:
    """The columns of a file; what Parquet has no type for becomes text."""
    return pa.schema(
        pa.field(name, pa.string() if _only_text(field.type) else field.type)
        for name, field in zip(result.names, result.reader.schema, strict=True)
    )


def _as_text(name: str, type: str, column: pa.Array) -> list[str | None]:
    return [None if value is None else text(value) for value in _plain(name, type, column)]


def _only_text(type: pa.DataType) -> bool:
    """Whether files cannot hold a type."""
    if pa.types.is_interval(type) or pa.types.is_union(type) or pa.types.is_null(type):
        return True
    return any(_only_text(type.field(at).type) for at in range(type.num_fields))


def _plain(name: str, type: str, column: pa.Array) -> list[Any]:
    """The values of a column in Python; numbers, texts, lists and dicts, as JSON has them."""
    try:
        values: list[Any] = column.to_pylist()
    except (OverflowError, ValueError) as wrong:
        raise Unwritable(f"A date or time in {name} is out of reach here: write CAST({name} AS VARCHAR).") from wrong
    if type == "JSON":
        return [None if value is None else msgspec.Raw(value.encode()) for value in values]
    change = _change(column.type)
    return values if change is None else [None if value is None else change(value) for value in values]


def _change(type: pa.DataType) -> Value | None:
    """What makes a plain value of one of this type; None where it is one already."""
    if pa.types.is_map(type):
        return _map(_change(type.key_type), _change(type.item_type))
    if pa.types.is_list(type) or pa.types.is_large_list(type) or pa.types.is_fixed_size_list(type):
        return _list(_change(type.value_type))
    if pa.types.is_struct(type):
        inner = {field.name: _change(field.type) for field in (type.field(at) for at in range(type.num_fields))}
        return _struct({name: change for name, change in inner.items() if change})
    return _simple_change(type)


def _simple_change(type: pa.DataType) -> Value | None:
    if pa.types.is_interval(type):
        return interval
    if pa.types.is_decimal(type) and type.scale == 0:
        return _whole
    return bytes.hex if pa.types.is_binary(type) else None


def _whole(value: Any) -> Any:
    """A whole number as such where JSON's encoder takes it; larger ones stay decimals, which are exact too."""
    number = int(value)
    return number if -(2**63) <= number < 2**64 else value


def _list(change: Value | None) -> Value | None:
    if change is None:
        return None
    return lambda values: [None if value is None else change(value) for value in values]


def _struct(changes: dict[str, Value]) -> Value | None:
    if not changes:
        return None
    return lambda value: {
        name: changes[name](inner) if inner is not None and name in changes else inner for name, inner in value.items()
    }


def _map(key: Value | None, item: Value | None) -> Value:
    def made(pairs: Sequence[tuple[Any, Any]]) -> dict[str, Any]:
        return {
            text(key(name) if key else name): item(value) if item and value is not None else value
            for name, value in pairs
        }

    return made


def interval(value: Any) -> str:
    """An INTERVAL as DuckDB writes it: `2 days 00:03:12.5`."""
    months, days, nanoseconds = value
    years, months = int(months / 12), months - 12 * int(months / 12)
    parts = [
        f"{n} {unit}{'' if abs(n) == 1 else 's'}"
        for n, unit in ((years, "year"), (months, "month"), (days, "day"))
        if n
    ]
    if nanoseconds or not parts:
        seconds, rest = divmod(abs(nanoseconds) // 1000, 1_000_000)
        fraction = f".{rest:06}".rstrip("0") if rest else ""
        sign = "-" if nanoseconds < 0 else ""
        parts.append(f"{sign}{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}{fraction}")
    return " ".join(parts)

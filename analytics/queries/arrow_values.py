"""Results as Arrow has them: written into files of Parquet and Arrow, and their values as plain Python has them."""

from collections.abc import Callable, Iterator, Sequence
from typing import IO, Any, cast

import msgspec
import pyarrow as pa

from ludograph.analytics.queries.errors import Unwritable
from ludograph.analytics.queries.plain_values import text

QueryResult = Any
"""What `output_formats` defines, which loads this file where Arrow is needed."""

Value = Callable[[Any], Any]


def write_parquet(result: QueryResult, out: IO[bytes]) -> int:
    """Writes all rows of a result, read by Arrow, as a file of Parquet; how many there were."""
    import pyarrow.parquet as pq

    schema = _storable(result)
    with pq.ParquetWriter(out, schema, compression="zstd") as writer:
        return _store(result, schema, writer)


def write_arrow(result: QueryResult, out: IO[bytes]) -> int:
    """Writes all rows of a result, read by Arrow, as a file of Arrow; how many there were."""
    schema = _storable(result)
    with pa.ipc.new_file(out, schema) as writer:
        return _store(result, schema, writer)


def _store(result: QueryResult, schema: pa.Schema, writer: Any) -> int:
    count = 0
    for batch in cast("Iterator[pa.RecordBatch]", result.batches()):
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
        for name, field in zip(result.names, cast("pa.RecordBatchReader", result.reader).schema, strict=True)
    )


def _as_text(name: str, type: str, column: pa.Array) -> list[str | None]:
    return [None if value is None else text(value) for value in plain_column(name, type, column)]


def _only_text(type: pa.DataType) -> bool:
    """Whether files cannot hold a type."""
    if pa.types.is_interval(type) or pa.types.is_union(type) or pa.types.is_null(type):
        return True
    return any(_only_text(type.field(at).type) for at in range(type.num_fields))


def plain_column(name: str, type: str, column: pa.Array) -> list[Any]:
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

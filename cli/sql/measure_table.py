"""What was measured of many matches as one table in a file: Parquet, CSV, or a DuckDB file."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import duckdb
import pyarrow as pa

from ludograph.analytics.queries.output_formats import result_of, write_result
from ludograph.cli.printing.files import saving

TABLE: Final = "matches"
"""What the table is called in a DuckDB file."""
Row = Mapping[str, Any]


def write_table(rows: Sequence[Row], file: Path) -> None:
    """Writes rows, whose columns are all that any of them has; what one does not have is NULL there."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    columns = {name: _column([row.get(name) for row in rows]) for name in names}
    table = pa.table(columns)
    kind = file.suffix.lower()
    with duckdb.connect() as connection, saving(file) as out:
        relation = connection.from_arrow(table)
        if kind == ".duckdb":
            out.write(_database(table))
        else:
            write_result(result_of(relation), kind[1:], out)


def _column(values: Sequence[Any]) -> Any:
    """A column of numbers or truths where all values are; else of texts."""
    known = [value for value in values if value is not None]
    if all(isinstance(value, bool) for value in known) or all(
        isinstance(value, int | float) and not isinstance(value, bool) for value in known
    ):
        return pa.array(values)
    return pa.array([None if value is None else str(value) for value in values])


def _database(table: Any) -> bytes:
    """A DuckDB file that holds the table."""
    with TemporaryDirectory(prefix="ludograph-") as folder:
        path = Path(folder) / "table.duckdb"
        with duckdb.connect(path) as connection:
            connection.register("measured", table)
            connection.execute(f"CREATE TABLE {TABLE} AS SELECT * FROM measured")
        return path.read_bytes()

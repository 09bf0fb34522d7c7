"""The file of an empty archive: making one takes seconds, so that copies are made of one in the cache."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import duckdb

from ludograph.analytics.archive.disk_cache import cached
from ludograph.analytics.archive.program import schema_facts

BLOCK: Final = 65_536
"""No table takes less than a block of the file, and most hold a few rows: with DuckDB's own size files are larger."""


@cache
def empty() -> bytes:
    """What is in the file of an empty archive, which a program makes at most once."""
    return cached("empty", f"{schema_facts().fingerprint} {duckdb.__version__}", ".duckdb", _made)


def _made() -> bytes:
    from ludograph.analytics.tables.schema import create  # loads every game, which a copy from the cache does without

    with TemporaryDirectory(prefix="ludograph-") as folder:
        path = Path(folder) / "empty.duckdb"
        with duckdb.connect(path, config={"default_block_size": BLOCK}) as connection:
            create(connection)
        return path.read_bytes()

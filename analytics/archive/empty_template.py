"""The file of an empty archive: making one takes seconds, so it is kept in the cache; it may be deleted at any time."""

from contextlib import suppress
from functools import cache
from hashlib import sha256
from os import getpid
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import duckdb

from ludograph.analytics.archive_paths import cache_folder
from ludograph.analytics.tables.schema import create, schema_fingerprint

BLOCK: Final = 65_536
"""No table takes less than a block of the file, and most hold a few rows: with DuckDB's own size files are larger."""
KEPT: Final = "empty-"
"""How the names of what is kept begin; after it come what it was made by, and its own digest."""


@cache
def empty() -> bytes:
    """What is in the file of an empty archive, which a program makes at most once."""
    made_by = sha256(f"{schema_fingerprint()} {duckdb.__version__}".encode()).hexdigest()[:16]
    kept = _kept(made_by)
    if kept is None:
        kept = _made()
        with suppress(OSError):
            _keep(kept, made_by)
    return kept


def _made() -> bytes:
    with TemporaryDirectory(prefix="ludograph-") as folder:
        path = Path(folder) / "empty.duckdb"
        with duckdb.connect(path, config={"default_block_size": BLOCK}) as connection:
            create(connection)
        return path.read_bytes()


def _kept(made_by: str) -> bytes | None:
    """What was kept by a program like this one; None where there is nothing, or something else by now."""
    with suppress(OSError):
        for path in cache_folder().glob(f"{KEPT}{made_by}-*.duckdb"):
            data = path.read_bytes()
            if path.stem.endswith(_digest(data)):
                return data
    return None


def _keep(data: bytes, made_by: str) -> None:
    """Keeps it in the place of what older programs kept."""
    folder = cache_folder()
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob(f"{KEPT}*.duckdb"):
        old.unlink(missing_ok=True)
    draft = folder / f"{KEPT}{made_by}.{getpid()}"
    draft.write_bytes(data)
    draft.replace(folder / f"{KEPT}{made_by}-{_digest(data)}.duckdb")


def _digest(data: bytes) -> str:
    return sha256(data).hexdigest()[:32]

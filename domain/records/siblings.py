"""How the names of files go on that lie beside a store: those of SQLite, and the archives made of it."""

import re
from typing import Final

LOG: Final = ".wal"
LOCK: Final = ".lock"
FRESH: Final = ".new"
LOGS: Final = re.compile("-wal|-shm|-journal")
"""SQLite's files."""
OWN: Final = rf"({re.escape(LOG)}|{re.escape(LOCK)}|{re.escape(FRESH)}|\.tmp)?"
ARCHIVE_PARTS: Final = re.compile(rf"(\.as-\w+)?\.duckdb{OWN}")
"""Archives, one for each observer, and what is made beside those."""
BESIDE: Final = re.compile(rf"(.*?)(?:{LOGS.pattern}|{ARCHIVE_PARTS.pattern})", re.IGNORECASE)


def store_beside(name: str) -> str | None:
    """The name of the store beside which a file of this name would lie; None where it would lie beside none."""
    found = BESIDE.fullmatch(name)
    return found[1] if found else None

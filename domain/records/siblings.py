"""How the names of files go on that lie beside a store: those of SQLite, and the archives made of it."""

import re
from typing import Final

LOG: Final = ".wal"
LOCK: Final = ".lock"
FRESH: Final = ".new"
LOGS: Final = "-wal|-shm|-journal"
"""A pattern of SQLite's files."""
OWN: Final = rf"(\{LOG}|\{LOCK}|\{FRESH}|\.tmp)?"
ARCHIVE_PARTS: Final = rf"(\.as-\w+)?\.duckdb{OWN}"
"""Archives, one for each observer, and what is made beside those."""


def store_beside(name: str) -> str | None:
    """The name of the store beside which a file of this name would lie; None where it would lie beside none."""
    if "-" not in name and ".duckdb" not in name.lower():
        return None  # as nearly always: patterns take long to make
    found = re.fullmatch(rf"(.*?)(?:{LOGS}|{ARCHIVE_PARTS})", name, re.IGNORECASE)
    return found[1] if found else None

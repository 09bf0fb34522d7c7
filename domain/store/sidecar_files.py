"""How the names of files go on that lie beside a store: those of SQLite, and the archives made of it."""

import os
import re
from pathlib import Path
from typing import Final

LOG: Final = ".wal"
LOCK: Final = ".lock"
FRESH: Final = ".new"
LOGS: Final = "-wal|-shm|-journal"
"""A pattern of SQLite's files."""
ANCHORS: Final = ".anchors.jsonl"
"""The anchors that a service writes down."""
SERVED: Final = ".served.json"
"""Where a service serves it now."""
JUDGEMENTS: Final = ".judgements"
"""What matches were judged to be worth, which can be worked out again."""
STEPS: Final = ".steps"
"""What is put aside of the tables at steps of an archive."""
OWN: Final = rf"(\{FRESH}|\{STEPS})?(\{LOG}|\{LOCK}|\.tmp|-journal)?"
ARCHIVE_PARTS: Final = rf"((\.forks)?(\.as-\w+)?\.duckdb{OWN}|\{JUDGEMENTS}({LOGS})?)"
"""Archives, one for each observer, what is made beside those, and what matches were judged to be worth."""
ANCHOR_PARTS: Final = rf"{re.escape(ANCHORS)}(\{LOCK})?"


def store_beside(name: str) -> str | None:
    """The name of the store beside which a file of this name would lie; None where it would lie beside none."""
    if "-" not in name and not any(one in name.lower() for one in (".duckdb", ANCHORS, SERVED, JUDGEMENTS)):
        return None  # as nearly always: patterns take long to make
    found = re.fullmatch(rf"(.*?)(?:{LOGS}|{ARCHIVE_PARTS}|{ANCHOR_PARTS}|{re.escape(SERVED)})", name, re.IGNORECASE)
    return found[1] if found else None


def lost_log(store: Path) -> str | None:
    """What to say of a store whose log is gone while the index of that log is there; None where all is well.

    SQLite makes and removes the two in such an order that this is never seen of a store that is in use.
    """
    log, index = (Path(f"{os.path.realpath(store)}{ending}") for ending in ("-wal", "-shm"))
    looks = [index.exists(), not log.exists(), index.exists(), not log.exists()]  # others may open or close it now
    if not all(looks):
        return None
    return (
        f"{index} is there, but {log.name} is not: whoever copied the store may have left out its newest events. Copy "
        f"it again with {log.name}, or by `ludograph backup`; `ludograph verify --anchor FILE` finds what is missing."
    )

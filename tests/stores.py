"""Stores as somebody leaves them who can write to the file: altered, and sealed again so that every digest fits."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from hashlib import sha256
from json import dumps, loads
from pathlib import Path
from typing import Any

Change = Callable[[dict[str, Any]], None]


def run_sql(store: Path, *statements: str) -> None:
    """Changes a store by SQL, whatever the program would say to it."""
    with closing(sqlite3.connect(store)) as database, database:
        for statement in statements:
            database.execute(statement)


def reseal(store: Path, change: Change, match: str | None = None) -> None:
    """Alters events of a match (by default the only one) and gives all of them digests that fit."""
    with closing(sqlite3.connect(store)) as database, database:
        (name,) = database.execute("SELECT match FROM heads WHERE match = coalesce(?, match)", (match,)).fetchone()
        rows = database.execute(
            "SELECT rowid, topic, state FROM stored_events WHERE originator_id = ? ORDER BY originator_version", (name,)
        ).fetchall()
        digest = ""
        for row, topic, state in rows:
            event = loads(state)
            change(event)
            event |= {"previous": digest, "digest": event.pop("digest") and ""}
            body = dumps(event, separators=(",", ":"), ensure_ascii=False).encode()[:-2]
            digest = sha256(topic.encode() + b"\n" + body).hexdigest()
            database.execute(
                "UPDATE stored_events SET state = ? WHERE rowid = ?", (body + f'{digest}"}}'.encode(), row)
            )
        database.execute("UPDATE heads SET digest = ? WHERE match = ?", (digest, name))

"""Stores as somebody leaves them who can write to the file: altered, and sealed again so that every digest fits."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from hashlib import sha256
from json import dumps, loads
from typing import Any
from uuid import UUID

import pytest

from ludograph.domain.store.url import Place, Server

Change = Callable[[dict[str, Any]], None]


Run = Callable[..., list[Any]]


def run_sql(store: Place, *statements: str) -> None:
    """Changes a store by SQL, whatever the program would say to it."""
    with running_sql(store) as run:
        for statement in statements:
            run(statement)


def asked(store: Place, sql: str, values: Sequence[Any] = ()) -> list[Any]:
    """The rows that a query finds in a store."""
    with running_sql(store) as run:
        return run(sql, values)


def contents(store: Place) -> list[list[Any]]:
    """Everything that a store holds of events and heads, in the order of positions and of ids."""
    return [
        asked(store, "SELECT originator_id, originator_version, topic, state FROM stored_events ORDER BY rowid"),
        asked(store, "SELECT * FROM heads ORDER BY match"),
    ]


@contextmanager
def running_sql(store: Place) -> Iterator[Run]:
    """What runs SQL in a store, `?` where a value goes, and returns the rows; all of it stands at the end."""
    if not isinstance(store, Server):
        with closing(sqlite3.connect(store)) as database, database:
            yield lambda sql, values=(): database.execute(sql, values).fetchall()
        return
    import psycopg

    with psycopg.connect(store.url) as connection:

        def run(sql: str, values: Sequence[Any] = ()) -> list[Any]:
            try:
                cursor = connection.execute(sql.replace("%", "%%").replace("?", "%s").replace("rowid", ORDER), values)
            except (psycopg.DataError, psycopg.ProgrammingError) as wrong:
                pytest.skip(f"a server does not let anybody do that: {wrong}")
            rows = cursor.fetchall() if cursor.description else []
            return [tuple(value.hex if isinstance(value, UUID) else value for value in row) for row in rows]

        yield run


ORDER = "notification_id"
"""What numbers events on a server as `rowid` does in a file."""


def reseal(store: Place, change: Change, match: str | None = None) -> None:
    """Alters events of a match (by default the only one) and gives all of them digests that fit."""
    with running_sql(store) as run:
        ((name,),) = run("SELECT match FROM heads WHERE match = coalesce(?, match) LIMIT 1", (match,))
        rows = run(
            "SELECT rowid, topic, state FROM stored_events WHERE originator_id = ? ORDER BY originator_version", (name,)
        )
        digest = ""
        for row, topic, state in rows:
            event = loads(state)
            change(event)
            event |= {"previous": digest, "digest": event.pop("digest") and ""}
            body = dumps(event, separators=(",", ":"), ensure_ascii=False).encode()[:-2]
            digest = sha256(topic.encode() + b"\n" + body).hexdigest()
            run("UPDATE stored_events SET state = ? WHERE rowid = ?", (body + f'{digest}"}}'.encode(), row))
        run("UPDATE heads SET digest = ? WHERE match = ?", (digest, name))

"""Stores with all that may be recorded, and what lies in them and in their lakes."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import duckdb

from tests.cli.conftest import CALL, FLIP, HEADER, Ludograph

Rows = list[tuple[Any, ...]]
EVENTS = """SELECT match, version, topic, encode(state), digest
    FROM read_parquet(?, hive_partitioning = true) ORDER BY position, match, version"""


def worked(ludograph: Ludograph) -> None:
    """Records an imported match with a takeback, a correction and a remark, two that are over, and a tournament."""
    ludograph("import", ludograph.file("match.jsonl", HEADER, FLIP, CALL))
    ludograph("simulate", "sun-bid", "-n", "2", "--seats", "2", "--seed", "1")
    changed(ludograph, "AO26-2-5")
    ludograph("tournament", "new", "Cup")
    ludograph("tournament", "enter", "Cup", "Zoë", "Yan", "Xu", "Will")


def changed(ludograph: Ludograph, match: str) -> None:
    """Takes back the last step of a match, puts right who played, and remarks on it."""
    steps = len([line for line in ludograph.lines("log", match) if not line["superseded"]])
    ludograph("undo", match, "--reason", "a slip")
    ludograph("amend", match, "0", 'players: ["Änne", "Bob"]', "--reason", "a name", "--yes")
    ludograph("note", match, str(steps - 1), "a remark ✍")


def held(store: Path) -> Rows:
    """The events of a store in the order in which they lie there."""
    with closing(sqlite3.connect(store)) as database:
        return database.execute(
            "SELECT originator_id, originator_version, topic, state FROM stored_events ORDER BY rowid"
        ).fetchall()


def heads(store: Path) -> Rows:
    """Where every match and tournament of a store stands."""
    with closing(sqlite3.connect(store)) as database:
        return database.execute("SELECT * FROM heads ORDER BY match").fetchall()


def raw(lake: Path) -> Rows:
    """The events of a lake in the order in which they lay in the store, as `held` has them."""
    found = duckdb.execute(EVENTS, [f"{lake}/stored_events/**/*.parquet"]).fetchall()
    assert all(json.loads(state)["digest"] == digest for *_, state, digest in found)
    return [(match.replace("-", ""), version, topic, state) for match, version, topic, state, _ in found]


def manifest(lake: Path) -> dict[str, Any]:
    """What the manifest of a lake says."""
    found: dict[str, Any] = json.loads((lake / "manifest.json").read_text())
    return found

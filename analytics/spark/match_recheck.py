"""A match decided again on an executor: its raw events in, one row of what came of it out."""

from collections.abc import Mapping
from contextlib import nullcontext
from typing import Any, Final
from uuid import UUID

import pyarrow as pa
from msgspec import json

from ludograph.domain.store.streams import StoredRow
from ludograph.domain.verify.rechecker import Rechecker, Rules, recheck_difference

READ: Final = ("match", "game", "version", "position", "topic", "state")
"""What of a raw event is needed."""
RESULT: Final = (
    "match STRING, game STRING, outcome STRING, step INT, event INT, message STRING, "
    "before ARRAY<STRING>, after ARRAY<STRING>, result STRING"
)
"""What comes of a match: `same`, `differs`, `refused`, or `unchecked` where this program does not know its game.

`before` and `after` are who wins, both NULL where that is not known; `result` is a `ChangedResult` as JSON where it
differs.
"""
ARROW: Final = pa.schema(
    [
        ("match", pa.string()),
        ("game", pa.string()),
        ("outcome", pa.string()),
        ("step", pa.int32()),
        ("event", pa.int32()),
        ("message", pa.string()),
        ("before", pa.list_(pa.string())),
        ("after", pa.list_(pa.string())),
        ("result", pa.string()),
    ]
)


class Decider:
    """A `Rechecker` for Spark, which hands over the events of a match as a table; it goes to the executors as it is."""

    def __init__(self, options: Mapping[str, Mapping[str, Any]] | None = None, rules: Rules = nullcontext) -> None:
        self._rechecker = Rechecker(options, rules)

    def row_of(self, events: pa.Table) -> pa.Table:
        """The row of a match of which these are all events."""
        rows = sorted(events.to_pylist(), key=lambda row: int(row["version"]))
        id, game = UUID(rows[0]["match"]), rows[0]["game"]
        lying = [
            StoredRow(row["position"], id.hex, row["version"], row["topic"], row["state"].encode()) for row in rows
        ]
        found = self._rechecker.outcome(id, game, lying)
        winners = {} if found.results is None else found.results.winners._asdict()
        told = recheck_difference(str(id), game, found)
        result = None if told.result is None else json.encode(told.result).decode()
        row = {**told._asdict(), "message": found.message, **winners, "result": result}
        return pa.Table.from_pylist([row], schema=ARROW)

"""A match decided again on an executor: its raw events in, one row of what came of it out."""

from collections.abc import Mapping
from contextlib import nullcontext
from typing import Any, Final
from uuid import UUID

import pyarrow as pa

from ludograph.domain.store.streams import StoredRow
from ludograph.domain.verify.rechecker import Rechecker, Rules

READ: Final = ("match", "game", "version", "position", "topic", "state")
"""What of a raw event is needed."""
RESULT: Final = (
    "match STRING, game STRING, outcome STRING, step INT, event INT, message STRING, "
    "before ARRAY<STRING>, after ARRAY<STRING>"
)
"""What comes of a match: `same`, `differs`, `refused`, or `unchecked` where this program does not know its game.

`before` and `after` are who wins, both NULL where that is not known.
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
        told = self._rechecker.outcome(id, game, lying)
        winners = {} if told.winners is None else told.winners._asdict()
        row = {"match": str(id), "game": game, **told._asdict(), **winners}
        return pa.Table.from_pylist([row], schema=ARROW)

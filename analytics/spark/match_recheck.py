"""A match decided again on an executor: its raw events in, one row of what came of it out."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Final
from uuid import UUID

import pyarrow as pa

from ludograph.domain.corrections.what_if import WhatIfResult, what_if
from ludograph.domain.match.aggregate import rebuilt
from ludograph.domain.store.event_mapper import event_in
from ludograph.domain.store.recorder import UNFOLDABLE
from ludograph.domain.store.streams import StoredRow
from ludograph.domain.verify.verification import MATCHES, check_chain, follow_chain

READ: Final = ("match", "game", "version", "position", "topic", "state")
"""What of a raw event is needed."""
RESULT: Final = "match STRING, game STRING, outcome STRING, step INT, event INT, message STRING"
"""What comes of a match: `same`, `differs`, `refused`, or `unchecked` where this program does not know its game."""
ARROW: Final = pa.schema(
    [
        ("match", pa.string()),
        ("game", pa.string()),
        ("outcome", pa.string()),
        ("step", pa.int32()),
        ("event", pa.int32()),
        ("message", pa.string()),
    ]
)
Rules = Callable[[], AbstractContextManager[object]]


class Decider:
    """Decides matches again: as they were played, or with other options, by game; it goes to the executors as it is.

    Each match is decided within what `rules` makes there, for whoever tries out a rule that is not in the program; it
    must put back what it changes, for a worker goes on to other work.
    """

    def __init__(self, options: Mapping[str, Mapping[str, Any]] | None = None, rules: Rules = nullcontext) -> None:
        self.options = options
        self.rules = rules

    def row_of(self, events: pa.Table) -> pa.Table:
        """The row of a match of which these are all events."""
        rows = sorted(events.to_pylist(), key=lambda row: int(row["version"]))
        id, game = UUID(rows[0]["match"]), rows[0]["game"]
        with self.rules():
            told = self._again(id, rows) if self.options is None else self._otherwise(id, rows, self.options[game])
        row = {"match": str(id), "game": game, **told}
        return pa.Table.from_pylist([row], schema=ARROW)

    def _again(self, id: UUID, rows: list[dict[str, Any]]) -> dict[str, Any]:
        """Whether a match is what was recorded, and would be decided so today."""
        lying = [
            StoredRow(row["position"], id.hex, row["version"], row["topic"], row["state"].encode()) for row in rows
        ]
        finding = check_chain(id, follow_chain(MATCHES, id, lying)).finding
        if finding is None:
            return _row(WhatIfResult("same"))
        outcome = "unchecked" if finding.newer else "differs"
        return {"outcome": outcome, "step": finding.step, "event": finding.version, "message": finding.message}

    def _otherwise(self, id: UUID, rows: list[dict[str, Any]], options: Mapping[str, Any]) -> dict[str, Any]:
        """What a match would have become."""
        try:
            match = rebuilt(None, (event_in(id, row["version"], row["topic"], row["state"].encode()) for row in rows))
            assert match is not None
            return _row(what_if(match, options))
        except UNFOLDABLE as wrong:
            return {"outcome": "unchecked", "message": f"It cannot be read ({type(wrong).__name__}: {wrong})."}


def _row(found: WhatIfResult) -> dict[str, Any]:
    return {"outcome": found.outcome, "step": found.step, "event": None, "message": found.message or None}

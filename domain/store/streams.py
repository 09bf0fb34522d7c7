"""The stream of a match or a tournament in a store: rows of events, and the head that says where it stands.

Others may have altered either: nothing in here is believed before it was checked.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple
from uuid import UUID

from eventsourcing.persistence import OperationalError

from ludograph.domain.store.schema import COLUMNS


class StoredRow(NamedTuple):
    """A row of the events as it lies there: nothing in it is believed. Of a `lost` one nothing can be read."""

    row: int
    match: Any
    version: Any
    topic: Any
    state: Any
    lost: bool = False


class StreamHead(NamedTuple):
    """Where a match stands: its newest event and the digest of that, how many steps stand, and whether it is over.

    `result` is JSON, as `match_summary.MatchSummary` has it, None where there is nothing to say, and empty where a
    store has no such column.
    """

    match: UUID
    version: int
    digest: str
    game: str
    steps: int
    over: bool
    result: str | None = ""

    @property
    def is_sound(self) -> bool:
        """Whether these are values that a program wrote; whoever altered them may have left anything."""
        texts = isinstance(self.digest, str) and (self.result is None or isinstance(self.result, str))
        return type(self.version) is int and type(self.steps) is int and type(self.over) is bool and texts


def stream_head(row: Mapping[str, Any]) -> StreamHead:
    """A row of the table of heads by the names of its columns: others may have been added, or not yet be there.

    Raises what SQLite would where one is gone.
    """
    try:
        match, version, digest, game, steps, over = (row[name] for name in COLUMNS["heads"][:6])
    except LookupError as wrong:
        raise OperationalError("no such column") from wrong
    result = (row["result"],) if "result" in row else ()
    over = over == 1 if over in (0, 1) else over  # what else stands there was altered, and is not taken for either
    return StreamHead(UUID(match), version, digest, game, steps, over, *result)


def is_id(name: object) -> bool:
    """Whether this is the id of a match as it is stored."""
    try:
        return isinstance(name, str) and UUID(name).hex == name
    except ValueError:
        return False

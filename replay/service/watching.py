"""Looking at the store: whether anybody recorded in it, this program or another."""

from sqlite3 import Connection, connect
from typing import Any, Final, NamedTuple
from uuid import UUID

from domain.records.connecting import uri_for_reading
from domain.records.heads import is_id
from domain.records.recorder import Recorder

NEWER: Final = "SELECT rowid, originator_id, originator_version FROM stored_events WHERE rowid > ? ORDER BY rowid"


class Recorded(NamedTuple):
    """What happened in a store since it was looked at last."""

    versions: dict[UUID, int]
    """The matches and tournaments in which anything was recorded, with the version that they had then."""
    tokens: bool
    """Whether a token was made or revoked."""


class Watched:
    """A connection that only looks: SQLite tells it at once whether anybody else wrote since it last asked."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._data = -1
        self._tokens = self._token_state()
        (self.last,) = self._fetch("SELECT coalesce(max(rowid), 0) FROM stored_events")[0]
        """The number of the newest event that was seen; numbers only grow."""

    def changed(self) -> Recorded:
        """What was recorded since this was asked last.

        Rows of events are only ever added, so that those behind the last one seen are the new ones.
        """
        ((data,),) = self._fetch("PRAGMA data_version")
        if data == self._data:
            return Recorded({}, tokens=False)
        rows = self._fetch(NEWER, self.last)
        tokens, before = self._token_state(), self._tokens
        self._data, self._tokens = data, tokens
        self.last = rows[-1][0] if rows else self.last
        return Recorded({UUID(id): version for _, id, version in rows if is_id(id)}, tokens != before)

    def _token_state(self) -> tuple[int, ...]:
        if not self._fetch("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'tokens'"):
            return (0, 0)
        return self._fetch("SELECT count(*), count(revoked_at) FROM tokens")[0]

    def close(self) -> None:
        """Looks no more."""
        self._connection.close()

    def _fetch(self, sql: str, *values: int) -> list[tuple[Any, ...]]:
        return self._connection.execute(sql, values).fetchall()


def watching(recorder: Recorder) -> Watched:
    """A look at the store of a recorder, from now on."""
    uri = uri_for_reading(recorder.path)
    return Watched(connect(uri, uri=True, check_same_thread=False, isolation_level=None))

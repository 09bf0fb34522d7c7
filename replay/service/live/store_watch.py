"""Looking at the store: whether anybody recorded in it, this program or another, on this machine or another."""

from abc import ABC, abstractmethod
from sqlite3 import Connection, connect
from time import sleep
from typing import Any, Final, NamedTuple
from uuid import UUID

from ludograph.domain.match.events import TOPICS, NoteAdded
from ludograph.domain.store.base import translated_store_errors
from ludograph.domain.store.errors import Replaced, StoreError
from ludograph.domain.store.recorder import Recorder
from ludograph.domain.store.sqlite.connections import read_only_uri
from ludograph.domain.store.streams import is_id
from ludograph.domain.store.url import DEADLINE, Server
from ludograph.replay.service.http.settings import POLL

LONGEST: Final = 0.5
"""Seconds after which a service looks at a server whether it was woken or not: it may have to stop."""
PAUSE: Final = 1.0
"""Seconds until a store that could not be read is looked at again."""
NOTE: Final = f".{TOPICS[NoteAdded]}"
"""How the topic of a remark ends, in every game."""
RIGHTS: Final = {
    "tokens": "SELECT count(*), count(revoked_at) FROM tokens",
    "devices": "SELECT count(DISTINCT token), count(ended_at) FROM devices",
}
"""What is asked of the tables that give rights."""


class StoreChanges(NamedTuple):
    """What happened in a store since it was looked at last."""

    versions: dict[UUID, int]
    """The matches and tournaments in which anything was recorded, with the version that they had then."""
    told: frozenset[UUID]
    """Those of them in which more was recorded than remarks."""
    tokens: bool
    """Whether a token was made or revoked, a link was opened for the first time, or a device ended."""


class StoreWatch(ABC):
    """A connection that polls a store for new events.

    Rows of events are only ever added: those behind the last one that was seen are new.
    """

    position: str
    """The column by which they are numbered."""

    def __init__(self) -> None:
        self._seen: object = None
        self._tokens = self._token_state()
        newest = self._fetch(f"SELECT {self._columns} FROM stored_events ORDER BY {self.position} DESC LIMIT 1")
        self._newest: tuple[Any, ...] | None = newest[0] if newest else None

    @property
    def last(self) -> int:
        """The number of the newest event that was seen; numbers only grow."""
        return self._newest[0] if self._newest else 0

    def changed(self) -> StoreChanges:
        """What was recorded since this was asked last.

        Raises `StoreError` if the store cannot be read now, `Replaced` if the newest event that was seen is gone.
        """
        # Asked before the rows: what is written in between makes the next state another, and is found then.
        state = self._state()
        if state is not None and state == self._seen:
            return StoreChanges({}, frozenset(), tokens=False)
        rows = self._fetch(
            f"SELECT {self._columns} FROM stored_events WHERE {self.position} >= {self.last} ORDER BY {self.position}"
        )
        if self._newest is not None and rows[:1] != [self._newest]:
            raise Replaced("An older copy was restored into the store while this program had it open: restart it.")
        rows = rows[1:] if self._newest else rows
        tokens, before = self._token_state(), self._tokens
        self._seen, self._tokens = state, tokens
        self._newest = rows[-1] if rows else self._newest
        names = [(id.hex if isinstance(id, UUID) else id, version, topic) for _, id, version, topic in rows]
        found = [(UUID(id), version, topic) for id, version, topic in names if is_id(id)]
        told = frozenset(id for id, _, topic in found if not str(topic).endswith(NOTE))
        return StoreChanges({id: version for id, version, _ in found}, told, tokens != before)

    @property
    def _columns(self) -> str:
        return f"{self.position}, originator_id, originator_version, topic"

    def _state(self) -> object:
        """What is another once anybody has written; None where the database has no such thing."""
        return None

    def _token_state(self) -> tuple[Any, ...]:
        """What is another once any visitor may have other rights than before."""
        return tuple(self._fetch(sql)[0] for table, sql in RIGHTS.items() if self._has(table))

    @abstractmethod
    def _has(self, table: str) -> bool:
        """Whether a table is there that may be made later."""

    @abstractmethod
    def wait(self) -> None:
        """Waits until it is time to look again; for a thread."""

    @abstractmethod
    def close(self) -> None:
        """Closes the connection; nothing is found any more."""

    @abstractmethod
    def _fetch(self, sql: str) -> list[tuple[Any, ...]]: ...


class FileWatch(StoreWatch):
    """SQLite tells at once whether anybody else wrote since it was asked last, but wakes nobody (decision 140)."""

    position = "rowid"

    def __init__(self, recorder: Recorder, connection: Connection) -> None:
        self._recorder = recorder
        self._connection = connection
        super().__init__()

    def wait(self) -> None:
        """Waits for a moment."""
        sleep(POLL)

    def close(self) -> None:
        """Closes the connection; nothing is found any more."""
        self._connection.close()

    def _state(self) -> object:
        # It changes with the writes of all other connections, not with one's own: this one never writes. It looks
        # at no table, so that twenty of them a second cost nothing.
        return self._fetch("PRAGMA data_version")[0][0]

    def _has(self, table: str) -> bool:
        return bool(self._fetch(f"SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = '{table}'"))

    def _fetch(self, sql: str) -> list[tuple[Any, ...]]:
        with translated_store_errors(self._recorder.place):
            return self._connection.execute(sql).fetchall()


class ServerWatch(StoreWatch):
    """A server wakes everybody who listens, on whatever machine; a lost connection is made anew.

    A notification can be lost with its connection, and what was recorded cannot be: so rows are looked at besides, and
    being woken only says when (decision 154).
    """

    position = "notification_id"

    def __init__(self, server: Server) -> None:
        # Imported here: the driver of a server is not part of the plain installation.
        from ludograph.domain.store.postgres.notifications import Listener

        self._listener = Listener(server)
        super().__init__()

    def wait(self) -> None:
        """Waits until anybody recorded anything, or for a while."""
        try:
            self._listener.wait(LONGEST)
        except StoreError:
            sleep(PAUSE)

    def close(self) -> None:
        """Closes the connection; nothing is found any more."""
        self._listener.close()

    def _has(self, table: str) -> bool:
        return bool(self._listener.fetch(f"SELECT to_regclass('public.{table}') IS NOT NULL")[0][0])

    def _fetch(self, sql: str) -> list[tuple[Any, ...]]:
        return self._listener.fetch(sql)


def open_watch(recorder: Recorder) -> StoreWatch:
    """A watch over the store of a recorder, which finds what is recorded from now on."""
    if isinstance(recorder.place, Server):
        return ServerWatch(recorder.place)
    uri = read_only_uri(recorder.place)
    # Several threads use it, though never two at once: each look ends before the next one begins.
    return FileWatch(recorder, connect(uri, DEADLINE, uri=True, check_same_thread=False, isolation_level=None))

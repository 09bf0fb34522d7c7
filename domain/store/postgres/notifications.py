"""A connection to a PostgreSQL server that only looks, and is woken when anybody records anything."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import psycopg

from ludograph.domain.store.postgres.deadlines import CONNECTION_ERRORS, connected
from ludograph.domain.store.postgres.errors import postgres_error
from ludograph.domain.store.url import Server

CHANNEL = "stored_events"
"""What the library's recorder notifies with each transaction that records something."""


class Listener:
    """Looks, and waits for news; a connection that was lost is made anew when it is needed next."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._connection: psycopg.Connection[Any] | None = None

    def fetch(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """The rows that a query finds. Raises `StoreError` where the server does not answer."""
        try:
            return self._connected().execute(sql, values).fetchall()
        except psycopg.Error as wrong:
            self.close()
            raise postgres_error(self._server, wrong, CONNECTION_ERRORS) from wrong

    def wait(self, seconds: float) -> None:
        """Returns once anybody recorded anything, or after so many seconds. Raises `StoreError` as `fetch` does."""
        # A notification can be lost with its connection: whoever waits looks again besides (decision 154).
        try:
            for _ in self._connected().notifies(timeout=seconds, stop_after=1):
                return
        except psycopg.Error as wrong:
            self.close()
            raise postgres_error(self._server, wrong, CONNECTION_ERRORS) from wrong

    def close(self) -> None:
        """Looks no more, until it is asked again."""
        if self._connection is not None:
            with suppress(psycopg.Error):
                self._connection.close()
        self._connection = None

    def _connected(self) -> psycopg.Connection[Any]:
        if self._connection is None:
            self._connection = connected(self._server, autocommit=True, name="ludograph following")
            self._connection.execute("SET search_path TO public")
            # Before the first look, so that nothing can be recorded between the two without a notification.
            self._connection.execute(f"LISTEN {CHANNEL}")
        return self._connection

"""Connections to a PostgreSQL server on which every wait has an end, even where the way swallows what is sent.

Such a way looks alive to TCP: neither keepalives nor `tcp_user_timeout` end it, and a timeout that the server keeps is
never heard of. So whoever waits for an answer looks at the clock.
"""

from collections.abc import Generator
from time import monotonic
from typing import Any, Final, TypeVar
from urllib.parse import urlencode

import psycopg
from psycopg.conninfo import conninfo_to_dict

from ludograph.domain.store.url import DEADLINE, Server

T = TypeVar("T")
CONNECTION_ERRORS: Final = (psycopg.OperationalError, psycopg.InterfaceError)
"""What is raised where a server cannot be reached, or does not answer."""


class NoAnswer(psycopg.OperationalError):
    """The server said nothing until the deadline."""


class BoundedConnection(psycopg.Connection[Any]):
    """A connection that is closed where the server says nothing for so many seconds while an answer is due.

    A long answer may take long, as long as it comes.
    """

    deadline: float = DEADLINE

    @classmethod
    def connect(cls, conninfo: str = "", *, deadline: float = DEADLINE, **more: Any) -> "BoundedConnection":  # type: ignore[override]
        """A connection; `connect_timeout` bounds how long that takes."""
        made = super().connect(conninfo, **more)
        made.deadline = deadline
        return made

    def wait(self, gen: Generator[Any, Any, T], interval: float = 0.1, timeout: float | None = None) -> T:
        """Waits for an answer, and no longer than until the deadline; or with a timeout, for news that may not come.

        What was asked may have been done: nobody knows. The connection is of no use any more, for its answer may come
        late.
        """
        if timeout is not None:
            return super().wait(gen, interval, timeout)  # `notifies`: that nothing comes is no fault
        try:
            return super().wait(self._heard(gen), interval)
        except NoAnswer:
            self.close()
            raise

    def _heard(self, gen: Generator[Any, Any, T]) -> Generator[Any, Any, T]:
        """What waits for the server, by the clock: it is woken with something to read or write, and else by turns."""
        end = monotonic() + self.deadline
        try:
            wanted = next(gen)
            while True:
                ready = yield wanted
                now = monotonic()
                # The clock begins anew with whatever comes: a long answer may take long. psycopg hands in nothing each
                # `interval`, so that silence ends here at latest so much after the deadline.
                if ready:
                    end = now + self.deadline
                elif now > end:
                    raise NoAnswer(f"no answer in {self.deadline:g} seconds")
                wanted = gen.send(ready)
        except StopIteration as done:
            answer: T = done.value
            return answer


def parameters(server: Server) -> dict[str, Any]:
    """What libpq is told of a connection besides its URL, as far as that says nothing else."""
    seconds = max(2, round(server.deadline))  # libpq takes no less
    ours = {
        "connect_timeout": min(seconds, 5),
        "keepalives_idle": seconds,
        "keepalives_interval": max(1, seconds // 3),
        "keepalives_count": 3,
        "tcp_user_timeout": seconds * 1000,
    }
    return {name: value for name, value in ours.items() if name not in conninfo_to_dict(server.url)}


def url_of(server: Server) -> str:
    """The URL with all of that, for a program of others that speaks to the server: TCP alone keeps its deadlines."""
    more = urlencode(parameters(server))
    return f"{server.url}{'&' if '?' in server.url else '?'}{more}" if more else server.url


def connected(server: Server, *, autocommit: bool = False, name: str = "ludograph") -> BoundedConnection:
    """A connection to a server of our own."""
    return BoundedConnection.connect(
        server.url,
        deadline=server.deadline,
        autocommit=autocommit,
        application_name=name,
        **parameters(server),
    )

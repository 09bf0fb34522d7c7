"""Where tests keep their stores: in files, or with LUDOGRAPH_TEST_STORE=postgresql on a server of their own."""

import atexit
import os
from functools import cache
from pathlib import Path
from secrets import token_hex
from typing import Final

import pytest

from ludograph.domain.store.url import Place, Server
from tests.servers import PostgresServer, programs, running

ON_SERVER: Final = os.environ.get("LUDOGRAPH_TEST_STORE") == "postgresql"
of_file: Final = pytest.mark.skipif(ON_SERVER, reason="it is about a store in a file")
SERVED: Final = pytest.mark.skipif(programs() is None, reason="there is no PostgreSQL server on this machine")
_taken: dict[Path, str] = {}
_free: list[str] = []


def place(file: Path) -> Place:
    """The store that goes by this name, new and empty when it is named first."""
    return Server(_database(file)) if ON_SERVER else file


def served() -> Server:
    """A new and empty database, whatever the other stores are."""
    return Server(_database(Path(token_hex(8))))


def give_back() -> None:
    """Lets later tests have what was taken: making a database takes longer than emptying one."""
    _free.extend(_taken.values())
    _taken.clear()


def _database(file: Path) -> str:
    import psycopg

    if file not in _taken:
        url = _free.pop() if _free else _server().database()
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("DROP SCHEMA public CASCADE")
            connection.execute("CREATE SCHEMA public")
        _taken[file] = url
    return _taken[file]


@cache
def _server() -> PostgresServer:
    """The server of this process, which ends with it."""
    context = running()
    atexit.register(context.__exit__, None, None, None)
    return context.__enter__()

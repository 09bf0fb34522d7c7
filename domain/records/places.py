"""Where a store is: a file of SQLite, or a database on a PostgreSQL server."""

from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from domain.records.mapping import StoreError

SCHEMES: Final = ("postgresql", "postgres")
HIDDEN: Final = ("password", "passfile", "sslpassword")
"""What a URL may say of a connection and is told to nobody."""
EXTRA: Final = "ludograph[postgres]"


class Server(NamedTuple):
    """A store on a PostgreSQL server, by the URL of its database as libpq has it."""

    url: str

    def __str__(self) -> str:
        """The URL without passwords: this is what is printed, logged, and told in errors."""
        parts = urlsplit(self.url)
        user = parts.netloc.rpartition("@")[0].partition(":")[0]
        place = f"{user}@{parts.netloc.rpartition('@')[2]}" if user else parts.netloc.rpartition("@")[2]
        told = urlencode([pair for pair in parse_qsl(parts.query) if pair[0] not in HIDDEN], safe="/")
        return urlunsplit((SCHEMES[0], place, parts.path, told, ""))

    def __repr__(self) -> str:
        return f"Server({self})"

    def exists(self) -> bool:
        """Whether there may be a store: only who opens it learns more."""
        return True


Place = Path | Server


class ServerCondition(NamedTuple):
    """The version of a server, whether it only follows another, and which settings let it lose what it confirmed."""

    version: str
    replica: bool
    careless: tuple[str, ...]


def is_server(text: str) -> bool:
    """Whether this names a database on a server."""
    return text.partition("://")[0].lower() in SCHEMES and "://" in text


def server_in(url: str) -> Server:
    """The store that a URL names. Raises `StoreError` where it names no database."""
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        raise StoreError(f"This is no address of a database: write {EXAMPLE}.") from None
    if not parts.path.strip("/") and "dbname" not in dict(parse_qsl(parts.query)):
        raise StoreError(f"{Server(url)} names no database: write {EXAMPLE}.")
    return Server(url)


EXAMPLE: Final = "postgresql://user@host/database"

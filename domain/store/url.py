"""Where a store is: a file of SQLite, or a database on a PostgreSQL server."""

import re
from pathlib import Path
from typing import Final
from urllib.parse import parse_qsl, urlencode, urlsplit

from msgspec import Struct

from ludograph.domain.store.errors import StoreError

DEADLINE: Final = 10.0
"""Seconds in which a store must answer, else whoever asked is told that it does not."""
SCHEMES: Final = ("postgresql", "postgres")
HIDDEN: Final = ("password", "passfile", "sslpassword")
"""What a URL may say of a connection and is told to nobody."""
PASSWORD: Final = re.compile(r"(://[^:/?#@]*):.*@", re.DOTALL)
"""From behind the user's name to the last sign that may end a password."""
EXTRA: Final = "ludograph[postgres]"


class Server(Struct, frozen=True):
    """A store on a PostgreSQL server, by the URL of its database as libpq has it."""

    url: str
    deadline: float = DEADLINE
    """Seconds in which it must say something where an answer is due."""

    @property
    def patience(self) -> int:
        """Seconds to wait for others that write, less than the deadline: the server has to say so in time."""
        return max(1, int(self.deadline * 0.8))

    def __str__(self) -> str:
        """The URL without passwords: this is what is printed, logged, and told in errors."""
        return without_password(self.url)

    def __repr__(self) -> str:
        return f"Server({self})"

    def exists(self) -> bool:
        """Whether there may be a store: only who opens it learns more."""
        return True


Place = Path | Server


def deadline_of(place: Place) -> float:
    """Seconds in which a store must answer."""
    return place.deadline if isinstance(place, Server) else DEADLINE


def without_password(url: str) -> str:
    """What may be told of a URL, whoever wrote it: where a password holds signs of its own, rather less of it."""
    scheme, found, rest = PASSWORD.sub(r"\1@", url).partition("://")
    place, _, query = rest.partition("?")
    told = urlencode([pair for pair in parse_qsl(query) if pair[0].lower() not in HIDDEN], safe="/")
    scheme = SCHEMES[0] if scheme.lower() in SCHEMES else scheme
    return f"{scheme}{found}{place}{'?' if told else ''}{told}"


class ServerCondition(Struct, frozen=True):
    """The version of a server, whether it only follows another, and which settings let it lose what it confirmed."""

    version: str
    replica: bool
    careless: tuple[str, ...]


def is_server(text: str) -> bool:
    """Whether this names a database on a server."""
    return text.partition("://")[0].lower() in SCHEMES and "://" in text


def server_in(url: str, deadline: float = DEADLINE) -> Server:
    """The store that a URL names. Raises `StoreError` where it names no database."""
    before = url.partition("?")[0]
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        raise StoreError(f"This is no address of a database: write {EXAMPLE}.") from None
    if before.count("@") > 1 or before.count("@") != parts.netloc.count("@"):
        raise StoreError(
            f"This address of a database can be read in two ways: write {EXAMPLE}, and in a password %40 for @, %2F "
            "for /, %3F for ? and %23 for #."
        )
    if not parts.path.strip("/") and "dbname" not in dict(parse_qsl(parts.query)):
        raise StoreError(f"This address names no database: write {EXAMPLE}.")
    return Server(url, deadline)


EXAMPLE: Final = "postgresql://user@host/database"

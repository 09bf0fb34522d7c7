"""What a PostgreSQL server says where it cannot do what it was asked, as sentences that say what to do."""

from typing import Final

from ludograph.domain.store.errors import DiskFull, ReadOnly, StoreError, Unanswered
from ludograph.domain.store.url import Server

READ_ONLY: Final = ("read-only transaction", "during recovery", "hot standby")
FULL: Final = ("no space left", "could not extend", "disk full")
ANSWERS: Final[tuple[tuple[tuple[str, ...], str], ...]] = (
    (
        READ_ONLY,
        "{server} can only be read, as a replica can, so nothing was recorded: name the server that it follows with "
        "--store.",
    ),
    (
        ("lock timeout", "deadlock"),
        "Another program is writing to {server} and does not stop: try again in a moment.",
    ),
    (
        FULL,
        "The disk of {server} is full, so nothing was recorded: make room there and try again.",
    ),
    (
        ("permission denied", "must be owner"),
        "{server} does not let this user do that ({said}): ask whoever looks after it.",
    ),
    (
        ("relation", "column"),
        "{server} has other tables than a store of Ludograph ({said}): it was altered, so nothing was recorded. "
        "`ludograph verify --all` says what can be read.",
    ),
    (
        ("authentication failed", "no password", "no pg_hba", "does not exist", "not permitted to"),
        "{server} does not let us in ({said}): check the user, the database and the password in --store, which "
        "PGPASSWORD or a file ~/.pgpass can hold too.",
    ),
    (
        (
            "connect",
            "no answer",
            "terminat",
            "shutting down",
            "starting up",
            "timeout",
            "could not translate",
            "failed",
            "eof",
        ),
        "{server} does not answer ({said}), so nothing is confirmed. When it is there again, look whether what you "
        "entered was recorded, and enter it again if not.",
    ),
    ((), "{server} cannot be used as a store: {said}."),
)
"""What is told where one of these is in what the server, or the way to it, says; the first that fits."""


def postgres_error(server: Server, wrong: Exception, lost: tuple[type[Exception], ...]) -> StoreError:
    """What is raised for what the server, or the way to it, says; `lost` is what is said where there is no answer."""
    text = str(wrong).lower()
    # These first, because the library makes the same kind of error of them as of a connection that was lost.
    certain = ((ReadOnly, READ_ONLY), (DiskFull, FULL))
    kind = next((one for one, words in certain if any(word in text for word in words)), None)
    return (kind or (Unanswered if isinstance(wrong, lost) else StoreError))(postgres_error_message(server, wrong))


def postgres_error_message(server: Server, wrong: Exception) -> str:
    """What the server, or the way to it, says, as a sentence that says what to do."""
    text = str(wrong).lower()
    answer = next(answer for words, answer in ANSWERS if not words or any(word in text for word in words))
    return answer.format(server=server, said=_said(wrong))


def _said(wrong: Exception) -> str:
    """The first sentence of what was said, without a full stop; the rest are hints for those who run the server."""
    lines = [line.strip() for line in str(wrong).splitlines() if line.strip()]
    return lines[0].rstrip(".") if lines else type(wrong).__name__

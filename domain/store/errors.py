"""What is raised where a store cannot be used, or what is in it cannot be read."""

from uuid import UUID

from eventsourcing.persistence import DatabaseError, OperationalError

from ludograph.domain.notation.limits import cut


class StoreError(Exception):
    """The store cannot be used; the message says why and what to do.

    The message may hold paths, addresses and names. `public` holds none, so a service can send it to anybody.
    """

    public = "The store cannot be used now: ask the person who runs this service."


class Unanswered(StoreError):
    """The store did not answer in time: what is in it is not known now, and it may be asked again."""

    public = (
        "The store did not answer in time, or another program holds it: try again in a moment, or ask the person who "
        "runs this service."
    )


class DiskFull(StoreError):
    """The disk is full; nothing was recorded."""

    public = "The disk of the store is full, so nothing can be recorded: ask the person who runs this service."


class ReadOnly(StoreError):
    """The store can be read and not written; nothing was recorded."""

    public = "The store can only be read, so nothing can be recorded: ask the person who runs this service."


class BrokenFile(StoreError):
    """The file or the tables of the store are damaged, or were altered; nothing was recorded."""

    public = "The store is damaged, so nothing can be recorded: ask the person who runs this service."


class Replaced(StoreError):
    """The store file or its log was moved, replaced or deleted while open, so new entries would be lost."""

    public = (
        "The store file or its log was moved, replaced or deleted under this service, so nothing is recorded: "
        "ask the person who runs it to restart it."
    )


class Empty(StoreError):
    """There is a place for a store, and nothing was ever recorded in it."""


class Conflict(StoreError):
    """Somebody else recorded the same match at the same time; nothing was recorded."""


class Damaged(StoreError):
    """A stored event that cannot be read. `version` is its place in the match, or in what else is stored."""

    public = "This record is damaged, so nothing can be recorded in it: ask the person who runs this service."

    def __init__(self, match: UUID, version: int, why: str, of: str = "match") -> None:
        super().__init__(f"Event {version} of {of} {match} is damaged: {why} Run `ludograph verify {match}`.")
        self.match = match
        self.version = version
        self.why = why


class Severed(Damaged):
    """A match whose newest event is not the one that was recorded last; nothing was recorded in it."""

    def __init__(self, match: UUID, version: int) -> None:
        why = "the newest event is not the one that was recorded last."
        super().__init__(match, version, why)
        self.args = (
            f"Match {match} is damaged: its newest event is not the one that was recorded last, so nothing was "
            f"recorded. `ludograph verify {match}` says more.",
        )


class Newer(Damaged):
    """A sound event of a game that this program does not know."""

    def __init__(self, match: UUID, version: int, game: str) -> None:
        why = f"the game {cut(game)} is not known here."
        super().__init__(match, version, why)
        self.args = (
            f"Match {match} was recorded by a newer Ludograph, or a game that is not installed: {why} "
            "Update this program to read it.",
        )


def is_damage(wrong: Exception) -> bool:
    """Whether the database is at fault, a table or a column that it has lost among it, and not a lock or the disk."""
    return isinstance(wrong, DatabaseError) and (not isinstance(wrong, OperationalError) or is_loss(wrong))


def is_loss(wrong: Exception) -> bool:
    """Whether a table or a column of a store is gone."""
    # The library makes an OperationalError of this as it does of a lock, so that only the text tells them apart.
    return str(wrong).startswith(("no such table", "no such column"))

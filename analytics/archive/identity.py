"""By what an archive is known: the program that made it, its observer, its store, and how far it has come."""

from hashlib import sha256
from typing import Protocol

from duckdb import DuckDBPyConnection

from ludograph.analytics.archive.program import schema_facts
from ludograph.analytics.archive.specification import ArchiveSpec
from ludograph.analytics.archive.tracking import UPSTREAM, DuckDBTrackingRecorder
from ludograph.analytics.extract.observers import ObserverName, position_mark


class StoreState(Protocol):
    """What is asked of a store to know whether an archive is one of it."""

    last: int
    """The position of the newest event."""

    def digest_at(self, position: int) -> str:
        """The digest of the event at a position; empty where there is none."""

    def forgot(self, position: int) -> bool:
        """Whether a name was forgotten after a position."""


def is_archive(connection: DuckDBPyConnection) -> bool:
    """Whether a DuckDB file is an archive of this program, of whatever version."""
    found = connection.execute("SELECT 1 FROM duckdb_tables() WHERE schema_name = 'internal' LIMIT 1")
    return found.fetchone() is not None


def archive_fits(connection: DuckDBPyConnection, store: StoreState, spec: ArchiveSpec) -> bool:
    """Whether an archive is the one that is meant, by this program, out of this store, and says no forgotten name."""
    done = archive_position(connection, store, spec.observer)
    return _is_made_alike(connection, spec) and _is_continued(connection, store, spec) and not store.forgot(done)


def was_replaced(connection: DuckDBPyConnection, store: StoreState, spec: ArchiveSpec) -> bool:
    """Whether an archive has taken in events that its store does not have, as after an older copy was restored."""
    if not _is_made_alike(connection, spec) or _is_continued(connection, store, spec):
        return False
    # Where a name was forgotten the events were written anew, and are the history that they were.
    return not store.forgot(archive_position(connection, store, spec.observer))


def _is_made_alike(connection: DuckDBPyConnection, spec: ArchiveSpec) -> bool:
    made = connection.execute("SELECT fingerprint, observer FROM internal.archive").fetchall()
    return made == [(schema_facts().fingerprint, spec.made_for)]


def _is_continued(connection: DuckDBPyConnection, store: StoreState, spec: ArchiveSpec) -> bool:
    """Whether the newest event of an archive lies in the store where it was."""
    marks = connection.execute("SELECT digest FROM internal.mark").fetchall()
    # By the digest of its newest event, not by a name: a file may have been replaced by an earlier copy of itself.
    digest = store.digest_at(archive_position(connection, store, spec.observer))
    return (marks or [(position_mark("", spec.observer),)]) == [(position_mark(digest, spec.observer),)]


def archive_position(connection: DuckDBPyConnection, store: StoreState, observer: ObserverName) -> int:
    """How far an archive has come; 0 where it cannot be one of this store."""
    tracked = DuckDBTrackingRecorder(connection).max_tracking_id(UPSTREAM)
    return 0 if tracked is None else max(0, tracked - position_offset(store, observer))


def position_offset(store: StoreState, observer: ObserverName) -> int:
    """What is added to positions in an archive for anybody but the judge."""
    # A position counts all events: by it somebody would know how many there are of which they may not know.
    secret = f"{store.digest_at(1)} {observer.name.casefold()}"
    return 0 if observer.see_all else int(sha256(secret.encode()).hexdigest()[:12], 16)

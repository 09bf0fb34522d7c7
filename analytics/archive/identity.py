"""By what an archive is known: which program made it, for whose eyes, out of which store, and how far it has come."""

from hashlib import sha256

from duckdb import DuckDBPyConnection

from ludograph.analytics.archive.tracking import UPSTREAM, DuckDBTrackingRecorder
from ludograph.analytics.extract.concealment import Eyes
from ludograph.analytics.extract.source import Source
from ludograph.analytics.tables.schema import schema_fingerprint


def ours(connection: DuckDBPyConnection) -> bool:
    """Whether a DuckDB file is an archive of this program, of whatever version."""
    found = connection.execute("SELECT 1 FROM duckdb_tables() WHERE schema_name = 'internal' LIMIT 1")
    return found.fetchone() is not None


def archive_fits(connection: DuckDBPyConnection, source: Source, eyes: Eyes) -> bool:
    """Whether an archive was made by this program, for these eyes, out of this store, and says no forgotten name."""
    made = connection.execute("SELECT fingerprint, observer FROM internal.archive").fetchall()
    marks = connection.execute("SELECT digest FROM internal.mark").fetchall() or [(mark("", eyes),)]
    wanted = (schema_fingerprint(), eyes.name.casefold())
    done = archive_position(connection, source, eyes)
    return made == [wanted] and marks == [(mark(source.digest_at(done), eyes),)] and not source.forgot(done)


def mark(digest: str, eyes: Eyes) -> str:
    """By what an archive knows the newest event in it; digests themselves are for the judge alone."""
    return digest if eyes.see_all else sha256(digest.encode()).hexdigest()


def archive_position(connection: DuckDBPyConnection, source: Source, eyes: Eyes) -> int:
    """How far an archive has come; 0 where it cannot be one of this store."""
    tracked = DuckDBTrackingRecorder(connection).max_tracking_id(UPSTREAM)
    return 0 if tracked is None else max(0, tracked - shift(source, eyes))


def shift(source: Source, eyes: Eyes) -> int:
    """What is added to positions in an archive: they count events that only the judge may know of."""
    secret = f"{source.digest_at(1)} {eyes.name.casefold()}"
    return 0 if eyes.see_all else int(sha256(secret.encode()).hexdigest()[:12], 16)

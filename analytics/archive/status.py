"""Whether an archive is there, was made by this program, and how far it has come, without catching it up."""

from pathlib import Path
from typing import NamedTuple

import duckdb

from ludograph.analytics.archive.program import schema_facts
from ludograph.analytics.archive_paths import ALL, archive_file
from ludograph.domain.store.url import Place


class Progress(NamedTuple):
    """How far an archive has come. `wrong` is what keeps it from being read; it is made anew where it does not fit."""

    path: Path
    there: bool = False
    fits: bool = False
    position: int = 0
    wrong: str = ""


def progress_of(store: Place, file: Path | None = None) -> Progress:
    """How far the judge's archive of a store has come."""
    path = archive_file(store, ALL, file)
    if not path.exists():
        return Progress(path)
    try:
        with duckdb.connect(path, read_only=True) as connection:
            made = connection.execute("SELECT fingerprint FROM internal.archive").fetchall()
            (row,) = connection.execute("SELECT coalesce(max(notification_id), 0) FROM internal.tracking").fetchall()
    except duckdb.Error as wrong:
        return Progress(path, there=True, wrong=str(wrong).splitlines()[0])
    return Progress(path, there=True, fits=made == [(schema_facts().fingerprint,)], position=int(row[0]))

"""Opening a store by its path or URL for questions from Python."""

import warnings
from datetime import datetime
from pathlib import Path

from ludograph.analytics.api.archive_reader import ArchiveReader
from ludograph.analytics.api.late_notice import LateNotice, tell_waiting
from ludograph.analytics.archive.archive import ArchiveSpec, Progress
from ludograph.analytics.extract.observers import ObserverName
from ludograph.domain.store.errors import StoreError
from ludograph.domain.store.sqlite.connections import check_file
from ludograph.domain.store.url import Place, is_server, server_in


class LeftOutWarning(UserWarning):
    """Something is missing in the answers; the message says what and why."""


class JoinedVariantsWarning(UserWarning):
    """A report joins matches by different rules; the message says which, and how to tell them apart."""


class UnknownNameWarning(UserWarning):
    """A report was asked for a player or a tournament that there is not; the message names the nearest one."""


def open_reader(
    store: str | Path,
    as_: str = "judge",
    *,
    cache: str | Path | None = None,
    as_of: datetime | None = None,
    fresh: bool = False,
    allow_files: bool = False,
    memory: str | None = None,
    forks: bool = False,
    progress: Progress | None = None,
) -> ArchiveReader:
    """A reader of the archive of a store; see `ludograph.open`."""
    place = _place(store)
    if isinstance(place, Path):
        check_file(place)
    if not place.exists():
        raise StoreError(f"Nothing is recorded yet in {place}: name the file of a store.")
    file = None if cache is None else Path(cache)
    spec = ArchiveSpec(
        *(place, ObserverName(as_.strip()), file),
        files=allow_files,
        as_of=as_of,
        memory=memory,
        fresh=fresh,
        forks=forks,
    )
    return ArchiveReader(
        spec,
        lambda sentence: warnings.warn(sentence, LeftOutWarning, stacklevel=3),
        progress or LateNotice(),
        waiting=tell_waiting,
        joining=lambda joined: warnings.warn(str(joined), JoinedVariantsWarning, stacklevel=4),
        unknown=lambda sentence: warnings.warn(sentence, UnknownNameWarning, stacklevel=4),
    )


def _place(store: str | Path) -> Place:
    if isinstance(store, str) and is_server(store):
        return server_in(store)
    return Path(str(store).removeprefix("sqlite://")).expanduser()

"""Which archive is meant, and the file in which it is."""

from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple

from ludograph.analytics.archive_paths import archive_file
from ludograph.analytics.extract.observers import ObserverName
from ludograph.domain.store.url import Place

FORKS: Final = "\nforks"
"""What is put behind the name of an observer, in which there is never more than one line."""


class ArchiveSpec(NamedTuple):
    """Which archive: of which store, for which observer, in which file (by default one beside the store).

    With `rebuild` it is made anew. With `files` the user's SQL may read and write files. With `as_of` it is one of what
    was recorded until then, which is made anew each time and thrown away. `needs` names what has to be made of
    `derived_tables.TABLES`.
    """

    store: Place
    observer: ObserverName = ObserverName("judge")
    file: Path | None = None
    rebuild: bool = False
    files: bool = False
    as_of: datetime | None = None
    needs: frozenset[str] = frozenset()
    fresh: bool = False
    """Whether to wait for another program that takes in what is new."""
    memory: str | None = None
    """How much memory SQL may take, as DuckDB takes it; by default half of what the machine has."""
    forks: bool = False
    """Whether forks are in it beside the matches that were played."""

    @property
    def made_for(self) -> str:
        """By what the archive knows what it holds: whose knowledge, and whether forks are among it."""
        return self.observer.name.casefold() + FORKS * self.forks


def archive_file_of(spec: ArchiveSpec) -> Path:
    """The file of an archive: the one that is named, or one beside the store, or where that cannot be, in a cache."""
    return archive_file(spec.store, spec.observer.name, spec.file, forks=spec.forks)

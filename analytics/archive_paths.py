"""What lies beside a store: its logs and its archives, and whether a path is one of those, however it is spelt."""

import os
import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple
from unicodedata import normalize

from ludograph.domain.store.sidecar_files import (
    ANCHOR_PARTS,
    ARCHIVE_PARTS,
    FRESH,
    JUDGEMENTS,
    LOCK,
    LOG,
    LOGS,
    OWN,
    STEPS,
)
from ludograph.domain.store.url import Place, Server

ALL: Final = "judge"
"""The observer from whom nothing is withheld."""
NOTHING: Final = ""
NAMED_PARTS: Final = rf"((\.forks)?(\.as-\w+)?\.duckdb)?{OWN}"
"""How the names of files go on beside an archive that is called as somebody wished."""


def archive_file(store: Place, observer: str, file: Path | None = None, *, forks: bool = False) -> Path:
    """Where an archive is: in the file that is named, or beside the store, or where that cannot be, in a cache.

    One with `forks` is another file than that of the matches alone.
    """
    ending = (".forks" if forks else "") + _ending(observer.casefold())
    if file is not None:
        return file if observer.casefold() == ALL and not forks else file.with_name(file.name + ending)
    return _beside(store, ending)


def judgements_file(store: Place) -> Path:
    """Where judged steps are kept: beside the store, or where that cannot be, in a cache."""
    return _beside(store, JUDGEMENTS)


def _beside(store: Place, ending: str) -> Path:
    store = store if isinstance(store, Server) else store.absolute()
    if not isinstance(store, Server) and os.access(store.parent, os.W_OK) and can_name(store):
        return store.with_name(store.name + ending)
    folder = cache_folder()
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{_cached(store)}{ending}"


def can_name(path: Path) -> bool:
    """Whether DuckDB finds a file by this name: it must be UTF-8, and a backslash is taken for a slash."""
    return "\\" not in str(path) and str(path).encode(errors="replace").decode() == str(path)


def files_of(archive: Path) -> tuple[Path, ...]:
    """The file of an archive, and those that are made beside it."""
    beside = (LOG, LOCK, FRESH, f"{FRESH}{LOG}", STEPS, f"{STEPS}{LOCK}", f"{STEPS}-journal")
    return (archive, *(archive.with_name(archive.name + ending) for ending in beside))


def draft_file(archive: Path) -> Path:
    """The file in which an archive is brought up to date before it takes the place of the one that is read."""
    return archive.with_name(archive.name + FRESH)


def staging_file(archive: Path) -> Path:
    """The file in which the rows of the tables at steps are put aside."""
    return archive.with_name(archive.name + STEPS)


def lock_file(archive: Path) -> Path:
    """The file by which a program that catches up keeps others away."""
    return archive.with_name(archive.name + LOCK)


def _ending(name: str) -> str:
    if name == ALL:
        return ".duckdb"
    plain = name == "table" or (name.isdecimal() and len(name) < 10)
    return f".as-{name if plain else sha256(name.encode()).hexdigest()[:12]}.duckdb"


def cache_folder() -> Path:
    """The folder of what can be made again and has no place of its own."""
    from platformdirs import user_cache_path

    return user_cache_path("ludograph", appauthor=False)


def _cached(store: Place) -> str:
    return sha256(os.fsencode(str(store))).hexdigest()[:16]


class Family(NamedTuple):
    """Files of a folder whose names begin alike; whether they are there or not, nobody else may write to them."""

    folder: Path
    stem: str
    endings: str
    """A pattern of what comes behind that."""

    def has(self, path: Path) -> bool:
        """Whether a path is one of them: by its name, for which capitals are nothing, or as the same file."""
        real = Path(os.path.realpath(path))
        if self._names(real.name) and _same(real.parent, self.folder):
            return True
        return real.exists() and any(_same(real, member) for member in self.there())

    def _names(self, name: str) -> bool:
        name, stem = _plain(name), _plain(self.stem)
        return name.startswith(stem) and re.fullmatch(self.endings, name[len(stem) :]) is not None

    def there(self) -> Iterator[Path]:
        """Those that are there, for a hard link has any name in any folder."""
        if self.folder.is_dir():
            yield from (path for path in self.folder.iterdir() if self._names(path.name))


class StoreFiles:
    """The files of a store and of its archives. `cache` is a file that somebody named for the archive."""

    def __init__(self, store: Place, cache: Path | None = None) -> None:
        names: list[Path] = []  # a store on a server has no files here but the archives in the cache
        if not isinstance(store, Server):
            store, real = store.absolute(), Path(os.path.realpath(store))
            names = list(dict.fromkeys((store, real)))  # SQLite follows a link, the archive lies beside the link
        self._store = [Family(path.parent, path.name, NOTHING) for path in names]
        self._logs = [Family(path.parent, path.name, LOGS) for path in names]
        self._archives = [Family(path.parent, path.name, ARCHIVE_PARTS) for path in names]
        self._anchors = [Family(path.parent, path.name, ANCHOR_PARTS) for path in names]
        self._archives.append(Family(cache_folder(), _cached(store), ARCHIVE_PARTS))
        if cache is not None:
            self._archives.append(Family(cache.absolute().parent, cache.name, NAMED_PARTS))

    def is_store(self, path: Path) -> bool:
        """Whether a path is the store or one of the logs beside it."""
        return self.is_log(path) or any(family.has(path) for family in self._store)

    def is_log(self, path: Path) -> bool:
        """Whether a path is one of the logs, in which events may stand that are nowhere else yet."""
        return any(family.has(path) for family in self._logs)

    def is_archive(self, path: Path) -> bool:
        """Whether a path is an archive of the store, of whatever observer, or its log or lock."""
        return any(family.has(path) for family in self._archives)

    def is_anchors(self, path: Path) -> bool:
        """Whether a path is the file in which a service writes down anchors of the store, or its lock."""
        return any(family.has(path) for family in self._anchors)

    def archives(self) -> list[Path]:
        """The archives of the store that are there, of whatever observer, with what lies beside them."""
        return sorted({path for family in self._archives for path in family.there() if path.is_file()})

    def store_within(self, folder: Path) -> bool:
        """Whether the store lies in a folder, however deep."""
        return _any_within(self._store, folder)

    def within(self, folder: Path) -> bool:
        """Whether the store or an archive of it would lie in a folder, however deep."""
        return _any_within([*self._store, *self._archives], folder)


def _any_within(families: list[Family], folder: Path) -> bool:
    inside = (Path(os.path.realpath(family.folder)) for family in families)
    return folder.exists() and any(_same(folder, one) for path in inside for one in (path, *path.parents))


def _same(one: Path, other: Path) -> bool:
    """Whether two paths are of one file or folder; where one is not there, whether they lead to the same place."""
    try:
        return one.samefile(other)
    except OSError:
        return os.path.realpath(one) == os.path.realpath(other)


def _plain(name: str) -> str:
    """A name as a folder may look it up that tells neither capitals nor ways to write an accent apart."""
    return normalize("NFC", name.casefold())

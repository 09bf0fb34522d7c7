"""The one way in which commands write files: whole or not at all, and never over what is recorded."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from typing import IO, Final

import click

from ludograph.analytics.archive_paths import StoreFiles
from ludograph.cli.errors import Failure
from ludograph.cli.store_option import store_place

PAGES: Final = (".html", ".htm")
PICTURES: Final = (".png", ".svg")
"""How the names of files end that hold a page, or a picture."""
MOST_LINKS = 40
"""A link of links is followed so far, as systems do."""


def store_files() -> StoreFiles:
    """The files that nothing but recording may write to: the store that the command line names, and its archives."""
    cache = click.get_current_context().params.get("cache") or os.environ.get("LUDOGRAPH_CACHE")
    return StoreFiles(store_place(), Path(cache) if cache else None)


def refuse_store_file(path: Path) -> None:
    """Raises `Failure` where a file is part of the store or of an archive, however it is spelt."""
    own = store_files()
    if own.is_store(path):
        raise Failure(f"{path} is the store itself: name another file.")
    if own.is_archive(path):
        raise Failure(f"{path} is the archive beside the store: name another file.")
    if own.is_anchors(path):
        raise Failure(f"{path} holds the anchors that `serve` wrote of the store: name another file.")


def check_ending(file: Path | None, endings: tuple[str, ...], what: str) -> None:
    """Raises a usage error where a file's name has none of these endings; `what` says what would be written."""
    if file is not None and file.suffix.lower() not in endings:
        raise click.UsageError(f"{what}: let {file.name} end in {' or '.join(endings)}.")


def refuse_beside_store(store: Path) -> None:
    """Raises `Failure` where what would be a store is a log or an archive of the one that the command line names."""
    own = store_files()
    if own.is_log(store) or own.is_archive(store):
        raise Failure(f"{store} belongs to another store: name another file.")


def refuse_store_within(folder: Path) -> None:
    """Raises `Failure` where a folder that a command fills and sweeps holds one of those, or is called so."""
    refuse_store_file(folder)
    if store_files().within(folder):
        raise Failure(f"The store or an archive of it lies in {folder}: name another folder.")


@contextmanager
def saving(path: Path) -> Iterator[IO[bytes]]:
    """A file that is written whole or not at all; a link leads to it. Devices and pipes are written to as they are."""
    refuse_store_file(path)
    if path.is_dir():
        raise Failure(f"{path} is a folder: name a file in it.")
    try:
        with _straight(path) if _is_stream(path) else _beside(path) as file:
            yield file
    except BrokenPipeError:
        raise
    except OSError as wrong:
        raise Failure(f"{path} cannot be written: {wrong.strerror}.") from wrong


@contextmanager
def _beside(path: Path) -> Iterator[IO[bytes]]:
    """What was there before stays until the new file is complete and on the disk."""
    path = Path(os.path.realpath(path))
    new = path.with_name(f".ludograph-{token_hex(8)}")
    nameless = _nameless(path.parent)
    try:
        with new.open("xb") if nameless is None else nameless as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
            if nameless is not None:
                named = f"/proc/self/fd/{file.fileno()}"
                os.link(named, new, src_dir_fd=file.fileno(), follow_symlinks=True)  # without a folder it follows none
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)


def _nameless(folder: Path) -> IO[bytes] | None:
    """A file that has no name yet, so that nothing is left of it when the program is killed; None where there is none.

    Linux has them, on most file systems.
    """
    if not Path("/proc/self/fd").is_dir():
        return None
    try:
        return os.fdopen(os.open(folder, os.O_TMPFILE | os.O_WRONLY, 0o666), "wb")
    except (AttributeError, OSError):
        return None


def _straight(path: Path) -> IO[bytes]:
    """At the end of what is there, for behind /dev/stdout may be a file to which the shell appends."""
    return path.open("ab")


def _is_stream(path: Path) -> bool:
    """Whether a path leads to a device, a pipe, or something that is open already, as /dev/stdout does."""
    if path.exists() and not path.is_file():
        return True
    for _ in range(MOST_LINKS):
        path = path.absolute()
        if path.parent.name == "fd" and path.parts[1] in ("dev", "proc"):
            return True
        if not path.is_symlink():
            return False
        path = path.parent / path.readlink()
    return False

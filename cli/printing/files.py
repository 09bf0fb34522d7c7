"""Files that commands write: whole or not at all, and never over what is recorded."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import click

from cli.arguments import store_path
from cli.errors import Failure


def store_files() -> "tuple[Path, ...]":
    """The files of the store that the command line names; nothing but recording may write to them."""
    store = store_path(click.get_current_context().find_root().obj)
    return (store, *(store.with_name(f"{store.name}{ending}") for ending in ("-wal", "-shm", "-journal")))


@contextmanager
def saving(path: Path) -> Iterator[IO[bytes]]:
    """A file that is written whole or not at all, and is neither the store nor the archive."""
    _spare(path)
    if path.exists() and not path.is_file():
        with path.open("wb") as file:
            yield file
        return
    new = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with new.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except OSError as wrong:
        raise Failure(f"{path} cannot be written: {wrong.strerror}.") from wrong
    finally:
        new.unlink(missing_ok=True)


def _spare(path: Path) -> None:
    """Raises `Failure` where a file is part of the store."""
    for part in store_files():
        if path.exists() and part.exists() and path.samefile(part):
            raise Failure(f"{path} is the store itself: name another file.")

"""What goes wrong with an archive, in sentences."""

from collections.abc import Iterator
from contextlib import contextmanager
from errno import ENOSPC
from pathlib import Path
from tempfile import gettempdir
from typing import Final

import duckdb

DAMAGED: Final = "The store is so damaged that it cannot be read to its end: `ludograph verify --all` says where."


MORE: Final = "--memory gives it more, such as --memory 4GB"
TOO_LARGE: Final = f"This takes more memory than it may, by default half of what the machine has: {MORE}."
TOO_MUCH_ASIDE: Final = (
    "This fits neither into the memory that it may take nor into eight times as much on the disk, or half of what is "
    f"free there: ask for less; {MORE}."
)
NO_ROOM: Final = (
    "There is no room left in {folder} for what does not fit into memory: make room, name another folder by TMPDIR, or "
    f"ask with more memory: {MORE}."
)


class ArchiveError(Exception):
    """The archive cannot be used; the message says why and what to do."""


@contextmanager
def telling_disk_errors(path: Path) -> Iterator[None]:
    """Turns what a full or damaged disk, or a folder where nothing can be written, brings about into a sentence."""
    try:
        yield
    except (duckdb.OperationalError, OSError) as wrong:
        if isinstance(wrong, duckdb.TransactionException) or any(map(_is_damage, _causes(wrong))):
            raise ArchiveError(DAMAGED) from wrong
        why = str(wrong).splitlines()[0]
        raise ArchiveError(
            f"{path} cannot be written: make room, or name another file with --cache. ({why})"
        ) from wrong


def is_stop(wrong: duckdb.Error) -> bool:
    """Whether somebody stopped it: DuckDB, or Python while it did something for DuckDB, whatever came of that there."""
    told = str(wrong).strip()
    stopped = told.startswith("Traceback") and KeyboardInterrupt.__name__ in told
    return isinstance(wrong, duckdb.InterruptException) or stopped or told.endswith(KeyboardInterrupt.__name__)


def answer_to(wrong: duckdb.Error) -> str:
    """What is said of an error of somebody's SQL: a bound with the flag that helps, else what DuckDB says."""
    told = str(wrong).strip()
    if isinstance(wrong, duckdb.OutOfMemoryException):
        return TOO_MUCH_ASIDE if "max_temp_directory_size" in told else TOO_LARGE
    if f"[Errno {ENOSPC}]" in told:
        return NO_ROOM.format(folder=gettempdir())
    if told.startswith("Traceback"):  # what is raised in `spill_files` comes with where that was
        last = told.splitlines()[-1]
        return last.partition(": ")[2] or last
    return told


def _causes(wrong: BaseException | None) -> Iterator[BaseException]:
    """An error and those in whose handling it came up: giving up a transaction may fail in its turn."""
    while wrong is not None:
        yield wrong
        wrong = wrong.__cause__ or wrong.__context__


def _is_damage(wrong: BaseException) -> bool:
    text = str(wrong).casefold()
    return "malformed" in text or "not a database" in text

"""What goes wrong with an archive, in sentences."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import duckdb

DAMAGED: Final = "The store is so damaged that it cannot be read to its end: `ludograph verify --all` says where."


class ArchiveError(Exception):
    """The archive cannot be used; the message says why and what to do."""


@contextmanager
def telling(path: Path) -> Iterator[None]:
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


def _causes(wrong: BaseException | None) -> Iterator[BaseException]:
    """An error and those in whose handling it came up: giving up a transaction may fail in its turn."""
    while wrong is not None:
        yield wrong
        wrong = wrong.__cause__ or wrong.__context__


def _is_damage(wrong: BaseException) -> bool:
    text = str(wrong).casefold()
    return "malformed" in text or "not a database" in text

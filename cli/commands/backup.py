"""`backup`: copies the whole store while others may be recording in it."""

import os
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING

import click

from ludograph.cli.arguments import json_option
from ludograph.cli.errors import Failure, sentences_for_errors
from ludograph.cli.printing.counts import counted_records
from ludograph.cli.printing.files import refuse_beside_store, refuse_store_file
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import Bar, progress, say
from ludograph.cli.store_option import file_named, store_place
from ludograph.domain.kernel.sentences import counted

if TYPE_CHECKING:
    from ludograph.domain.store.backup import BackupCounts
    from ludograph.domain.store.url import Place


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--force", is_flag=True, help="Puts the copy in the place of a FILE that is there.")
@json_option
@sentences_for_errors
def command(file: str, force: bool, as_json: bool) -> None:
    """Copies the whole store into FILE as it stands at this moment; others may go on recording meanwhile.

    The copy is checked before it gets its name. It is a store like any other: name it with --store.
    """
    path, store = file_named(file, "A copy"), store_place()
    check_place(path, force)
    if not store.exists():
        raise Failure(f"Nothing is recorded yet in {store}: there is nothing to copy.")
    with progress("Copying", 1) as bar:
        held = copied(store, path, bar)
    if as_json:
        counts = {"matches": held.matches, "tournaments": held.tournaments, "events": held.events}
        print_json({"file": str(path)} | counts | {"bytes": path.stat().st_size})
        return
    what = counted_records(held.matches, held.tournaments)
    say(f"Copied {what} ({counted(held.events, 'event')}) into {path}, and checked the copy.")


def check_place(path: Path, force: bool) -> None:
    """Raises `Failure` where something is there that is not to be replaced."""
    refuse_beside_store(path)
    refuse_store_file(path)
    if path.is_dir():
        raise Failure(f"{path} is a folder: name a file in it.")
    if not path.exists() and not path.is_symlink():
        return
    if not force:
        raise Failure(f"{path} is there already: name another file, or write --force to replace it.")
    if path.exists() and not path.is_file():
        raise Failure(f"{path} is no file, so it cannot be replaced: name another file.")
    if any(path.with_name(f"{path.name}{ending}").exists() for ending in ("-wal", "-journal")):
        raise Failure(f"{path} is a store that is open, or was left open: it cannot be replaced. Name another file.")


def copied(store: "Place", path: Path, bar: Bar) -> "BackupCounts":
    """Copies the store into a file that gets its name when it is whole; says what is in it."""
    from ludograph.domain.store.backup import back_up
    from ludograph.domain.store.recorder import Recorder

    path = Path(os.path.realpath(path))
    new = path.with_name(f".ludograph-{token_hex(8)}")
    try:
        with Recorder(store, reading=True) as recorder:
            held = back_up(recorder, new, bar)
        _settle(new)
        new.replace(path)
    except OSError as wrong:
        raise Failure(f"{path} cannot be written: {wrong.strerror}.") from wrong
    finally:
        for ending in ("", "-wal", "-shm", "-journal"):
            new.with_name(f"{new.name}{ending}").unlink(missing_ok=True)
    return held


def _settle(file: Path) -> None:
    """Waits until a file is on the disk."""
    with file.open("rb") as copy:
        os.fsync(copy.fileno())

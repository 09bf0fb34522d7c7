"""Which store a command works on: what --store says, and what it cannot be."""

import os
import sys
from errno import ELOOP
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from ludograph.cli.errors import SAY, Failure
from ludograph.domain.notation.visible_text import on_one_line

if TYPE_CHECKING:
    from ludograph.domain.store.url import Place

WARNED: Final = "ludograph.warned"
"""Under which name the context of a command keeps the stores of which something was said already."""
LONGEST: Final = 3600
"""No server has longer to answer, in seconds."""


def store_place() -> "Place":
    """Where the store is: what --store says, or a file in the user's data folder.

    In a URL the path is that from the root; a mere name of a file is one in the current folder.
    """
    store: str | None = click.get_current_context().find_root().obj
    found = data_path() if store is None else store_named(store)
    warn_of_lost_log(found)
    return found


def warn_of_lost_log(store: "Place") -> None:
    """Says once of a store that is about to be opened that its log seems to be gone: opening it makes a new one."""
    from ludograph.domain.store.sidecar_files import lost_log

    meta = click.get_current_context().find_root().meta
    warned = meta.setdefault(WARNED, set())
    if store in warned or not isinstance(store, Path) or (lost := lost_log(store)) is None:
        return
    warned.add(store)
    meta[SAY](lost)


def data_path() -> Path:
    """The store in the user's data folder, where matches go when no other is named."""
    from platformdirs import user_data_path

    return user_data_path("ludograph", appauthor=False) / "matches.sqlite"


def store_named(store: str) -> "Place":
    """Where a store is: a path, or a URL. Raises `Failure` where it cannot be one."""
    from ludograph.domain.store.errors import StoreError
    from ludograph.domain.store.url import is_server, server_in, without_password

    if not store.strip():
        raise Failure("--store names no file: write a path, or leave it out.")
    if is_server(store):
        try:
            return server_in(store, _deadline())
        except StoreError as wrong:
            raise Failure(str(wrong)) from wrong
    scheme, found, rest = store.partition("://")
    if not found:
        return _usable(Path(store).expanduser())
    if scheme != "sqlite" or not rest.startswith("/") or rest == "/":
        raise Failure(
            f"{without_password(store)} is no store that this version can open: give a path, sqlite:///path, or "
            "postgresql://user@host/database."
        )
    path = Path("/" + rest.lstrip("/"))
    return _usable(path if path.parent != Path("/") else Path(path.name))


def _deadline() -> float:
    """How many seconds a server has to answer: what LUDOGRAPH_DEADLINE says. Raises `Failure` where it says none."""
    from ludograph.domain.store.url import DEADLINE

    text = os.environ.get("LUDOGRAPH_DEADLINE") or str(DEADLINE)
    seconds = float(text) if text.replace(".", "", 1).isdecimal() else 0
    if not 1 <= seconds <= LONGEST:
        raise Failure(f"LUDOGRAPH_DEADLINE is a number of seconds from 1 to {LONGEST}: write such as 10.")
    return seconds


def _usable(path: Path) -> Path:
    """The path, unless a store under that name would be taken for a file beside another, or a link leads nowhere."""
    from ludograph.domain.store.sidecar_files import store_beside

    store = store_beside(path.name)
    if store is not None:
        raise Failure(f"{path} would be a file beside the store {store}: name another file.")
    if _leads_round(path):
        raise Failure(f"{path} is a link that leads back to itself: name a file with --store.")
    return path


def _leads_round(path: Path) -> bool:
    """Whether a path is a link, or behind one, that leads back to itself."""
    try:
        path.stat()
    except OSError as wrong:
        return wrong.errno == ELOOP
    return False


def file_named(name: str, what: str) -> Path:
    """The file that a name means where it can be no database of a server; `what` is what it is for."""
    found = store_named(name)
    if not isinstance(found, Path):
        raise Failure(f"{what} is a file: name one, not a server.")
    return found


def make_folder(store: "Place") -> None:
    """Makes the folder of a store that was named, if somebody says yes. Raises `Failure` where nobody does.

    It may be misspelt, and then matches would be recorded where nobody looks for them. The data folder is made unasked.
    """
    if not isinstance(store, Path) or store.parent.exists() or store == data_path():
        return
    folder = store.parent
    asked = sys.stdin.isatty() and sys.stdout.isatty()
    if not asked or not click.confirm(f"There is no folder {on_one_line(str(folder))}. Make it?", err=True):
        raise Failure(f"There is no folder {folder}: make it first, or name another file. Nothing was recorded.")
    folder.mkdir(parents=True)

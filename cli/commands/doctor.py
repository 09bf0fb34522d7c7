"""`doctor`: whether the program, the store and the archive are in health, and what to do where they are not."""

import os
import shutil
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import timedelta
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

import click

from ludograph.cli.arguments import json_option
from ludograph.cli.errors import sentences_for_errors
from ludograph.cli.printing.counts import counted_records
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import echo, hanging, progress, say
from ludograph.cli.store_option import store_place
from ludograph.domain import __version__
from ludograph.domain.kernel.sentences import counted

if TYPE_CHECKING:
    from uuid import UUID

    from ludograph.domain.store.recorder import Recorder
    from ludograph.domain.store.url import Place, Server
    from ludograph.domain.verify.health import StoreCondition

LIBRARIES: Final = ("eventsourcing", "msgspec", "duckdb", "click")
LEAST_ROOM: Final = 100_000_000
"""Bytes that should be free where the store lies, besides room for a copy of it."""
NO_ROOM: Final = 10_000_000
AHEAD: Final = timedelta(minutes=5)
"""A clock that is ahead by less is not worth a word."""
Status = Literal["ok", "look", "wrong"]


class HealthFinding(NamedTuple):
    """What was looked at, how it is, and a sentence that says what to do where it is not well."""

    about: str
    status: Status
    message: str


@click.command()
@json_option
@sentences_for_errors
def command(as_json: bool) -> None:
    """Looks at versions, the store, the clock, every match and the archive, and says what is not as it should be.

    `look` is worth a look, `wrong` has to be seen to. Nothing is changed, and no store is made.
    """
    wrong = 0
    for finding in findings(store_place()):
        wrong += finding.status == "wrong"
        if as_json:
            print_json(finding._asdict())
        else:
            _tell(finding)
    if wrong:
        raise SystemExit(1)
    if not as_json:
        say("Nothing is wrong.")


def _tell(finding: HealthFinding) -> None:
    """A line about what was looked at, wrapped where somebody reads it."""
    line = f"{finding.status:5}  {finding.about:8}  {finding.message}"
    echo(hanging(line, 17))


def findings(path: "Place") -> Iterator[HealthFinding]:
    """All that can be looked at, one by one."""
    yield from versions()
    if not path.exists():
        yield HealthFinding("store", "look", f"Nothing is recorded yet in {path}: `ludograph new` starts a match.")
        return
    yield from _places(path) if isinstance(path, Path) else server(path)
    yield from in_store(path)


def versions() -> Iterator[HealthFinding]:
    """The program, Python and the libraries; SQLite of Python and of what reads for the archive."""
    python = ".".join(map(str, sys.version_info[:3]))
    yield HealthFinding("program", "ok", f"Ludograph {__version__}, Python {python}.")
    for name in LIBRARIES:
        try:
            yield HealthFinding("library", "ok", f"{name} {version(name)}.")
        except PackageNotFoundError:
            yield HealthFinding("library", "wrong", f"{name} is not installed: install Ludograph again.")
    yield sqlite_finding("SQLite of Python", sqlite3.sqlite_version, "install a Python with a newer one")
    yield sqlite_finding("SQLite of the archive", _of_archive(), "update adbc-driver-sqlite")


def sqlite_finding(what: str, number: str, remedy: str) -> HealthFinding:
    """Whether a version of SQLite has the bug in which a log that begins anew can damage a database.

    It was in 3.7.0 to 3.51.2, and is mended in 3.51.3 and in 3.44.6 and 3.50.7 of the older lines.
    """
    if is_mended([int(part) for part in number.split(".")]):
        return HealthFinding("sqlite", "ok", f"{what} is {number}.")
    return HealthFinding(
        "sqlite",
        "look",
        f"{what} is {number}, in which two programs that write to one store at the same instant can, very rarely, "
        f"damage it (mended in 3.51.3, 3.50.7 and 3.44.6): {remedy}, and make copies by `ludograph backup`.",
    )


def is_mended(number: Sequence[int]) -> bool:
    """Whether a version of SQLite is without that bug."""
    major, line, patch = number[:3]
    return (major, line, patch) >= (3, 51, 3) or patch >= {(3, 44): 6, (3, 50): 7}.get((major, line), 1_000)


def _of_archive() -> str:
    import adbc_driver_sqlite.dbapi as adbc

    with closing(adbc.connect(":memory:")) as connection, closing(connection.cursor()) as cursor:
        cursor.execute("SELECT sqlite_version()")
        return str(cursor.fetchall()[0][0])


def _places(path: Path) -> Iterator[HealthFinding]:
    """Where the store lies: whether it can be written, its log, its size, and the room beside it."""
    from ludograph.domain.store.sidecar_files import lost_log

    if not os.access(path, os.W_OK) or not os.access(path.absolute().parent, os.W_OK):
        yield HealthFinding(
            "store", "look", f"{path} or its folder cannot be written, so nothing can be recorded in it."
        )
    if (lost := lost_log(path)) is not None:
        yield HealthFinding("store", "look", lost)
    size, free = path.stat().st_size, shutil.disk_usage(path.absolute().parent).free
    room = f"The store has {_bytes(size)}; {_bytes(free)} are free beside it"
    if free < NO_ROOM:
        yield HealthFinding("disk", "wrong", f"{room}: make room, else nothing more can be recorded.")
    elif free < LEAST_ROOM + size:
        yield HealthFinding("disk", "look", f"{room}: make room for what is to come, and for a copy.")
    else:
        yield HealthFinding("disk", "ok", f"{room}.")


def server(place: "Server") -> Iterator[HealthFinding]:
    """Which server it is, and whether it can be written and keeps what it confirms."""
    from ludograph.domain.store.errors import StoreError
    from ludograph.domain.store.factory import server_condition

    try:
        found = server_condition(place)
    except StoreError as wrong:
        yield HealthFinding("server", "wrong", str(wrong))
        return
    yield HealthFinding("server", "ok", f"PostgreSQL {found.version}.")
    if found.replica:
        yield HealthFinding("server", "look", f"{place} is a replica: nothing can be recorded in it.")
    for setting in found.careless:
        lost = "what was confirmed may be lost when its machine loses power"
        yield HealthFinding("server", "wrong", f"{setting} is off there, so that {lost}: have it switched on.")


def in_store(path: "Place") -> Iterator[HealthFinding]:
    """What is in the store, and how far the archive has come."""
    from ludograph.domain.store.base import translated_store_errors
    from ludograph.domain.store.errors import Empty, StoreError
    from ludograph.domain.store.recorder import Recorder
    from ludograph.domain.verify.health import store_condition

    try:
        with Recorder(path, reading=True) as store:
            found = store_condition(store)
            yield from file_itself(store, found)
            with translated_store_errors(path):
                tournaments = store.store.tournament_ids()
                ids = store.store.known_match_ids() + tournaments
            yield from chains(store, ids, set(tournaments))
    except Empty as nothing:
        yield HealthFinding("store", "look", str(nothing))
    except StoreError as wrong:
        yield HealthFinding("store", "wrong", str(wrong))
    else:
        yield archive_finding(path, found.last)


def file_itself(store: "Recorder", found: "StoreCondition") -> Iterator[HealthFinding]:
    """The layout of the store, its pages, and how it is written."""
    from ludograph.domain.store.base import translated_store_errors
    from ludograph.domain.store.schema import LAYOUT

    layout = found.layout
    with translated_store_errors(store.place):
        flaws, strays, removed = store.store.problems(), store.store.invalid_ids(), store.store.deleted_count()
    if 0 < layout < LAYOUT:
        message = f"{store.place} is of layout {layout}: the next entry brings it to layout {LAYOUT}."
        yield HealthFinding("store", "look", message)
        flaws = [flaw for flaw in flaws if "has lost its column" not in flaw]
    else:
        yield HealthFinding("store", "ok", f"{store.place} is a store of layout {layout}.")
    for flaw in flaws:
        yield HealthFinding("store", "look" if "which no Ludograph made" in flaw else "wrong", flaw)
    if strays or removed:
        lost = "Events were deleted, or stand under a name that is no match's: `ludograph verify --all` says more."
        yield HealthFinding("store", "wrong", lost)
    if found.journal in ("delete", "truncate", "persist"):
        yield HealthFinding(
            "store", "look", f"Its journal is {found.journal}: the next entry changes that to a write-ahead log."
        )


def chains(store: "Recorder", ids: "list[UUID]", tournaments: "set[UUID]") -> Iterator[HealthFinding]:
    """The chain of every match and tournament, and the times at which its events were recorded."""
    from ludograph.domain.tournaments.verification import chain_kind, verify_either
    from ludograph.domain.verify.health import event_times

    now = store.sources.now()
    wrong: list[UUID] = []
    ahead: list[UUID] = []
    backwards: list[UUID] = []
    with progress("Verifying", len(ids)) as bar:
        for done, id in enumerate(ids, start=1):
            if not verify_either(store, id).ok:
                wrong.append(id)
            told = event_times(store, id, chain_kind(store, id))
            ahead += [id] if told and max(told) > now + AHEAD else []
            backwards += [id] if told != sorted(told) else []
            bar(done)
    if wrong:
        message = f"{_those(wrong, tournaments)} not what was recorded, or not played by the rules of today"
        yield HealthFinding("chain", "wrong", f"{message}: `ludograph verify --all` says where.")
    else:
        yield HealthFinding("chain", "ok", f"{_sound(len(ids) - len(tournaments), len(tournaments))} sound.")
    if ahead:
        message = f"{_those(ahead, tournaments)} recorded at a time that is still to come"
        yield HealthFinding(
            "clock",
            "look",
            f"{message}: set the clock of this computer, or of the one that recorded them. Until then new entries are "
            "stamped after them.",
        )
    if backwards:
        message = f"{_those(backwards, tournaments)} recorded by a clock that went back"
        yield HealthFinding("clock", "look", f"{message}: --as-of takes a number of an event there, for times mislead.")
    if not ahead and not backwards:
        yield HealthFinding("clock", "ok", f"It is {now:%Y-%m-%d %H:%M:%S} UTC, and every event was recorded before.")


def archive_finding(path: "Place", last: int) -> HealthFinding:
    """How far the archive has come."""
    from ludograph.analytics.archive.status import progress_of

    cache = os.environ.get("LUDOGRAPH_CACHE")
    found = progress_of(path, Path(cache) if cache else None)
    if not found.there:
        return HealthFinding("archive", "ok", f"There is none yet: `query` and `report` make it, {found.path}.")
    if found.wrong:
        return HealthFinding("archive", "look", f"{found.path} cannot be read now: {found.wrong}")
    if not found.fits:
        return HealthFinding("archive", "ok", f"{found.path} is of another version, and is made anew when it is asked.")
    behind = max(0, last - found.position)
    message = f"{counted(behind, 'event')} behind: it catches up when it is asked" if behind else "up to date"
    return HealthFinding("archive", "ok", f"{found.path} is {message}.")


def _sound(matches: int, tournaments: int) -> str:
    """How many matches, and tournaments where there are any, as the subject of a sentence."""
    both = counted_records(matches, tournaments)
    return f"{both} {'is' if both == '1 match' else 'are'}"


def _those(ids: "list[UUID]", tournaments: "set[UUID]") -> str:
    """A few of these matches and tournaments, as the subject of a sentence."""
    named = ", ".join(map(str, ids[:3])) + (", ..." if len(ids) > 3 else "")
    if len(ids) == 1:
        return f"1 {'tournament' if ids[0] in tournaments else 'match'} ({named}) is"
    return f"{len(ids):,} matches{' and tournaments' if tournaments & set(ids) else ''} ({named}) are"


def _bytes(size: int) -> str:
    return f"{size / 1e9:.1f} GB" if size >= 1e9 else f"{size / 1e6:.1f} MB"

"""What commands share that ask the archive: its options, opening it, and its errors as sentences."""

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import click

from ludograph.cli.arguments import gathered
from ludograph.cli.errors import Failure, Stopped
from ludograph.cli.printing.terminal import Bar, progress, say
from ludograph.cli.sql.bounds import MEMORY, TIMEOUT, interruptible, time_bound
from ludograph.cli.store_option import store_place
from ludograph.domain.notation.limits import cut

if TYPE_CHECKING:
    from datetime import datetime

    from ludograph.analytics.api.archive_reader import ArchiveReader
    from ludograph.analytics.archive.archive import ArchiveSpec
    from ludograph.analytics.reports.variants import JoinedVariants

PATIENCE: Final = 1.0
"""Seconds after which a bar appears."""


class ArchiveOptions(NamedTuple):
    """What the command line says of the archive that is to be asked."""

    observer: str = "judge"
    cache: Path | None = None
    rebuild: bool = False
    files: bool = False
    as_of: str | None = None
    needs: frozenset[str] = frozenset()
    memory: str | None = None
    timeout: float | None = None
    fresh: bool = False
    forks: bool = False


AS_OF: Final = click.option(
    "--as-of",
    metavar="TIME",
    help="Answers from what was recorded until then (UTC; a day means its end), as it was believed at that time.",
)
OPTIONS: Final = (
    click.option(
        "--as",
        "observer",
        default="judge",
        metavar="OBSERVER",
        help="Answers only from what somebody knew: a player's name, a seat number, `table`, or `judge` (the default) "
        "for all. Where a player does not play, it is `table`.",
    ),
    click.option(
        "--cache",
        type=click.Path(dir_okay=False, path_type=Path),
        envvar="LUDOGRAPH_CACHE",
        metavar="FILE",
        help="The DuckDB file to use, by default one beside the store. It may be deleted at any time.",
    ),
    click.option("--rebuild", is_flag=True, help="Makes the DuckDB file anew from the store."),
    click.option(
        "--fresh",
        is_flag=True,
        help="Waits where another program is taking in what is new; else the answer is from what was there before.",
    ),
    click.option("--forks", is_flag=True, help="Also forks: `fork_of` in `matches` is NULL for what was played."),
    click.option(
        "--allow-files",
        "files",
        is_flag=True,
        help="Lets the SQL read and write any file that you can. Without it, SQL reaches no file at all.",
    ),
)


archive_options = gathered("asked", ArchiveOptions, (*OPTIONS, AS_OF, MEMORY, TIMEOUT))
"""The options of a command that asks the archive; it gets them together, as `asked`."""
reading_options = gathered("asked", ArchiveOptions, OPTIONS[:-1])
"""The options of a command that asks the archive without SQL of the user's; it gets them together, as `asked`."""


@contextmanager
def open_archive(asked: ArchiveOptions) -> "Iterator[ArchiveReader]":
    """The archive, caught up; errors of SQL that is run in here become sentences; bounds and Ctrl-C end a query."""
    with time_bound(asked.timeout), caught_up(asked) as reader, interruptible(reader.connection):
        yield reader


@contextmanager
def caught_up(asked: ArchiveOptions) -> "Iterator[ArchiveReader]":
    """The archive, caught up, where Ctrl-C is somebody else's business."""
    from ludograph.analytics.api.archive_reader import ArchiveReader
    from ludograph.analytics.derived.needs import STEP_BY_STEP

    with archive_errors(), ExitStack() as stack:
        meant = archive_spec(asked)
        title = "Making the tables at steps" if STEP_BY_STEP in meant.needs else "Catching up"
        with _late_progress(title if meant.as_of is None else "Going back") as bar:
            reader = stack.enter_context(ArchiveReader(meant, say, bar, waiting=say, joining=_tell_joined, unknown=say))
            reader.archive()
        yield reader


def _tell_joined(joined: "JoinedVariants") -> None:
    """Says that variants are joined, with the options of the command that tell them apart."""
    say(joined.told("-p by={}", "-p {}=VALUE"))


@contextmanager
def _late_progress(title: str) -> Iterator[Callable[[float], None]]:
    """A bar that appears only where the work takes more than a second."""
    with ExitStack() as stack:
        bars: list[Bar] = []
        timer = threading.Timer(PATIENCE, lambda: bars.append(stack.enter_context(progress(title, total=1))))
        timer.daemon = True
        timer.start()
        try:
            yield lambda done: bars[0](done) if bars else None
        finally:
            timer.cancel()
            timer.join()


def archive_spec(asked: ArchiveOptions) -> "ArchiveSpec":
    """The archive that is meant, of the store that the command line names."""
    from ludograph.analytics.archive.archive import ArchiveSpec, archive_file_of
    from ludograph.analytics.archive_paths import StoreFiles, can_name, files_of
    from ludograph.analytics.extract.observers import ObserverName
    from ludograph.domain.store.sqlite.connections import check_file

    store = store_place()
    if isinstance(store, Path):
        check_file(store)
    if asked.cache is not None and not can_name(asked.cache):
        raise Failure("DuckDB cannot use a file with a backslash, or what is no UTF-8, in its name: name another.")
    if not store.exists():
        raise Failure(f"Nothing is recorded yet in {store}: start with `ludograph new` or `ludograph import`.")
    observer, then = ObserverName(asked.observer.strip()), _time(asked.as_of)
    meant = ArchiveSpec(
        store,
        observer,
        asked.cache,
        asked.rebuild,
        asked.files,
        then,
        asked.needs,
        fresh=asked.fresh,
        memory=asked.memory,
        forks=asked.forks,
    )
    for path in files_of(archive_file_of(meant)):
        if StoreFiles(store).is_store(path):
            raise Failure(f"{path} is the store itself: name another file with --cache.")
    if isinstance(store, Path):
        _settle(store)
    return meant


def _time(when: str | None) -> "datetime | None":
    """The time that --as-of names. Raises `Failure` where it is none: an event is one of a single match."""
    if when is None:
        return None
    from ludograph.domain.match.as_of import NotYet, parsed_time

    if when.strip().isdecimal() and len(when.strip()) < 10:
        raise Failure(
            f"Event {when.strip()} would be another one in each match: give a time, which `ludograph history MATCH` "
            "has for every event, such as --as-of 2026-11-20T18:04:11Z."
        )
    try:
        return parsed_time(when.strip())
    except NotYet:
        raise Failure(f"{cut(when)} is no time: write it as 2026-11-20, or as 2026-11-20T18:04:11Z.") from None


def _settle(store: Path) -> None:
    """Has a store of an older layout, which holds less of results, brought up to date."""
    from sqlite3 import Error, connect

    from ludograph.domain.store.schema import LAYOUT
    from ludograph.domain.store.sqlite.connections import read_only_uri

    try:
        with closing(connect(read_only_uri(store), uri=True)) as connection:
            (layout,) = connection.execute("PRAGMA user_version").fetchone()
            old = layout < LAYOUT
    except Error:
        old = True  # whatever is wrong, the recorder says it
    if old:
        from ludograph.domain.store.recorder import Recorder

        Recorder(store).close()


@contextmanager
def archive_errors() -> Iterator[None]:
    """Turns what goes wrong in the archive into sentences, SQL errors into what DuckDB says of them."""
    import duckdb

    from ludograph.analytics.queries.errors import MissingParameters, SqlError, Unwritable
    from ludograph.analytics.tables.errors import ArchiveError, answer_to, is_stop

    try:
        yield
    except KeyboardInterrupt:
        raise Stopped("Stopped.") from None
    except RuntimeError as wrong:
        if str(wrong) != "Query interrupted":  # DuckDB's other way to say so
            raise
        raise Stopped("Stopped.") from None
    except duckdb.Error as wrong:
        if is_stop(wrong):
            raise Stopped("Stopped.") from None
        raise Failure(answer_to(wrong)) from wrong
    except MissingParameters as wrong:
        raise Failure(wrong.told(" ".join(f"-p {name}=..." for name in wrong.missing))) from wrong
    except (ArchiveError, SqlError, Unwritable) as wrong:
        raise Failure(str(wrong)) from wrong

"""What bounds a question: how much memory it may take and how long, and Ctrl-C, which ends it at any time."""

import re
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Final

import click

from ludograph.cli.errors import Failure, Stopped
from ludograph.cli.numbers import Decimal

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

AMOUNT: Final = re.compile(r"0*(?!0)(100|[1-9]?\d)(\.\d+)?%|(?=[\d.]*[1-9])\d+(\.\d+)? ?[KMGT]i?B?", re.IGNORECASE)
AGAIN: Final = 1.0
"""Seconds after which a query is stopped once more: it may just have begun when it was stopped first."""


def amount(context: click.Context, option: click.Parameter, given: str | None) -> str | None:
    """An amount of memory as DuckDB takes it."""
    if given is not None and not AMOUNT.fullmatch(given.strip()):
        raise click.BadParameter("Write an amount as 500MB or 2GB, or a part of what the machine has as 25%.")
    return given and given.strip()


MEMORY: Final = click.option(
    "--memory",
    callback=amount,
    metavar="AMOUNT",
    help="How much memory the answer may take, such as 2GB or 25%; by default half of what the machine has. What does "
    "not fit is put aside on the disk until it is done.",
)
TIMEOUT: Final = click.option(
    "--timeout",
    type=Decimal(min=0, min_open=True),
    metavar="SECONDS",
    help="Stops after so many seconds; by default only Ctrl-C does.",
)


@contextmanager
def time_bound(seconds: float | None) -> Iterator[None]:
    """Ends what takes longer than that, in the way of Ctrl-C, as a failure that names the flag."""
    if seconds is None or threading.current_thread() is not threading.main_thread():
        yield
        return
    late = False

    def ring(*_: Any) -> None:
        nonlocal late
        if not late:
            late = True
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
    try:
        yield
    except (Stopped, KeyboardInterrupt):
        if not late:
            raise
        time = f"{seconds:g} second{'' if seconds == 1 else 's'}"
        raise Failure(f"Stopped after {time}, as --timeout says: give it more, or ask for less.") from None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def interruptible(connection: "DuckDBPyConnection") -> Iterator[None]:
    """Lets Ctrl-C end a query: Python sees it only when the query is over, so somebody else has to say stop.

    Python writes a byte for each signal, even while DuckDB works; a thread that waits for it interrupts the query.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    ours, theirs = socket.socketpair()
    theirs.setblocking(False)
    watcher = threading.Thread(target=_watch, args=(ours, connection), daemon=True)
    before = signal.set_wakeup_fd(theirs.fileno(), warn_on_full_buffer=False)
    watcher.start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        theirs.close()
        watcher.join()
        ours.close()


@contextmanager
def signals_heard() -> Iterator[None]:
    """Ends where Python hears of a signal that came while DuckDB worked, so that it is not heard too late.

    A handler runs when the next function of Python begins: else that would be the end of what bounds the question.
    """
    yield


def _watch(ours: socket.socket, connection: "DuckDBPyConnection") -> None:
    import duckdb

    with suppress(OSError, duckdb.Error):  # whichever is closed meanwhile, there is nothing left to stop
        while heard := ours.recv(16):
            if signal.SIGINT in heard or signal.SIGALRM in heard:
                connection.interrupt()

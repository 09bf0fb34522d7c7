"""A store into a lake and out of it again: `python -m bench.restoring --steps 20000`.

Plays matches of one game into a store, writes the lake, writes it again after one more match, verifies it where it
lies, and restores it; says how long each took and how much memory it held, and whether the same heads came out.
`--on-server` does all that on a PostgreSQL server of its own as well, after copying the store there, and beside it.
"""

import os
import sys
from contextlib import ExitStack
from pathlib import Path
from subprocess import DEVNULL, Popen
from time import perf_counter
from typing import Final, NamedTuple

import click

from bench.measuring import folder
from ludograph.domain.store.recorder import Recorder
from ludograph.domain.store.streams import StreamHead
from tests.servers import PostgresServer, running

PROGRAM: Final = "from ludograph.cli.main import main; main()"
A_MATCH: Final = 100
"""Steps to which matches are played, where they do not end before."""


class Run(NamedTuple):
    """A command that was run: its wall clock in seconds, and the most memory that it held in megabytes."""

    seconds: float
    megabytes: float


def run(store: Path | str, *words: str | Path) -> Run:
    """Runs a command in a process of its own. Raises `SystemExit` where it fails."""
    command = [sys.executable, "-c", PROGRAM, "--store", str(store), *map(str, words)]
    begun = perf_counter()
    process = Popen(command, stdout=DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{words[0]} ended with {process.returncode}")
    return Run(perf_counter() - begun, used.ru_maxrss / 1000)


def heads_of(store: str) -> list[StreamHead]:
    """Where everything in a store stands."""
    from ludograph.cli.store_option import store_named

    with Recorder(store_named(store), reading=True) as recorder:
        return [*recorder.store.match_heads(), *recorder.store.tournament_heads()]


@click.command()
@click.option("--steps", default=20_000, help="So many steps, roughly.")
@click.option("--game", default="sun-bid")
@click.option("--jobs", default=1, help="So many processes play.")
@click.option("--on-server", is_flag=True, help="The same on a PostgreSQL server as well.")
def main(steps: int, game: str, jobs: int, on_server: bool) -> None:
    """Measures each command once."""
    with folder() as made, ExitStack() as stack:
        server = stack.enter_context(running(fsync="on", autovacuum="on")) if on_server else None
        store, lake, again = made / "store.sqlite", made / "lake", made / "again.sqlite"
        bots = ("simulate", game, "--seed", "1", "--max-steps", str(A_MATCH), "--jobs", str(jobs), "-n")
        tell("simulate", run(store, *bots, str(max(1, steps // A_MATCH))))
        tell("lake, for the first time", run(store, "lake", lake))
        run(store, "simulate", game, "--seed", "2", "--max-steps", str(A_MATCH), "-n", "1")
        tell("lake, after one more match", run(store, "lake", lake))
        tell("verify, the store", run(store, "verify"))
        tell("verify --lake", run(store, "verify", "--lake", lake))
        raw = sum(file.stat().st_size for file in (lake / "now" / "stored_events").rglob("*.parquet"))
        click.echo(f"the store has {store.stat().st_size / 1e6:.1f} MB, its raw events in the lake {raw / 1e6:.1f} MB")
        tell("restore", run(again, "restore", lake))
        compare(again, store)
        if server is not None:
            elsewhere(store, made, server)


def elsewhere(store: Path, made: Path, server: PostgresServer) -> None:
    """Copies the store into a file and into a server, and prints what is done with both, side by side."""
    far, copy = server.database(), made / "copy.sqlite"
    tell("copy, into a file", run(store, "copy", copy, "--all"))
    tell("copy, into a server", run(store, "copy", far, "--all"))
    compare(far, store)
    for where, what in ((str(copy), "file"), (far, "server")):
        tell(f"query, from a {what}", run(where, "query", "SELECT count(*) FROM steps", "--rebuild"))
        tell(f"lake, from a {what}", run(where, "lake", made / what))
        tell(f"verify, on a {what}", run(where, "verify"))
    back = server.database()
    tell("restore, into a server", run(back, "restore", made / "server"))
    compare(back, store)


def compare(target: Path | str, store: Path) -> None:
    """A line about whether two stores have the same heads."""
    found, wanted = heads_of(str(target)), heads_of(str(store))
    events = sum(head.version for head in found)
    same = "the same heads" if found == wanted else "OTHER HEADS"
    click.echo(f"{same}: {len(found):,} matches, {events:,} events")


def tell(what: str, done: Run) -> None:
    """A line about a command."""
    click.echo(f"{what:<28} {done.seconds:8.1f} s {done.megabytes:8.0f} MB")


if __name__ == "__main__":
    main()

"""Kills a program again and again while it catches up, and compares what comes of it with an archive made in one go.

python -m tests.analytics.killing --kills 50 --matches 300
"""

import subprocess
import sys
import time
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import click

from ludograph.analytics.archive.archive import ArchiveSpec, archive
from tests.analytics.histories import histories, recorder
from tests.analytics.walk import tables

CATCH_UP = """
import sys
from pathlib import Path
from ludograph.analytics.archive.archive import ArchiveSpec, archive
from ludograph.analytics.extract.source import Source

Source.batches.__defaults__ = (int(sys.argv[2]),)
print("begins", flush=True)
with archive(ArchiveSpec(Path(sys.argv[1]))) as done:
    print(done.position, flush=True)
"""


def catching_up(store: Path, batch: int) -> "subprocess.Popen[str]":
    """A program that catches up; it says `begins`, and at the end how far it has come."""
    command = [sys.executable, "-c", CATCH_UP, str(store), str(batch)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def killed(store: Path, batch: int, after: float) -> bool:
    """Whether a program that catches up was killed so many seconds after it began, before it was done."""
    with catching_up(store, batch) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "begins\n"
        time.sleep(after)
        program.kill()
        return not program.stdout.read()


def as_rebuilt(store: Path) -> bool:
    """Whether the archive, once it is caught up, holds the rows of one made in one go."""
    with archive(ArchiveSpec(store)) as grown:
        held = tables(grown.connection)
        unread = grown.unread
    with archive(ArchiveSpec(store, file=store.with_suffix(".rebuilt.duckdb"), rebuild=True)) as made:
        again = tables(made.connection)
    return unread == 0 and {name: sorted(map(repr, rows)) for name, rows in held.items()} == {
        name: sorted(map(repr, rows)) for name, rows in again.items()
    }


@click.command()
@click.option("--kills", default=50)
@click.option("--matches", default=300)
@click.option("--batch", default=500)
@click.option("--longest", default=2.0, help="Seconds after which it is killed at the latest.")
@click.option("--seed", default=0)
def main(kills: int, matches: int, batch: int, longest: float, seed: int) -> None:
    """Says how often it was killed, and whether all tables are as those made in one go."""
    random = Random(seed)
    with TemporaryDirectory() as folder:
        store = Path(folder) / "store.sqlite"
        with recorder(store, random) as writer:
            writer.record(*histories(random, matches))
        done = sum(killed(store, batch, random.uniform(0, longest)) for _ in range(kills))
        same = as_rebuilt(store)
    click.echo(f"killed {done} times before the end, {kills - done} times after; tables as made in one go: {same}")
    sys.exit(not same)


if __name__ == "__main__":
    main()

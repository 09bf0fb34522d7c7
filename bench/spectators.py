"""Many people open the page of one running match while others record: `python -m bench.service --spectators`.

Prints how long entries take before and meanwhile, how long the pages take, and how many pages a second the service
sends of one match. With `--beside REVISION` the same is done with the service of another commit, in the same run.
"""

import asyncio
import subprocess
import tarfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from io import BytesIO
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, Final, NamedTuple

import click

from bench.measuring import folder
from bench.service import Link, Load, Table, at_99, prepared, recording, serving

ROOT: Final = Path(__file__).parent.parent
TABLES: Final = 50
SPECTATORS: Final = 300
OPENING: Final = 10.0
"""Seconds within which all spectators open the page."""
QUIET: Final = 15.0
"""Seconds for which tables record alone, before."""
REQUESTING: Final = 5.0
"""Seconds for which one page is requested as often as it is sent."""
CONNECTIONS: Final = 8


class Crowd(NamedTuple):
    """What came of one service; times in seconds."""

    quiet: list[float]
    """How long entries took while tables recorded alone."""
    busy: list[float]
    """How long they took while spectators opened the page."""
    pages: list[float]
    """How long the pages took."""
    statuses: Counter[int]
    a_second: float
    """Pages of one match a second, with nothing else to do."""


def compare(beside: str) -> None:
    """Measure the service as it is and, if a revision is named, the one of that."""
    with ExitStack() as stack:
        sides = {"now": ROOT}
        if beside:
            sides[beside] = stack.enter_context(tree_of(beside))
        found = {name: measured(tree) for name, tree in sides.items()}
    for name, crowd in found.items():
        click.echo(f"{name}: {told(crowd)}")


def told(crowd: Crowd) -> str:
    """The figures of one service in words."""
    quiet, busy = median(crowd.quiet), median(crowd.busy)
    statuses = ", ".join(f"{count} x {status}" for status, count in sorted(crowd.statuses.items()))
    return (
        f"entries of {TABLES} tables confirmed after {quiet * 1000:.1f} ms (99%: {at_99(crowd.quiet) * 1000:.0f} ms); "
        f"while {SPECTATORS} open a page in {OPENING:.0f} s after {busy * 1000:.1f} ms, {busy / quiet:.2f} times as "
        f"long (99%: {at_99(crowd.busy) * 1000:.0f} ms, longest {max(crowd.busy) * 1000:.0f} ms, "
        f"{len(crowd.busy)} entries); pages {statuses} after {median(crowd.pages) * 1000:.0f} ms "
        f"(99%: {at_99(crowd.pages) * 1000:.0f} ms); {crowd.a_second:.0f} pages a second of one match"
    )


def measured(tree: Path) -> Crowd:
    """Start the service of a tree over a fresh store, and let everybody come."""
    load = Load(TABLES, 0, 4.0, QUIET + OPENING)
    with folder() as where:
        tables = prepared(where / "store.sqlite", load)
        with serving(where / "store.sqlite", where / "log", tree) as service:
            ours, theirs = get_context("spawn").Pipe()
            writing = get_context("spawn").Process(target=recording, args=(theirs, service.port, tables, load))
            writing.start()
            opened, came = asyncio.run(spectators(service.port, tables[0]))
            confirmed = [one for steps in ours.recv() for one in steps]
            writing.join()
            a_second = asyncio.run(hot_page(service.port, tables[0]))
    quiet = [after - before for before, after in confirmed if before < opened]
    busy = [after - before for before, after in confirmed if before >= opened]
    return Crowd(quiet, busy, [took for _, took in came], Counter(status for status, _ in came), a_second)


async def spectators(port: int, table: Table) -> tuple[float, list[tuple[int, float]]]:
    """Open the page of a table once for each spectator; when it began, and for each the status and the seconds."""
    await asyncio.sleep(QUIET)
    random, opened = Random(1), time.monotonic()

    async def one(wait: float) -> tuple[int, float]:
        await asyncio.sleep(wait)
        began = time.monotonic()
        status = await Link(port).get(f"/matches/{table.match}")
        return status, time.monotonic() - began

    return opened, await asyncio.gather(*(one(random.uniform(0, OPENING)) for _ in range(SPECTATORS)))


async def hot_page(port: int, table: Table) -> float:
    """Pages of one match a second, on some connections that ask again as soon as they are answered."""
    end = time.monotonic() + REQUESTING

    async def one() -> int:
        link, sent = Link(port), 0
        while time.monotonic() < end:
            assert await link.get(f"/matches/{table.match}") == 200
            sent += 1
        return sent

    return sum(await asyncio.gather(*(one() for _ in range(CONNECTIONS)))) / REQUESTING


@contextmanager
def tree_of(revision: str) -> Iterator[Path]:
    """The files of a commit, in a folder of their own."""
    packed: Any = subprocess.run(["git", "archive", revision], cwd=ROOT, capture_output=True, check=True).stdout
    with folder() as where, tarfile.open(fileobj=BytesIO(packed)) as files:
        files.extractall(where, filter="data")
        yield where

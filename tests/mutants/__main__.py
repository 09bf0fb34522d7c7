"""Samples faults, tries them, and prints how many are noticed in each package, and those that nobody notices."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from queue import Queue
from random import Random
from typing import Final

import click

from tests.mutants.entered import ROOT
from tests.mutants.faults import Fault, faults_in
from tests.mutants.trying import Copy, copies, recorded, tests_for

PACKAGES: Final = {
    "kernel": ("domain/kernel",),
    "games": ("domain/games",),
    "match": ("domain/match", "domain/notation"),
    "store": ("domain/store", "domain/exchange", "domain/merge", "domain/erasure"),
    "corrections": ("domain/corrections", "domain/verify"),
    "entry": ("domain/entry",),
    "tournaments": ("domain/tournaments",),
    "domain": ("domain",),
    "service": ("replay/service",),
    "replay": ("replay",),
    "archive": ("analytics/archive", "analytics/extract", "analytics/derived"),
    "analytics": ("analytics",),
    "cli": ("cli",),
}
"""The folders of each package: a file belongs to the longest of them that it lies in, so that none is left out."""
AIM: Final = 95
"""Percent of the faults of each package that shall be noticed."""


@click.command()
@click.option("--count", default=20, show_default=True, help="How many faults to try in each package.")
@click.option("--seed", default="1", show_default=True, help="Which ones: the same for the same program.")
@click.option("--package", "packages", multiple=True, type=click.Choice(list(PACKAGES)), help="Only this; repeatable.")
@click.option("--jobs", default=2, show_default=True, help="How many to try at the same time.")
@click.option("--seconds", default=60.0, show_default=True, help="How long the tests of one fault may take in all.")
@click.option("--tests", "paths", multiple=True, default=["tests"], help="Only these tests; repeatable.")
def main(count: int, seed: str, packages: tuple[str, ...], jobs: int, seconds: float, paths: tuple[str, ...]) -> None:
    """Puts small faults into the program and runs the tests that come past them.

    Which tests do is recorded once for each value of --tests, in the folder .mutants: remove it where tests were added
    or moved.
    """
    tests = recorded(paths)
    sampled = [(name, fault) for name in packages or PACKAGES for fault in sample(name, seed, count)]
    noticed: dict[str, list[bool]] = {}
    with copies(jobs) as free, ThreadPoolExecutor(jobs) as pool:
        idle: Queue[Copy] = Queue()
        for copy in free:
            idle.put(copy)

        def tried(fault: Fault) -> bool:
            copy = idle.get()
            try:
                return copy.notices(fault, tests_for(fault, tests, seconds))
            finally:
                idle.put(copy)

        for (name, fault), found in zip(sampled, pool.map(tried, [fault for _, fault in sampled]), strict=True):
            noticed.setdefault(name, []).append(found)
            if not found:
                click.echo(f"\n{name}  {fault.path}:{fault.line}  {fault.function}\n{fault.shown(source_of(fault))}")
    click.echo()
    for name, some in noticed.items():
        rate = 100 * sum(some) / len(some)
        click.echo(f"{name:10} {sum(some):4} of {len(some):4} noticed  {rate:5.1f} %{'' if rate >= AIM else '  *'}")


def sample(package: str, seed: str, count: int) -> list[Fault]:
    """Some of the faults that a package can have, in the order of its files."""
    every = [fault for path in sources(package) for fault in faults_in(path, (ROOT / path).read_bytes())]
    return sorted(Random(f"{seed} {package}").sample(every, min(count, len(every))))


def sources(package: str) -> Iterator[str]:
    """The files of a package."""
    for folder in PACKAGES[package]:
        every = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / folder).rglob("*.py"))
        yield from (path for path in every if package_of(path) == package)


def package_of(path: str) -> str:
    """The package that a file belongs to."""
    folders = {folder: name for name, some in PACKAGES.items() for folder in some}
    return folders[max((folder for folder in folders if path.startswith(f"{folder}/")), key=len)]


def source_of(fault: Fault) -> bytes:
    """The file that a fault is for, without it."""
    return (ROOT / fault.path).read_bytes()


if __name__ == "__main__":
    main()

"""Time and memory of `import`, `act` and `log` on large inputs of every kind: `python -m bench.inputs --only words`.

Each command is a process of its own; what is printed is its wall clock and the most memory that it held.
"""

import os
import re
import sys
from collections.abc import Callable, Iterator
from itertools import count, islice
from pathlib import Path
from subprocess import DEVNULL, Popen
from time import perf_counter
from typing import Final

import click

from bench.measuring import folder
from ludograph.domain.notation import limits

MEGABYTE: Final = 1_000_000
MOST: Final = 500
"""Megabytes of memory that no input may take."""
STACKS: Final = '{"stacks": [["9MS", "6SY", "5SV", "2SY"], ["8MS", "7SK", "4MS", "3SK"]]}'
JSON: Final = f'{{"ludograph": 1, "game": "sun-bid", "players": ["Ann", "Bob"], "deal": {STACKS}, "id": "%s"}}\n'
TEXT: Final = f'ludograph: 1\ngame: sun-bid\nplayers: ["Ann", "Bob"]\ndeal: {STACKS}\nid: %s\n'
FLIP: Final = '{"seat": "Ann", "do": "flip", "drawn": ["8YK"]}\n'
NOTED: Final = '{"seat": "Ann", "do": "flip", "drawn": ["8YK"], "note": "%s"}\n'
PUB: Final = '{"ludograph": 1, "game": "last-years-magic", "players": ["Ann", "Bob"], "id": "%s"}\n'
SAID: Final = '{"seat": "Ann", "do": "say", "text": "%s"}\n'
HEADER: Final = re.compile(rb'\{"ludograph"|(?!Ann)\w+: |\n')

Parts = Iterator[str]
Kind = Callable[[int], Parts]


def _filled(head: str, part: str, size: int, end: str = "\n") -> Parts:
    """A beginning, a part as often as there is room, and an end."""
    yield head
    block = part * max(1, MEGABYTE // len(part))
    for _ in range(max(1, size // len(block))):
        yield block
    yield end


def _matches(one: Callable[[int], str], size: int) -> Parts:
    length = len(one(1_000_000))
    return islice(map(one, count(1)), size // length)


def _speeches(size: int) -> Parts:
    """Matches of a thousand speeches: more than two thousand would be refused."""
    for number in range(0, size, 10 * MEGABYTE):
        yield from _filled(PUB % number, SAID % ("word " * 1900), min(size, 10 * MEGABYTE))


KINDS: Final[dict[str, Kind]] = {
    "one line": lambda size: _filled(JSON % "A", "x", size),
    "lines": lambda size: _filled(JSON % "A", FLIP, size),
    "empty lines": lambda size: _filled(JSON % "A", "          \n", size),
    "surplus words": lambda size: _filled(f"{TEXT % 'A'}\nAnn flip", " word", size),
    "outcomes": lambda size: _filled(f"{TEXT % 'A'}\nAnn flip >", " 8YK", size),
    "outcomes in JSON": lambda size: _filled(
        JSON % "A" + '{"seat": "Ann", "do": "flip", "drawn": ["8YK"', ', "8YK"', size
    ),
    "one note": lambda size: _filled(JSON % "A" + '{"seat": "Ann", "do": "flip", "note": "', "note ", size, '"}\n'),
    "lines of words": lambda size: _filled(f"{TEXT % 'A'}\n", "Ann flip" + " word" * 4000 + "\n", size),
    "notes": lambda size: _matches(lambda n: JSON % n + NOTED % ("note " * 1900), size),
    "speeches": _speeches,
    "nesting": lambda size: _filled(JSON % "A", "[", size),
    "nesting in lines": lambda size: _filled(JSON % "A", "[" * 50_000 + "\n", size),
    "headers": lambda size: _matches(lambda n: JSON % n, size),
    "headers of text": lambda size: _matches(lambda n: TEXT % n + "\n", size),
    "lines in a header": lambda size: _filled("ludograph: 1\n", "event: Autumn Open\n", size),
    "a long header": lambda size: _filled("ludograph: 1\nevent: ", "x", size),
    "numbers": lambda size: _filled(JSON % "A" + '{"seat": "Ann", "do": "bid", "card": ', "9", size, "}\n"),
    "keys": lambda size: _filled(JSON % "A", '{"seat": "Ann", "' + "k" * 10_000 + '": 1}\n', size),
}
"""What is written, of so many bytes."""


def write_actions(source: Path, target: Path) -> None:
    """Copies the lines of a file that are actions: a header is none."""
    with source.open("rb") as file, target.open("wb") as lines:
        while line := file.readline(limits.LINE):
            if not HEADER.match(line):
                lines.write(line)


def ran(command: list[str], store: Path, source: Path) -> tuple[float, float]:
    """The seconds that a command took, and the most megabytes it held; it reads a file."""
    begun = perf_counter()
    with source.open("rb") as file:
        process = Popen(
            [sys.executable, "-m", "ludograph.cli.main", "--store", str(store), *command],
            stdin=file,
            stdout=DEVNULL,
            stderr=DEVNULL,
        )
        _, _, used = os.wait4(process.pid, 0)
    return perf_counter() - begun, used.ru_maxrss / 1000


@click.command()
@click.option("--only", multiple=True, type=click.Choice(list(KINDS)), help="Only this kind; may be repeated.")
@click.option("--megabytes", "sizes", multiple=True, type=int, default=(1, 10, 100), help="How large; may be repeated.")
def main(only: tuple[str, ...], sizes: tuple[int, ...]) -> None:
    """Prints a table: for each kind and size the seconds and megabytes of import, act and log."""
    commands = ("import", "act", "log")
    click.echo(f"{'kind':20}{'MB':>5}" + "".join(f"{name:>12}{'MB':>7}" for name in commands))
    worst = 0.0
    for kind in only or KINDS:
        for size in sizes:
            line = f"{kind:20}{size:>5}"
            for seconds, memory in measured(KINDS[kind], size * MEGABYTE):
                worst = max(worst, memory)
                line += f"{seconds:>10.2f} s{memory:>7.0f}"
            click.echo(line)
    click.echo(f"The most memory was {worst:.0f} MB; at most {MOST} are allowed.")
    raise SystemExit(worst > MOST)


def measured(kind: Kind, size: int) -> Iterator[tuple[float, float]]:
    """What each command takes: the whole file is imported; its lines are acted in a match; that is told."""
    with folder() as place:
        source, actions, store = place / "input", place / "actions", place / "store.sqlite"
        with source.open("w") as file:
            file.writelines(kind(size))
        write_actions(source, actions)
        yield ran(["import", str(source)], store, Path(os.devnull))
        game = "last-years-magic" if kind is KINDS["speeches"] else "sun-bid"
        ran(["new", game, "Ann", "Bob", "--seed", "1", "--id", "bench"], store, Path(os.devnull))
        yield ran(["act", "bench", "-"], store, actions)
        yield ran(["log", "bench"], store, Path(os.devnull))


if __name__ == "__main__":
    main()

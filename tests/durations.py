"""Chooses what every run leaves out, by how long each test takes: `python -m tests.durations LOG`.

LOG is what `pytest -vv --durations=0` printed on a quiet machine. Of a test with many examples the cheapest stays in
every run where all together are dear, and the others are slow; they are written into tests/slow.txt, which
`tests/large` reads. Lines above the first empty line there were chosen by hand and stay.
"""

import re
from collections import defaultdict
from pathlib import Path
from typing import Final

import click

from tests.large import SLOW_LIST

TAKEN: Final = re.compile(r"([\d.]+)s (?:call|setup|teardown)\s+(\S+::.*?)\s*")
DEAR: Final = 1.5
"""Seconds from which on all examples of a test together are too long for every run."""
EXAMPLE: Final = 0.45
"""Seconds from which on it is worth while to leave out one of them."""


def taken(log: str) -> dict[str, dict[str, float]]:
    """The seconds of each example of each test, by their names."""
    found: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for line in log.splitlines():
        if match := TAKEN.fullmatch(line):
            found[match[2].partition("[")[0]][match[2]] += float(match[1])
    return found


def slow_of(examples: dict[str, float]) -> list[str]:
    """Which examples of a test are left to the slow run."""
    if len(examples) == 1 or sum(examples.values()) < DEAR:
        return []
    kept = min(examples, key=lambda name: examples[name])
    return [name for name, seconds in examples.items() if name != kept and seconds > EXAMPLE]


@click.command()
@click.argument("log", type=click.Path(exists=True, path_type=Path))
def main(log: Path) -> None:
    """Adds to tests/slow.txt what LOG shows to be dear."""
    by_hand, _, chosen = SLOW_LIST.read_text().partition("\n\n")
    found = taken(log.read_text())
    new = sorted({*chosen.splitlines(), *(name for examples in found.values() for name in slow_of(examples))})
    SLOW_LIST.write_text(by_hand + "\n\n" + "\n".join(new) + "\n")
    click.echo(f"{len(new)} examples are left to the slow run.")


if __name__ == "__main__":
    main()

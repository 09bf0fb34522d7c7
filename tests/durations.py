"""Chooses what every run leaves out, and what `.ci/run` takes by turns, by how long it takes: `tests.durations LOG`.

LOG is what `LUDOGRAPH_SLOW=1 pytest -vv --durations=0` printed on a quiet machine. The dearest examples are left out of
every run until the rest takes no longer than it may. So many are run by turns, a fifth in each landing, that the others
with that fifth take no longer than a landing may. Of each file the cheapest example stays in both. They are written
into tests/slow.txt and tests/turns.txt, which `tests/large` reads. Lines above the first empty line there were chosen
by hand and stay.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Final

import click
import pytest

from tests.large import SLOW_LIST, SLOW_REASON, TURNS, TURNS_LIST

TAKEN: Final = re.compile(r"([\d.]+)s (?:call|setup|teardown)\s+(\S+::.*?)\s*")


class Collected:
    """The tests there are, and which are slow by what their files say."""

    def __init__(self) -> None:
        self.slow: dict[str, bool] = {}

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Takes them down."""
        for item in session.items:
            reasons = [mark.kwargs.get("reason") for mark in item.iter_markers("skipif")]
            self.slow[item.nodeid] = SLOW_REASON in reasons


def taken(log: str) -> dict[str, float]:
    """The seconds of each example, by its name."""
    found: dict[str, float] = defaultdict(float)
    for line in log.splitlines():
        if match := TAKEN.fullmatch(line):
            found[match[2]] += float(match[1])
    return found


def file_of(name: str) -> str:
    """The file that an example is in."""
    return name.partition("::")[0]


def left_out(seconds: Mapping[str, float], most: float, group: Callable[[str], str]) -> list[str]:
    """The dearest, until the others take no longer than that; of each group the cheapest is kept."""
    cheapest: dict[str, str] = {}
    for name in sorted(seconds, key=lambda name: (seconds[name], name), reverse=True):
        cheapest[group(name)] = name
    kept, total, out = set(cheapest.values()), sum(seconds.values()), []
    for name in sorted(seconds, key=lambda name: (-seconds[name], name)):
        if total <= most:
            break
        if name not in kept:
            out.append(name)
            total -= seconds[name]
    return out


def by_turns(seconds: Mapping[str, float], most: float) -> list[str]:
    """The dearest, so many that the others with a fifth of these take no longer than that."""
    out: list[str] = []
    for least in (one * most / 16 for one in range(17)):
        out = left_out(seconds, most - least, file_of)
        if sum(seconds.values()) - sum(seconds[name] for name in out) * (TURNS - 1) / TURNS <= most:
            break
    return out


def chosen_by_hand(file: Path) -> list[str]:
    """The lines above the first empty one."""
    return file.read_text().partition("\n\n")[0].splitlines()


@click.command()
@click.argument("log", type=click.Path(exists=True, path_type=Path))
@click.option("--quick", default=800.0, show_default=True, help="Seconds of all workers for what is in every run.")
@click.option("--landing", default=1900.0, show_default=True, help="Seconds of all workers for .ci/run.")
def main(log: Path, quick: float, landing: float) -> None:
    """Writes what LOG shows to be dear into tests/slow.txt and tests/turns.txt."""
    by_hand = {file: chosen_by_hand(file) for file in (SLOW_LIST, TURNS_LIST)}
    for file, lines in by_hand.items():
        # What was chosen before is chosen anew.
        file.write_text("\n".join(lines) + "\n")
    collected = Collected()
    with redirect_stdout(StringIO()):
        pytest.main(["--collect-only"], plugins=[collected])
    seconds = {name: took for name, took in taken(log.read_text()).items() if name in collected.slow}
    turns = by_turns(seconds, landing)
    every = {name: took for name, took in seconds.items() if not collected.slow[name]}
    dear = left_out(every, quick, file_of)
    for file, names in ((SLOW_LIST, dear), (TURNS_LIST, turns)):
        file.write_text("\n".join([*by_hand[file], "", *sorted(names)]) + "\n")
        click.echo(f"{file.name}: {len(names)} examples.")
    left = sum(took for name, took in every.items() if name not in dear)
    rest = sum(seconds.values()) - sum(seconds[name] for name in turns) * (TURNS - 1) / TURNS
    click.echo(f"{left:.0f} s of all workers in every run, {rest:.0f} s in a landing.")


if __name__ == "__main__":
    main()

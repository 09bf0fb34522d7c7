"""Questions of many programs while one makes the tables at steps, and is killed at it again and again.

`python -m tests.analytics.asking_meanwhile --store STORE --askers 10 --kills 2` prints how long answers took alone and
meanwhile, and ends with 1 where one waited more than two seconds longer than the slowest alone, or anything was lost.
Without `--store` it plays one of its own, of about `--steps` steps. A million takes long, and is not in CI.
"""

import os
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic, sleep

import ludograph

ROOT = Path(__file__).parents[2]
QUESTIONS = (
    "SELECT 1",
    "SELECT game, count(*) AS n FROM matches GROUP BY game",
    "SELECT player, count(*) AS n FROM steps GROUP BY player ORDER BY n DESC LIMIT 3",
)
MADE = "SELECT count(*) AS n, count(DISTINCT match) AS matches FROM rounds_at"
LONGER = 2.0
"""Seconds that an answer may take longer than alone."""


def command(store: Path, *words: str) -> list[str]:
    """A command in a process of its own."""
    return [sys.executable, "-m", "ludograph.cli.main", "--store", str(store), *words]


def environment() -> dict[str, str]:
    """Where a process of its own finds the program."""
    return {**os.environ, "PYTHONPATH": str(ROOT)}


def asked(store: Path, number: int) -> float:
    """The seconds that an answer takes."""
    begun = monotonic()
    sql = QUESTIONS[number % len(QUESTIONS)]
    subprocess.run(command(store, "query", sql), env=environment(), capture_output=True, check=True)
    return monotonic() - begun


def making(store: Path) -> "subprocess.Popen[bytes]":
    """A program that asks for the tables at steps."""
    return subprocess.Popen(
        command(store, "query", MADE), env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


def round_of(store: Path, askers: int) -> list[float]:
    """So many ask at once; the seconds of each."""
    with ThreadPoolExecutor(askers) as pool:
        return list(pool.map(lambda number: asked(store, number), range(askers)))


def trial(
    store: Path, askers: int, kills: int, pause: float = 3.0, between: float = 0.0
) -> tuple[list[float], list[float]]:
    """How long answers took alone, and while tables at steps were made by a program that was killed so often.

    Between two rounds of questions nobody asks for so many seconds.
    """
    with ludograph.open(store) as archive:
        archive.query("SELECT 1").fetchall()
    alone, meanwhile = round_of(store, askers), list[float]()
    for left in range(kills, -1, -1):
        maker = making(store)
        sleep(pause if left else 0)
        while maker.poll() is None:
            meanwhile += round_of(store, askers)
            if left:
                maker.kill()
            elif maker.poll() is None:
                sleep(between)
        maker.wait()
    return alone, meanwhile


def lost(store: Path) -> int:
    """How many matches are not in the tables at steps."""
    with ludograph.open(store) as archive:
        ((_, made),) = archive.query(MADE).fetchall()
        ((there,),) = archive.query("SELECT count(*) FROM matches").fetchall()
    return int(there - made)


def told(name: str, seconds: Sequence[float]) -> str:
    """A line about how long answers took."""
    if not seconds:
        return f"{name}: no answers"
    return f"{name}: {len(seconds)} answers, median {median(seconds):.2f} s, slowest {max(seconds):.2f} s"


def options(words: Sequence[str]) -> Namespace:
    """What is to be tried."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--store", type=Path)
    parser.add_argument("--steps", type=int, default=20_000)
    parser.add_argument("--askers", type=int, default=10)
    parser.add_argument("--kills", type=int, default=2)
    parser.add_argument("--between", type=float, default=0.0, help="Seconds in which nobody asks.")
    return parser.parse_args(words)


def played(folder: Path, steps: int) -> Path:
    """A store of about so many steps of Hand of the Hanataz, which has some 500 in a match."""
    store = folder / "store.sqlite"
    words = ("simulate", "hand-of-the-hanataz", "-n", str(max(1, steps // 500)), "--seed", "1")
    subprocess.run(command(store, *words), env=environment(), capture_output=True, check=True)
    return store


def main() -> None:
    """Tries it, and prints what came of it."""
    chosen = options(sys.argv[1:])
    with TemporaryDirectory() as folder:
        store = chosen.store or played(Path(folder), chosen.steps)
        begun = monotonic()
        alone, meanwhile = trial(store, chosen.askers, chosen.kills, between=chosen.between)
        print(told("alone", alone), told("meanwhile", meanwhile), sep="\n")
        left = lost(store)
        print(f"{left} matches are missing; {monotonic() - begun:.0f} s in all, killed {chosen.kills} times")
    sys.exit(1 if left or max(meanwhile, default=0) > max(alone) + LONGER else 0)


if __name__ == "__main__":
    main()

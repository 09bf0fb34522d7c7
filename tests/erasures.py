"""Kills `forget` at random moments: `python -m tests.erasures --count 100 --seed 1`.

Each run is on a copy of a store whose matches all say a name. Killed whenever it is, the store must say the name
everywhere or nowhere, every record must be sound, and the same command again must leave no byte of the name.
"""

import json
import subprocess
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random
from shutil import copyfile
from signal import SIGKILL
from tempfile import TemporaryDirectory
from time import monotonic

import click
from click.testing import CliRunner

from ludograph.cli.main import main as ludograph
from ludograph.domain.games import GAMES
from ludograph.domain.store.recorder import Recorder

NAME = "Zsófia Quux"
WORDS = ("forget", NAME, "--reason", "asked", "--by", "Olga", "--json")


def run(store: Path, *words: str) -> str:
    """What a command printed that must succeed."""
    result = CliRunner().invoke(ludograph, ["--store", str(store), *words], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def made(store: Path, random: Random) -> None:
    """A store with a match of every game in which she plays, and a remark on each."""
    for game in GAMES:
        names = [NAME, "Bob", "Cat", "Dan", "Eve", "Fay"][: GAMES[game].seats[0]]
        words = ("--seats", str(len(names)), "--seed", str(random.randrange(1000)), "--players", ",".join(names))
        run(store, "simulate", game, *words)
    for line in run(store, "matches", "--json").splitlines():
        run(store, "note", json.loads(line)["match"], "0", f"{NAME.upper()} was here")


def stands_in(folder: Path) -> bool:
    """Whether the name stands in any file."""
    spelt = [one.encode() for one in (NAME, NAME.upper())]
    return any(one in path.read_bytes() for path in folder.iterdir() for one in spelt)


def said(store: Path) -> set[bool]:
    """For each match whether its start says the name."""
    with Recorder(store) as recorder:
        return {NAME in one.start.players for one in recorder.listed()}


def killed(store: Path, after: float) -> bool:
    """Runs the command and kills it so many seconds later; whether it was not done before."""
    command = [sys.executable, "-m", "ludograph.cli.main", "--store", str(store), *WORDS]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as running:
        with suppress(subprocess.TimeoutExpired):
            running.wait(after)
            return False
        running.send_signal(SIGKILL)
    return True


@click.command()
@click.option("--count", default=20, show_default=True)
@click.option("--seed", default=1, show_default=True)
def main(count: int, seed: int) -> None:
    """Kills the command so often, and says what was found."""
    random = Random(seed)
    counts: Counter[str] = Counter()
    with TemporaryDirectory() as made_in:
        first = Path(made_in) / "store.sqlite"
        made(first, random)
        begun = monotonic()
        copyfile(first, whole := Path(made_in) / "whole.sqlite")
        assert not killed(whole, 600)
        lasts = monotonic() - begun
        for _ in range(count):
            with TemporaryDirectory() as folder:
                store = Path(folder) / "store.sqlite"
                copyfile(first, store)
                was_killed = killed(store, random.uniform(0.3, 1.05) * lasts)
                says = said(store)
                run(store, "verify", "--all")
                run(store, *WORDS)
                run(store, "verify", "--all")
                assert len(says) == 1, "half of it was done"
                assert not stands_in(Path(folder)), "something of the name is left"
                counts[f"{'killed' if was_killed else 'finished'}, {'old' if says == {True} else 'new'}"] += 1
    click.echo(f"{count} runs of {lasts:.1f} s: {dict(sorted(counts.items()))}; nothing was done by half.")


if __name__ == "__main__":
    main()

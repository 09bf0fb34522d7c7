"""Row 7: matches a second as playtesters have them from `simulate`: in how many processes, and kept or not."""

import subprocess
import sys
from collections.abc import Iterator
from itertools import count
from os import cpu_count
from pathlib import Path

from bench.measuring import Comparison, Pair, Sample, Scale, Work, folder, in_turn, stopwatch
from bench.playing import matches_of
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import Game

ROW = "simulate"
ROUNDS = 3
LONGER = 20
"""How many times the work of other rows a sample is, for processes take their time to begin."""


def rows(scale: Scale) -> Iterator[Comparison]:
    """Three for each game; none where calls are counted, for these are of other processes."""
    for game in GAMES.values() if scale.rounds else ():
        with folder() as made:
            yield from _rows(game, scale, made)


def _rows(game: Game, scale: Scale, made: Path) -> Iterator[Comparison]:
    matches, jobs = LONGER * matches_of(game, scale.actions), cpu_count() or 1
    ways = [(jobs, True), (1, True), (jobs, False), (1, False)]
    sides = [_simulating(game, matches, at_once, made if recorded else None) for at_once, recorded in ways]
    recorded, recorded_alone, played, alone = in_turn(min(scale.rounds, ROUNDS), *sides)
    pairs = (
        ("recorded", recorded, "in one process", recorded_alone),
        ("not recorded", played, "in one process", alone),
        ("recorded", recorded, "not recorded", played),
    )
    for how, ours, peer, theirs in pairs:
        what = f"{game.id}, {how}, --jobs {jobs}"
        yield Pair(ours, theirs).compared(ROW, what, "match", peer, None, faster=True)


def _simulating(game: Game, matches: int, jobs: int, made: Path | None) -> Sample:
    """So many matches in so many processes, into a new store in a folder, or into none."""
    fresh = count()

    def sample() -> Work:
        number = next(fresh)
        kept = ["--no-record"] if made is None else ["--store", str(made / f"{jobs}-{number}.sqlite")]
        words = ["simulate", game.id, "-n", str(matches), "--jobs", str(jobs), "--seed", f"bench {number}", *kept]
        with stopwatch() as seconds:
            subprocess.run(
                [sys.executable, "-m", "ludograph.cli.main", *words], cwd=ROOT, check=True, stdout=subprocess.DEVNULL
            )
        return Work(seconds(), matches)

    return sample


ROOT = Path(__file__).parent.parent

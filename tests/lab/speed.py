"""How fast bots think, and in how much memory: `python -m tests.lab.speed`, some seconds a game.

Positions are taken from matches of three at random, in games of one player alone, every fifth step of them. A line a
game: playouts a second of one processor (`search` as it is seated, worlds and all), milliseconds each, and the most
memory that one decision takes beside what the program has.
"""

import tracemalloc
from argparse import ArgumentParser
from collections.abc import Iterator
from itertools import islice
from random import Random
from time import process_time
from typing import Final
from uuid import UUID

from ludograph.domain.bots.moves import Bots
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import Game
from ludograph.domain.lab.search import Sight, searched
from ludograph.domain.match.aggregate import Setting, start_match
from tests.lab.strength import SEATS, SHORTER
from tests.worlds import NAMES, STAMP

APART: Final = 5
"""Of so many steps one is looked at."""


def sights(game: Game) -> Iterator[Sight]:
    """What bots are given in matches at random, where there is something to choose."""
    seats = SEATS if SEATS in game.seats else game.seats[0]
    for number in range(1, 100):
        setting = Setting(NAMES[:seats], game.options(**SHORTER.get(game.id, {})), None, str(number))
        match = start_match(game, UUID(int=number, version=4), setting, STAMP)
        bots = Bots(game, seats, Random(number))
        while (move := bots.move(match.state, len(match.steps))) is not None:
            if move.seat and len(match.steps) % APART == 0:
                view = match.view(move.seat)
                yield Sight(game, seats, move.seat, view, game.choices(view, move.seat), len(match.steps))
            match = match.play(*move, STAMP)


def measured(given: list[Sight], playouts: int, rounds: int) -> tuple[float, int]:
    """The milliseconds that a playout took in the fastest of the rounds, and the most bytes that a decision took.

    Other programs on the machine only slow a round down.
    """
    taken = []
    for _ in range(rounds):
        began = process_time()
        count = sum(tried.count for sight in given for tried in searched(sight, playouts, Random(1)))
        taken.append((process_time() - began) / count * 1e3)
    most = 0
    tracemalloc.start()
    for sight in given[::4]:
        tracemalloc.reset_peak()
        before = tracemalloc.get_traced_memory()[0]
        searched(sight, playouts, Random(1))
        most = max(most, tracemalloc.get_traced_memory()[1] - before)
    tracemalloc.stop()
    return min(taken), most


def main() -> None:
    """Prints a line for every game."""
    parser = ArgumentParser()
    parser.add_argument("--game", choices=list(GAMES), action="append")
    parser.add_argument("--playouts", type=int, default=60)
    parser.add_argument("--positions", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=5)
    chosen = parser.parse_args()
    for id in chosen.game or GAMES:
        worth_thinking = (one for one in sights(GAMES[id]) if len(searched(one, 2, Random(1))) > 1)
        each, most = measured(list(islice(worth_thinking, chosen.positions)), chosen.playouts, chosen.rounds)
        print(f"{id:20} {1e3 / each:6.0f} playouts a second, {each:.2f} ms each, {most / 1024:.0f} KiB", flush=True)


if __name__ == "__main__":
    main()

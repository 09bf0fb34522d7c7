"""Fits what a table is worth: `python -m tests.lab.fitting --matches 2000` writes `domain/lab/values/GAME.json`.

Matches of bots that choose at random, as short playouts do, any number of players up to four, with options by default
and, in games that can end after a number of hands or at a total, half of them so; of each a few positions, and a few
ends of hands.
A conditional logit with a ridge, by Newton's steps in numpy: of the seats of a position one has won. For one player it
is a ridge regression of the score. How well the numbers say the end of other matches stands in each file.
"""

from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np
from msgspec.json import encode, format
from numpy.typing import NDArray

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.advance import Luck, advance
from ludograph.domain.kernel.chance import Drawing
from ludograph.domain.kernel.game import Game
from ludograph.domain.kernel.play import begin
from ludograph.domain.lab.amounts import WORTH, Amounts, amounts, names_in
from ludograph.domain.lab.candidates import worthwhile
from ludograph.domain.lab.playouts import LONGEST as PLAYOUT
from ludograph.domain.lab.playouts import any_move
from ludograph.domain.lab.value_model import FittedValue, result_values

INTO: Final = Path(__file__).parents[2] / "domain" / "lab" / "values"
EACH: Final = 8
"""So many positions are taken of a match."""
LONGEST: Final = 1500
HANDS: Final = (2, 3, 4, 5, 6, 8, 10)
LENGTHS: Final[dict[str, Callable[[int], dict[str, Any]]]] = {
    "fools-down": lambda hands: {"hands": hands},
    "hand-of-the-hanataz": lambda hands: {"end": "rounds", "rounds": hands},
    "conundruze": lambda hands: {"play_to": 25 * hands if hands > SINGLE else 0},
}
"""The options by which a match has so many hands; in Conundruze about half as many games, at random, or one."""
SINGLE: Final = 3
ERROR_MOVES: Final = {"last-years-magic": PLAYOUT}
"""Where errors are found by playouts to the end: what lies in a hand decides all, and no table shows it."""
RIDGE: Final = 3.0
MOST_SEATS: Final = 4
Numbers = NDArray[np.float64]


class Position(NamedTuple):
    """What could be counted, and how the match ended for each seat."""

    found: Amounts
    ended: tuple[float, ...]


def positions(game: Game, matches: int, seed: str) -> Iterator[Position]:
    """Some positions of each of so many matches."""
    random = Random(f"{game.id}/{seed}")
    for _ in range(matches):
        seats = random.choice([size for size in game.seats if size <= MOST_SEATS])
        worlds = list(_match(game, seats, random))
        ended = result_values(game, worlds[-1], seats)
        if ended is not None:
            some = random.sample(worlds[:-1], min(EACH, len(worlds) - 1))
            ends = _ends_of_hands(game, worlds[:-1])
            for world in (*some, *random.sample(ends, min(EACH, len(ends)))):
                yield Position(amounts(game, world, seats), ended)


def _ends_of_hands(game: Game, worlds: Sequence[Any]) -> list[Any]:
    """The states with which a hand of many is over: short playouts stop there, whatever moves are left to them."""
    if game.horizon is None:
        return []
    return [after for before, after in pairwise(worlds) if game.horizon(before) != game.horizon(after)]


def options_of(game: Game, random: Random) -> Any:
    """Options by default, in half of the matches with a number of hands where a game can have one."""
    hands = LENGTHS.get(game.id)
    return game.options(**hands(random.choice(HANDS))) if hands and random.random() < 0.5 else game.options()


def _match(game: Game, seats: int, random: Random) -> Iterator[Any]:
    """The states of a match in which everybody takes any of what is open, as in short playouts."""
    world = begin(game, options_of(game, random), seats, None, Drawing(str(random.random()), 0)).state
    luck = Luck(Random(random.random()))
    yield world
    for _ in range(LONGEST):
        open_moves = worthwhile(game, world, game.all_choices(world, seats))
        if not open_moves:
            return
        seat, move = any_move(open_moves, random)
        world = advance(game, world, seat, move, luck)
        yield world


class Scales(NamedTuple):
    """The names of what is counted, with the means and spreads by which it is brought to one scale."""

    own: tuple[str, ...]
    middle: tuple[str, ...]
    own_spread: Numbers
    middle_mean: Numbers
    middle_spread: Numbers

    @classmethod
    def of(cls, found: Sequence[Position]) -> "Scales":
        """Those of these positions."""
        own = names_in(one for position in found for one in position.found.seats)
        middle = names_in(position.found.middle for position in found)
        had = np.array([[one.get(name, 0.0) for name in own] for position in found for one in position.found.seats])
        lay = np.array([[position.found.middle.get(name, 0.0) for name in middle] for position in found])
        return cls(own, middle, had.std(0) + 1e-6, lay.mean(0), lay.std(0) + 1e-6)

    def row(self, found: Amounts) -> Numbers:
        """The numbers of each seat: what it has more than all on average, and how that of the worth varies."""
        had = np.array([[one.get(name, 0.0) for name in self.own] for one in found.seats])
        middle = np.array([found.middle.get(name, 0.0) for name in self.middle])
        more = (had - had.mean(0) if len(had) > 1 else had) / self.own_spread
        scaled = (middle - self.middle_mean) / self.middle_spread
        rows = [more, more[:, [self.own.index(WORTH)]] * scaled]
        if len(had) == 1:
            rows.append(np.concatenate([[1.0], scaled])[None, :])
        return np.concatenate(rows, 1)


def fitted(rows: Sequence[Numbers], ended: Sequence[tuple[float, ...]]) -> Numbers:
    """The weights under which these ends are likeliest, less a penalty on the weights."""
    width = rows[0].shape[1]
    if len(ended[0]) == 1:
        all_rows, scores = np.concatenate(rows), np.array(ended)[:, 0]
        solved: Numbers = np.linalg.solve(all_rows.T @ all_rows + RIDGE * np.eye(width), all_rows.T @ scores)
        return solved
    groups = [
        (
            np.array([row for row in rows if len(row) == seats]),
            np.array([end for end in ended if len(end) == seats]),
        )
        for seats in {len(end) for end in ended}
    ]
    weights = np.zeros(width)
    for _ in range(30):
        slope, curve = -RIDGE * weights, RIDGE * np.eye(width)
        for row, end in groups:
            share = shares(row @ weights)
            mean = np.einsum("ns,nsf->nf", share, row)
            slope += np.einsum("ns,nsf->f", end - share, row)
            curve += np.einsum("ns,nsf,nsg->fg", share, row, row) - mean.T @ mean
        step = np.linalg.solve(curve, slope)
        weights += step
        if np.abs(step).max() < 1e-6:
            break
    return weights


def shares(advantages: Numbers) -> Numbers:
    """Shares of the win, position by position."""
    odds = np.exp(advantages - advantages.max(-1, keepdims=True))
    found: Numbers = odds / odds.sum(-1, keepdims=True)
    return found


def explained(rows: Sequence[Numbers], ended: Sequence[tuple[float, ...]], weights: Numbers) -> float:
    """Which part of the variance of these ends the numbers say; below 0 where they make it worse."""
    alone = len(ended[0]) == 1
    average = float(np.mean([end[0] for end in ended]))
    missed = spread = 0.0
    for row, end in zip(rows, ended, strict=True):
        said = row @ weights if alone else shares(row @ weights)
        missed += float(((said - np.array(end)) ** 2).sum())
        spread += float(((np.array(end) - (average if alone else 1 / len(end))) ** 2).sum())
    return 1 - missed / spread


def model(game: Game, matches: int, moves: int) -> FittedValue:
    """The numbers of one game."""
    found, others = list(positions(game, matches, "fit")), list(positions(game, matches // 3, "test"))
    scales = Scales.of(found)
    weights = fitted([scales.row(one.found) for one in found], [one.ended for one in found])
    part = explained([scales.row(one.found) for one in others], [one.ended for one in others], weights)
    own, middle = len(scales.own), len(scales.middle)
    alone = weights[own + middle :]
    made = (
        f"python -m tests.lab.fitting --matches {matches}: {len(found)} positions of matches between bots that choose "
        f"at random; of {len(others)} positions of other such matches they say {part:.2f} of the variance of the end."
    )
    return FittedValue(
        made,
        moves,
        {name: (_short(scales.own_spread[at]), _short(weights[at])) for at, name in enumerate(scales.own)},
        {
            name: (_short(scales.middle_mean[at]), _short(scales.middle_spread[at]), _short(weights[own + at]))
            for at, name in enumerate(scales.middle)
        },
        ERROR_MOVES.get(game.id),
        {name: _short(alone[at]) for at, name in enumerate(("", *scales.middle))} if len(alone) else {},
    )


def _short(number: float) -> float:
    return float(f"{number:.5g}")


def main(arguments: list[str] | None = None) -> None:
    """Writes a file for each game, and tells how well its numbers say the end of other matches."""
    parser = ArgumentParser()
    parser.add_argument("--matches", type=int, default=2000)
    parser.add_argument("--game", choices=list(GAMES), action="append")
    parser.add_argument("--moves", type=int, default=8)
    chosen = parser.parse_args(arguments)
    INTO.mkdir(exist_ok=True)
    for id in chosen.game or GAMES:
        found = model(GAMES[id], chosen.matches, chosen.moves)
        (INTO / f"{id}.json").write_bytes(format(encode(found), indent=1) + b"\n")
        print(f"{id}: {found.made}", flush=True)


if __name__ == "__main__":
    main()

"""Matches played on as a bot does in its thoughts, beside steps as `simulate` plays them and OpenSpiel's gin rummy."""

from collections.abc import Iterator
from itertools import count
from random import Random

from bench import memory, spiel
from bench.measuring import WORKING, Comparison, Pair, Sample, Scale, Work, in_turn, stopwatch
from bench.playing import started
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.advance import Luck, advance
from ludograph.domain.kernel.game import Game
from ludograph.domain.lab.candidates import worthwhile
from ludograph.domain.lab.playouts import LONGEST, any_move

ROW = "playouts"
AIM = 2.0
AIM_BESIDE_SPIEL = 1.0


def rows(scale: Scale) -> Iterator[Comparison]:
    """One for each game, and one more where OpenSpiel is there."""
    for game in GAMES.values():
        peers = [memory.ours_of(game, scale), *([memory.spiel_of(scale)] if spiel.FOUND else [])]
        ours, recorded, *others = in_turn(scale.rounds, _playouts(game, scale), *peers)
        what = f"playouts of {game.id}"
        yield Pair(ours, recorded).compared(ROW, what, "step", "our steps in memory", AIM, faster=True)
        for other in others:
            peer = "OpenSpiel's gin rummy (C++)"
            yield Pair(ours, other).compared(ROW, what, "step", peer, AIM_BESIDE_SPIEL, faster=True)


def _playouts(game: Game, scale: Scale) -> Sample:
    fresh = count()

    def ours() -> Work:
        begun = [started(game, next(fresh)) for _ in range(max(scale.actions // LONGEST, 1) * 8)]
        steps = 0
        with stopwatch(WORKING) as seconds:
            for number, match in enumerate(begun):
                steps += _played_on(game, match.state, len(match.players), number)
                if steps >= scale.actions:
                    break
        return Work(seconds(), steps)

    return ours


def _played_on(game: Game, world: object, seats: int, seed: int) -> int:
    """How many steps a match took, played on at random to its end or for as long as a bot looks."""
    random, luck = Random(seed), Luck(Random(seed))
    for step in range(LONGEST):
        open_moves = worthwhile(game, world, game.all_choices(world, seats))
        if not open_moves:
            return step
        world = advance(game, world, *any_move(open_moves, random), luck)
    return LONGEST

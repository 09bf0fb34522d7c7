"""Row 1: whole random matches decided, checked and folded in memory."""

from collections.abc import Iterator
from itertools import count

from bench import poker
from bench.measuring import Comparison, Scale, in_turn, stopwatch
from bench.playing import matches_of, played
from domain.games import GAMES
from domain.kernel.game import Game

ROW = "memory"
AIM = 5.0


def rows(scale: Scale) -> Iterator[Comparison]:
    """One for each game."""
    for game in GAMES.values():
        yield _row(game, scale)


def _row(game: Game, scale: Scale) -> Comparison:
    matches = matches_of(game, scale.actions)
    fresh = count()  # no match is played twice, for then caches would know its positions

    def ours() -> float:
        with stopwatch() as seconds:
            actions = sum(len(played(game, next(fresh)).steps) for _ in range(matches))
        return seconds() / actions

    def theirs() -> float:
        with stopwatch() as seconds:
            actions = sum(decisions for _, decisions in poker.hands(scale.actions // 4, seed=next(fresh)))
        return seconds() / actions

    sides = in_turn(ours, theirs, scale.rounds)
    return Comparison(ROW, f"random matches of {game.id}", "action", "PokerKit's hands", AIM, True, *sides)

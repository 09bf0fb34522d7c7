"""Row 1: whole random matches decided, checked and folded in memory, by decision and by what follows from one."""

from collections.abc import Iterator
from itertools import count

from bench import poker, spiel
from bench.measuring import WORKING, Comparison, Pair, Sample, Scale, Work, in_turn, stopwatch
from bench.playing import matches_of, played_out
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import Game

ROW = "memory"
AIM = 5.0


def rows(scale: Scale) -> Iterator[Comparison]:
    """Two for each game, and one more where OpenSpiel is there."""
    for game in GAMES.values():
        yield from _rows(game, scale)


def _rows(game: Game, scale: Scale) -> Iterator[Comparison]:
    peers = [_poker(scale), *([spiel_of(scale)] if spiel.FOUND else [])]
    ours, theirs, *others = in_turn(scale.rounds, ours_of(game, scale), *peers)
    pair, what = Pair(ours, theirs), f"random matches of {game.id}"
    yield pair.compared(ROW, what, "decision", "PokerKit's hands", AIM, faster=True)
    yield pair.compared(ROW, what, "fact", "PokerKit's operations", AIM, faster=True, of_parts=True)
    for other in others:
        yield Pair(ours, other).compared(ROW, what, "decision", "OpenSpiel's gin rummy (C++)", None, faster=True)


def ours_of(game: Game, scale: Scale) -> Sample:
    """Whole matches as `simulate` plays them, without a record."""
    matches, fresh = matches_of(game, scale.actions), count()
    # No match is played twice, for then caches would know its positions.

    def ours() -> Work:
        with stopwatch(WORKING) as seconds:
            facts = [len(step.facts) for _ in range(matches) for step in played_out(game, next(fresh))]
        return Work(seconds(), len(facts), sum(facts))

    return ours


def _poker(scale: Scale) -> Sample:
    fresh = count()

    def theirs() -> Work:
        with stopwatch(WORKING) as seconds:
            made = [(len(state.operations), n) for state, n in poker.hands(scale.actions // 4, seed=next(fresh))]
        return Work(seconds(), sum(n for _, n in made), sum(operations for operations, _ in made))

    return theirs


def spiel_of(scale: Scale) -> Sample:
    """Gin rummy of OpenSpiel."""
    fresh = count()

    def theirs() -> Work:
        with stopwatch(WORKING) as seconds:
            decisions = spiel.decisions(scale.actions, seed=next(fresh))
        return Work(seconds(), decisions)

    return theirs

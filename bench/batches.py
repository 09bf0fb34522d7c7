"""Row 2: the same matches recorded into SQLite in batches, and not recorded."""

from collections.abc import Iterator
from itertools import count
from random import Random
from uuid import UUID

from bench.measuring import Comparison, Scale, folder, in_turn, stopwatch
from bench.playing import matches_of, played
from domain.games import GAMES
from domain.kernel.game import Game
from domain.records.importing import Importer
from domain.records.match import Match
from domain.records.recorder import Recorder

ROW = "batches"
AIM = 1.6


def rows(scale: Scale) -> Iterator[Comparison]:
    """One for each game."""
    for game in GAMES.values():
        with folder() as made:
            recorder = Recorder(made / "store.sqlite")
            yield _row(game, scale, recorder)
            recorder.close()


def _row(game: Game, scale: Scale, recorder: Recorder) -> Comparison:
    matches = max(matches_of(game, scale.actions), Importer.BATCH)
    random = Random(0)
    fresh = count()  # no match is played twice, for then caches would know its positions

    def sample(*, store: bool) -> float:
        waiting: list[Match] = []
        with stopwatch() as seconds:
            for left in reversed(range(matches)):
                waiting.append(played(game, next(fresh), UUID(int=random.getrandbits(128))))
                if len(waiting) == Importer.BATCH or left == 0:
                    if store:
                        recorder.record(*waiting)
                    waiting = []
        return seconds() / matches

    sides = in_turn(lambda: sample(store=True), lambda: sample(store=False), scale.rounds)
    return Comparison(ROW, f"{game.id}, recorded", "match", "the same, not recorded", AIM, False, *sides)

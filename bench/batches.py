"""Row 2: matches played and recorded in batches; played and committed bare; and only played."""

from collections.abc import Callable, Iterator
from itertools import count
from random import Random
from sqlite3 import Connection
from uuid import UUID

from bench.entry import bare, commit, row_of
from bench.measuring import Comparison, Pair, Sample, Scale, Work, folder, in_turn, stopwatch
from bench.playing import matches_of, played
from ludograph.domain.exchange.importer import Importer
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import Game
from ludograph.domain.match.aggregate import Match
from ludograph.domain.store.recorder import Recorder

ROW = "batches"
BARE_AIM = 1.3
AIM = 1.6


def rows(scale: Scale) -> Iterator[Comparison]:
    """Two for each game."""
    for game in GAMES.values():
        with folder() as made:
            recorder, table = Recorder(made / "store.sqlite"), bare(made)
            yield from _rows(game, scale, recorder, table)
            recorder.close()
            table.close()


def _rows(game: Game, scale: Scale, recorder: Recorder, table: Connection) -> Iterator[Comparison]:
    def committed(some: list[Match]) -> None:
        commit(table, [row_of(event) for match in some for event in match.history])

    ours, theirs, without = in_turn(
        scale.rounds,
        _playing(game, scale, lambda some: recorder.record(*some)),
        _playing(game, scale, committed),
        _playing(game, scale, lambda some: None),
    )
    what = f"{game.id}, recorded"
    yield Pair(ours, theirs).compared(ROW, what, "match", "their rows in a bare commit", BARE_AIM, faster=False)
    yield Pair(ours, without).compared(ROW, what, "match", "the same, not recorded", AIM, faster=False)


def _playing(game: Game, scale: Scale, store: Callable[[list[Match]], object]) -> Sample:
    """Plays matches, and does something with each batch of them."""
    matches, random = max(matches_of(game, scale.actions), Importer.BATCH), Random(0)
    fresh = count()  # no match is played twice, for then caches would know its positions

    def sample() -> Work:
        waiting: list[Match] = []
        with stopwatch() as seconds:
            for left in reversed(range(matches)):
                waiting.append(played(game, next(fresh), UUID(int=random.getrandbits(128))))
                if len(waiting) == Importer.BATCH or left == 0:
                    store(waiting)
                    waiting = []
        return Work(seconds(), matches)

    return sample

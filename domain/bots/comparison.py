"""How bots did that played the same deals: shares of wins and scores with intervals of 95 %, deal by deal."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ludograph.domain.bots.contest import Effort
from ludograph.domain.kernel.confidence import MeanInterval, mean_interval, share_interval
from ludograph.domain.kernel.result import Result


class BotRecord(NamedTuple):
    """What a bot came to; `matches` counts it once for each seat at which it sat."""

    bot: str
    matches: int
    win: MeanInterval
    score: MeanInterval
    decisions: int
    playouts: int
    faults: int
    """Moves that chance made, for the bot gave none that was open in time."""


class Comparison:
    """Counts what was played; what came of one deal is one observation, however often it was played."""

    def __init__(self) -> None:
        self._matches: dict[str, int] = {}
        self._wins: dict[str, dict[int, list[float]]] = {}
        self._scores: dict[str, dict[int, list[float]]] = {}
        self._decisions: dict[str, int] = {}
        self._playouts: dict[str, int] = {}
        self._faults: dict[str, int] = {}

    def add(self, deal: int, bots: Sequence[str], efforts: Sequence[Effort], result: Result) -> None:
        """Counts one match: which deal it was, which bot sat at each seat, and how it ended."""
        winners = result.winners if isinstance(result.winners, tuple) else ()
        for seat, (bot, effort) in enumerate(zip(bots, efforts, strict=True), start=1):
            self._matches[bot] = self._matches.get(bot, 0) + 1
            self._decisions[bot] = self._decisions.get(bot, 0) + effort.decisions
            self._playouts[bot] = self._playouts.get(bot, 0) + effort.playouts
            self._faults[bot] = self._faults.get(bot, 0) + effort.faults
            score = result.scores[seat - 1]
            if result.over:
                share = 1 / len(winners) if seat in winners else 0.0
                self._wins.setdefault(bot, {}).setdefault(deal, []).append(share)
            if isinstance(score, int):
                self._scores.setdefault(bot, {}).setdefault(deal, []).append(score)

    def records(self) -> Iterator[BotRecord]:
        """What each bot came to, in the order in which they were named first."""
        for bot, matches in self._matches.items():
            win = share_interval(self._wins.get(bot, {}).values())
            score = mean_interval(self._scores.get(bot, {}).values())
            effort = self._decisions[bot], self._playouts[bot], self._faults[bot]
            yield BotRecord(bot, matches, win, score, *effort)

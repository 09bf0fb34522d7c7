"""How bots did that played the same deals: shares of wins and scores with intervals of 95 %, deal by deal."""

from collections.abc import Iterable, Iterator, Sequence
from math import sqrt
from typing import Final, NamedTuple

from ludograph.domain.bots.contest import Effort
from ludograph.domain.kernel.result import Result

DEVIATIONS: Final = 1.96
"""An interval of 95 % is so many standard errors wide on either side."""


class MeanInterval(NamedTuple):
    """A mean with its interval; None where there is too little to say one."""

    mean: float | None
    low: float | None
    high: float | None

    def within(self, least: float, most: float) -> "MeanInterval":
        """The part of it that can be: no share is below 0 or above 1."""
        if self.low is None or self.high is None:
            return self
        return MeanInterval(self.mean, max(self.low, least), min(self.high, most))


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
            win, score = (confidence_interval(found.get(bot, {}).values()) for found in (self._wins, self._scores))
            effort = self._decisions[bot], self._playouts[bot], self._faults[bot]
            yield BotRecord(bot, matches, win.within(0.0, 1.0), score, *effort)


def confidence_interval(deals: Iterable[Sequence[float]]) -> MeanInterval:
    """The mean over all, and its interval from how far the means of the deals lie apart; of one deal, its matches."""
    found = list(deals)
    if not found:
        return MeanInterval(None, None, None)
    mean = sum(map(sum, found)) / sum(map(len, found))
    means = [sum(deal) / len(deal) for deal in found]
    if len(found) == 1:
        means = list(found[0])  # all that there is to be seen of how far matches lie apart
    if len(means) < 2:
        return MeanInterval(mean, None, None)
    middle = sum(means) / len(means)
    error = sqrt(sum((one - middle) ** 2 for one in means) / (len(means) - 1) / len(means))
    return MeanInterval(mean, mean - DEVIATIONS * error, mean + DEVIATIONS * error)

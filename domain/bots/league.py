"""Leagues: every bot against every other on the same deals with rotated seats, until it is sure who is stronger."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations, count, islice
from typing import Final, NamedTuple

from ludograph.domain.bots.bradley_terry import Ahead, Rating, ratings
from ludograph.domain.bots.comparison import Comparison
from ludograph.domain.bots.simulation import SimulatedMatch, SimulationPlan, play_one
from ludograph.domain.kernel.game import Options
from ludograph.domain.kernel.processes import shared_work
from ludograph.domain.kernel.result import final

FEWEST_DEALS: Final = 10
"""Before so many deals nothing is sure, and it is asked again after as many more."""
SURE: Final = 2.58
"""By so many standard errors each bot must be above the next: 1 in 100, for it is asked several times."""


class LeaguePlan(NamedTuple):
    """What is played for each deal: at each table these bots, once for each way to move them on by some seats."""

    game: str
    options: Options
    bots: tuple[str, ...]
    tables: tuple[tuple[str, ...], ...]
    seed: str
    limit: int


def tables_for(bots: tuple[str, ...], sizes: Sequence[int]) -> tuple[tuple[str, ...], ...]:
    """Who sits together in a game that can be played by so many: each two, and all where they are more.

    Where two cannot play, the seats that are left are filled with both of them in turn, so that each is once alone.
    """
    if max(sizes) == 1:
        return tuple((bot,) for bot in bots)
    size = min(one for one in sizes if one > 1)
    pairs = [tuple((one, other)[seat % 2] for seat in range(size)) for one, other in combinations(bots, 2)]
    if size % 2:
        pairs += [tuple((other, one)[seat % 2] for seat in range(size)) for one, other in combinations(bots, 2)]
    return (*pairs, bots) if len(bots) > 2 and len(bots) in sizes else tuple(pairs)


def play_deal(plan: LeaguePlan, deal: int) -> list[SimulatedMatch]:
    """All matches on a deal; the same cards at each table as far as it has as many seats."""
    played = []
    for table in plan.tables:
        found = SimulationPlan(plan.game, plan.options, (len(table),), (), plan.seed, plan.limit, 1, False, table, True)
        played += [play_one(found, deal * found.rotations + turn) for turn in range(found.rotations)]
    return played


def deals_played(plan: LeaguePlan, most: int, jobs: int) -> Iterator[list[SimulatedMatch]]:
    """The matches deal by deal, in their order, as they become ready."""
    return shared_work(partial(play_deal, plan), islice(count(), most), jobs)


class LeagueTally:
    """Counts what was played; what came of one deal is one observation."""

    def __init__(self, bots: Sequence[str]) -> None:
        self.bots = tuple(bots)
        self.deals: list[Ahead] = []
        self.matches = self.unfinished = 0
        self.comparison = Comparison()

    def add(self, played: Sequence[SimulatedMatch]) -> None:
        """Counts the matches of a deal."""
        number, ahead = len(self.deals), dict[tuple[str, str], float]()
        alone = [match for match in played if len(match.bots) == 1]
        for one, other in combinations(alone, 2):
            score, than = one.result.scores[0], other.result.scores[0]
            if isinstance(score, int) and isinstance(than, int):
                sign = 1 if one.result.order.fewest else -1
                _count(ahead, one.bots[0], other.bots[0], sign * score, sign * than)
        for match in played:
            self.matches += 1
            self.unfinished += not match.result.over
            self.comparison.add(number, match.bots, match.efforts, match.result)
            for (bot, place), (than_bot, behind) in combinations(_places(match), 2):
                if bot != than_bot:
                    _count(ahead, bot, than_bot, place, behind)
        self.deals.append(ahead)

    def ratings(self) -> list[Rating]:
        """The bots, the strongest first."""
        return ratings(self.bots, self.deals)

    def is_sure(self) -> bool:
        """Whether each bot is surely stronger than the next."""
        if len(self.deals) < FEWEST_DEALS:
            return False
        return all(one.lead is not None and one.lead > SURE for one in self.ratings()[:-1])

    def is_done(self) -> bool:
        """Whether it is sure, asked anew only after some more deals."""
        return len(self.deals) % FEWEST_DEALS == 0 and self.is_sure()


def _places(match: SimulatedMatch) -> list[tuple[str, int]]:
    places = final(match.result).places
    return [(bot, place) for bot, place in zip(match.bots, places, strict=True) if isinstance(place, int)]


def _count(ahead: dict[tuple[str, str], float], one: str, other: str, place: int, behind: int) -> None:
    """Counts who of two is ahead: the lower number."""
    share = 0.5 if place == behind else float(place < behind)
    ahead[one, other] = ahead.get((one, other), 0) + share
    ahead[other, one] = ahead.get((other, one), 0) + 1 - share

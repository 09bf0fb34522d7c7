"""What bots lose by their errors: `python -m tests.judging.errors --bots random,search:40,search:400 --minutes 50`.

The bots take turns at the three seats of a table; in a game of one player each has the same deals. Long matches are cut
short by their options, as in `strength`. A match is played in the game that has had the least time, and the errors in
it are judged from the view of whoever decided, until the time is over. It prints what each bot lost by a free decision,
and by how much each lost more than the next, with intervals of 95 % over matches, for the decisions of a match are not
independent.
"""

from argparse import ArgumentParser
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from statistics import fmean, stdev
from time import monotonic, process_time
from typing import NamedTuple

from ludograph.domain.games import GAMES
from ludograph.domain.judging.decision_errors import decision_error
from ludograph.domain.judging.seen_match import seen_match
from ludograph.domain.kernel.game import TABLE, Game
from ludograph.domain.match.aggregate import Match
from tests.judging.evidence import played
from tests.lab.strength import SEATS


class Lost(NamedTuple):
    """What a bot lost in a match, and by how many free decisions."""

    amount: float = 0.0
    decisions: int = 0


ByBot = Mapping[str, Lost]


class Mean(NamedTuple):
    """A mean with half of its interval of 95 %."""

    mean: float
    half: float

    def __str__(self) -> str:
        return f"{self.mean:.4f} ± {self.half:.4f}"


def matches(game: Game, bots: Sequence[str], number: int) -> Iterator[tuple[Match, tuple[str, ...]]]:
    """A match with all bots at one table, moved on by a seat with each number; for one player a match of each bot."""
    seed = f"errors/{game.id}/{number}"
    if SEATS in game.seats:
        sitting = tuple(bots[(number + seat) % len(bots)] for seat in range(SEATS))
        yield played(game, sitting, seed), sitting
    else:
        yield from ((played(game, (bot,), seed), (bot,)) for bot in bots)


def lost(game: Game, bots: Sequence[str], number: int, playouts: int) -> ByBot:
    """What each bot lost in the matches of one number."""
    found: dict[str, Lost] = defaultdict(Lost)
    for match, sitting in matches(game, bots, number):
        seen = {seat: seen_match(match, seat) for seat in range(1, len(sitting) + 1)}
        for step in match.steps:
            if step.actor == TABLE:
                continue
            own = seen[step.actor]
            error = decision_error(own, own.steps[step.number - 1], playouts, "errors")
            if error is not None:
                bot = sitting[step.actor - 1]
                found[bot] = Lost(found[bot].amount + error.amount, found[bot].decisions + 1)
    return found


def by_decision(found: Sequence[ByBot], bot: str, other: str | None = None) -> Mean:
    """What a bot lost by a free decision, or by how much more than another one."""
    means, deviations = zip(*(_ratio(found, one) for one in (bot, other) if one is not None), strict=True)
    apart = [sum(both[1:], -both[0]) for both in zip(*deviations, strict=True)]
    half = 1.96 * stdev(apart) / len(apart) ** 0.5 if len(apart) > 1 else float("inf")
    return Mean(means[0] - sum(means[1:]), half)


def _ratio(found: Sequence[ByBot], bot: str) -> tuple[float, list[float]]:
    """What was lost by a decision over all matches, and how far each match is off that (linearised)."""
    lots = [one.get(bot, Lost()) for one in found]
    mean = sum(one.amount for one in lots) / sum(one.decisions for one in lots)
    each = fmean(one.decisions for one in lots)
    return mean, [(one.amount - mean * one.decisions) / each for one in lots]


def told(id: str, found: Sequence[ByBot], bots: Sequence[str]) -> str:
    """What came of the matches of a game."""
    decisions = Counter[str]()
    for one in found:
        decisions.update({bot: lots.decisions for bot, lots in one.items()})
    own = (f"{bot} {by_decision(found, bot)} ({decisions[bot]} decisions)" for bot in bots)
    more = (f"{bot} - {other} {by_decision(found, bot, other)}" for bot, other in pairwise(bots))
    return f"{id}: {len(found)} matches; {', '.join(own)}; {', '.join(more)}"


def main(arguments: list[str] | None = None) -> None:
    """Prints a line a game after each match; the last lines are those that count."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--bots", default="random,search:40,search:400", help="three, with commas between")
    parser.add_argument("--minutes", type=float, default=50)
    parser.add_argument("--playouts", type=int, default=40, help="of the judge")
    parser.add_argument("--first", type=int, default=0, help="the number of the first match, to go on where one was")
    parser.add_argument("--game", choices=list(GAMES), action="append")
    given = parser.parse_args(arguments)
    bots, began = given.bots.split(","), monotonic()
    found: dict[str, list[ByBot]] = {id: [] for id in given.game or GAMES}
    spent = dict.fromkeys(found, 0.0)
    while monotonic() - began < given.minutes * 60:
        id, started = min(spent, key=lambda one: spent[one]), process_time()
        found[id].append(lost(GAMES[id], bots, given.first + len(found[id]), given.playouts))
        spent[id] += process_time() - started
        print(told(id, found[id], bots), flush=True)


if __name__ == "__main__":
    main()

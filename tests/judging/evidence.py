"""How good judgements are: `python -m tests.judging.evidence --matches 20 --playouts 40 --bots random`, game by game.

It prints by how much start + luck + play differ from the result at most, how many standard errors the mean luck lies
from 0, how far two judgements by other playouts agree on what each step changed (r), how much less results vary without
their luck, and the processor time for 100 steps. The numbers by which playouts are counted were fitted to other matches
than these. Long matches are cut short by their options, as in `strength`.
"""

from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from random import Random
from statistics import correlation, fmean, pvariance, stdev
from time import process_time
from typing import NamedTuple
from uuid import UUID

from ludograph.domain.bots.contest import BotSeats
from ludograph.domain.games import GAMES
from ludograph.domain.judging.luck_and_play import step_values
from ludograph.domain.judging.seen_match import seen_match
from ludograph.domain.kernel.game import Game
from ludograph.domain.kernel.marks import ALL_SEATS
from ludograph.domain.lab.short_playouts import Values
from ludograph.domain.match.aggregate import Match, Setting, start_match
from tests.lab.strength import SEATS, SHORTER
from tests.worlds import STAMP

NAMES = (*("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus"), *("Hal", "Ida", "Jon", "Kit", "Liz", "Max"))


class Evidence(NamedTuple):
    """What judgements of some matches of one game came to."""

    matches: int
    gap: float
    luck_z: float
    """The mean luck of a seat, in standard errors."""
    agreement: float
    """The correlation of what steps changed, luck and play, between two judgements."""
    variance: float
    """How much results vary that are adjusted for luck, as a part of how much they vary."""
    seconds: float
    """Processor time for 100 steps."""


def played(game: Game, bots: Sequence[str], seed: str) -> Match:
    """A match between these bots."""
    names = NAMES[: len(bots)]
    setting = Setting(names, game.options(**SHORTER.get(game.id, {})), None, seed)
    match = start_match(game, UUID(int=Random(seed).getrandbits(128), version=4), setting, STAMP)
    seats = BotSeats(match, bots, seed, limit=1000)
    while (move := seats.move(match.state, len(match.steps))) is not None:
        match = match.play(move.seat, move.action, STAMP)
        seats.told(len(match.steps), move.seat, match.steps[-1])
    return match


class Worth(NamedTuple):
    """What a judgement says of a match: the result, the luck in all, and what each step changed."""

    result: Values
    luck: Values
    changes: list[float]
    gap: float
    """By how much start + luck + play differ from the result, for the seat for which they do most."""


def worth_of(match: Match, playouts: int, seed: str) -> Worth:
    """Luck and play of a match, without the errors of players."""
    steps = list(step_values(seen_match(match, ALL_SEATS), playouts, seed))
    luck = tuple(map(sum, zip(*(step.luck for step in steps), strict=True)))
    play = tuple(map(sum, zip(*(step.play for step in steps), strict=True)))
    came = zip(steps[0].value, luck, play, steps[-1].value, strict=True)
    gap = max(abs(start + by_luck + by_play - result) for start, by_luck, by_play, result in came)
    changes = [value for step in steps[1:] for part in (step.luck, step.play) for value in part]
    return Worth(steps[-1].value, luck, changes, gap)


def matches_of(game: Game, bots: Sequence[str], count: int) -> Iterator[Match]:
    """Matches with the bots moved on by a seat from one to the next."""
    size = SEATS if SEATS in game.seats else 1
    for number in range(count):
        sitting = tuple(bots[(number + seat) % len(bots)] for seat in range(size))
        yield played(game, sitting, f"evidence/{game.id}/{number}")


def evidence(game: Game, bots: Sequence[str], count: int, playouts: int) -> Evidence:
    """Judges so many matches twice."""
    ones: list[Worth] = []
    others: list[Worth] = []
    steps, spent = 0, 0.0
    for match in matches_of(game, bots, count):
        began = process_time()
        ones.append(worth_of(match, playouts, "one"))
        spent, steps = spent + process_time() - began, steps + len(match.steps)
        others.append(worth_of(match, playouts, "other"))
    first, second = ([change for one in found for change in one.changes] for found in (ones, others))
    luck = [one.luck[0] for one in ones]
    z = fmean(luck) / (stdev(luck) / len(luck) ** 0.5 + 1e-9)
    results = [value for one in ones for value in one.result]
    adjusted = [value - by_luck for one in ones for value, by_luck in zip(one.result, one.luck, strict=True)]
    ratio = pvariance(adjusted) / pvariance(results)
    gap = max(one.gap for one in (*ones, *others))
    return Evidence(count, gap, z, correlation(first, second), ratio, 100 * spent / steps)


def main(arguments: list[str] | None = None) -> None:
    """Prints a line a game."""
    parser = ArgumentParser()
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--playouts", type=int, default=40)
    parser.add_argument("--bots", default="random", help="with commas between; they take turns at the seats")
    parser.add_argument("--game", choices=list(GAMES), action="append")
    chosen = parser.parse_args(arguments)
    for id in chosen.game or GAMES:
        bots = chosen.bots.split(",")
        found = evidence(GAMES[id], bots, chosen.matches, chosen.playouts)
        print(
            f"{id:20} {found.matches} matches: start + luck + play - result at most {found.gap:.1e}; "
            f"mean luck {found.luck_z:+.1f} standard errors from 0; "
            f"r {found.agreement:.2f}; variance without luck {found.variance:.2f} of the raw one; "
            f"{found.seconds:.1f} s for 100 steps",
            flush=True,
        )


if __name__ == "__main__":
    main()

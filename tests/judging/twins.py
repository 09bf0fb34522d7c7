"""Judgements of twins, which a seat cannot tell apart: `python -m tests.judging.twins --comparisons 100000`.

Of random matches of every game, running and over, with any number of players and any options, twins are made in two
ways: two cards that a seat has not seen change places, and all that it has not seen is made up anew, hidden decisions
too. Both are judged as that seat knows them, by few playouts. One comparison is what a step came to for one player
(value, luck and play, with the standard error), or the error of one decision, byte for byte.
"""

import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from itertools import count, islice
from random import Random
from typing import NamedTuple
from uuid import UUID

from msgspec.json import encode

from ludograph.domain.bots.knowledge import record_of
from ludograph.domain.forks.drawn_anew import NotImagined, drawn_anew, known_digest
from ludograph.domain.forks.fork import NewFork
from ludograph.domain.games import GAMES
from ludograph.domain.judging.judgement import JudgePlan
from ludograph.domain.judging.judging_work import judged_match
from ludograph.domain.kernel.game import Game, Seat
from ludograph.domain.match.aggregate import Match
from tests.twins import twins_of
from tests.worlds import random_match, stamp

PLAYOUTS = 2
LENGTHS = (10, 30, 60, 10_000)
"""After so many steps a match is judged, if it is not over before."""
LONGEST = 150
"""Longer matches are left out: they would take the time of many others."""
EACH = 4
"""So many pairs at most are made of a match in each of the two ways, so that matches are many."""


class Pair(NamedTuple):
    """Two matches, the seat that cannot tell them apart, and how the second was made."""

    one: Match
    other: Match
    seat: Seat
    made: str


def pairs(match: Match, random: Random) -> Iterator[Pair]:
    """Some twins of a match for its seats."""
    for twins in islice(twins_of(match, random), EACH):
        seats = [seat for seat in twins.blind if seat > 0]
        yield from (
            Pair(twins.one, twins.other, seat, "exchanged") for seat in random.sample(seats, min(len(seats), 1))
        )
    for seat in random.sample(range(1, len(match.players) + 1), min(len(match.players), EACH)):
        new = NewFork(UUID(int=random.getrandbits(128), version=4), stamp)
        try:
            yield Pair(match, drawn_anew(match, len(match.steps), seat, str(random.random()), new), seat, "made up")
        except NotImagined:
            continue


def told(match: Match, seat: Seat) -> list[bytes]:
    """What is judged as a seat knows it: of each step what each player is told, and then the error."""
    found = judged_match(match, JudgePlan(seat, PLAYOUTS, "twins"))
    return [
        line
        for step in (found.first, *found.steps)
        for line in (
            *(
                encode((step.value[name], step.luck[name], step.play[name], step.shown.get(name), step.se))
                for name in found.players
            ),
            *([encode(step.error)] if step.error is not None else []),
        )
    ]


def differences(pair: Pair, counts: Counter[str]) -> Iterator[str]:
    """What tells the seat more than it knows; counts what was compared."""
    digests = {known_digest(record_of(match, pair.seat, len(match.steps))) for match in (pair.one, pair.other)}
    assert len(digests) == 1, "the seat can tell these apart"
    one, other = told(pair.one, pair.seat), told(pair.other, pair.seat)
    counts["pairs"] += 1
    counts[pair.made] += 1
    counts["compared"] += len(one)
    if len(one) != len(other):
        counts["different"] += 1
        yield f"{pair.one.game.id}, seat {pair.seat}, {pair.made}: {len(one)} and {len(other)} lines"
    for first, second in zip(one, other, strict=False):
        if first != second:
            counts["different"] += 1
            yield f"{pair.one.game.id}, seat {pair.seat}, {pair.made}: {first.decode()} and {second.decode()}"


def run(game: Game, comparisons: int, seed: str, counts: Counter[str]) -> Iterator[str]:
    """Judges twins of a game until so much has been compared."""
    for number in count():
        if counts["compared"] >= comparisons:
            return
        random = Random(f"{game.id}/{seed}/{number}")
        match = random_match(game, random, random.choice(LENGTHS))
        if len(match.steps) > LONGEST:
            continue
        counts["matches"] += 1
        for pair in pairs(match, random):
            yield from differences(pair, counts)


def main(arguments: list[str] | None = None) -> None:
    """Prints how much was compared in each game, and what differed."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--comparisons", type=int, default=100_000, help="In all games together.")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--game", choices=list(GAMES), action="append")
    given = parser.parse_args(arguments)
    games, total = given.game or list(GAMES), Counter[str]()
    for id in games:
        counts: Counter[str] = Counter()
        for difference in islice(run(GAMES[id], -(-given.comparisons // len(games)), given.seed, counts), 20):
            print(difference, flush=True)
        print(f"{id}: {dict(counts)}", flush=True)
        total += counts
    print(f"all: {dict(total)}")
    sys.exit(1 if total["different"] else 0)


if __name__ == "__main__":
    main()

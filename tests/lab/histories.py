"""Whole matches made up from what a seat knows, for hundreds of positions of every game.

`python -m tests.lab.histories --each 200 --seed 1` makes one of each position of `tests.lab.positions`, and compares
what the seat would have been told of it, byte for byte, with what it was told.
"""

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from random import Random
from time import process_time

from msgspec import json

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.conceal import conceal
from ludograph.domain.lab.histories import History, NoHistory, history
from ludograph.domain.lab.mismatches import mismatches
from ludograph.domain.lab.seat_record import SeatRecord, SeatStep
from ludograph.domain.match.views import concealed, concealed_outcomes, concealed_start
from tests.lab.positions import Position, positions

TRIES = 20


def record_of(position: Position) -> SeatRecord:
    """All that the seat was told up to there."""
    match, seat = position.match, position.seat
    start = concealed_start(match.start, seat)
    steps = [concealed(step, seat) for step in list(match.steps)[: position.at]]
    assert start.deal is not None
    told = tuple(SeatStep(step.actor, step.action, step.drawn, step.facts) for step in steps)
    return SeatRecord(match.game, start.options, len(match.players), seat, start.deal, start.facts, told)


def told_of(made: History, record: SeatRecord) -> SeatRecord:
    """What the seat would have been told of a match."""
    seat = record.seat
    steps = []
    for step, known in zip(made.steps, record.steps, strict=True):
        facts = tuple(conceal(fact, seat, known.actor) for fact in step.facts)
        action = conceal(step.action, seat, known.actor)
        steps.append(SeatStep(known.actor, action, concealed_outcomes(step, seat), facts))
    facts = tuple(conceal(fact, seat) for fact in made.facts)
    return record._replace(deal=conceal(made.deal, seat), facts=facts, steps=tuple(steps))


def written(record: SeatRecord) -> bytes:
    """A record as it would be stored."""
    return json.encode((record.deal, record.facts, record.steps))


def faults(made: History, position: Position) -> Iterator[str]:
    """What the seat could tell a match by, and what of it is not known."""
    record = record_of(position)
    told = told_of(made, record)
    if position.match.start.seed is not None and written(told) != written(record):
        yield "the seat was told something else"
    if any(mismatches(tuple(record[4:]), tuple(told[4:]))):
        yield "the seat knows something else"


def main(arguments: list[str] | None = None) -> None:
    """Makes a match for each of many positions, and prints how many tries that took."""
    parser = ArgumentParser()
    parser.add_argument("--each", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", choices=list(GAMES))
    chosen = parser.parse_args(arguments)
    for game in GAMES.values() if chosen.game is None else [GAMES[chosen.game]]:
        random = Random(f"{game.id}/{chosen.seed}")
        found, wrong, spent, steps = Counter[str](), list[str](), 0.0, 0
        for number, position in enumerate(positions(game, chosen.each, random)):
            record = record_of(position)
            began = process_time()
            try:
                made = history(record, Random(number), TRIES)
            except NoHistory:
                found["not found"] += 1
                wrong.append(f"none found (seat {position.seat}, step {position.at}, seed {position.match.start.seed})")
                continue
            finally:
                spent += process_time() - began
                steps += position.at
            found["found"] += 1
            wrong += [f"{fault} (seat {position.seat}, step {position.at})" for fault in faults(made, position)]
        each = f"{spent / chosen.each * 1e3:,.0f} ms each, {spent / max(steps, 1) * 1e6:,.0f} us a step"
        print(f"{game.id}: {dict(found)}, {each}, {len(wrong)} faults", *wrong[:10], sep="\n  ", flush=True)


if __name__ == "__main__":
    main()

"""Whole matches made up from what a seat knows, for hundreds of positions of every game.

`python -m tests.lab.histories --each 200 --seed 1` makes one of each position of `tests.lab.positions`, and compares
what the seat would have been told of it, byte for byte, with what it was told.
"""

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from random import Random
from time import process_time
from typing import Any

from msgspec import json

from ludograph.domain.bots.knowledge import record_of
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.chance import Written
from ludograph.domain.kernel.conceal import conceal
from ludograph.domain.kernel.play import play
from ludograph.domain.lab.histories import History, NoHistory, sampled_history
from ludograph.domain.lab.mismatches import mismatches
from ludograph.domain.lab.seat_record import SeatRecord, SeatStep
from ludograph.domain.match.views import concealed_outcomes
from tests.lab.positions import Position, positions

TRIES = 20


def told_of(made: History, record: SeatRecord) -> SeatRecord:
    """What the seat would have been told of a match."""
    seat = record.seat
    steps = []
    for step, known in zip(made.steps, record.steps, strict=True):
        facts = tuple(conceal(fact, seat, known.actor) for fact in step.facts)
        action = conceal(step.action, seat, known.actor)
        steps.append(SeatStep(known.step, known.actor, action, concealed_outcomes(step, seat), facts))
    facts = tuple(conceal(fact, seat) for fact in made.facts)
    return record._replace(deal=conceal(made.deal, seat), facts=facts, steps=tuple(steps))


def hidden_cards(made: History, record: SeatRecord) -> tuple[Any, ...]:
    """All that was drawn and the seat did not see."""
    pairs = zip(made.steps, told_of(made, record).steps, strict=True)
    return tuple(
        card for step, told in pairs for card, seen in zip(step.drawn, told.drawn, strict=True) if card != seen
    )


def written(record: SeatRecord) -> bytes:
    """A record as it would be stored."""
    return json.encode((record.deal, record.facts, record.steps))


def faults(made: History, position: Position) -> Iterator[str]:
    """What the seat could tell a match by, and what of it is not known."""
    record = record_of(position.match, position.seat, position.at)
    told = told_of(made, record)
    if position.match.start.seed is not None and written(told) != written(record):
        yield "the seat was told something else"
    if any(mismatches(tuple(record[4:]), tuple(told[4:]))):
        yield "the seat knows something else"
    state = made.states[0]
    for number, (step, known) in enumerate(zip(made.steps, record.steps, strict=True), start=1):
        done = play(record.game, state, known.actor, step.action, Written(record.game.deck, step.drawn or None))
        if (done.facts, done.state) != (step.facts, made.states[number]):
            yield f"step {number} is not what comes of it by the rules"
        state = done.state


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
            record = record_of(position.match, position.seat, position.at)
            began = process_time()
            try:
                made = sampled_history(record, Random(number), TRIES)
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

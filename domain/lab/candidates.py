"""The moves among which a bot looks for the best one: all of those that are open, or a sample of very many."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product, zip_longest
from math import prod
from random import Random
from typing import Any, Final

from ludograph.domain.kernel.game import TABLE, Action, Choice, Opening, replace

MOST: Final = 60
"""So many moves are looked at."""
WIDEST: Final = 10
"""So many values of a field are looked at where it has many alike, as amounts are."""


def candidates(choices: Sequence[Choice], random: Random) -> list[Action]:
    """Moves to look at, in an order in which the first few differ most: of each block one, then another of each.

    None that gives up for nothing what another one claims, nor an amount that gives more than it can bring back.
    """
    blocks = [list(_moves(choice, random)) for _, choice in worthwhile((TABLE, choice) for choice in choices)]
    for block in blocks:
        random.shuffle(block)
    in_turn = (move for row in zip_longest(*blocks) for move in row if move is not None)
    return list(dict.fromkeys(in_turn))[:MOST]


def worthwhile(openings: Iterable[Opening]) -> list[Opening]:
    """What somebody waits for, but for what gives up for nothing (`Choice.waives`) where something else is open.

    Amounts are those that can be brought back (`Choice.reservation`), and the lowest in any case.
    """
    busy = [opening for opening in openings if not opening[1].idle]
    claiming = [opening for opening in busy if not opening[1].waives] or busy
    return [
        opening if opening[1].reservation is None else (opening[0], _within(opening[1], opening[1].reservation))
        for opening in claiming
    ]


def _within(choice: Choice, most: int) -> Choice:
    values = {
        name: values[: max(most - values.start, 0) + 1] if isinstance(values, range) else values
        for name, values in choice.values.items()
    }
    return replace(choice, values=values)


def _moves(choice: Choice, random: Random) -> Iterator[Action]:
    names, columns = [*choice.values], [_some(values, random) for values in choice.values.values()]
    if prod(map(len, columns)) <= MOST:
        for row in product(*columns):
            yield choice.action(**dict(zip(names, row, strict=True)))
        return
    for _ in range(MOST):
        yield choice.action(**{name: random.choice(column) for name, column in zip(names, columns, strict=True)})


def _some(values: Sequence[Any], random: Random) -> Sequence[Any]:
    """A few of the values: amounts closer together at the low end, where most bids are, others as they come."""
    count = len(values)
    if isinstance(values, range) and count > WIDEST:
        steps = (step / (WIDEST - 1) for step in range(WIDEST))
        return [values[at] for at in dict.fromkeys(round((count - 1) * step * step) for step in steps)]
    if count > MOST:
        return [values[random.randrange(count)] for _ in range(MOST)]
    return [values[at] for at in range(count)]

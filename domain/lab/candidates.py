"""The moves among which a bot looks for the best one: all of those that are open, or a sample of very many."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product, zip_longest
from math import prod
from random import Random
from typing import Any, Final

from ludograph.domain.kernel.game import Action, Choice, Game, Opening, Seat, replace

MOST: Final = 60
"""So many moves are looked at."""
WIDEST: Final = 10
"""So many values of a field are looked at where it has many alike, as amounts are."""


def candidates(game: Game, world: Any, openings: Iterable[Opening], random: Random) -> list[Action]:
    """Moves of a seat to look at, in an order in which the first differ most: of each block one, then another of each.

    None that gives up for nothing what another one claims, nor an amount that gives more than it can bring back.
    """
    blocks = [list(_moves(choice, random)) for _, choice in worthwhile(game, world, openings)]
    for block in blocks:
        random.shuffle(block)
    in_turn = (move for row in zip_longest(*blocks) for move in row if move is not None)
    return list(dict.fromkeys(in_turn))[:MOST]


def worthwhile(game: Game, world: Any, openings: Iterable[Opening]) -> list[Opening]:
    """What somebody waits for, but for what gives up for nothing (`Choice.waives`) where something else is open.

    Amounts are those that can be brought back (`Game.reservation`): who can only give more gives up for nothing too.
    """
    busy = [opening for opening in openings if not opening[1].idle]
    if game.reservation is not None:
        busy = [(seat, _bounded(game.reservation, world, seat, choice)) for seat, choice in busy]
    return [opening for opening in busy if not opening[1].waives] or busy


def _bounded(reservation: Callable[[Any, Seat], int], world: Any, seat: Seat, choice: Choice) -> Choice:
    """A choice with the amounts that can be brought back, and the lowest in any case."""
    lowest = [values.start for values in choice.values.values() if isinstance(values, range)]
    if not lowest:
        return choice
    most = reservation(world, seat)
    values = {
        name: values[: max(most - values.start, 0) + 1] if isinstance(values, range) else values
        for name, values in choice.values.items()
    }
    return replace(choice, values=values, waives=choice.waives or max(lowest) > most)


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

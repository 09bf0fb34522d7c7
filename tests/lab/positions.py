"""Positions of random matches as a seat that is to act knows them, and how many worlds were found for them.

`python -m tests.lab.positions --each 200 --seed 1` tries many of every game: any options and number of players, dealt
by the program or written down by one of the players, so that the record itself has cards that nobody knows.
"""

from argparse import ArgumentParser
from collections.abc import Iterator
from itertools import islice
from random import Random
from time import process_time
from typing import Any, NamedTuple

from msgspec import Struct

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.advance import Luck, advance
from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.game import TABLE, Action, Game, Impossible, Refused
from ludograph.domain.lab.worlds import Worlds
from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation.strict_json import Unreadable
from tests.worlds import played_on, random_start, read_back


class Position(NamedTuple):
    """Where a match stands after a step, and the seat that is to act."""

    match: Match
    at: int
    seat: int

    @property
    def view(self) -> Any:
        """What the seat knows."""
        return self.match.view(self.seat, self.at)


def positions(game: Game, count: int, random: Random) -> Iterator[Position]:
    """So many positions of random matches, a third of them written down by somebody who knows no more than a seat."""
    found = 0
    while found < count:
        match = played_on(random_start(game, random), random, random.choice((10, 60, 250)))
        if random.random() < 0.33:
            try:
                match = read_back(match, random.randint(TABLE, len(match.players)))
            except (Refused, Impossible, Unreadable):
                continue
        at = random.randrange(len(match.steps) + 1)
        seats = sorted(
            {seat for seat, choice in game.all_choices(match.states[at], len(match.players)) if not choice.idle}
            - {TABLE}
        )
        if seats:
            found += 1
            yield Position(match, at, random.choice(seats))


def faults(position: Position, random: Random) -> Iterator[str]:
    """What is wrong with a world that the view of this seat allows."""
    game, view, seats = position.match.game, position.view, len(position.match.players)
    world = Worlds(game, view).sample(random)
    deck, placed, unseen = game.cards(world)
    if UNKNOWN in placed:
        yield "a card of it is not known"
    if len(placed) + unseen != len(deck):
        yield "cards are lost or doubled"
    if not agrees(view, world):
        yield "what the seat knows is otherwise in it"
    open_in_view, open_in_world = (blocks(game, state, position.seat) for state in (view, world))
    if position.match.start.seed is not None and open_in_view != open_in_world:
        yield "other moves are open in it"
    if not narrower(open_in_world, open_in_view):
        yield "a move is open in it that is not open to the seat"
    if not ends(game, world, seats, random):
        yield "it cannot be played to its end"


Block = tuple[type[Action], dict[str, list[Any]]]
"""An action with the values of its fields, the first hundred of each."""


def blocks(game: Game, state: Any, seat: int) -> list[Block]:
    """What is open to a seat."""
    return [
        (choice.action, {name: [*islice(iter(values), 100)] for name, values in choice.values.items()})
        for choice in game.choices(state, seat)
    ]


def narrower(fewer: list[Block], more: list[Block]) -> bool:
    """Whether what is open in a world is also open as far as somebody knows whose own cards are not all known."""
    kinds = {action for action, _ in more}
    return all(action in kinds for action, _ in fewer)


def agrees(view: Any, world: Any) -> bool:
    """Whether a state has all that a view knows."""
    if isinstance(view, Struct):
        return type(view) is type(world) and all(
            agrees(getattr(view, name), getattr(world, name)) for name in view.__struct_fields__
        )
    if isinstance(view, tuple):
        return len(view) == len(world) and all(map(agrees, view, world))
    return view is None or view == UNKNOWN or bool(view == world)


def ends(game: Game, world: Any, seats: int, random: Random) -> bool:
    """Whether anybody can act, step by step, until the match is over, or for a long time."""
    luck = Luck(random)
    for _ in range(400):
        busy = [opening for opening in game.all_choices(world, seats) if not opening[1].idle]
        if not busy:
            return game.result(world).over
        seat, choice = random.choice(busy)
        move = choice.action(**{name: random.choice(values) for name, values in choice.values.items()})
        world = advance(game, world, seat, move, luck)
    return True


def main(arguments: list[str] | None = None) -> None:
    """Tries worlds of many positions, and prints what was wrong with any."""
    parser = ArgumentParser()
    parser.add_argument("--each", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", choices=list(GAMES))
    chosen = parser.parse_args(arguments)
    for game in GAMES.values() if chosen.game is None else [GAMES[chosen.game]]:
        random = Random(f"{game.id}/{chosen.seed}")
        found = list(positions(game, chosen.each, random))
        views = [one.view for one in found]
        began = process_time()
        prepared = [Worlds(game, view) for view in views]
        made = process_time()
        for worlds in prepared:
            for _ in range(20):
                worlds.sample(random)
        ended = process_time()
        wrong = [f"{fault} (seat {one.seat}, step {one.at})" for one in found for fault in faults(one, random)]
        prepare, sample = (made - began) / len(found) * 1e6, (ended - made) / len(found) / 20 * 1e6
        each = f"{prepare:,.0f} us to prepare, {sample:,.0f} us a world"
        print(f"{game.id}: {len(found)} positions, {each}, {len(wrong)} faults", *wrong[:10], sep="\n  ")


if __name__ == "__main__":
    main()

"""Matches played on from a world, at random and without a record, and what they came to for a seat."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final, NamedTuple

from ludograph.domain.kernel.advance import Luck, advance
from ludograph.domain.kernel.game import Action, Game, Opening, Refused, Seat

LONGEST: Final = 400
"""After so many moves a match counts as it stands."""


class Outcome(NamedTuple):
    """What a playout came to for a seat."""

    share: float
    """Of the win: 1, a part of it where several won, 0; what falls to each seat where the match is not over."""
    lead: float
    """What the seat has more than the others on average, in the unit of the scores; alone what it has."""


class PlayoutPlayer:
    """Plays a world on as the table that a seat sits at might."""

    def __init__(self, game: Game, seats: int) -> None:
        self.game = game
        self.seats = seats

    def outcome(self, world: Any, seat: Seat, move: Action, seed: str) -> Outcome:
        """What comes of a move in this world, with luck and play that are the same for the same seed."""
        game, random = self.game, Random(seed)
        luck = Luck(Random(random.random()))
        until = game.horizon(world) if game.horizon is not None else None
        try:
            world = advance(game, world, seat, move, luck)
        except Refused:
            return self.standing(world, seat)  # of a hand that not even its owner's record knows, a card it lacks
        for _ in range(LONGEST):
            if until is not None and game.horizon is not None and game.horizon(world) != until:
                break
            busy = [opening for opening in game.all_choices(world, self.seats) if not opening[1].idle]
            if not busy:
                break
            actor, action = any_move(busy, random)
            world = advance(game, world, actor, action, luck)
        return self.standing(world, seat)

    def standing(self, world: Any, seat: Seat) -> Outcome:
        """How a seat stands in a world."""
        result = self.game.result(world)
        sign = -1 if self.game.fewest else 1
        values = [sign * float(value or 0) for value in self.game.worth_of(world)]
        own = values[seat - 1]
        lead = own - (sum(values) - own) / (self.seats - 1) if self.seats > 1 else own
        if result.over:
            winners = result.winners
            return Outcome(1 / len(winners) if isinstance(winners, tuple) and seat in winners else 0.0, lead)
        return Outcome(1 / self.seats, lead)


def any_move(openings: Sequence[Opening], random: Random) -> tuple[Seat, Action]:
    """Any of these moves: one of the blocks, and in it one value for each field."""
    chance = random.random
    seat, choice = openings[int(len(openings) * chance())]
    if not choice.values:
        return seat, choice.action()
    return seat, choice.action(**{name: values[int(len(values) * chance())] for name, values in choice.values.items()})

"""Matches played on from a world, at random and without a record, and what they came to for a seat."""

from collections.abc import Iterable, Sequence
from itertools import repeat
from random import Random
from typing import Any, Final, NamedTuple

from ludograph.domain.kernel.advance import Luck, advance
from ludograph.domain.kernel.game import Action, Game, Opening, Refused, Seat
from ludograph.domain.kernel.objections import Impossible
from ludograph.domain.kernel.worth import known_values, payoffs
from ludograph.domain.lab.candidates import worthwhile
from ludograph.domain.lab.value_model import ValueModel

LONGEST: Final = 400
"""After so many moves a match counts as it stands."""


class Outcome(NamedTuple):
    """What a playout came to for a seat."""

    share: float
    """Of the win: 1, a part of it where several won, 0; where the match is not over what is expected, alone nothing."""
    lead: float | None
    """What the seat has more than the others on average, in the unit of the scores; alone the score.

    None of a move that gives up: the seat is out by it, and left without a score. No lead is worse.
    """


class PlayoutPlayer:
    """Plays a world on as the table that a seat sits at might, for as many moves as the fitted value looks ahead."""

    def __init__(self, game: Game, seats: int) -> None:
        self.game = game
        self.seats = seats
        self.model = ValueModel(game, seats)
        self._moves = self.model.moves or LONGEST

    def outcome(self, world: Any, seat: Seat, move: Action, seed: str) -> Outcome:
        """What comes of a move in this world, with luck and play that are the same for the same seed."""
        random = Random(seed)
        luck = Luck(Random(random.random()))
        try:
            after = advance(self.game, world, seat, move, luck)
        except (Refused, Impossible):
            return self.standing(world, seat, world)  # of a hand that not even its owner's record knows, what it lacks
        gives_up = seat in self.game.eliminated(after) and self.game.worth_of(after)[seat - 1] is None
        before, after = rolled_out(self.game, self.seats, (world, after), luck, repeat(random, self._moves))
        found = self.standing(after, seat, before)
        return found._replace(lead=None) if gives_up else found

    def standing(self, world: Any, seat: Seat, before: Any) -> Outcome:
        """How a seat stands in a world, which came of the one `before`."""
        share = self.model.values(world)[seat - 1]
        if self.seats == 1:
            return Outcome(0.0, share)
        result = self.game.result(world)
        out = result.order.out if result.over else self.game.eliminated(world)
        has = known_values(result.scores) if result.over else self.game.worth_of(world)
        if not any(score is not None for score in has):
            has = self.game.worth_of(before)  # where all others gave up nothing is scored
        # What somebody kept who is out wins nothing; what they owe counts.
        all_have = enumerate(payoffs(has, fewest=self.game.fewest), start=1)
        values = [min(one, 0.0) if owner in out else one for owner, one in all_have]
        own = values[seat - 1]
        return Outcome(share, own - (sum(values) - own) / (self.seats - 1))


def rolled_out(game: Game, seats: int, last: tuple[Any, Any], luck: Luck, chances: Iterable[Random]) -> tuple[Any, Any]:
    """The last two worlds of a playout that begins with the two given: any move for each source of chance.

    It ends with the hand in which the first of them is.
    """
    until = game.horizon(last[0]) if game.horizon is not None else None
    for random in chances:
        world = last[1]
        if until is not None and game.horizon is not None and game.horizon(world) != until:
            break
        open_moves = worthwhile(game, world, game.all_choices(world, seats))
        if not open_moves:
            break
        actor, action = any_move(open_moves, random)
        try:
            last = world, advance(game, world, actor, action, luck)
        except (Refused, Impossible):
            break
    return last


def any_move(openings: Sequence[Opening], random: Random) -> tuple[Seat, Action]:
    """Any of these moves: one of the blocks, and in it for each field any of its values."""
    seat, choice = openings[int(len(openings) * random.random())]
    if not choice.values:
        return seat, choice.action()
    return seat, choice.action(
        **{name: values[int(len(values) * random.random())] for name, values in choice.values.items()}
    )

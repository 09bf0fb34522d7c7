"""Players that know no game: they take any of the choices that are open, by chance."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from ludograph.domain.kernel.chance import Drawing
from ludograph.domain.kernel.game import Action, Game, Opening, Seat
from ludograph.domain.kernel.play import Played, play
from ludograph.domain.match.aggregate import Match, Stamp

STEPS: Final = 1000
"""How long a match may become before the bots look for a way to end it."""
IDLE: Final = 0.02
"""How often a bot does something that nobody waits for."""


class Move(NamedTuple):
    """What a bot does, and at which seat."""

    seat: Seat
    action: Action


class Bots:
    """All players of a match: the same moves for the same `random`.

    Above a `thrift` of 1 they prefer the low end of ranges, so that their money lasts: at 4 they mostly bid little.
    """

    def __init__(self, game: Game, seats: int, random: Random, *, limit: int = STEPS, thrift: float = 1) -> None:
        self.game = game
        self.random = random
        self.limit = limit
        self.thrift = thrift
        self._seats = seats

    def move(self, state: Any, step: int) -> Move | None:
        """The next move, `step` moves having been made; None when the match is over or has to be left as it is."""
        openings = list(self.game.all_choices(state, self._seats))
        busy = [opening for opening in openings if not opening[1].idle]
        some_idle = len(busy) < len(openings)
        if some_idle and (not busy or step >= self.limit or self.random.random() < IDLE):
            idle = [opening for opening in openings if opening[1].idle]
            move = self._idle_move(state, idle, step >= self.limit, not busy)
            if move is not None:
                return move
        if not busy or step >= 2 * self.limit:
            return None
        return self._pick(busy)

    def _idle_move(self, state: Any, idle: list[Opening], late: bool, alone: bool) -> Move | None:
        """Late in a long match what ends it, else what does not end it; None where there is no such thing."""
        if alone and self.game.result(state).over:
            return None
        for entry in self.random.sample(idle, len(idle)):
            move = self._pick([entry])
            if alone or self._ends(state, move) == late:
                return move
        return None

    def _ends(self, state: Any, move: Move) -> bool:
        after = play(self.game, state, move.seat, move.action, Drawing("", 0)).state
        return self.game.result(after).over

    def _pick(self, entries: Sequence[Opening]) -> Move:
        """One of the blocks, and in it one value for each field."""
        seat, choice = entries[0] if len(entries) == 1 else self.random.choice(entries)
        return Move(seat, choice.action(**{name: self._value(values) for name, values in choice.values.items()}))

    def _value(self, values: Sequence[Any]) -> Any:
        if isinstance(values, range) and self.thrift != 1:
            return values[int(len(values) * self.random.random() ** self.thrift)]
        return values[0] if len(values) == 1 else self.random.choice(values)


def play_out(bots: Bots, state: Any, seed: str, step: int = 0) -> Iterator[Played]:
    """The rest of a match in memory alone, a move each; chance is that of a recorded match with this seed."""
    while (move := bots.move(state, step)) is not None:
        step += 1
        done = play(bots.game, state, move.seat, move.action, Drawing(seed, step))
        state = done.state
        yield done


def play_match(bots: Bots, match: Match, stamp: Callable[[], Stamp]) -> Match:
    """The match played to its end, as a record that is still to be stored."""
    while (move := bots.move(match.state, len(match.steps))) is not None:
        match = match.play(move.seat, move.action, stamp())
    return match

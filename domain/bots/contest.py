"""Matches between bots that are named seat by seat, each of which knows what its seat knows."""

from collections.abc import Callable, Sequence
from math import prod
from random import Random
from typing import Any, Final, NamedTuple

from ludograph.domain.bots.bot import Chosen, Seating
from ludograph.domain.bots.moves import Bots, Move
from ludograph.domain.bots.roster import bot_called
from ludograph.domain.kernel.conceal import conceal
from ludograph.domain.kernel.game import Choice, Opening, Seat
from ludograph.domain.kernel.objections import note_step
from ludograph.domain.kernel.play import Played
from ludograph.domain.lab.search import Sight
from ludograph.domain.lab.seat_record import SeatStep
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.events import AnyStep
from ludograph.domain.match.views import concealed_outcomes, concealed_start, fold

MOST_MOVES: Final = 1000
"""More moves than these are not counted at one decision."""


class Effort(NamedTuple):
    """What a seat's bot has done for its moves; `faults` are those that chance had to make for it.

    `moves` were open to it in all, and `forced` of its decisions had but one.
    """

    decisions: int = 0
    playouts: int = 0
    faults: int = 0
    moves: int = 0
    forced: int = 0

    def plus(self, chosen: Chosen, choices: tuple[Choice, ...]) -> "Effort":
        """With one more decision among these choices."""
        moves = sum(prod(map(len, choice.values.values())) for choice in choices if not choice.idle)
        moves = min(moves, MOST_MOVES)  # amounts that combine freely would outweigh all else
        return Effort(
            self.decisions + 1,
            self.playouts + chosen.playouts,
            self.faults + chosen.faulty,
            self.moves + moves,
            self.forced + (moves == 1),
        )


Watch = Callable[[Sight, Chosen], None]
"""What is told of each decision: what was open to whom, and what was chosen."""


class BotSeats(Bots):
    """All players of a match, each a bot with a view of its own; who is asked is found out by chance where several are.

    What nobody waits for no bot does, unless a long match is to be brought to its end.
    """

    def __init__(
        self, match: Match, names: Sequence[str], seed: str, *, limit: int, watch: Watch = lambda sight, chosen: None
    ) -> None:
        super().__init__(match.game, len(names), Random(f"{seed}/table"), limit=limit)
        self._named = [bot_called(name) for name in names]
        self._seed = seed
        self._watch = watch
        self._step = len(match.steps)
        self.efforts = [Effort() for _ in names]
        self._views: list[Any] = []
        for seat, bot in enumerate(self._named, start=1):
            start = concealed_start(match.start, seat)
            assert start.deal is not None
            bot.begin(Seating(match.game, match.players, seat, start.options, start.deal, start.facts))
            self._views.append(fold(None, start.facts))

    def told(self, step: int, actor: Seat, done: AnyStep | Played) -> None:
        """Tells each seat what happened, as far as it sees it."""
        for seat, bot in enumerate(self._named, start=1):
            facts = tuple(conceal(fact, seat, actor) for fact in done.facts)
            self._views[seat - 1] = fold(self._views[seat - 1], facts)
            action = conceal(done.action, seat, actor)
            bot.see(SeatStep(step, actor, action, concealed_outcomes(done, seat), facts))

    def close(self) -> None:
        """All bots leave the match."""
        for bot in self._named:
            bot.close()

    def move(self, state: Any, step: int) -> Move | None:
        """The next move, `step` moves having been made; None when the match is over or has to be left as it is."""
        self._step = step
        try:
            return self._move(state, step)
        except Exception as wrong:
            note_step(wrong, step + 1)
            raise

    def _move(self, state: Any, step: int) -> Move | None:
        openings = list(self.game.all_choices(state, self._seats))
        busy = [opening for opening in openings if not opening[1].idle]
        if not busy or step >= self.limit:
            idle = [opening for opening in openings if opening[1].idle]
            move = self._idle_move(state, idle, step >= self.limit, not busy)
            if move is not None or not busy or step >= 2 * self.limit:
                return move
        return self._asked(busy)

    def _asked(self, busy: list[Opening]) -> Move:
        """The move of one of the seats that are to act; for the table, which nobody sits at, any that is open."""
        seat = busy[0][0] if len(busy) == 1 else self.random.choice(busy)[0]
        if not seat:
            return self._pick([opening for opening in busy if not opening[0]])
        view = self._views[seat - 1]
        sight = Sight(self.game, self._seats, seat, view, self.game.choices(view, seat), self._step)
        # What a bot draws hangs on the step alone, which it knows: not on what others drew before.
        chosen = self._named[seat - 1].choose(sight, Random(f"{self._seed}/{seat}/{self._step}"))
        self.efforts[seat - 1] = self.efforts[seat - 1].plus(chosen, sight.choices)
        self._watch(sight, chosen)
        return Move(seat, chosen.action)

"""A match between bots, in memory alone, and what is measured of it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any, Final

from ludograph.domain.bots.contest import BotSeats, Watch
from ludograph.domain.experiments.experiment_plan import ExperimentPlan
from ludograph.domain.experiments.measures import Measures
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.chance import Drawing
from ludograph.domain.kernel.game import TABLE, Fact, Game, Seat
from ludograph.domain.kernel.marks import place_in_order
from ludograph.domain.kernel.objections import note_step
from ludograph.domain.kernel.parts import scored
from ludograph.domain.kernel.play import play
from ludograph.domain.kernel.result import Result
from ludograph.domain.match.aggregate import NAMELESS, Setting, Stamp, start_match

_STAMP: Final = Stamp(datetime(2000, 1, 1, tzinfo=UTC), "00" * 16)


def measured(plan: ExperimentPlan, which: int, deal: int, watch: Watch = lambda sight, chosen: None) -> Measures:
    """What is measured of one match of a variant; the same for the same plan, variant and number of the deal.

    `watch` is told of each decision.
    """
    variant = plan.variants[which]
    game, seed = GAMES[plan.game], plan.deal_seed(deal, which)
    with variant.in_force():
        players = tuple(f"Bot {seat}" for seat in range(1, variant.seats + 1))
        match = start_match(game, NAMELESS, Setting(players, variant.options, None, seed), _STAMP)
        seats = BotSeats(match, variant.bots, f"{seed}/{variant.luck}", limit=plan.limit, watch=watch)
        leads, state, step = _Leads(game), match.state, 0
        order, parts = _Order(game, variant.seats, match.start.facts), _Parts(game, variant.seats)
        leads.look(state)
        try:
            while (move := seats.move(state, step)) is not None:
                step += 1
                done = play(game, state, move.seat, move.action, Drawing(seed, step))
                parts.look(done.facts, state)
                state = done.state
                seats.told(step, move.seat, done)
                leads.acted(move.seat)
                order.look(move.seat, done.facts)
                leads.look(state)
        except Exception as wrong:
            note_step(wrong, step)
            raise
        finally:
            seats.close()
        decisions = sum(one.decisions for one in seats.efforts)
        result = game.result(state)
        # Some games let the table finish them, which bots do after so many steps: that is no end of its own.
        found = {"length": step, "turns": leads.turns, "unfinished": float(not result.over or step >= plan.limit)}
        found |= dict(_of_result(game, result, order.starting))
        if decisions:
            found["choices"] = sum(one.moves for one in seats.efforts) / decisions
            found["forced"] = sum(one.forced for one in seats.efforts) / decisions
        return found | dict(leads.measures(result, step)) | (parts.measures() if result.over else {})


def _of_result(game: Game, result: Result, starting: Seat | None) -> Iterator[tuple[str, float]]:
    """What is measured of a result; `starting` is who began the match."""
    if not result.over:
        return
    seats, scores = len(result.scores), [score for score in result.scores if isinstance(score, int)]
    if len(scores) == seats:
        yield "score", sum(scores) / seats
        yield from ((f"score-seat-{seat}", float(score)) for seat, score in enumerate(scores, start=1))
    if seats < 2:
        return
    winners = result.winners if isinstance(result.winners, tuple) else ()
    if len(scores) == seats:
        first, second = sorted(scores, reverse=not game.fewest)[:2]
        # Who is out may have more than those who can still win: then scores do not tell by how much it was won.
        if {scores[seat - 1] for seat in winners} == {first}:
            yield "lead", float(abs(first - second))
    for seat in range(1, seats + 1):
        share = 1 / len(winners) if seat in winners else 0.0
        yield f"win-seat-{seat}", share
        if starting is not None:
            yield f"win-order-{place_in_order(seat, starting, seats)}", share


class _Order:
    """Who begins a match: as the game says it, or else whoever acts first."""

    def __init__(self, game: Game, seats: int, setup: Sequence[Fact]) -> None:
        self._game = game
        self._seats = seats
        self.starting: Seat | None = None
        self.look(TABLE, setup)

    def look(self, actor: Seat, facts: Sequence[Fact]) -> None:
        """Is told who did something, and what came of it."""
        if self.starting is None:
            said = self._game.starting_player
            self.starting = (actor or None) if said is None else said.seat(facts, self._seats)


class _Parts:
    """What the scores of a match are made of, in the games that tell it."""

    def __init__(self, game: Game, seats: int) -> None:
        self._game = game
        self._seats = seats
        self._amounts: Counter[str] = Counter()

    def look(self, facts: Sequence[Fact], before: Any) -> None:
        """Is told what came of a step, and the state before it."""
        for _, parts in scored(self._game.parts, facts, before):
            for part in parts:
                self._amounts[part.label.lower().replace(" ", "-")] += (
                    part.amount if isinstance(part.amount, int) else 0
                )

    def measures(self) -> dict[str, float]:
        """What a seat has of each part on average."""
        return {f"score-part-{name}": amount / self._seats for name, amount in self._amounts.items()}


class _Leads:
    """Who is ahead alone after each step, by what counts then."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._ahead: list[Seat | None] = []
        self._first: list[tuple[Seat, ...]] = []
        """Who had most after each step, alone or with others."""
        self._last: Seat | None = None
        self.turns = 0

    def acted(self, seat: Seat) -> None:
        """Is told who did the last step."""
        self.turns += seat != self._last
        self._last = seat

    def look(self, state: Any) -> None:
        """Looks at a state."""
        first = _ahead_in(self._game, state)
        self._first.append(first)
        self._ahead.append(first[0] if len(first) == 1 else None)

    def measures(self, result: Result, steps: int) -> Iterator[tuple[str, float]]:
        """What is measured of the leads of a match that ended like this, after so many steps."""
        if len(result.scores) < 2 or not steps:
            return
        leaders = [seat for seat in self._ahead if seat is not None]
        yield "lead-changes", float(sum(one != other for one, other in pairwise(leaders)))
        yield "level", sum(seat is None for seat in self._ahead[1:]) / steps
        winners = result.winners if result.over and isinstance(result.winners, tuple) else ()
        if len(winners) == 1 and (half := self._first[len(self._first) // 2]):
            yield "comebacks", float(winners[0] not in half)
        if len(winners) == 1 and self._ahead[-1] == winners[0]:
            since = len(self._ahead)
            while since and self._ahead[since - 1] == winners[0]:
                since -= 1
            yield "decided", since / steps


def _ahead_in(game: Game, state: Any) -> tuple[Seat, ...]:
    """Who has most of what counts; nobody where that cannot be said."""
    values: Sequence[Any] = game.worth_of(state)
    if len(values) < 2 or None in values:
        return ()
    best = min(values) if game.fewest else max(values)
    return tuple(seat for seat, value in enumerate(values, start=1) if value == best)

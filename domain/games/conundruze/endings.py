"""What can happen in Conundruze when a game ends; see `facts`."""

from typing import Annotated, Literal

from ludograph.domain.games.conundruze.castle import laid_open
from ludograph.domain.games.conundruze.rules import Position
from ludograph.domain.games.conundruze.state import Exit, OutReason, Sheet, State, others_in_game, side_of, with_side
from ludograph.domain.kernel.cards import Cards
from ludograph.domain.kernel.game import Fact, PerSeat, Seat, Secret, for_seat, replace


class FinalRoundStarted(Fact, frozen=True):
    """A castle is complete: everybody else in the game has one more turn."""

    finisher: Seat

    def apply(self, state: State) -> State:
        return replace(state, finisher=self.finisher, final=others_in_game(state, self.finisher), end_due=True)


class CastleRevealed(Fact, frozen=True):
    """The game is over: what still lies face down in a castle is turned up."""

    seat: Seat
    positions: tuple[Position, ...]
    cards: Annotated[Cards, Secret("*")]

    def apply(self, state: State) -> State:
        side = laid_open(side_of(state, self.seat), self.positions, self.cards)
        return replace(state, sides=for_seat(state.sides, self.seat, side), phase="scoring")


class CastleScored(Fact, frozen=True):
    """What the rows of a castle come to."""

    seat: Seat
    rows: tuple[int, ...]
    full_court: bool
    score: int

    def apply(self, state: State) -> State:
        sheet = Sheet(state.game, self.seat, self.rows, self.full_court, self.score)
        return replace(state, sheets=(*state.sheets, sheet))


class GameEnded(Fact, frozen=True):
    """A game is over and won."""

    winners: tuple[Seat, ...]
    reason: Literal["final_round", "ducked"]

    def apply(self, state: State) -> State:
        scores = {sheet.seat: sheet.score for sheet in state.sheets if sheet.game == state.game}
        by_seat = tuple(scores.get(seat) for seat in range(1, len(state.sides) + 1))
        return replace(state, phase="deal", turn=None, scores=by_seat, won=self.winners)


class TotalChanged(Fact, frozen=True):
    """A score is added to a seat's total."""

    seat: Seat
    total: int

    def apply(self, state: State) -> State:
        return with_side(state, self.seat, replace(side_of(state, self.seat), total=self.total))


class SeatOut(Fact, frozen=True):
    """A seat is out of the match: it has reached the total, or cannot pay the forelay."""

    seat: Seat
    reason: OutReason

    def apply(self, state: State) -> State:
        state = with_side(state, self.seat, replace(side_of(state, self.seat), in_match=False, in_game=False))
        return replace(state, out=(*state.out, Exit(self.seat, state.game, self.reason)))


class MatchEnded(Fact, frozen=True):
    """The match is over; `places` count from 1, equal ones are shared."""

    winners: tuple[Seat, ...]
    places: PerSeat[int]
    totals: PerSeat[int]
    stacks: PerSeat[int]

    def apply(self, state: State) -> State:
        return replace(state, phase="match_over", winners=self.winners)

"""What can happen in Conundruze with chips; see `facts`."""

from ludograph.domain.games.conundruze.state import Round, State, others_in_game, paid, side_of, with_side
from ludograph.domain.kernel.betting import Spoken, open_betting
from ludograph.domain.kernel.game import Fact, Seat, replace


class ForelayPaid(Fact, frozen=True):
    """A seat buys in."""

    seat: Seat
    amount: int

    def apply(self, state: State) -> State:
        return paid(state, self.seat, self.amount)


class BettingOpened(Fact, frozen=True):
    """A betting round begins."""

    round: Round
    opener: Seat

    def apply(self, state: State) -> State:
        """Everybody in the game will be asked, the opener first; what called for the round is settled by it."""
        order = (self.opener, *others_in_game(state, self.opener))
        return replace(
            state,
            phase="bet",
            round=self.round,
            bet=open_betting(order, (0,) * len(state.sides)),
            fools=state.fools - (self.round == "fool"),
            had_six=state.had_six or self.round == "sixth",
            end_due=state.end_due and self.round != "end",
        )


class BettingClosed(Fact, frozen=True):
    """A betting round is over."""

    round: Round
    opener: Seat

    def apply(self, state: State) -> State:
        return replace(state, phase="turn_over", round=None, bet=None)


class _Bet(Spoken, frozen=True):
    """A seat has answered when it was asked; `level` is what has to be matched now."""

    amount: int
    level: int

    @property
    def put_in(self) -> int:
        return self.amount


class Winked(_Bet, frozen=True):
    """A seat does not bet, for now."""


class Wagered(_Bet, frozen=True):
    """A seat makes the first bet of a round."""


class Matched(_Bet, frozen=True):
    """A seat pays what it owes."""


class Bumped(_Bet, frozen=True):
    """A seat pays what it owes and more."""


class Ducked(Fact, frozen=True):
    """A seat leaves the game; its cards stay as they lie."""

    seat: Seat

    def apply(self, state: State) -> State:
        """It is skipped from now on. Ducking instead of a turn ends the turn."""
        state = with_side(state, self.seat, replace(side_of(state, self.seat), in_game=False, acted=True))
        if state.phase == "turn":
            return replace(state, phase="turn_over")
        return state.after_bet(self.seat, 0)


class ChipPilfered(Fact, frozen=True):
    """A Rogue steals a chip from the pot."""

    seat: Seat
    value: int

    def apply(self, state: State) -> State:
        return paid(state, self.seat, -self.value)


class StakeLost(Fact, frozen=True):
    """A Rogue's theft from the pot has failed and costs the chip."""

    seat: Seat
    value: int

    def apply(self, state: State) -> State:
        return paid(state, self.seat, self.value)


class PotShared(Fact, frozen=True):
    """A winner gets a share of the pot."""

    seat: Seat
    amount: int

    def apply(self, state: State) -> State:
        return paid(state, self.seat, -self.amount)


class PotCarried(Fact, frozen=True):
    """Odd chips stay in the pot for the next game."""

    amount: int

    def apply(self, state: State) -> State:
        return state

"""What a seat decides when it is asked to bet in Conundruze."""

from collections.abc import Iterator

from ludograph.domain.games.conundruze import state as table
from ludograph.domain.games.conundruze.bets import Bumped, Ducked, Matched, Wagered, Winked
from ludograph.domain.games.conundruze.state import State
from ludograph.domain.kernel.game import Action, Chance, Fact, Refused, Seat


class Wager(Action, frozen=True):
    """Make the first bet of a round."""

    amount: int

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        if table.level_of(state):
            raise Refused("CZ-7.3", "Somebody has bet already: match, bump or duck.")
        if self.amount not in table.wagers(state, seat):
            raise Refused(
                "CZ-7.3", f"A wager is 1 chip or more, up to the stack of {table.side_of(state, seat).stack}."
            )
        yield Wagered(seat, self.amount, self.amount)


class Wink(Action, frozen=True):
    """Do not bet, while nobody has."""

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        if not table.may_wink(state, seat):
            raise Refused("CZ-7.3", "The lowest top row must wager.")
        if table.level_of(state):
            raise Refused("CZ-7.4", "Somebody has bet: match, bump or duck.")
        yield Winked(seat, 0, 0)


class Match(Action, frozen=True):
    """Pay what is owed."""

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        if not table.level_of(state):
            raise Refused("CZ-7.5", "Nobody has bet yet.")
        owed = table.debt(state, seat)
        if not table.may_match(state, seat):
            raise Refused("CZ-7.5", f"{owed} is owed, and the stack is {table.side_of(state, seat).stack}.")
        yield Matched(seat, owed, table.level_of(state))


class Bump(Action, frozen=True):
    """Pay what is owed, and this amount more."""

    amount: int

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        if not table.level_of(state):
            raise Refused("CZ-7.6", "Nobody has bet yet: wager or wink.")
        owed = table.debt(state, seat)
        if self.amount not in table.bumps(state, seat):
            stack = table.side_of(state, seat).stack
            raise Refused("CZ-7.6", f"A bump is 1 chip or more; {owed} is owed too, and the stack is {stack}.")
        yield Bumped(seat, owed + self.amount, table.level_of(state) + self.amount)


class Duck(Action, frozen=True):
    """Leave the game, when asked to bet or when one's own turn begins."""

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        if table.must_wager(state, seat):
            raise Refused("CZ-7.3", "The lowest top row must wager; without chips it can only wink.")
        yield Ducked(seat)

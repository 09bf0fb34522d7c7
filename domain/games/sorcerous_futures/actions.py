"""What a seat decides in Sorcerous Futures; the order of checks is the order of the rules."""

from collections.abc import Iterator
from typing import Annotated, Final

from ludograph.domain.games.sorcerous_futures import facts
from ludograph.domain.games.sorcerous_futures import state as table
from ludograph.domain.games.sorcerous_futures.state import Format, State
from ludograph.domain.kernel.cards import UNKNOWN, Card, Cards
from ludograph.domain.kernel.course import sure
from ludograph.domain.kernel.decks.decktet import CROWNS
from ludograph.domain.kernel.game import Action, Chance, Fact, Refused, Seat, Secret, Who


class Give(Action, frozen=True):
    """Give each seat a Crown, in the order of seats, and keep one; the two not named are set aside."""

    crowns: Annotated[Cards, Secret("actor", each=True)]

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        """The gifts; the valuations follow by themselves."""
        self._check(state, seat)
        for receiver, crown in enumerate(self.crowns, start=1):
            if receiver != seat:
                yield facts.CrownGiven(seat, receiver, crown)
        yield facts.CrownKept(seat, self.crowns[seat - 1])
        yield facts.CrownSetAside(None, seat, self._left_over())

    def _check(self, state: State, seat: Seat) -> None:
        if len(self.crowns) != table.seats_in(state):
            raise Refused(
                "SF-2.4", f"One Crown for each seat belongs here: {table.seats_in(state)}, not {len(self.crowns)}."
            )
        named = [crown for crown in self.crowns if crown != UNKNOWN]
        other = next((crown for crown in named if crown not in CROWNS), None)
        if other is not None:
            raise Refused("SF-3.1", f"{other} is no Crown.")
        if len(set(named)) < len(named):
            raise Refused("SF-3.1", "A Crown goes to one seat only.")
        for receiver, crown in enumerate(self.crowns, start=1):
            if receiver != seat and not table.may_get(state.aces[receiver - 1], crown):
                raise Refused(
                    "SF-3.2", "{crown} has the suit of an Ace in front of {seat}.", crown=crown, seat=Who(receiver)
                )

    def _left_over(self) -> Cards:
        if UNKNOWN in self.crowns:
            return (UNKNOWN,) * (len(CROWNS) - len(self.crowns))
        return tuple(crown for crown in CROWNS if crown not in self.crowns)


class Offer(Action, frozen=True):
    """Put a card of the row up for an open or a closed auction."""

    card: Annotated[Card, Secret("*")]
    format: Format

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        if self.card not in state.row:
            raise Refused("SF-4.1", f"{self.card} does not lie in the row.")
        opening = table.opening_bid(self.card)
        if self.format == "open" and not table.may_open(state, seat, self.card):
            raise Refused("SF-4.2", f"{self.card} opens at {opening} gold, and {state.gold[seat - 1]} is left.")
        yield facts.CardOffered(seat, self.card, self.format)
        if self.format == "open":
            yield facts.BidOpened(seat, opening)


class Raise(Action, frozen=True):
    """Bid more than anybody so far in an open auction."""

    amount: int

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        highest = sure(state.auction).highest
        if self.amount <= highest:
            raise Refused("SF-5.1", f"{self.amount} is not above the highest bid, {highest}.")
        if self.amount not in table.raises(state, seat):
            raise Refused("SF-5.2", f"{self.amount} is more than the {state.gold[seat - 1]} gold left.")
        yield facts.BidRaised(seat, self.amount)


class Pass(Action, frozen=True):
    """Make no bid in an open auction."""

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        yield facts.BidPassed(seat, False)


class Seal(Action, frozen=True):
    """Seal a bid in a closed auction; `??` where the writer of the record does not know it yet."""

    amount: Annotated[int | None, Secret("actor")]

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        if self.amount is not None and self.amount not in table.seals(state, seat):
            raise Refused("SF-6.1", f"A sealed bid is from 0 to {state.gold[seat - 1]}, the gold left.")
        if seat not in sure(state.auction).waiting:
            raise Refused("SF-6.2", "This seat's bid is sealed already.")
        yield facts.BidSealed(seat, self.amount, False)


ACTIONS: Final = (Give, Offer, Raise, Pass, Seal)

"""What a seat can do in Sun Bid, and what each action refuses."""

from collections.abc import Iterator
from typing import Annotated, Final

from ludograph.domain.games.sun_bid import facts
from ludograph.domain.games.sun_bid import state as table
from ludograph.domain.games.sun_bid.state import State
from ludograph.domain.kernel.cards import Card
from ludograph.domain.kernel.course import sure
from ludograph.domain.kernel.decks.decktet import share_suit
from ludograph.domain.kernel.game import HELD, Action, Chance, Faces, Fact, Refused, Seat, Secret, Wanted, Who


class Flip(Action, frozen=True):
    """Turn up the next card."""

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        """SB-3; that the card agrees with the record is for the engine to see."""
        top = Faces("the card {seat} flips", state.deck[:1], lambda _: table.can_come(state), seat=seat)
        (card,) = chance.ask(Wanted((top,)))
        yield facts.CardFlipped(seat, card, len(state.pool) + 1, len(state.deck) - 1)


class Call(Action, frozen=True):
    """Call an auction."""

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        """Always open to the lead."""
        yield facts.AuctionOpened("called", seat, table.left_of_lead(state), state.pool)


class Play(Action, frozen=True):
    """Fetch a card of the pool for a Pawn or Court."""

    card: Annotated[Card, Secret("*"), HELD]
    target: Annotated[Card, Secret("*")]

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        if self.card not in table.playable(state, seat):
            raise Refused("SB-6.1", "{card} is no Pawn or Court in the take of {seat}.", card=self.card, seat=Who(seat))
        if self.target not in state.pool:
            raise Refused("SB-6.2", f"{self.target} is not in the pool.")
        if not share_suit(self.card, self.target):
            raise Refused("SB-6.3", f"{self.card} and {self.target} have no suit in common.")
        yield facts.CardFetched(seat, self.card, self.target)


class Bid(Action, frozen=True):
    """Bid a card."""

    card: Annotated[Card, Secret("*"), HELD]

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        if self.card not in state.face_up[seat - 1]:
            raise _not_open(state, seat, self.card)
        highest = table.highest_bid(sure(state.auction))
        if not table.beats(self.card, highest, state.options.equal_pawns):
            raise Refused("SB-4.2", f"{self.card} does not beat {highest}, the highest bid.")
        yield facts.BidPlaced(seat, self.card)


class Pass(Action, frozen=True):
    """Do not bid, or let the round end in a last call."""

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        if state.auction is None:
            yield facts.PoolDiscarded(state.pool, "round_over")
            return
        if table.must_bid(state.auction):
            raise Refused("SB-4.3", "Nobody else has bid, so whoever called the auction must.")
        yield facts.BidPassed(seat, forced=False)


class Discard(Action, frozen=True):
    """Choose what goes with an Ace."""

    card: Annotated[Card, Secret("*"), HELD]

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        ace = state.aces[0]
        if self.card not in table.companions(state, seat, ace):
            why = "{card} cannot go with {ace}: that has to be another card of its suit from the take of {seat}."
            raise Refused("SB-5.1", why, card=self.card, ace=ace, seat=Who(seat))
        yield facts.AceDiscarded(seat, ace, self.card)


def _not_open(state: State, seat: Seat, card: Card) -> Refused:
    """What stands against a bid of a card that does not lie face up in front of a seat."""
    if card in state.face_down[seat - 1]:
        won = f"{card} was won in this round: it lies face down, and can be bid from the next round on."
        return Refused("SB-4.1", won)
    return Refused("SB-4.1", "{card} does not lie face up in front of {seat}.", card=card, seat=Who(seat))


ACTIONS: Final[tuple[type[Action], ...]] = (Flip, Call, Play, Bid, Pass, Discard)

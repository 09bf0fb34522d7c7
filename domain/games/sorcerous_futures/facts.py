"""What can happen in Sorcerous Futures. Names and fields are storage; `apply` decides nothing."""

from typing import Annotated, Final, Literal

from ludograph.domain.games.sorcerous_futures import state as table
from ludograph.domain.games.sorcerous_futures.rules import FIRST, PLACES
from ludograph.domain.games.sorcerous_futures.state import Amount, Auction, Format, FuturesOptions, State
from ludograph.domain.kernel.cards import Card, Cards
from ludograph.domain.kernel.course import sure
from ludograph.domain.kernel.game import (
    EVERYBODY,
    NOBODY,
    Audience,
    Fact,
    PerSeat,
    Seat,
    Secret,
    for_seat,
    less,
    replace,
    swap,
    without,
)


class GameBegan(Fact, frozen=True):
    """The match begins; `pack` is its order as far as recorded, which only a program that shuffles knows."""

    seats: int
    options: FuturesOptions
    gold: int
    pack: Annotated[Cards, Secret()]

    def apply(self, state: State | None) -> State:
        seats = self.seats
        return State(self.options, (self.gold,) * seats, ((),) * seats, (None,) * seats, ((),) * seats, self.pack)


class ExcusePlaced(Fact, frozen=True):
    """The Excuse lies in front of a seat; None: at the edge of the table."""

    seat: Seat | None

    def apply(self, state: State) -> State:
        return replace(state, excuse=self.seat)


class AcesDealt(Fact, frozen=True):
    """Each seat has its Aces, face up."""

    aces: Annotated[PerSeat[Cards], Secret("*")]

    def apply(self, state: State) -> State:
        first = table.front_of(self.aces, None, FIRST)
        return replace(state, aces=self.aces, active=first)


class CrownsTaken(Fact, frozen=True):
    """The ritual begins: a seat takes the two Crowns that match its Aces."""

    seat: Seat
    crowns: Annotated[Cards, Secret("*")]

    def apply(self, state: State) -> State:
        """Nothing that lasts: only who keeps which counts."""
        return state


class CrownsPassed(Fact, frozen=True):
    """Crowns go on in the ritual, face down from step b on, so that nobody sees what goes where."""

    step: Literal["a", "b", "c"]
    giver: Seat
    receiver: Seat
    count: int
    crowns: Annotated[Cards, Secret("shown_to")]

    @property
    def shown_to(self) -> Audience:
        """Who knows which Crowns these are: in step a everybody, who saw the pairs taken."""
        return EVERYBODY if self.step == "a" else NOBODY

    def apply(self, state: State) -> State:
        """Nothing that lasts: only who keeps which counts."""
        return state


class CrownGiven(Fact, frozen=True):
    """The Excuse player gives a Crown."""

    giver: Seat
    receiver: Seat
    crown: Annotated[Card, Secret("giver", "receiver")]

    def apply(self, state: State) -> State:
        return _with_crown(state, self.receiver, self.crown)


class CrownKept(Fact, frozen=True):
    """A seat keeps a Crown, and looks at it."""

    seat: Seat
    crown: Annotated[Card, Secret("seat")]

    def apply(self, state: State) -> State:
        return _with_crown(state, self.seat, self.crown)


class CrownSetAside(Fact, frozen=True):
    """Crowns that are nobody's: with three players one that `seat` never looks at, with four those the giver left."""

    seat: Seat | None
    giver: Seat | None
    crowns: Annotated[Cards, Secret("giver")]

    def apply(self, state: State) -> State:
        loose = state.loose
        for crown in self.crowns:
            loose = without(loose, crown)
        return replace(state, loose=loose, set_aside=state.set_aside + self.crowns)


class ValuationsSeen(Fact, frozen=True):
    """The sly Excuse looks at the seven valuations before they are mixed; sorted, for their places are not seen."""

    seat: Seat
    cards: Annotated[Cards, Secret("seat")]

    def apply(self, state: State) -> State:
        return replace(state, seen=self.cards)


class ValuationPlaced(Fact, frozen=True):
    """A valuation is put face down on a place; who has the place in front of them looks at it."""

    place: Annotated[Card, Secret("*")]
    seat: Seat | None
    card: Annotated[Card, Secret("seat")]

    def apply(self, state: State) -> State:
        return replace(state, valuations=(*state.valuations, self.card), pack=state.pack[1:])


class DeckFormed(Fact, frozen=True):
    """The rest of the pack is the deck."""

    size: int
    order: Annotated[Cards, Secret()]

    def apply(self, state: State) -> State:
        return replace(state, deck=self.order, pack=(), phase="offer")


class RowDealt(Fact, frozen=True):
    """Five cards are turned up: a new group begins."""

    group: int
    cards: Annotated[Cards, Secret("*")]
    deck_left: int

    def apply(self, state: State) -> State:
        return replace(state, group=self.group, row=self.cards, deck=state.deck[len(self.cards) :])


class CardOffered(Fact, frozen=True):
    """The active seat puts a card up for auction."""

    seat: Seat
    card: Annotated[Card, Secret("*")]
    format: Format

    def apply(self, state: State) -> State:
        """In an open auction the others are asked, then this seat; in a closed one everybody is."""
        order = table.from_active(state)
        waiting = (*order[1:], order[0]) if self.format == "open" else tuple(sorted(order))
        bids = () if self.format == "open" else (None,) * len(order)
        auction = Auction(self.card, self.format, waiting, bids=bids)
        return replace(state, row=without(state.row, self.card), phase=self.format, auction=auction)


class BidOpened(Fact, frozen=True):
    """The active seat makes the opening bid, which is the card's."""

    seat: Seat
    amount: int

    def apply(self, state: State) -> State:
        return replace(state, auction=replace(sure(state.auction), leader=self.seat, highest=self.amount))


class BidRaised(Fact, frozen=True):
    """A seat bids more than anybody so far."""

    seat: Seat
    amount: int

    def apply(self, state: State) -> State:
        auction = sure(state.auction)
        left = less(auction.waiting, self.seat)
        return replace(state, auction=replace(auction, waiting=left, leader=self.seat, highest=self.amount))


class BidPassed(Fact, frozen=True):
    """A seat does not bid; `forced` where it has too little gold."""

    seat: Seat
    forced: bool

    def apply(self, state: State) -> State:
        auction = sure(state.auction)
        return replace(state, auction=replace(auction, waiting=less(auction.waiting, self.seat)))


class BidSealed(Fact, frozen=True):
    """A seat seals a bid; `forced` where it has no gold, so that everybody knows that it is 0."""

    seat: Seat
    amount: Annotated[int | None, Secret("shown_to")]
    forced: bool

    @property
    def shown_to(self) -> Audience:
        """Who knows the amount."""
        return EVERYBODY if self.forced else (self.seat,)

    def apply(self, state: State) -> State:
        auction = sure(state.auction)
        left, bids = less(auction.waiting, self.seat), for_seat(auction.bids, self.seat, self.amount)
        return replace(state, auction=replace(auction, waiting=left, bids=bids))


class BidsRevealed(Fact, frozen=True):
    """All are in and are shown."""

    amounts: PerSeat[int]

    def apply(self, state: State) -> State:
        return replace(state, auction=replace(sure(state.auction), bids=self.amounts, revealed=True))


class CardBought(Fact, frozen=True):
    """The highest bidder pays the bank and takes the card."""

    seat: Seat
    card: Annotated[Card, Secret("*")]
    price: int
    gold_left: int

    def apply(self, state: State) -> State:
        return replace(
            state,
            gold=for_seat(state.gold, self.seat, self.gold_left),
            bought=for_seat(state.bought, self.seat, (*state.bought[self.seat - 1], self.card)),
            bank=state.bank + self.price,
            auction=None,
            phase="settled",
        )


class ActivePassed(Fact, frozen=True):
    """The next seat is active."""

    giver: Seat
    receiver: Seat

    def apply(self, state: State) -> State:
        return replace(state, active=self.receiver, phase="offer")


class ValuationRevealed(Fact, frozen=True):
    """A valuation is turned face up."""

    place: Annotated[Card, Secret("*")]
    card: Annotated[Card, Secret("*")]

    def apply(self, state: State) -> State:
        valuations = swap(state.valuations, PLACES.index(self.place), self.card)
        return replace(state, valuations=valuations, revealed=(*state.revealed, self.place))


class CrownRevealed(Fact, frozen=True):
    """A seat shows its Crown."""

    seat: Seat
    crown: Annotated[Card, Secret("*")]

    def apply(self, state: State) -> State:
        return replace(state, crowns=for_seat(state.crowns, self.seat, self.crown), crowns_revealed=self.seat)


class SeatScored(Fact, frozen=True):
    """What a seat is worth: gold left, the cards' suits, the Crown's bonus. `front` breaks ties, the lowest first."""

    seat: Seat
    gold: int
    cards: Amount
    crown: Amount
    score: Amount
    front: Amount

    def apply(self, state: State) -> State:
        return replace(state, scores=(*state.scores, self.score))


class MatchEnded(Fact, frozen=True):
    """The match is over; `??` where an unknown card leaves open who won."""

    scores: PerSeat[Amount]
    winners: tuple[Seat, ...] | Literal["??"]

    def apply(self, state: State) -> State:
        return replace(state, winners=self.winners, phase="over")


def _with_crown(state: State, seat: Seat, crown: Card) -> State:
    return replace(state, crowns=for_seat(state.crowns, seat, crown), loose=without(state.loose, crown))


FACTS: Final = (
    GameBegan, ExcusePlaced, AcesDealt, CrownsTaken, CrownsPassed, CrownGiven, CrownKept, CrownSetAside,
    ValuationsSeen, ValuationPlaced, DeckFormed, RowDealt, CardOffered, BidOpened, BidRaised, BidPassed, BidSealed,
    BidsRevealed, CardBought, ActivePassed, ValuationRevealed, CrownRevealed, SeatScored, MatchEnded,
)  # fmt: skip

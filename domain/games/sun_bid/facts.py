"""What happens in Sun Bid. Names and fields are storage; `apply` decides nothing."""

from typing import Annotated, Final, Literal

from ludograph.domain.games.sun_bid.rules import is_ace
from ludograph.domain.games.sun_bid.scoring import SeatScore
from ludograph.domain.games.sun_bid.state import Auction, Kind, Offer, State, SunBidOptions, seats_in
from ludograph.domain.kernel.cards import Card, Cards
from ludograph.domain.kernel.course import sure
from ludograph.domain.kernel.game import Fact, PerSeat, Seat, Secret, for_seat, replace, without


class GameBegan(Fact, frozen=True):
    """The players sat down."""

    seats: int
    options: SunBidOptions

    def apply(self, state: State | None) -> State:
        nothing: PerSeat[Cards] = ((),) * self.seats
        return State(self.options, (0,) * self.seats, face_up=nothing, face_down=nothing, take=nothing)


class StacksDealt(Fact, frozen=True):
    """The bidding cards were dealt; `orders` are the auction decks of the three rounds, `??` where not recorded."""

    stacks: Annotated[PerSeat[Cards], Secret("*")]
    centre: Annotated[Card, Secret("*")]
    orders: Annotated[tuple[Cards, ...], Secret()]

    def apply(self, state: State) -> State:
        return replace(state, face_up=self.stacks, centre=self.centre, orders=self.orders)


class RoundStarted(Fact, frozen=True):
    """A round began, all auction cards gathered."""

    round: int
    lead: Seat

    def apply(self, state: State) -> State:
        nothing: PerSeat[Cards] = ((),) * seats_in(state)
        cleared = replace(state, take=nothing, pool=(), deck=(), discards=(), out=())
        return replace(cleared, phase="shuffling", round=self.round, lead=self.lead)


class DeckShuffled(Fact, frozen=True):
    """The auction deck was shuffled; the order is always of full length, `??` where not recorded."""

    round: int
    size: int
    order: Annotated[Cards, Secret()]

    def apply(self, state: State) -> State:
        return replace(state, phase="turn", deck=self.order, orders=state.orders[1:])


class CardFlipped(Fact, frozen=True):
    """A card was turned up and joined the pool."""

    seat: Seat
    card: Annotated[Card, Secret("*")]
    pool_size: int
    deck_left: int

    def apply(self, state: State) -> State:
        return replace(state, phase="moved", deck=state.deck[1:], pool=(*state.pool, self.card))


class CardFetched(Fact, frozen=True):
    """A Pawn or Court was discarded for a card of the pool."""

    seat: Seat
    played: Annotated[Card, Secret("*")]
    target: Annotated[Card, Secret("*")]

    def apply(self, state: State) -> State:
        take = (*without(state.take[self.seat - 1], self.played), self.target)
        return replace(
            state,
            phase="moved",
            take=for_seat(state.take, self.seat, take),
            pool=without(state.pool, self.target),
            discards=(*state.discards, self.played),
        )


class AuctionOpened(Fact, frozen=True):
    """The pool and the centre card are up for auction."""

    kind: Kind
    lead: Seat
    bidders: tuple[Seat, ...]
    pool: Annotated[Cards, Secret("*")]

    def apply(self, state: State) -> State:
        return replace(state, phase="auction", auction=Auction(self.kind, self.bidders))


class BidPlaced(Fact, frozen=True):
    """A bidding card was pushed forward."""

    seat: Seat
    card: Annotated[Card, Secret("*")]

    def apply(self, state: State) -> State:
        auction = sure(state.auction)
        bids = (*auction.bids, Offer(self.seat, self.card))
        return replace(state, auction=replace(auction, waiting=auction.waiting[1:], bids=bids))


class BidPassed(Fact, frozen=True):
    """A seat did not bid, or (`forced`) could not."""

    seat: Seat
    forced: bool

    def apply(self, state: State) -> State:
        auction = sure(state.auction)
        return replace(state, auction=replace(auction, waiting=auction.waiting[1:]))


class AuctionWon(Fact, frozen=True):
    """The highest bidder took the pool and changed the card bid for the one in the centre."""

    seat: Seat
    card: Annotated[Card, Secret("*")]
    gained: Annotated[Card, Secret("*")]
    taken: Annotated[Cards, Secret("*")]
    returned: Annotated[tuple[Offer, ...], Secret("*")]

    def apply(self, state: State) -> State:
        at = self.seat - 1
        aces = tuple([card for card in self.taken if is_ace(card)])
        return replace(
            state,
            phase="ace" if aces else "sold",
            auction=None,
            winner=self.seat,
            aces=aces,
            centre=self.card,
            pool=(),
            face_up=for_seat(state.face_up, self.seat, without(state.face_up[at], self.card)),
            face_down=for_seat(state.face_down, self.seat, (*state.face_down[at], self.gained)),
            take=for_seat(state.take, self.seat, state.take[at] + self.taken),
        )


class PoolDiscarded(Fact, frozen=True):
    """Nobody wanted the pool."""

    cards: Annotated[Cards, Secret("*")]
    reason: Literal["no_bid", "round_over"]

    def apply(self, state: State) -> State:
        return replace(state, phase="sold", auction=None, pool=(), discards=state.discards + self.cards)


class AceDiscarded(Fact, frozen=True):
    """An Ace won in an auction was discarded, with another card of its suit if there was one."""

    seat: Seat
    ace: Annotated[Card, Secret("*")]
    companion: Annotated[Card | None, Secret("*")]

    def apply(self, state: State) -> State:
        """The next Ace is due, unless it went as a companion."""
        gone = (self.ace,) if self.companion is None else (self.ace, self.companion)
        take, aces = state.take[self.seat - 1], state.aces
        for card in gone:
            take = without(take, card)
            aces = without(aces, card) if card in aces else aces
        return replace(
            state,
            phase="ace" if aces else "sold",
            aces=aces,
            take=for_seat(state.take, self.seat, take),
            discards=state.discards + gone,
        )


class SeatOut(Fact, frozen=True):
    """A seat used its last face-up bidding card and sits out."""

    seat: Seat

    def apply(self, state: State) -> State:
        return replace(state, out=(*state.out, self.seat))


class LeadPassed(Fact, frozen=True):
    """The lead went to the left, for a turn or for the last call."""

    giver: Seat
    to: Seat
    phase: Literal["turn", "last_call"]

    def apply(self, state: State) -> State:
        return replace(state, phase=self.phase, lead=self.to, winner=None)


class RoundEnded(Fact, frozen=True):
    """The last bidding card was used, or the deck ran out."""

    round: int
    reason: Literal["suns_played", "deck_empty"]

    def apply(self, state: State) -> State:
        face_up = tuple(up + down for up, down in zip(state.face_up, state.face_down, strict=True))
        face_down: PerSeat[Cards] = ((),) * seats_in(state)
        return replace(state, phase="scoring", face_up=face_up, face_down=face_down, winner=None)


class RoundScored(Fact, frozen=True):
    """The round was scored."""

    round: int
    scores: Annotated[PerSeat[SeatScore], Secret("*")]

    def apply(self, state: State) -> State:
        return replace(state, phase="between", totals=tuple(score.total for score in self.scores))


class MatchEnded(Fact, frozen=True):
    """The third round was over."""

    totals: PerSeat[int]
    suns_totals: PerSeat[int]
    winners: tuple[Seat, ...]

    def apply(self, state: State) -> State:
        return replace(state, phase="over", winners=self.winners)


FACTS: Final[tuple[type[Fact], ...]] = (
    GameBegan, StacksDealt, RoundStarted, DeckShuffled, CardFlipped, CardFetched, AuctionOpened, BidPlaced, BidPassed,
    AuctionWon, PoolDiscarded, AceDiscarded, SeatOut, LeadPassed, RoundEnded, RoundScored, MatchEnded,
)  # fmt: skip

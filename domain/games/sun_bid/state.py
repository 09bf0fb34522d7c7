"""What lies on the table in Sun Bid, and the questions that rules and choices both ask of it."""

from itertools import chain
from typing import Annotated, Literal

from msgspec import Meta, Struct

from ludograph.domain.games.sun_bid.rules import ALTERNATIVE_STACKS, PAWNS_AND_COURTS, STACKS, SUN_RANKS, auction_deck
from ludograph.domain.kernel.cards import UNKNOWN, Card, Cards, unplaced
from ludograph.domain.kernel.course import sure
from ludograph.domain.kernel.decks.decktet import PAWNS, share_suit
from ludograph.domain.kernel.game import (
    Cites,
    Deal,
    Options,
    PerSeat,
    Question,
    Seat,
    Secret,
    clockwise,
    left_of,
    without,
)

Phase = Literal["turn", "auction", "ace", "last_call", "over", "moved", "sold", "scoring", "between", "shuffling"]
"""The last five are never seen between two actions: what follows by itself leads on from them."""
Kind = Literal["forced", "called"]


class SunBidOptions(Options, frozen=True):
    """The variants of Sun Bid."""

    two_player_stacks: Annotated[
        Literal["standard", "alternative"], Meta(description="Which pair of stacks is dealt to two players.")
    ] = "standard"
    equal_pawns: Annotated[
        bool, Meta(description="The two Pawns beat each other; Pawns, Court and Crown count 10 Suns. 3-4 players only.")
    ] = False
    sequence_points: Annotated[
        Literal["once", "per_suit"],
        Meta(description="A card in sequence in both its suits scores one point in all, or one for each suit."),
    ] = "once"


def stacks_for(options: SunBidOptions, seats: int) -> tuple[Cards, ...]:
    """The stacks of bidding cards that are dealt, one to each seat."""
    return ALTERNATIVE_STACKS if options.two_player_stacks == "alternative" else STACKS[seats]


class SunBidDeal(Deal, frozen=True):
    """Who has which bidding cards, and the auction decks of the three rounds as far as a program shuffled them."""

    stacks: Annotated[
        tuple[Cards, ...],
        Secret("*"),
        Cites("SB-1.3"),
        Question("{seat}'s stack", among=stacks_for),
        Meta(description="The stack of each seat, seat 1 first."),
    ]
    decks: Annotated[
        tuple[Cards, ...] | None,
        Secret(absent=True),
        Cites("SB-1.4"),
        Meta(description="The decks of the rounds from the top, where a program shuffled."),
    ] = None


class Offer(Struct, frozen=True, gc=False):
    """A bidding card pushed forward."""

    seat: Seat
    card: Annotated[Card, Secret("*")]


class Auction(Struct, frozen=True, gc=False):
    """An auction under way: who has still to act, in order, and what was bid so far; the last bid is the highest."""

    kind: Kind
    waiting: tuple[Seat, ...]
    bids: tuple[Offer, ...] = ()


class State(Struct, frozen=True, gc=False):
    """A match of Sun Bid. A card that is bid stays in `face_up` until it has won."""

    options: SunBidOptions
    totals: PerSeat[int]
    face_up: PerSeat[Cards]
    face_down: PerSeat[Cards]
    take: PerSeat[Cards]
    phase: Phase = "between"
    round: int = 0
    lead: Seat = 1
    centre: Card = UNKNOWN
    pool: Cards = ()
    deck: Cards = ()
    discards: Cards = ()
    auction: Auction | None = None
    winner: Seat | None = None
    """Who won the auction just held, as long as it is settled."""
    aces: Cards = ()
    """The Aces in the winner's take that have still to be discarded, in order."""
    out: tuple[Seat, ...] = ()
    """The seats that sit out the rest of the round."""
    orders: tuple[Cards, ...] = ()
    """The auction decks of the rounds to come."""
    winners: tuple[Seat, ...] = ()


def seats_in(state: State) -> int:
    """The number of seats."""
    return len(state.totals)


def is_active(state: State, seat: Seat) -> bool:
    """Whether a seat still has a bidding card face up."""
    return bool(state.face_up[seat - 1])


def left_of_lead(state: State) -> tuple[Seat, ...]:
    """The active seats in the order in which they bid: the lead, if active, is the last."""
    seats = seats_in(state)
    return tuple(seat for seat in clockwise(left_of(state.lead, seats), seats) if is_active(state, seat))


def to_act(state: State) -> tuple[Seat, ...]:
    """The seat whose decision it is."""
    if state.phase == "auction":
        return sure(state.auction).waiting[:1]
    seat = {"turn": state.lead, "last_call": state.lead, "ace": state.winner}.get(state.phase)
    return () if seat is None else (seat,)


def owned(state: State, seat: Seat) -> Cards:
    """All bidding cards of a seat, used or not."""
    return state.face_up[seat - 1] + state.face_down[seat - 1]


def highest_bid(auction: Auction) -> Card | None:
    """The card to beat; None while nobody has bid."""
    return auction.bids[-1].card if auction.bids else None


def beats(card: Card, highest: Card | None, equal_pawns: bool) -> bool:
    """Whether a bidding card may be bid over the highest so far (SB-4.2)."""
    if highest is None or (equal_pawns and card in PAWNS and highest in PAWNS):
        return True
    return SUN_RANKS[card] > SUN_RANKS[highest]


def open_bids(state: State, auction: Auction, seat: Seat) -> Cards:
    """The cards that a seat may bid now."""
    highest, equal = highest_bid(auction), state.options.equal_pawns
    return tuple(card for card in state.face_up[seat - 1] if beats(card, highest, equal))


def must_bid(auction: Auction) -> bool:
    """Whether the caller is next, and has to bid because nobody else did (SB-4.3)."""
    return auction.kind == "called" and len(auction.waiting) == 1 and not auction.bids


def companions(state: State, seat: Seat, ace: Card) -> Cards:
    """The other cards in a take with the suit of an Ace, in order (SB-5.1)."""
    return tuple(card for card in without(state.take[seat - 1], ace) if share_suit(card, ace))


def playable(state: State, seat: Seat) -> Cards:
    """The Pawns and Courts that a seat could play (SB-6.1)."""
    return tuple(card for card in state.take[seat - 1] if card in PAWNS_AND_COURTS)


def fetchable(state: State, card: Card) -> Cards:
    """The cards of the pool that a Pawn or Court could fetch (SB-6.3)."""
    return tuple(target for target in state.pool if share_suit(card, target))


def can_come(state: State) -> Cards:
    """The cards that could be the next of the deck: not turned up in this round, nor known to lie deeper (SB-3.2)."""
    placed = chain(state.pool, state.discards, state.deck[1:], *state.take)
    return unplaced(auction_deck(seats_in(state)), placed)

"""What lies on the table in Sorcerous Futures, and the questions that rules and choices both ask of it."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import permutations
from typing import Annotated, Literal

from msgspec import Meta, Struct

from ludograph.domain.games.sorcerous_futures.rules import PACK, PLACES, ROW
from ludograph.domain.kernel.cards import UNKNOWN, Card, Cards, unplaced
from ludograph.domain.kernel.course import sure
from ludograph.domain.kernel.decks.decktet import ACES, CROWNS, EXCUSE, PAWNS, SUIT_NAMES, share_suit
from ludograph.domain.kernel.game import Cites, Deal, Dealt, Options, PerSeat, Question, Seat, Secret, clockwise

Phase = Literal["crowns", "offer", "open", "closed", "settled", "over"]
"""`settled` is never seen between two actions: what follows by itself leads on from it."""
Format = Literal["open", "closed"]
Amount = int | Literal["??"]
"""A number worked out from cards: `??` where one that it depends on is not known."""


class FuturesOptions(Options, frozen=True):
    """The variants of Sorcerous Futures."""

    excuse_seat: Annotated[
        Literal["random"] | Seat, Meta(description="Who has the Excuse: a volunteer, or anybody. 4 players only.")
    ] = "random"
    sly_excuse: Annotated[
        bool, Meta(description="The Excuse player sees the seven valuations before they are mixed. 4 players only.")
    ] = False


def excuse_seats(options: FuturesOptions, seats: int) -> Sequence[Seat]:
    """The seats that can have the Excuse."""
    return range(1, seats + 1) if options.excuse_seat == "random" else (options.excuse_seat,)


class FuturesDeal(Deal, frozen=True, kw_only=True):
    """Aces and, with three players, Crowns, valuations and first row; or the pack as a program shuffled it."""

    excuse: Annotated[
        Seat | None,
        Cites("SF-1.3"),
        Question("Who has the Excuse", among=excuse_seats),
        Meta(description="Who has the Excuse; four players only."),
    ] = None
    aces: Annotated[
        tuple[Cards, ...],
        Secret("*"),
        Cites("SF-1.3"),
        Question("{seat}'s Aces, two cards", dealt=Dealt(ACES, 2, but="excuse")),
        Meta(description="The two Aces of each seat, seat 1 first; none for the seat with the Excuse."),
    ]
    crowns: Annotated[
        Cards | None,
        Secret(each=True),
        Cites("SF-1.4"),
        Question("{seat}'s Crown"),
        Meta(description="The Crown that each seat kept; three players only."),
    ] = None
    set_aside: Annotated[
        Cards | None,
        Secret(),
        Cites("SF-1.4"),
        Meta(description="The Crown that each seat set aside unseen; three players only."),
    ] = None
    valuations: Annotated[
        Cards | None,
        Secret(each="fronts", of="dealt"),
        Cites("SF-1.5"),
        Question(f"Valuations: {' '.join(SUIT_NAMES.values())} Excuse"),
        Meta(description="The valuations in the order of their places; three players only."),
    ] = None
    row: Annotated[
        Cards | None,
        Secret("*", of="first_row"),
        Cites("SF-1.5"),
        Question("The first row, five cards"),
        Meta(description="The first row; three players only."),
    ] = None
    pack: Annotated[
        Cards | None,
        Secret(absent=True),
        Cites("SF-1.5"),
        Meta(description="Instead of valuations and row, where a program shuffled: all of the pack in its order."),
    ] = None

    @property
    def fronts(self) -> tuple[tuple[Seat, ...], ...]:
        """For each place, who sees its valuation."""
        seats = (front_of(self.aces, self.excuse, place) for place in PLACES)
        return tuple(() if seat is None else (seat,) for seat in seats)

    @property
    def dealt(self) -> Cards | None:
        """The valuations; where there is a pack, those that three players have been dealt from it."""
        return self._of_pack(0, len(PLACES)) or self.valuations

    @property
    def first_row(self) -> Cards | None:
        """The first row; where there is a pack, the cards of it that come after the valuations."""
        return self._of_pack(len(PLACES), len(PLACES) + ROW) or self.row

    def _of_pack(self, begin: int, end: int) -> Cards | None:
        return None if self.pack is None or len(self.aces) == 4 else self.pack[begin:end]


class Auction(Struct, frozen=True, gc=False):
    """An auction under way. In an open one `waiting` is asked in order; in a closed one it is who has not sealed."""

    card: Card
    format: Format
    waiting: tuple[Seat, ...]
    highest: int = 0
    leader: Seat | None = None
    """Who made the highest bid of an open auction."""
    bids: PerSeat[int | None] = ()
    """What was sealed; None for nothing yet, and for an amount that is not known."""
    revealed: bool = False


class State(Struct, frozen=True, gc=False):
    """A match of Sorcerous Futures."""

    options: FuturesOptions
    gold: PerSeat[int]
    aces: PerSeat[Cards]
    crowns: PerSeat[Card | None]
    bought: PerSeat[Cards]
    pack: Cards
    """The shuffled pack until it is dealt: the seven places, then the deck."""
    loose: Cards = CROWNS
    """The Crowns that nobody has got yet."""
    set_aside: Cards = ()
    phase: Phase = "crowns"
    excuse: Seat | None = None
    seen: Cards = ()
    """With the sly Excuse: the seven valuations, in no order."""
    valuations: Cards = ()
    revealed: Cards = ()
    """The places whose valuations lie face up."""
    crowns_revealed: int = 0
    """How many seats, from seat 1 on, have shown their Crown."""
    group: int = 0
    row: Cards = ()
    deck: Cards = ()
    active: Seat = 1
    auction: Auction | None = None
    bank: int = 0
    scores: PerSeat[Amount] = ()
    winners: tuple[Seat, ...] | Literal["??"] = ()


def seats_in(state: State) -> int:
    """The number of seats."""
    return len(state.gold)


def to_act(state: State) -> tuple[Seat, ...]:
    """The seats whose decision is awaited."""
    if state.auction is not None:
        return state.auction.waiting if state.phase == "closed" else state.auction.waiting[:1]
    if state.phase == "crowns" and state.excuse is not None:
        return (state.excuse,)
    return (state.active,) if state.phase == "offer" else ()


def front_of(aces: Iterable[Cards], excuse: Seat | None, place: Card) -> Seat | None:
    """The seat in front of which a place lies."""
    if place == EXCUSE:
        return excuse
    return next((seat for seat, pair in enumerate(aces, start=1) if place in pair), None)


def pair_of(aces: Cards) -> Cards:
    """The Crowns that match these Aces."""
    return tuple(crown for crown in CROWNS if any(share_suit(crown, ace) for ace in aces))


def may_get(aces: Cards, crown: Card) -> bool:
    """Whether a Crown may be given to a seat with these Aces, as far as known (SF-3.2)."""
    return not any(share_suit(crown, ace) for ace in aces)


@lru_cache(maxsize=256)
def gifts(aces: PerSeat[Cards]) -> tuple[Cards, ...]:
    """All the ways to give the Crowns: the giver, who has no Ace, keeps any."""
    return tuple(
        gift
        for gift in permutations(CROWNS, len(aces))
        if all(may_get(pair, crown) for pair, crown in zip(aces, gift, strict=True))
    )


def opening_bid(card: Card) -> int:
    """What an open auction of a card begins with."""
    return 10 if card in PAWNS else int(card[0])


def may_open(state: State, seat: Seat, card: Card) -> bool:
    """Whether a seat can pay the opening bid of a card (SF-4.2)."""
    return state.gold[seat - 1] >= opening_bid(card)


def raises(state: State, seat: Seat) -> range:
    """The amounts to which a seat may raise (SF-5)."""
    return range(sure(state.auction).highest + 1, state.gold[seat - 1] + 1)


def seals(state: State, seat: Seat) -> range:
    """The amounts that a seat may seal (SF-6.1)."""
    return range(state.gold[seat - 1] + 1)


def can_come(state: State) -> Cards:
    """The cards of the pack that are not known to lie anywhere, nor to be among the valuations."""
    return unplaced(PACK, (*_dealt(state), *state.seen))


def can_be_placed(state: State, before: Cards = ()) -> Cards:
    """The cards that can be a valuation not known yet, after those `before`.

    They are of those that the sly Excuse has seen, if all seven are known.
    """
    hidden = unplaced(PACK, _dealt(state).union(before))
    known = {*state.seen, *state.valuations, *state.pack[: len(PLACES) - len(state.valuations)], *before} - {UNKNOWN}
    return hidden if len(known) < len(PLACES) else tuple(card for card in hidden if card in state.seen)


def can_be_seen(state: State, seen: Cards) -> Cards:
    """The cards that the sly Excuse can see next, after `seen`: they are the valuations, as far as those are known."""
    places = state.pack[: len(PLACES)]
    known = {*places, *seen} - {UNKNOWN}
    among = PACK if len(known) < len(PLACES) else places
    return tuple(card for card in among if card not in seen and card not in state.pack[len(PLACES) :])


def can_be_crown(state: State, seat: Seat, before: Cards = ()) -> Cards:
    """The Crowns that a seat can have: no other place is known for them, and the way they were passed allows it."""
    barred = set(pair_of(state.aces[seat - 1]))
    if state.excuse is None:
        aside = state.set_aside[seat - 1]
        barred.update(next((pair for pair in map(pair_of, state.aces) if aside in pair), ()))
    return unplaced(CROWNS, (*state.set_aside, *before, *barred, *filter(None, state.crowns)))


def hidden_places(state: State) -> Cards:
    """The places whose valuations still lie face down, in order."""
    return tuple(place for place in PLACES if place not in state.revealed)


def from_active(state: State) -> tuple[Seat, ...]:
    """All seats clockwise, the active one first."""
    return clockwise(state.active, seats_in(state))


def _dealt(state: State) -> set[Card]:
    """The cards of the pack of which the record knows the place."""
    dealt = {*state.valuations, *state.pack, *state.deck, *state.row}
    dealt.update(*state.bought)
    return dealt if state.auction is None else dealt | {state.auction.card}

"""The course of a match: who may act, what is open to them, and what follows by itself."""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Final

from ludograph.domain.games.sorcerous_futures import facts
from ludograph.domain.games.sorcerous_futures import state as table
from ludograph.domain.games.sorcerous_futures.actions import Give, Offer, Pass, Raise, Seal
from ludograph.domain.games.sorcerous_futures.rules import GOLD, GROUPS, PACK, PLACES, ROW
from ludograph.domain.games.sorcerous_futures.scoring import front_worth, sheet, winners_of
from ludograph.domain.games.sorcerous_futures.state import Auction, State
from ludograph.domain.kernel.cards import UNKNOWN, Card, Cards
from ludograph.domain.kernel.course import Course, Phase, sure
from ludograph.domain.kernel.decks.decktet import ACES, CROWNS, EXCUSE, SUIT_NAMES, SUITS_OF
from ludograph.domain.kernel.game import (
    EVERYBODY,
    Audience,
    Chance,
    Choice,
    Faces,
    Fact,
    Numbers,
    Seat,
    Wanted,
    clockwise,
    left_of,
)


def _asked(state: State) -> tuple[Seat, ...]:
    """In a closed auction everybody: whoever has sealed a bid is refused by the rule for that."""
    return clockwise(1, table.seats_in(state)) if state.phase == "closed" else table.to_act(state)


def _gifts(state: State, seat: Seat) -> Iterator[Choice]:
    yield Choice(Give, {"crowns": table.gifts(state.aces)})


def _offers(state: State, seat: Seat) -> tuple[Choice, ...]:
    payable = tuple(card for card in state.row if table.may_open(state, seat, card))
    others = tuple(card for card in state.row if card not in payable)
    blocks = ((payable, ("open", "closed")), (others, ("closed",)))
    return tuple(Choice(Offer, {"card": cards, "format": formats}) for cards, formats in blocks if cards)


def _raises(state: State, seat: Seat) -> Iterator[Choice]:
    yield Choice(Raise, {"amount": table.raises(state, seat)})
    yield Choice(Pass)


def _seals(state: State, seat: Seat) -> Iterator[Choice]:
    if seat in table.to_act(state):
        yield Choice(Seal, {"amount": table.seals(state, seat)})


def _lay_out(state: State, chance: Chance) -> Fact | Iterable[Fact] | None:
    """After the Crowns: the valuations, then the deck."""
    if state.loose:
        return None
    if state.options.sly_excuse and not state.seen:
        return _see_valuations(state, chance)
    if not state.valuations:
        return _place_valuations(state, chance)
    return facts.DeckFormed(len(state.pack), state.pack)


def _see_valuations(state: State, chance: Chance) -> Fact:
    """What the sly Excuse sees, in no order."""
    excuse = sure(state.excuse)
    seen = Faces(
        "the valuations {seat} sees",
        state.pack[: len(PLACES)],
        partial(table.can_be_seen, state),
        to=(excuse,),
        hidden=True,
        seat=excuse,
        heap=True,
    )
    return facts.ValuationsSeen(excuse, chance.ask(Wanted((seen,), more=len(PLACES) + ROW)))


def _place_valuations(state: State, chance: Chance) -> Iterable[Fact]:
    """With four players all valuations; with three the deal has told them."""
    seats = [table.front_of(state.aces, state.excuse, place) for place in PLACES]
    fronts = [() if seat is None else (seat,) for seat in seats]
    cards = chance.ask(Wanted(_valuations_asked(state, state.pack, fronts), more=ROW))
    return tuple(facts.ValuationPlaced(*placed) for placed in zip(PLACES, seats, cards, strict=True))


def _valuations_asked(state: State, known: Cards, seen_by: Iterable[Audience]) -> tuple[Faces, ...]:
    """The seven valuations, each seen by these."""
    among = partial(table.can_be_placed, state)
    return tuple(
        Faces(_valuation(place), (card,), among, to=to, hidden=True)
        for place, card, to in zip(PLACES, known, seen_by, strict=False)
    )


def _valuation(place: Card) -> str:
    """What lies there, as one asks for it."""
    return "under the Excuse" if place == EXCUSE else f"{SUIT_NAMES[SUITS_OF[place]]}' valuation"


def _begin_group(state: State, chance: Chance) -> Fact | None:
    """A new row where the old one is sold; before it, after group 2 of three players, the Excuse's valuation."""
    if state.row:
        return None
    if _shows_excuse(state):
        under = Faces(_valuation(EXCUSE), state.valuations[-1:], partial(table.can_be_placed, state))
        return facts.ValuationRevealed(EXCUSE, *chance.ask(Wanted((under,), more=ROW)))
    row = chance.ask(Wanted((Faces("new row", state.deck[:ROW], partial(_can_follow, state)),)))
    return facts.RowDealt(state.group + 1, row, len(state.deck) - ROW)


def _can_follow(state: State, row: Cards) -> Cards:
    return tuple(card for card in table.can_come(state) if card not in row)


def _shows_excuse(state: State) -> bool:
    """Whether group 2 of three players is sold and the valuation under the Excuse still hidden."""
    return state.excuse is None and state.group == 2 and not state.revealed


def _ask_on(state: State, chance: Chance) -> Fact | None:
    """An open auction: whoever cannot raise passes; when all were asked, the highest bid buys."""
    auction = sure(state.auction)
    if not auction.waiting:
        return _bought(state, auction, auction.leader or state.active, auction.highest)
    seat = auction.waiting[0]
    return None if table.raises(state, seat) else facts.BidPassed(seat, True)


def _seal_on(state: State, chance: Chance) -> Fact | None:
    """A closed auction: whoever has no gold seals 0; when all are in, they are revealed and the highest buys."""
    auction = sure(state.auction)
    for seat in auction.waiting:
        if state.gold[seat - 1] == 0:
            return facts.BidSealed(seat, 0, True)
    if auction.waiting:
        return None
    if not auction.revealed:
        return facts.BidsRevealed(_read_bids(state, auction, chance))
    price = max(bid or 0 for bid in auction.bids)
    winner = next(seat for seat in table.from_active(state) if auction.bids[seat - 1] == price)
    return _bought(state, auction, winner, price)


def _read_bids(state: State, auction: Auction, chance: Chance) -> tuple[int, ...]:
    """All bids, as outcomes of the action that settles the auction unless none was a choice."""
    if not any(state.gold):
        return (0,) * table.seats_in(state)
    bids = tuple(
        Numbers("{seat}'s sealed bid", (bid,), partial(_open_to, state, seat), seat=seat)
        for seat, bid in enumerate(auction.bids, start=1)
    )
    missing = "A sealed bid is not recorded: write the bids of all seats, in their order, with >."
    return chance.ask(Wanted(bids, more=_cards_due(state), omissible=True, missing=missing))


def _open_to(state: State, seat: Seat, before: tuple[int, ...]) -> range:
    return table.seals(state, seat)


def _cards_due(state: State) -> int:
    """How many cards will be turned up once the auction under way is settled."""
    if state.row:
        return 0
    if state.group == GROUPS:
        return len(PLACES) + table.seats_in(state)
    return ROW + _shows_excuse(state)


def _bought(state: State, auction: Auction, winner: Seat, price: int) -> Fact:
    return facts.CardBought(winner, auction.card, price, state.gold[winner - 1] - price)


def _go_on(state: State, chance: Chance) -> Fact | Iterable[Fact]:
    """After an auction the next seat is active; after the last one everything is shown and scored."""
    if state.row or state.group < GROUPS:
        return facts.ActivePassed(state.active, left_of(state.active, table.seats_in(state)))
    if table.hidden_places(state):
        return _reveal(state, chance)
    if len(state.scores) < table.seats_in(state):
        return _score(state, len(state.scores) + 1)
    fronts = [front_worth(state, seat) for seat in clockwise(1, table.seats_in(state))]
    return facts.MatchEnded(state.scores, winners_of(state.scores, fronts))


def _reveal(state: State, chance: Chance) -> Iterable[Fact]:
    """All valuations, and each seat's Crown; that under the Excuse three players have seen long ago."""
    valuations = _valuations_asked(state, state.valuations, [EVERYBODY] * len(PLACES))
    crowns = tuple(
        Faces("{seat}'s Crown", (crown or UNKNOWN,), partial(table.can_be_crown, state, seat), hidden=True, seat=seat)
        for seat, crown in enumerate(state.crowns, start=1)
    )
    missing = (
        "Not all valuations and Crowns are recorded: write the seven valuations and then each seat's Crown with >, "
        "?? for one that nobody noted."
    )
    cards = chance.ask(Wanted(valuations + crowns, missing=missing))
    for place, card in zip(PLACES, cards, strict=False):
        if place not in state.revealed:
            yield facts.ValuationRevealed(place, card)
    for seat, card in enumerate(cards[len(PLACES) :], start=1):
        yield facts.CrownRevealed(seat, card)


def _score(state: State, seat: Seat) -> Fact:
    has = sheet(state, seat)
    return facts.SeatScored(seat, has.gold, has.cards, has.crown, has.score, has.front)


COURSE: Final = Course(
    {
        "crowns": Phase("The Crowns are given first", ("give",), _gifts, _lay_out),
        "offer": Phase("A card must be put up for auction now", ("offer",), _offers, _begin_group),
        "open": Phase("This is an open auction", ("raise", "pass"), _raises, _ask_on),
        "closed": Phase("This is a closed auction", ("seal",), _seals, _seal_on, who="Each player seals a bid now."),
        "settled": Phase(follow=_go_on),
    },
    asked=_asked,
    over="SF-2.1",
    who="SF-2.2",
    when="SF-2.3",
)

DECK: Final = (*ACES, *CROWNS, EXCUSE, *PACK)
"""Every card of the game: Aces, Crowns, the Excuse and the pack."""


def cards(state: State) -> tuple[Cards, Cards, int]:
    """The deck, and every card of it where it lies."""
    placed = [EXCUSE, *state.loose, *state.set_aside, *_valuations(state), *state.pack, *state.deck, *state.row]
    placed += [crown for crown in state.crowns if crown is not None]
    for hand in (*state.aces, *state.bought):
        placed += hand
    if state.auction is not None:
        placed.append(state.auction.card)
    return DECK, tuple(placed), 0


def _valuations(state: State) -> Cards:
    """The valuations, with those that the sly Excuse has seen in place of unknown ones."""
    if UNKNOWN not in state.valuations or not {*state.seen} - {UNKNOWN}:
        return state.valuations
    known = {*state.valuations, *state.seen} - {UNKNOWN}
    return (*known, *(UNKNOWN,) * (len(PLACES) - len(known)))


def coins(state: State) -> tuple[int, tuple[int, ...]]:
    """All gold there is, and where it is."""
    return GOLD * table.seats_in(state), (*state.gold, state.bank)

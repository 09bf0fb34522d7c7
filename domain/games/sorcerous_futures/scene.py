"""The table of Sorcerous Futures as zones: what a state does not know is drawn as a back."""

from ludograph.domain.games.sorcerous_futures.rules import GROUPS, PLACES
from ludograph.domain.games.sorcerous_futures.state import Auction, State, front_of, seats_in, to_act
from ludograph.domain.kernel.cards import UNKNOWN, Card, Cards
from ludograph.domain.kernel.decks.decktet import EXCUSE
from ludograph.domain.kernel.game import Seat
from ludograph.domain.kernel.scene import Part, Pile, Round, Row, Scene, Zone, at_seat, ledger


def scene(state: State) -> Scene:
    """The middle of the table, then each seat."""
    seats = range(1, seats_in(state) + 1)
    zones = (_middle(state), *(_seat(state, seat) for seat in seats))
    if state.phase in ("crowns", "over"):
        return Scene("The match is over" if state.phase == "over" else "The Crowns are given", zones)
    if not state.group:
        return Scene("The valuations are laid out", zones)
    round = Round("Group", state.group, of=GROUPS)
    return Scene(f"{round}: {_now(state)}", zones, round)


def _now(state: State) -> str:
    if state.auction is None:
        return "an offer" if state.phase == "offer" else "all is shown" if {*state.revealed} - {EXCUSE} else "sold"
    return f"{'an' if state.phase == 'open' else 'a'} {state.phase} auction"


def _middle(state: State) -> Zone:
    stock = Pile("Pack", len(state.pack)) if state.phase == "crowns" else Pile("Deck", len(state.deck))
    parts: list[Part] = [Row("Row", state.row), stock]
    if state.auction is not None:
        parts += [Row("Up for auction", (state.auction.card,)), *_bids(state.auction)]
    if state.excuse is None:
        parts += [Row("The Excuse", (EXCUSE,)), *_valuations(state, (EXCUSE,))]
    if state.set_aside:
        parts.append(Row("Crowns set aside", state.set_aside, hidden=True))
    return Zone("Table", tuple(parts))


def _bids(auction: Auction) -> tuple[Part, ...]:
    return (ledger("Auction", {"Highest bid": auction.highest}),) if auction.format == "open" else ()


def _seat(state: State, seat: Seat) -> Zone:
    at = seat - 1
    places = tuple(place for place in PLACES if front_of(state.aces, state.excuse, place) == seat)
    crown = state.crowns[at]
    score = state.scores[at] if at < len(state.scores) else None
    parts: list[Part] = [
        Row("The Excuse" if EXCUSE in places else "Aces", places),
        *_valuations(state, places),
        *_only_the_excuse(state, seat),
        *_crown(crown, state.crowns_revealed < seat),
        Row("Bought", state.bought[at]),
        ledger("Investor", {"Gold": state.gold[at], "Bid": _bid(state, seat), "Score": score}),
    ]
    return at_seat(seat, parts, _markers(state, seat), {"Score": score, "Gold": state.gold[at]})


def _valuations(state: State, places: Cards) -> tuple[Part, ...]:
    """What lies under these places, as soon as something does."""
    if len(state.valuations) < len(PLACES):
        return ()
    under = tuple(state.valuations[PLACES.index(place)] for place in places)
    up = tuple(at for at, place in enumerate(places) if place in state.revealed)
    label = "Under it" if places == (EXCUSE,) else "Under them"
    return (Row(label, under) if len(up) == len(places) else Row(label, under, hidden=True, up=up),)


def _only_the_excuse(state: State, seat: Seat) -> tuple[Part, ...]:
    """What only a player with the Excuse has: Crowns to give, and, if sly, valuations seen before they were mixed."""
    if seat != state.excuse:
        return ()
    if state.phase == "crowns":
        return (Row("Crowns to give", state.loose, hidden=True),)
    remembered = state.phase != "over" and any(card != UNKNOWN for card in state.seen)
    return (Row("Valuations seen", state.seen, hidden=True),) if remembered else ()


def _crown(crown: Card | None, hidden: bool) -> tuple[Part, ...]:
    return () if crown is None else (Row("Crown", (crown,), hidden=hidden),)


def _bid(state: State, seat: Seat) -> int | str | None:
    """What a seat has bid in the auction under way."""
    auction = state.auction
    if auction is None:
        return None
    if auction.format == "open":
        return auction.highest if auction.leader == seat else None
    if seat in auction.waiting:
        return None
    amount = auction.bids[seat - 1]
    return amount if auction.revealed else f"sealed, {UNKNOWN if amount is None else amount}"


def _markers(state: State, seat: Seat) -> dict[str, bool]:
    """What a seat is doing: who is active, who is to act, who won."""
    awaited = seat in to_act(state)
    return {
        "active": seat == state.active and state.phase not in ("over", "crowns"),
        "to act": awaited,
        "still to bid": not awaited and _bids_later(state, seat),
        "winner": isinstance(state.winners, tuple) and seat in state.winners,
    }


def _bids_later(state: State, seat: Seat) -> bool:
    """Whether a seat still has its chance in an open auction, after others."""
    return state.phase == "open" and state.auction is not None and seat in state.auction.waiting

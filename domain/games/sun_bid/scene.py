"""The table of Sun Bid as zones: everything but the deck lies open."""

from ludograph.domain.games.sun_bid.rules import ROUNDS, SUN_RANKS, full_pool
from ludograph.domain.games.sun_bid.scoring import suns_total
from ludograph.domain.games.sun_bid.state import State, is_active, owned, seats_in, to_act
from ludograph.domain.kernel.cards import Card, Cards
from ludograph.domain.kernel.game import Seat
from ludograph.domain.kernel.scene import Pile, Round, Row, Scene, Zone, at_seat, ledger


def scene(state: State) -> Scene:
    """The middle of the table, then each seat."""
    seats = range(1, seats_in(state) + 1)
    round = None if state.phase == "over" or not state.round else Round("Round", state.round, of=ROUNDS)
    outside = "The match is over" if state.phase == "over" else "The cards are dealt"
    title = f"{round}: {_now(state)}" if round else outside
    return Scene(title, (_middle(state), *(_seat(state, seat) for seat in seats)), round)


def _now(state: State) -> str:
    if state.auction is not None:
        return f"a {state.auction.kind} auction"
    if state.phase == "ace":
        return f"another card has to go with {state.aces[0]}"
    return "the last call" if state.phase == "last_call" else "a turn"


def _middle(state: State) -> Zone:
    return Zone(
        "Table",
        (
            Row("Centre", (state.centre,)),
            Row(f"Pool ({len(state.pool)} of {full_pool(seats_in(state))})", state.pool, key="Pool"),
            Pile("Deck", len(state.deck)),
            Row("Discards", state.discards),
        ),
    )


def _seat(state: State, seat: Seat) -> Zone:
    at, bid = seat - 1, _offered(state, seat)
    suns = suns_total(owned(state, seat), state.options.equal_pawns)
    parts = (
        Row("Bidding cards", _ranked(tuple(card for card in state.face_up[at] if card != bid))),
        *((Row("Bid", (bid,)),) if bid else ()),
        Row("Won for the next round", _ranked(state.face_down[at]), hidden=True),
        Row("Take", state.take[at]),
        ledger("Score", {"Scored": state.totals[at], "Suns": suns}),
    )
    return at_seat(seat, parts, _markers(state, seat), {"Scored": state.totals[at]})


def _offered(state: State, seat: Seat) -> Card | None:
    """The bidding card that is pushed forward."""
    offers = () if state.auction is None else state.auction.bids
    return next((offer.card for offer in reversed(offers) if offer.seat == seat), None)


def _markers(state: State, seat: Seat) -> dict[str, bool]:
    """What a seat is doing: who leads, who is to act, who passed or won the auction, who sits out or won the match."""
    if state.phase == "over":
        return {"winner": seat in state.winners}
    return {
        "leads": seat == state.lead,
        "to act": seat in to_act(state),
        "highest bid": state.auction is not None and [bid.seat for bid in state.auction.bids[-1:]] == [seat],
        "has passed": _has_passed(state, seat),
        "won the auction": seat == state.winner,
        "sits out": seat in state.out,
    }


def _has_passed(state: State, seat: Seat) -> bool:
    """Whether a seat bids no more in the auction under way, and has not bid."""
    if state.auction is None or seat in state.auction.waiting:
        return False
    return is_active(state, seat) and _offered(state, seat) is None


def _ranked(cards: Cards) -> Cards:
    """Bidding cards, highest first."""
    return tuple(sorted(cards, key=lambda card: -SUN_RANKS[card]))

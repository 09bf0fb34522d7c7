"""The table of Sun Bid as zones: everything but the deck lies open."""

from domain.cards import Cards
from domain.game import Seat
from domain.games.sun_bid.rules import ROUNDS, SUN_RANKS, full_pool
from domain.games.sun_bid.scoring import suns_total
from domain.games.sun_bid.state import State, is_active, owned, seats_in
from domain.scene import Ledger, Part, Pile, Row, Scene, Zone


def scene(state: State) -> Scene:
    """The middle of the table, then each seat."""
    seats = range(1, seats_in(state) + 1)
    return Scene(_title(state), (_middle(state), *(_seat(state, seat) for seat in seats)))


def _title(state: State) -> str:
    if state.phase == "over":
        return "The match is over"
    return f"Round {state.round} of {ROUNDS}: {_now(state)}"


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
            Row(f"Pool ({len(state.pool)} of {full_pool(seats_in(state))})", state.pool),
            Pile("Deck", len(state.deck)),
            Row("Discards", state.discards),
        ),
    )


def _seat(state: State, seat: Seat) -> Zone:
    at = seat - 1
    parts: list[Part] = [
        Row("Bidding cards", _ranked(state.face_up[at])),
        Row("Won for the next round", _ranked(state.face_down[at]), hidden=True),
        Row("Take", state.take[at]),
        Ledger("Score", _lines(state, seat)),
    ]
    return Zone(f"Seat {seat}", tuple(parts), seat)


def _lines(state: State, seat: Seat) -> tuple[tuple[str, str], ...]:
    suns = suns_total(owned(state, seat), state.options.equal_pawns)
    lines = [("Points", str(state.totals[seat - 1])), ("Suns", str(suns)), ("Role", _role(state, seat))]
    return tuple(line for line in lines if line[1])


def _role(state: State, seat: Seat) -> str:
    """What a seat is doing: who leads, who has bid what, who won the auction, who sits out or won the match."""
    if state.phase == "over":
        return "winner" if seat in state.winners else ""
    leads = ["leads"] if seat == state.lead else []
    won = ["won the auction"] if seat == state.winner else []
    out = ["sits out"] if seat in state.out else []
    return ", ".join(leads + _part_in_auction(state, seat) + won + out)


def _part_in_auction(state: State, seat: Seat) -> list[str]:
    """What a seat has done in the auction under way; nothing where it has still to act."""
    if state.auction is None or seat in state.auction.waiting or not is_active(state, seat):
        return []
    bids = [f"bids {offer.card}" for offer in state.auction.bids if offer.seat == seat]
    return bids or ["has passed"]


def _ranked(cards: Cards) -> Cards:
    """Bidding cards, highest first."""
    return tuple(sorted(cards, key=lambda card: -SUN_RANKS[card]))
